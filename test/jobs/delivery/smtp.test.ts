import { createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { outcomeMail } from '../../../src/jobs/delivery/mail-channel.ts';
import { checkMailAddress, type MailServer, sendMail } from '../../../src/jobs/delivery/smtp.ts';
import { textForAgents } from '../../../src/platform/safe-text.ts';
import { testContext } from '../../context.ts';
import { failureOf } from '../../failure-of.ts';
import { listen } from '../../http/serve.ts';
import { startMailServer } from '../../mail-server.ts';
import { closeOutcome, writtenFile } from './outcome.ts';

const anna = ['anna@hotel.example'];

const compose = (attachable: number) => outcomeMail(closeOutcome, attachable);

const send = (settings: MailServer, to = anna, composed = compose) =>
  sendMail(settings, to, composed, testContext());

/** A server that sends lines of its script: one at the connection, then one for each line that arrives. */
async function scriptedServer(script: readonly (string | ((socket: Socket) => void))[]) {
  let connections = 0;
  const server = createServer(socket => {
    connections += 1;
    const lines = [...script];
    const reply = () => {
      const next = lines.shift();
      if (typeof next === 'string') socket.write(`${next}\r\n`);
      else next?.(socket);
    };
    reply();
    socket.on('data', reply);
  });
  const settings: MailServer = {
    host: '127.0.0.1',
    port: Number(new URL(await listen(server)).port),
    security: 'none',
    from: 'reports@hotel.example',
    timeout: 200,
  };
  return { settings, connections: () => connections };
}

const drip = (socket: Socket) => {
  const timer = setInterval(() => socket.write('250-X\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
};

describe('a mail', () => {
  it('has its file attached unchanged', async () => {
    const { received, settings } = await startMailServer();
    const csv = 'propertyId,total\r\nMünchen,31\r\n';
    const files = [writtenFile('revenues-2026-10.csv', csv)];
    const composed: typeof compose = size => outcomeMail({ ...closeOutcome, files }, size);
    await send(settings, [...anna, 'ben@hotel.example'], composed);
    expect(received[0]?.to).toEqual(['anna@hotel.example', 'ben@hotel.example']);
    const mail = await new PostalMime().parse(received[0]?.source ?? '');
    expect(mail.subject).toBe('hotelctl close: done');
    expect(mail.from?.address).toBe('reports@hotel.example');
    expect(mail.text).toContain('Rows      31');
    expect(mail.html).toContain('<td>revenues-2026-10.csv</td>');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['revenues-2026-10.csv']);
    const content = mail.attachments[0]?.content as ArrayBuffer;
    expect(Buffer.from(content).toString('utf8')).toBe(csv);
  });

  it('has the same Message-ID when it is sent again, and another one has another', async () => {
    const { mails, settings } = await startMailServer();
    for (const name of ['close', 'close', 'nights'])
      await send(settings, anna, size => outcomeMail({ ...closeOutcome, name }, size));
    const [first, again, other] = (await mails()).map(({ messageId }) => messageId);
    expect(first).toMatch(/^<[0-9a-f]{64}@hotel\.example>$/);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  it('gets no header from names: a line break stays text', async () => {
    const { received, settings } = await startMailServer();
    const hostile = 'x\r\nBcc: thief@evil.example\r\n\r\nbody';
    const files = [writtenFile('a\r\nContent-Type: evil.csv', 'x')];
    await send(settings, anna, size => outcomeMail({ ...closeOutcome, name: hostile, files }, size));
    expect(received[0]?.to).toEqual(anna);
    const mail = await new PostalMime().parse(received[0]?.source ?? '');
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toContain('\\u{d}\\u{a}Bcc: thief@evil.example');
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]?.filename).toBe('a\\u{d}\\u{a}Content-Type: evil.csv');
    expect(mail.attachments[0]?.mimeType).toBe('text/csv');
  });

  it('stays below the SIZE that the server announces, however many files there are', async () => {
    const { received, settings } = await startMailServer({ size: 1_000_000 });
    const content = '\0'.repeat(300_000);
    const files = ['a.bin', 'b.bin', 'c.bin'].map(name => writtenFile(name, content));
    await send(settings, anna, size => outcomeMail({ ...closeOutcome, files }, size));
    const [{ source = '' } = {}] = received;
    expect(source.length).toBeLessThan(1_000_000);
    const mail = await new PostalMime().parse(source);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['a.bin']);
    expect(mail.text).toContain(`File      ${files[2]?.path} (0.3 MB, too large to attach)`);
  });

  it('stays below 25 MB if the server announces nothing', async () => {
    const { settings } = await startMailServer({ size: 0 });
    let attachable = 0;
    await send(settings, anna, size => {
      attachable = size;
      return outcomeMail(closeOutcome, size);
    });
    expect([attachable > 15_000_000, (attachable / 57) * 78 < 25_000_000]).toEqual([true, true]);
  });
});

describe('the mail server', () => {
  const signIn = { authOptional: false, allowInsecureAuth: true };

  it('receives the user and the password, and is exit 3 if it refuses them', async () => {
    const { received, settings } = await startMailServer(signIn);
    await send(settings).catch(() => {});
    const wrong = send({ ...settings, user: 'reports', password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ exitCode: 3 });
    expect(received).toEqual([]);
    await send({ ...settings, user: 'reports', password: 'right' });
    expect(received[0]?.user).toBe('reports');
  });

  it.each(['pw7', 'correct-horse'])(
    'that repeats the password %s in every encoding reveals nothing',
    async password => {
      const spellings = [
        password,
        ...[`\0anna\0${password}`, `anna\0anna\0${password}`, `\0${password}`, password].flatMap(text => [
          Buffer.from(text).toString('base64'),
          Buffer.from(text).toString('base64url'),
          encodeURIComponent(Buffer.from(text).toString('base64')),
        ]),
      ];
      for (const spelling of spellings) {
        const capabilities = '250-here\r\n250 AUTH PLAIN LOGIN';
        const script = ['220 ready', capabilities, `535 5.7.8 no: ${spelling}`];
        const { settings } = await scriptedServer(script);
        const failure = await failureOf(send({ ...settings, timeout: 60_000, user: 'anna', password }));
        expect(failure.exitCode).toBe(3);
        expect(failure.message).toMatch(/535 5\.7\.8 no: .*\[redacted\]/);
        expect(failure.message).not.toContain(password);
        expect(failure.message).not.toContain(spelling.replace(/(=|%3D)+$/, ''));
      }
    },
  );

  it('without STARTTLS is refused, and receives no password', async () => {
    const { received, settings } = await startMailServer(signIn);
    const secured = { ...settings, security: 'starttls' as const, user: 'reports', password: 'right' };
    const message = expect.stringContaining(': STARTTLS was refused: 500 ');
    await expect(send(secured)).rejects.toMatchObject({ exitCode: 4, message });
    expect(received).toEqual([]);
  });

  it.each(['0', '1'])(
    'with an untrusted certificate receives no mail, NODE_TLS_REJECT_UNAUTHORIZED=%s',
    async value => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { received, settings } = await startMailServer({ disabledCommands: [] });
      await expect(send({ ...settings, security: 'starttls' })).rejects.toMatchObject({
        exitCode: 4,
        message: expect.stringMatching(/certificate|issuer/),
        details: { hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
      });
      expect(received).toEqual([]);
    },
  );

  it('that refuses some recipients reports them, and may accept one of them later', async () => {
    const { received, settings } = await startMailServer({
      onRcptTo: ({ address }, _, done) => {
        const responseCode = address.startsWith('ben') ? 450 : 550;
        done(address.startsWith('anna') ? null : Object.assign(new Error('no'), { responseCode }));
      },
    });
    const others = ['carla@hotel.example', 'ben@hotel.example'];
    const refused = await send(settings, [...anna, ...others]);
    expect(received[0]?.to).toEqual(anna);
    expect(refused).toMatchObject({ recipients: others, error: { exitCode: 5 } });
    await expect(send(settings, others)).rejects.toMatchObject({ exitCode: 5 });
  });

  it.each<[string, readonly (string | ((socket: Socket) => void))[]]>([
    ['disconnects before the greeting', [socket => socket.end()]],
    ['resets the connection', ['220 ready', socket => socket.resetAndDestroy()]],
    ['refuses the sender for now', ['220 ready', '250 here', '451 try later']],
    ['disconnects during the envelope', ['220 ready', '250 here', socket => socket.end()]],
    ['disconnects during the sign-in', ['220 ready', '250-here\r\n250 AUTH PLAIN', socket => socket.end()]],
    ['refuses the content for now', ['220 ready', '250 here', '250 ok', '250 ok', '354 go', '452 full']],
  ])('that %s is exit 5', async (_, script) => {
    const { settings } = await scriptedServer(script);
    const sending = send({ ...settings, timeout: 60_000, user: 'anna', password: 'right' });
    const { exitCode, message } = await failureOf(sending);
    expect([exitCode, message]).toEqual([5, expect.stringMatching(/^the email could not be sent/)]);
  });

  const faults: [string, Partial<MailServer>, readonly (string | ((socket: Socket) => void))[]][] = [
    ['is mute', {}, []],
    ['drips its response to EHLO', {}, ['220 ready', drip]],
    ['is mute during TLS', { security: 'tls' }, []],
    ['is mute after STARTTLS', { security: 'starttls' }, ['220 ready', '250-here\r\n250 STARTTLS', '220 go']],
    ['is mute after the mail', {}, ['220 ready', '250 here', '250 ok', '250 ok', '354 go']],
  ];

  it.each(faults)('that %s is exit 5 after the time limit', async (_, changes, script) => {
    const { settings } = await scriptedServer(script);
    const failure = await failureOf(send({ ...settings, ...changes }));
    const message = `no complete response from the mail server 127.0.0.1:${settings.port} within 0.2 s`;
    expect([failure.exitCode, failure.message]).toEqual([5, message]);
    expect(failure.details.hint).toContain('--timeout');
  });

  it.each(faults.slice(0, 2))('that %s does not delay an interruption', async (_, changes, script) => {
    const { settings, connections } = await scriptedServer(script);
    const context = testContext();
    const sending = sendMail({ ...settings, ...changes, timeout: 60_000 }, anna, compose, context);
    await expect.poll(connections).toBe(1);
    context.interrupt('SIGTERM');
    await expect(sending).rejects.toMatchObject({ exitCode: 143 });
  });
});

describe('an address', () => {
  it.each([
    'anna',
    'Anna <anna@hotel.example>',
    'a@b.example,c@d.example',
    'a@b.example\nBcc: x@y.example',
    'a\u0085@b.example',
    'a@b\u200b.example',
    'a\u034f@b.example',
    'a\u3164@b.example',
    'a\ufe0f@b.example',
    'a\u00ad@b.example',
    'a@b@c.example',
    'a@b.example/c',
    'a@b.example?c',
    'a@b..example',
    'a@127.1',
    'a@-b.example',
    'a@b.example.',
    `a@${'b'.repeat(64)}.example`,
    `${'a'.repeat(65)}@b.example`,
    'a..a@b.example',
    '',
  ])('is one address: %j is refused', text => {
    const message = `--mail-to: "${textForAgents(text)}" is not a valid email address`;
    expect(() => checkMailAddress('--mail-to', text)).toThrow(message);
  });

  it('has its domain in the letters that every mail server accepts', () => {
    expect(checkMailAddress('--mail-to', 'anna@höhe.example')).toBe('anna@xn--hhe-sna.example');
    expect(checkMailAddress('--mail-to', 'a.b+c@localhost')).toBe('a.b+c@localhost');
  });

  it('with other letters before the @ is sent only to a server with SMTPUTF8', async () => {
    const accepting = await startMailServer();
    await send(accepting.settings, ['höhe@hotel.example']);
    expect(accepting.received[0]?.to).toEqual(['höhe@hotel.example']);
    const refusing = await startMailServer({ hideSMTPUTF8: true });
    const message = 'the mail server 127.0.0.1 accepts only ASCII in höhe@hotel.example';
    const sending = send(refusing.settings, ['höhe@hotel.example']);
    await expect(sending).rejects.toMatchObject({ exitCode: 4, message });
    expect(refusing.received).toEqual([]);
  });
});
