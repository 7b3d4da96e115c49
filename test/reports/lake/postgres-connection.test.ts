import { afterEach, expect, it, vi } from 'vitest';
import { openConnection } from '../../../src/reports/lake/postgres-connection.ts';
import type { DatabaseSettings } from '../../../src/reports/lake/postgres-settings.ts';
import { fakePostgres, message } from '../../commands/sync/fake-postgres.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Many times what the system holds back between two processes, so that the sender waits for the receiver. */
const text = 'x'.repeat(32 << 20);
const timeout = 60_000;

/** A COPY to a server for which time passes with each part that it receives. @param limits that the whole COPY takes */
async function copyWithin(limits: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { port } = await fakePostgres({
    onStatement: [
      'copy',
      socket => {
        socket.write(message('G', Buffer.alloc(3)));
        socket.on('data', part => vi.advanceTimersByTime((part.length / text.length) * limits * timeout));
      },
    ],
  });
  const settings: DatabaseSettings = {
    ...{ host: '127.0.0.1', port: Number(port), user: 'hotel', database: 'hotel', options: undefined },
    ...{ tls: undefined, mayBePlain: true, weakness: undefined, password: async () => undefined },
  };
  const connection = await openConnection(settings, { timeout, interrupted: new AbortController().signal });
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
