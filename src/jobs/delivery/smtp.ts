import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Context } from '../../base/context.ts';
import { orInterrupted } from '../../base/context.ts';
import { HotelctlError, RefusedError, SignInError, TemporaryError, UsageError } from '../../base/errors.ts';
import { withoutPasswords } from '../../base/secrets.ts';
import { openTcp } from '../../http/connector.ts';
import { ownAuthority } from '../../http/network-error.ts';
import { startDeadline } from '../../http/retry.ts';
import { safeText, textForAgents } from '../../platform/safe-text.ts';

/** A mail server, from the settings `smtp...` of the profile; the password from the credential store. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `starttls` refuses a server without STARTTLS, `tls` begins with TLS, `none` is for loopback addresses only. */
  readonly security: 'starttls' | 'tls' | 'none';
  readonly from: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Milliseconds for the conversation, and again for each MiB of attachments. */
  readonly timeout: number;
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
  /** A complete HTML document; all its text is escaped. */
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly path: string; readonly bytes: number }[];
}

/** Most mail servers refuse larger mails. Bytes as sent, which applies unless the server announces a smaller SIZE. */
const largestMail = 25_000_000;
/** What the texts and headers of a mail may take of that. */
const textAllowance = 256 << 10;

/**
 * Sends a mail by SMTP. The whole conversation, from the lookup of the name to the acceptance of the mail, ends with the
 * time limit of the server's settings and when the process is interrupted, whatever the server does or does not send.
 *
 * @param compose creates the mail once the server has stated its limit: the bytes that all attachments together may have
 * @returns the recipients that the server refused, although it accepted the mail for others; undefined if there are none
 * @throws TemporaryError, RefusedError or SignInError if the server did not accept the mail; the reason of the interruption
 */
export const sendMail = (
  server: MailServer,
  to: readonly string[],
  compose: (attachable: number) => Mail,
  context: Pick<Context, 'clock' | 'interrupted'>,
) =>
  converse(server, context, async ({ attachable, send }, within) => {
    const mail = compose(attachable);
    const bytes = mail.attachments.reduce((sum, attachment) => sum + attachment.bytes, 0);
    const limit = server.timeout * (1 + Math.floor(bytes / (1 << 20)));
    const { rejected, rejectedErrors } = await within(limit, () => send(to, mail));
    if (rejected.length === 0) return undefined;
    return { recipients: rejected, error: mailError(server, { rejectedErrors }) };
  });

/** Connects and signs in, and sends nothing. @throws the errors of `sendMail` */
export const greetMailServer = (server: MailServer, context: Pick<Context, 'clock' | 'interrupted'>) =>
  converse(server, context, async () => {});

async function converse<Result>(
  server: MailServer,
  { clock, interrupted }: Pick<Context, 'clock' | 'interrupted'>,
  work: (
    conversation: Awaited<ReturnType<typeof openConversation>>,
    within: <T>(limit: number, step: (signal: AbortSignal) => Promise<T>) => Promise<T>,
  ) => Promise<Result>,
): Promise<Result> {
  const within = <T>(limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const deadline = startDeadline(clock, limit, `the mail server ${server.host}:${server.port}`);
    const signal = AbortSignal.any([interrupted, deadline.signal]);
    return deadline.during(() => orInterrupted(work(signal), signal));
  };
  let conversation: Awaited<ReturnType<typeof openConversation>> | undefined;
  try {
    conversation = await within(server.timeout, signal => openConversation(server, signal));
    return await work(conversation, within);
  } catch (error) {
    if (error instanceof HotelctlError) throw error;
    throw mailError(server, error);
  } finally {
    conversation?.close();
  }
}

/** Connects, agrees on encryption and signs in. */
async function openConversation(server: MailServer, signal: AbortSignal) {
  const [{ default: SmtpConnection }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ]);
  const socket = await openTcp({ hostname: server.host, port: server.port }, signal);
  const disconnect = () => socket.destroy();
  // nodemailer adds its listeners later.
  socket.on('error', () => {});
  signal.addEventListener('abort', disconnect);
  const connection = new SmtpConnection({
    connection: socket,
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    // The deadline ends the conversation earlier; these only have to be no shorter.
    connectionTimeout: server.timeout * 2,
    greetingTimeout: server.timeout * 2,
    socketTimeout: server.timeout,
    socketCloseTimeout: 1000,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
  });
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    for (const end of [connection, socket])
      for (const event of ['end', 'close'])
        end.on(event, () => reject(new Error('the connection was closed')));
  });
  broken.catch(() => {});
  /** One step of the conversation: nodemailer reports its failure to the callback or as an event. */
  const step = <T>(start: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> =>
    Promise.race([
      broken,
      new Promise<T>((resolve, reject) =>
        start((error, result) => (error ? reject(error) : resolve(result as T))),
      ),
    ]);
  try {
    await step<void>(done => connection.connect(done));
    const acceptsUnicode = /^250[ -]SMTPUTF8/im.test(connection.lastServerResponse || '');
    const announced = Number(/^250[ -]SIZE[ \t]+(\d+)/im.exec(connection.lastServerResponse || '')?.[1] ?? 0);
    if (server.user !== undefined && connection.allowsAuth) {
      const { user, password: pass = '' } = server;
      await step<boolean>(done => connection.login({ user, pass }, done));
    }
    const space = Math.min(largestMail, announced || largestMail) - textAllowance;
    let accepted = false;
    return {
      /** Bytes that all attachments together may have: base64 turns 57 bytes into a line of 78. */
      attachable: Math.max(0, Math.floor((space / 78) * 57)),
      /** Resolves with the refused recipients once the server has accepted the mail for the others. */
      async send(to: readonly string[], mail: Mail) {
        const message = new MailComposer({
          from: server.from,
          to: [...to],
          subject: safeText(mail.subject, 200),
          text: mail.text,
          html: mail.html,
          attachments: mail.attachments.map(({ name, path }) => ({ filename: safeText(name, 200), path })),
          // Marks the mail as automatic, so that mail programs and lists do not send automatic replies.
          headers: { 'auto-submitted': 'auto-generated' },
          // A server that received it before the connection broke can recognize it when it is sent again.
          messageId: `<${hash('sha256', mail.subject + mail.html)}@${server.from.split('@')[1]}>`,
          disableUrlAccess: true,
        }).compile();
        const envelope = { from: server.from, to: [...to] };
        const unicode = [server.from, ...to].find(address => /[^ -~]/.test(address));
        if (unicode !== undefined && !acceptsUnicode)
          throw new RefusedError(`the mail server ${server.host} accepts only ASCII in ${unicode}`, {
            hint: 'use an address without other letters before the @',
          });
        const sent = await step<{ rejected: string[]; rejectedErrors?: unknown[] | undefined }>(done =>
          connection.send(envelope, message.createReadStream(), done),
        );
        accepted = true;
        return sent;
      },
      /** Takes leave of the server if the mail was accepted, otherwise disconnects. */
      close() {
        if (!accepted) return disconnect();
        connection.quit();
        connection.close();
      },
    };
  } catch (error) {
    disconnect();
    throw error;
  } finally {
    signal.removeEventListener('abort', disconnect);
  }
}

/** Labels of letters, digits and inner hyphens, of at most 63 characters each; not the number of a machine. */
const domainName = /^(?!.{254}|[\d.]+$)(?:(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.|$))+(?<!\.)$/;

/**
 * One address, no list and no name: `--mail-to` is repeatable. No character of it is invisible or ends a line of SMTP, also
 * U+0085. A character that ends the host of a URL is not part of a domain: `a@hotel.example/b` must not become another address.
 *
 * @returns the address with its domain in the letters that every mail server accepts
 * @throws UsageError
 */
export function checkMailAddress(flag: string, text: string): string {
  const [local = '', domain = '', ...others] = text.split('@');
  const ascii = domainToASCII(domain);
  const isPlain = textForAgents(text) === text && !/[\s\u{fffd}<>",;:\\()[\]]/u.test(text);
  const isLocal = /^[^.]+(?:\.[^.]+)*$/.test(local) && Buffer.byteLength(local) <= 64;
  const isDomain = domainName.test(ascii) && !/[/?#%]/.test(domain);
  if (others.length === 0 && isPlain && isLocal && isDomain) return `${local}@${ascii}`;
  throw new UsageError(`${flag}: "${textForAgents(text)}" is not a valid email address`, {
    hint: `specify one address, for example ${flag} controller@hotel.example`,
  });
}

interface SmtpFailure {
  readonly code?: string;
  /** The code of the system or of TLS. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message?: string;
  readonly recipient?: string;
  /** One for each recipient that the server refused. */
  readonly rejectedErrors?: readonly SmtpFailure[];
}

/**
 * A reply of 5xx and a refused certificate are final; everything else, a lost connection included, may succeed later. Of several refused recipients,
 * one that may be accepted later decides.
 */
function mailError(server: MailServer, failure: unknown): HotelctlError {
  const whole = (failure ?? {}) as SmtpFailure;
  const { rejectedErrors = [] } = whole;
  const cause = rejectedErrors.find(({ responseCode = 0 }) => responseCode < 500) ?? rejectedErrors[0];
  const { code = '', originalCode = code, responseCode, response, message } = cause ?? whole;
  const refused = rejectedErrors.flatMap(({ recipient = [] }) => recipient).join(', ');
  const to = refused === '' ? '' : ` to ${safeText(refused, 200)}`;
  const { user = '', password = '' } = server;
  // The server was sent both, together and separately, and may repeat either.
  const sent = [`\0${user}\0${password}`, `${user}\0${user}\0${password}`, password];
  const reply = withoutPasswords(response ?? message ?? 'unknown reason', password === '' ? [] : sent);
  const isUnsecured = code === 'ETLS' && responseCode !== undefined;
  const why = `${isUnsecured ? 'STARTTLS was refused: ' : ''}${safeText(reply, 200)}`;
  const what = `the email could not be sent${to} through ${server.host}:${server.port}: ${why}`;
  const later = { hint: 'try again later, or check smtpHost and smtpPort of the profile' };
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 500)
    return new TemporaryError(what, later);
  if (code === 'EAUTH')
    return new SignInError(what, {
      hint: 'run `hotelctl profile set smtpPassword` to store the password again',
    });
  if (isUnsecured) return new RefusedError(what, { hint: 'check smtpSecurity and smtpPort of the profile' });
  if (responseCode !== undefined && responseCode >= 500)
    return new RefusedError(what, { hint: 'check the addresses and what smtpUser may send' });
  if (/CERT|SIGNATURE|ALTNAME/.test(originalCode)) return new RefusedError(what, { hint: ownAuthority });
  if (/^(EPROTO|ERR_SSL)/.test(originalCode))
    return new TemporaryError(what, { hint: 'check smtpSecurity and smtpPort of the profile' });
  return new TemporaryError(what, later);
}
