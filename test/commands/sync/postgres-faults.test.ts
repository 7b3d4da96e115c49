import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { certificateFor } from '../../http/certificate.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import { localServer, roomNightsListener, signedIn } from '../local-server.ts';
import { fakePostgres, message, row, rowDescription } from './fake-postgres.ts';

/** Databases that do not respond, respond wrongly, or listen in: the program ends, and reveals no password. */
let platform: string;
beforeEach(async () => {
  platform = (await localServer(roomNightsListener(30, () => 1))).url;
});

const line = 'sync postgres --property MUC --report room-nights --period 2026-10';
const run = (env: Readonly<Record<string, string | undefined>>, flags = '--timeout 60') =>
  // Node.js reads its own variables when it starts.
  (Object.keys(env).some(name => name.startsWith('NODE_')) ? runHotelctl : runInProcess)(`${line} ${flags}`, {
    env: { ...signedIn(platform), ...env },
  });
const at = (port: string, parameters = '', host = '127.0.0.1') => ({
  HOTELCTL_DATABASE_URL: `postgres://hotel:pw7@${host}:${port}/hotel${parameters}`,
});

/** An address that is not a loopback address, although it is this machine. */
const elsewhere = '0.0.0.0';

describe('a database that does not respond', () => {
  const acceptOnly = (socket: Socket) =>
    void socket.removeAllListeners('data').write(message('G', Buffer.alloc(3)));
  const endless = (write: () => boolean, socket: Socket) => {
    while (write());
    socket.once('drain', () => endless(write, socket));
  };

  type Silence = readonly [Parameters<typeof fakePostgres>[0], parameters?: string];
  const silences: Readonly<Record<string, Silence>> = {
    'after the connection': [{ signIn: () => {} }],
    'except for single bytes': [{ signIn: socket => void setInterval(() => socket.write('R'), 50).unref() }],
    'to the request for TLS': [{ tls: 'mute' }, '?sslmode=verify-full'],
    'to a statement': [{ onStatement: ['hotelctl_sync', () => {}] }],
    'to a COPY': [{ onStatement: ['copy', () => {}] }],
    'to the end of a COPY': [{ onStatement: ['copy', acceptOnly] }],
  };

  it('is exit 5 within the time limit, which all wait for at the same time', async () => {
    const folder = temporaryFolder();
    await Promise.all(
      Object.entries(silences).map(async ([when, [server, parameters]]) => {
        const { port } = await fakePostgres(server);
        const env = { ...signedIn(platform), ...at(port, parameters) };
        const { exitCode, stdout, stderr } = await runInProcess(`${line} --timeout 5`, { env, folder });
        expect([when, exitCode, stdout]).toEqual([when, 5, '']);
        expect(stderr, when).toContain(`the database 127.0.0.1:${port} did not respond within 5 s`);
      }),
    );
  });

  it.each([
    ['SIGINT', 130, 'interrupted'],
    ['SIGTERM', 143, 'terminated by SIGTERM'],
  ] as const)('does not keep %s from ending the run', async (signal, exitCode, what) => {
    const database = await fakePostgres({ onStatement: ['hotelctl_sync', () => {}] });
    const connected = database.connection();
    const env = { ...signedIn(platform), ...at(database.port), HOME: temporaryFolder() };
    const running = startHotelctl(line, { env });
    await connected;
    running.signal(signal);
    await expectFailure(running.ended, exitCode, what);
  });

  it.each([
    ['rows', [rowDescription, row('x'.repeat(50_000))]],
    ['notices', [message('N', Buffer.from(`SNOTICE\0M${'x'.repeat(50_000)}\0\0`))]],
    ['bytes of one message', [Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(50_000)]],
  ] as const)(
    'but sends endless %s is exit 5, without filling memory',
    async (_, [first, repeated = first]) => {
      let sent = 0;
      const respond = (socket: Socket) => {
        socket.write(first);
        endless(() => {
          sent += repeated.length;
          return socket.write(repeated);
        }, socket);
      };
      const { port } = await fakePostgres({ onStatement: ['hotelctl_sync', respond] });
      await expectFailure(run(at(port)), 5, 'sent more than 16 MiB in response to one statement');
      expect(sent).toBeLessThan(64 << 20);
    },
  );
});

describe('a temporary failure of the database is exit 5', () => {
  it('a connection that is dropped in the middle of a COPY', async () => {
    const { port } = await fakePostgres({ onStatement: ['copy', socket => void socket.destroy()] });
    await expectFailure(run(at(port)), 5, 'Postgres: ');
  });

  it('a host name that cannot be looked up, or a port that nothing listens on', async () => {
    const url = 'postgres://hotel:a-secret-word@database.invalid/hotel';
    const ended = run({ HOTELCTL_DATABASE_URL: url });
    const { stderr } = await expectFailure(ended, 5, 'could not connect to database.invalid:5432');
    expect(stderr).not.toContain('a-secret-word');
    await expectFailure(run(at('1')), 5, 'could not connect to 127.0.0.1:1: connection refused');
  });
});

describe('beyond this machine', () => {
  it('a database without TLS is refused before a password is sent, unless sslmode allows it', async () => {
    const database = await fakePostgres({ signIn: 'clear-text' });
    await expectFailure(run(at(database.port, '', elsewhere)), 8, 'offers no TLS');
    expect(database.connections()).toBe(1);
    for (const mode of ['disable', 'prefer', 'allow']) {
      const ended = run(at(database.port, `?sslmode=${mode}`, elsewhere));
      const warning = `warning: the connection to the database ${elsewhere} is not encrypted`;
      await expectFailure(ended, 3, warning, 'asks for the password in clear text, without TLS');
    }
    await expectFailure(run(at(database.port, '?sslmode=require', elsewhere)), 8);
    expect(database.passwords).toEqual([]);
    const open = await fakePostgres();
    await expectSuccess(run(at(open.port, '?sslmode=prefer', elsewhere)));
  });

  it('the certificate is verified, unless sslmode allows less', async () => {
    const certificate = certificateFor(elsewhere);
    const database = await fakePostgres({ tls: certificate, signIn: 'clear-text' });
    for (const mode of ['', '?sslmode=verify-full', '?sslmode=verify-ca'])
      await expectFailure(run(at(database.port, mode, elsewhere)), 5, 'the certificate of');
    expect(database.passwords).toEqual([]);
    const trusted = run(at(database.port, `?sslrootcert=${certificate.file}`, elsewhere));
    expect((await expectSuccess(trusted)).stderr).not.toContain('sslmode');
    await expectSuccess(run({ ...at(database.port, '', elsewhere), NODE_EXTRA_CA_CERTS: certificate.file }));
    const unverified = 'is encrypted, but the certificate of the server is not verified (sslmode=require)';
    await expectSuccess(run(at(database.port, '?sslmode=require', elsewhere)), unverified);
    const other = certificateFor('db.example.com');
    const misnamed = await fakePostgres({ tls: other });
    const refused = run(at(misnamed.port, `?sslrootcert=${other.file}`, elsewhere));
    await expectFailure(refused, 5, 'it was made for another host');
    const allowed = run(at(misnamed.port, `?sslmode=verify-ca&sslrootcert=${other.file}`, elsewhere));
    await expectSuccess(allowed, 'may be made for another host');
  });

  it('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused before anything is opened', async () => {
    const database = await fakePostgres({ tls: certificateFor(elsewhere) });
    const env = { ...at(database.port, '', elsewhere), NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    await expectFailure(run(env), 2, 'NODE_TLS_REJECT_UNAUTHORIZED=0');
    expect(database.connections()).toBe(0);
  });

  it.each([
    ['?sslmode=sometimes', 'sslmode of the database must be one of'],
    ['?sslrootcert=/missing.pem', 'sslrootcert of the database cannot be read: there is no such file'],
  ])('%s is refused', async (parameters, words) => {
    await expectFailure(run(at('1', parameters)), 2, words);
  });
});

describe('the password of the database', () => {
  it.each(['pw7', 'a-secret-word', 'p w/ü#1'])(
    '%s is never shown, also if the server repeats it',
    async password => {
      const { file, ...certificate } = certificateFor('127.0.0.1');
      const { port, passwords } = await fakePostgres({ tls: certificate, signIn: 'repeats' });
      const home = temporaryFolder();
      const passwordLines = `# a comment\nother:1:*:*:x\n127.0.0.1:*:*:hotel:${password}\n`;
      writeFileSync(join(home, '.pgpass'), passwordLines, { mode: 0o600 });
      const account = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'hotel', PGDATABASE: 'hotel' };
      const tls = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: file };
      const encoded = encodeURIComponent(password);
      const url = `postgres://hotel:${encoded}@127.0.0.1:${port}/hotel?sslmode=verify-full&sslrootcert=${file}`;
      for (const given of [
        { HOTELCTL_DATABASE_URL: url },
        { ...account, ...tls, PGPASSWORD: password },
        { ...account, ...tls, HOME: home },
      ]) {
        const message = 'password [redacted] of "hotel" is wrong';
        expect((await expectFailure(run(given), 3, message)).stderr).not.toContain(password);
      }
      expect(passwords).toEqual([password, password, password]);
    },
  );

  it('is not shown if the URL is not valid', async () => {
    const ended = run({ HOTELCTL_DATABASE_URL: 'postgres://hotel:a#secret-word@db/hotel' });
    const { stderr } = await expectFailure(ended, 2, 'HOTELCTL_DATABASE_URL is not the URL of a');
    expect(stderr).not.toContain('secret-word');
  });

  it('must be set if the server requires one', async () => {
    const { file, ...certificate } = certificateFor('127.0.0.1');
    const { port } = await fakePostgres({ tls: certificate, signIn: 'clear-text' });
    const url = `postgres://hotel@127.0.0.1:${port}/hotel?sslmode=verify-full&sslrootcert=${file}`;
    await expectFailure(run({ HOTELCTL_DATABASE_URL: url }), 3, 'requires a password; none is set');
  });
});
