import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailServer } from '../src/jobs/delivery/smtp.ts';
import { listen } from './http/serve.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly user: unknown;
  /** The mail as it was sent. */
  readonly source: string;
}

/** A real mail server on a loopback address that keeps received mails until the test is over. Its only password is `right`. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('invalid login')),
    ...options,
    onData: async (stream, session, done) => {
      let source = '';
      for await (const chunk of stream) source += chunk;
      const to = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ to, user: session.user, source });
      done();
    },
  });
  server.on('error', () => {});
  const port = Number(new URL(await listen(server.server)).port);
  const settings: MailServer = {
    host: '127.0.0.1',
    port,
    security: 'none',
    from: 'reports@hotel.example',
    timeout: 5000,
  };
  return {
    received,
    /** The mails that were received, read. */
    mails: () => Promise.all(received.map(({ source }) => PostalMime.parse(source))),
    settings,
    /** The same as environment variables. */
    env: {
      HOTELCTL_SMTP_HOST: settings.host,
      HOTELCTL_SMTP_PORT: String(port),
      HOTELCTL_SMTP_SECURITY: settings.security,
      HOTELCTL_SMTP_FROM: settings.from,
    },
  };
}
