import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Context } from '../../base/context.ts';
import { failedItems, type ItemOutcome, partsOfItem } from '../../base/item-outcome.ts';
import { countText } from '../../base/text.ts';
import { html, safeText } from '../../platform/safe-text.ts';
import {
  type Channel,
  type DeliveredFile,
  isDelivered,
  openMailedFiles,
  type RunOutcome,
} from './outcome.ts';
import { type Mail, type MailServer, sendMail } from './smtp.ts';

export type NotifyOn = 'failure' | 'always' | 'change';

export interface MailSettings {
  readonly mailTo: readonly string[];
  readonly notifyOn: NotifyOn;
  /** The moment of a job for which its run may be repeated by another process. */
  readonly due?: string | undefined;
}

/**
 * Sends the mail of a run to those recipients that have not received it.
 *
 * @param openServer called only if a mail is due: the password comes from the credential store
 */
export function mailChannel(
  name: string,
  { mailTo, notifyOn, due }: MailSettings,
  openServer: () => Promise<MailServer>,
  context: Pick<Context, 'clock' | 'interrupted' | 'folders'>,
): Channel {
  const mailed = openMailedFiles(context.folders, name, mailTo);
  let pending: readonly string[] | undefined;
  const listRecipients = async (content: readonly DeliveredFile[], isChange: boolean, moment?: string) => {
    const unaware = isChange ? await mailed.listUnaware(content) : mailTo;
    const expecting = moment === undefined ? mailTo : await mailed.listPending(moment);
    return unaware.filter(address => expecting.includes(address));
  };
  return {
    name: 'the email',
    async report(outcome) {
      const succeeded = outcome.exitCode === 0;
      const isNews = !succeeded || outcome.stage === 'recovered';
      if (!isNews && notifyOn === 'failure') return;
      const content = listContent(outcome);
      const compose = (attachable: number) => outcomeMail(outcome, attachable);
      const isChange = !isNews && notifyOn === 'change';
      const recipients = pending ?? (await listRecipients(content, isChange, succeeded ? due : undefined));
      if (recipients.length === 0) return;
      const refused = await sendMail(await openServer(), recipients, compose, context);
      pending = refused?.recipients;
      if (succeeded) {
        const accepting = recipients.filter(address => !pending?.includes(address));
        await mailed.rememberFiles(content, accepting);
        if (due !== undefined) await mailed.rememberRun(due, pending ?? []);
      }
      if (refused) throw refused.error;
    },
  };
}

/** What a change is noticed by: the figures of a page, because its file also says when it was created. */
const listContent = ({ page, files }: RunOutcome): readonly DeliveredFile[] =>
  page
    ? [{ path: '', bytes: 0, sha256: hash('sha256', page.figures) }, ...(page.isPart ? files : [])]
    : files;

/**
 * The mail about a run: its page, or the same facts as plain text and as HTML, and the files as attachments as far as
 * they fit. A file that does not fit is named with its size.
 *
 * @param attachable bytes that all attachments together may have
 */
export function outcomeMail(outcome: RunOutcome, attachable: number): Mail {
  const attached = isDelivered(outcome) ? fittingFiles(outcome.files, attachable) : [];
  const attachments = attached.map(({ path, bytes }) => ({ name: basename(path), path, bytes }));
  if (isDelivered(outcome) && outcome.page) {
    const { subject, html: body, text } = outcome.page;
    const tooLarge = outcome.files.filter(file => !attached.includes(file));
    const unsent = tooLarge.map(file => ['File', fileText(file, outcome, attached)] as const);
    const notes = present([...listFailure(outcome), ...listWarnings(outcome), ...unsent]).map(
      ([label, value]) => `${label}: ${value}`,
    );
    const lines = html`${notes.map(line => html`<p style="font-family:sans-serif;font-size:12px">${line}</p>`)}`;
    return {
      subject,
      attachments,
      text: [text.trimEnd(), ...notes, ''].join('\n'),
      html: body.replace('</body>', () => `${lines.text}</body>`),
    };
  }
  const subject = subjectOf(outcome);
  const facts = present(listFacts(outcome, attached));
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return {
    subject,
    text: `${subject}\n\n${facts.map(([label, value]) => `${label.padEnd(width)}${value}`).join('\n')}\n`,
    html: page(subject, facts),
    attachments,
  };
}

function subjectOf({ name, exitCode, stage }: RunOutcome): string {
  if (exitCode === 0) return stage === 'recovered' ? `RECOVERED: hotelctl ${name}` : `hotelctl ${name}: done`;
  return stage === 'failing'
    ? `FAILING: hotelctl ${name} (exit code ${exitCode}), still repeated`
    : `FAILED: hotelctl ${name} (exit code ${exitCode})`;
}

/** In their order, without those for which there is no space left. */
function fittingFiles(files: readonly DeliveredFile[], attachable: number): readonly DeliveredFile[] {
  let left = attachable;
  return files.filter(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}

type Fact = readonly [label: string, value: string];
type PossibleFact = readonly [label: string, value: string | undefined];
type Failure = Pick<RunOutcome, 'exitCode' | 'error' | 'hint' | 'next'>;

const present = (facts: readonly PossibleFact[]) =>
  facts.flatMap(([label, value]): Fact[] => (value ? [[safeText(label, 100), safeText(value, 500)]] : []));

const listFacts = (
  { subject, figures = [], rows, files, items = [], ...origin }: RunOutcome,
  attached: readonly DeliveredFile[],
): readonly PossibleFact[] => [
  ...listFailure(origin),
  ...listItems(items),
  ...listWarnings(origin),
  ['Property', subject.property],
  ['Period', subject.period],
  ...figures,
  ['Rows', rows?.toString()],
  ...files.map(file => ['File', fileText(file, origin, attached)] as const),
  ['Job', subject.job],
  ['Command', subject.command],
  ['Machine', origin.machine],
  ['Started', timeText(origin.startedAt)],
  ['Ended', timeText(origin.endedAt)],
  ...origin.trackingIds.map(id => ['Tracking id', id] as const),
];

const listFailure = ({ exitCode, error, hint, next }: Failure): readonly PossibleFact[] =>
  exitCode === 0
    ? []
    : [
        ['Error', error],
        ['What to do', hint],
        ['Next', next],
      ];

/** More failures or warnings than these are counted. */
const mostItems = 20;

const listWarnings = ({ warnings = [] }: Pick<RunOutcome, 'warnings'>): readonly Fact[] =>
  listSome('Warning', warnings);

function listSome(label: string, lines: readonly string[]): readonly Fact[] {
  const hidden = lines.length - mostItems;
  const shown = [...lines.slice(0, mostItems), ...(hidden > 0 ? [`${hidden} more`] : [])];
  return shown.map(line => [label, line]);
}

function listItems(items: readonly ItemOutcome[]): readonly Fact[] {
  if (items.length === 0) return [];
  const failed = failedItems(items);
  const hotels = new Set(items.map(({ item }) => partsOfItem(item).property));
  const incomplete = new Set(failed.map(({ item }) => partsOfItem(item).property));
  return [
    ['Hotels', `${hotels.size - incomplete.size} of ${hotels.size}`],
    ...listSome(
      'Failed',
      failed.map(({ item, cause, attempts }) => `${item}: ${cause} (${countText(attempts, 'attempt')})`),
    ),
  ];
}

function fileText(
  { path, bytes }: DeliveredFile,
  outcome: Pick<RunOutcome, 'exitCode' | 'page'>,
  attached: readonly DeliveredFile[],
) {
  if (attached.some(file => file.path === path)) return basename(path);
  const size = `${path} (${(bytes / 1e6).toFixed(1)} MB`;
  return isDelivered(outcome) ? `${size}, too large to attach)` : `${size})`;
}

const timeText = (moment: number) => `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

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
