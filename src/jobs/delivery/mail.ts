import { basename } from 'node:path';
import {
  type HotelctlError,
  RefusedError,
  SignInError,
  TemporaryError,
  UsageError,
} from '../../base/errors.ts';
import { html } from '../../platform/html-text.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { DeliveredFile, RunOutcome } from './outcome.ts';

/** A mail server, from the settings `smtp...` of the profile; the password from the credential store. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `starttls` refuses a server without STARTTLS, `tls` begins with TLS, `none` is for loopback addresses only. */
  readonly security: 'starttls' | 'tls' | 'none';
  readonly from: string;
  readonly user?: string;
  readonly password?: string;
  /** Milliseconds for each step of the conversation. */
  readonly timeout: number;
}

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** A complete HTML document; all its text is escaped. */
  readonly html: string;
  readonly attachments: readonly DeliveredFile[];
}

/** Larger attachments are refused by most mail servers; the mail then names the file only. Bytes. */
const largestAttachment = 20 * 1024 * 1024;

/** @throws TemporaryError, RefusedError or SignInError if the server did not accept the mail */
export async function sendMail(server: MailServer, mail: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    connectionTimeout: server.timeout,
    greetingTimeout: server.timeout,
    socketTimeout: server.timeout,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2' },
    ...(server.user === undefined ? {} : { auth: { user: server.user, pass: server.password ?? '' } }),
  });
  try {
    await transport.sendMail({
      from: server.from,
      to: [...mail.to],
      subject: safeText(mail.subject, 200),
      text: mail.text,
      html: mail.html,
      attachments: mail.attachments
        .filter(({ bytes }) => bytes <= largestAttachment)
        .map(({ path }) => ({ filename: safeText(basename(path), 200), path })),
      // Marks the mail as automatic, so that mail programs and lists do not send automatic replies.
      headers: { 'auto-submitted': 'auto-generated' },
    });
  } catch (error) {
    throw mailError(server, error);
  } finally {
    transport.close();
  }
}

/** One address, no list and no name: `--mail-to` is repeatable. @throws UsageError */
export function checkMailAddress(flag: string, text: string): string {
  if (/^[^\s@<>",;:\\()[\]\u0000-\u001f]+@[^\s@<>",;:\\()[\]\u0000-\u001f]+$/.test(text)) return text;
  throw new UsageError(`${flag}: "${text}" is not a valid email address`, {
    hint: `specify one address, for example ${flag} controller@hotel.example`,
  });
}

function mailError(server: MailServer, error: unknown): HotelctlError {
  const { code, responseCode, response } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  const place = `${server.host}:${server.port}`;
  const reason = safeText(response ?? (error instanceof Error ? error.message : 'unknown reason'), 200);
  const what = `the email could not be sent through ${place}: ${reason}`;
  if (code === 'EAUTH') {
    return new SignInError(what, {
      hint: 'run `hotelctl profile set smtpPassword` to store the password again',
    });
  }
  if (code === 'ETLS')
    return new RefusedError(what, { hint: 'check smtpSecurity and smtpPort of the profile' });
  if (responseCode !== undefined && responseCode >= 500) {
    return new RefusedError(what, { hint: 'check the addresses, and the rights of smtpUser' });
  }
  return new TemporaryError(what, { hint: 'try again later, or check smtpHost and smtpPort of the profile' });
}

/** The mail about a run: the same facts as plain text and as HTML, the files as attachments. */
export function outcomeMail(outcome: RunOutcome): Omit<Mail, 'to'> {
  const succeeded = outcome.exitCode === 0;
  const subject = `hotelctl ${outcome.name}: ${succeeded ? 'done' : `failed (exit code ${outcome.exitCode})`}`;
  const facts = listFacts(outcome);
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return {
    subject,
    text: `${subject}\n\n${facts.map(([label, value]) => `${label.padEnd(width)}${value}`).join('\n')}\n`,
    html: page(subject, facts),
    attachments: succeeded ? outcome.files : [],
  };
}

type Fact = readonly [label: string, value: string];

function listFacts({
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
