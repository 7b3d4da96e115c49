import { basename } from 'node:path';
import { type HotelctlError, RefusedError, SignInError, TemporaryError, UsageError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';
import type { DeliveredFile } from './outcome.ts';

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

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** A complete HTML document; all its text is escaped. */
  readonly html: string;
  readonly attachments: readonly DeliveredFile[];
}

/** Larger attachments are refused by most mail servers; the mail then names the file only. Bytes. */
export const largestAttachment = 20 * 1024 * 1024;

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
  throw new UsageError(`${flag}: "${text}" is not a valid mail address`, {
    hint: `give one address, for example ${flag} controller@hotel.example`,
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
  const what = `the mail could not be sent through ${place}: ${reason}`;
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
