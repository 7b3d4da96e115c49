import { basename } from 'node:path';
import { html } from '../platform/html-text.ts';
import { safeText } from '../platform/safe-text.ts';
import { largestAttachment, type Mail } from './mail.ts';
import type { RunOutcome } from './outcome.ts';

/** The mail about a run: the same facts as plain text and as HTML, the files as attachments. */
export function outcomeMail(outcome: RunOutcome): Omit<Mail, 'to'> {
  const succeeded = outcome.exitCode === 0;
  const subject = `hotelctl ${outcome.name}: ${succeeded ? 'done' : `failed (exit code ${outcome.exitCode})`}`;
  const facts = factsOf(outcome);
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return {
    subject,
    text: `${subject}\n\n${facts.map(([label, value]) => `${label.padEnd(width)}${value}`).join('\n')}\n`,
    html: page(subject, facts),
    attachments: succeeded ? outcome.files : [],
  };
}

type Fact = readonly [label: string, value: string];

function factsOf({
  startedAt,
  endedAt,
  error,
  rows,
  files,
  figures,
  trackingIds,
}: RunOutcome): readonly Fact[] {
  const time = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
  return [
    ...(error === undefined ? [] : [['Error', error] as const]),
    ...(figures ?? []),
    ...(rows === null ? [] : [['Rows', String(rows)] as const]),
    ...files.map(
      ({ path, bytes }): Fact => [
        'File',
        bytes > largestAttachment ? `${path} (too large to attach)` : basename(path),
      ],
    ),
    ['Started', `${time(startedAt)} UTC`],
    ['Ended', `${time(endedAt)} UTC`],
    ...trackingIds.map((id): Fact => ['Tracking id', id]),
  ].map(([label, value]): Fact => [safeText(label, 100), safeText(value, 500)]);
}

/** Mail programs ignore style sheets, so the few styles are inline. */
function page(title: string, facts: readonly Fact[]): string {
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><th align="left" style="padding:2px 16px 2px 0;font-weight:normal;color:#555">${label}</th><td>${value}</td></tr>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="font-family:sans-serif;font-size:14px"><h1 style="font-size:18px">${title}</h1>
<table>${rows}</table></body></html>
`.text;
}
