import type { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { openConnection } from '../../../src/reports/lake/postgres-connection.ts';
import type { DatabaseSettings } from '../../../src/reports/lake/postgres-settings.ts';
import { errorMessage, fakePostgres, message } from '../../commands/sync/fake-postgres.ts';

afterEach(() => {
  vi.useRealTimers();
});

const timeout = 60_000;

function connectTo(port: string, password?: string) {
  const place = { host: '127.0.0.1', port: Number(port), user: 'hotel', database: 'hotel' };
  const plain = { options: undefined, tls: undefined, mayBePlain: true, weakness: undefined };
  const settings: DatabaseSettings = { ...place, ...plain, password: async () => password };
  return openConnection(settings, { interrupted: new AbortController().signal }, timeout);
}

/** Many times what the system holds back between two processes, so that the sender waits for the receiver. */
const text = 'x'.repeat(32 << 20);

/** A COPY to a server for which time passes with each part that it receives. @param limits that the whole COPY takes */
async function copyWithin(limits: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const receive = (socket: Socket) => {
    socket.write(message('G', Buffer.alloc(3)));
    socket.on('data', part => vi.advanceTimersByTime((part.length / text.length) * limits * timeout));
  };
  const { port } = await fakePostgres({ onStatement: ['copy', receive] });
  const connection = await connectTo(port);
  return connection.copy('copy t from stdin', text).finally(() => connection.close());
}

it('the time limit of a COPY begins again with each part that the server accepts', async () => {
  await expect(copyWithin(3)).resolves.toBeUndefined();
});

it('a server that accepts a part too slowly does not get more time', async () => {
  await expect(copyWithin(3000)).rejects.toMatchObject({
    exitCode: 5,
    message: expect.stringMatching(/did not respond within 60 s$/),
  });
});

/** The server asks for an MD5 digest, and then sends this message. */
async function refusedWith(words: string, password: string) {
  const signIn = (socket: Socket) => {
    socket.once('data', () => socket.end(errorMessage('28P01', words)));
    socket.write(message('R', Buffer.from([0, 0, 0, 5, 1, 2, 3, 4])));
  };
  const { port } = await fakePostgres({ signIn });
  return connectTo(port, password);
}

it.each([
  'p"7',
  encodeURIComponent('p"7'),
  JSON.stringify('p"7'),
  Buffer.from('p"7').toString('hex'),
  ...['', 'a', 'ab'].map(before => Buffer.from(`${before}p"7 and more`).toString('base64')),
])('the password is removed from a message that has it as %s', async words => {
  await expect(refusedWith(`wrong: ${words}`, 'p"7')).rejects.toThrow(
    /^Postgres: wrong: "?\[redacted\]"?=*$/,
  );
  await expect(refusedWith(`wrong: ${words}`, 'other')).rejects.toThrow('Postgres: wrong');
});

it.each([
  ['28P01', 3],
  ['08006', 5],
  ['57P01', 5],
  ['53300', 5],
  ['40P01', 5],
  ['55P03', 5],
  ['22008', 6],
  ['22021', 6],
  ['53100', 8],
  ['42501', 8],
  ['3D000', 8],
])('SQLSTATE %s is exit %i', async (code, exitCode) => {
  const respond = (socket: Socket) => void socket.end(errorMessage(code, 'what happened'));
  const { port } = await fakePostgres({ onStatement: ['select', respond] });
  const connection = await connectTo(port);
  await expect(connection.query('select 1')).rejects.toMatchObject({ exitCode });
  await connection.close();
});
