import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localServer } from '../commands/local-server.ts';
import { temporaryFile, temporaryFolder } from '../context.ts';
import { expectExit } from '../expect-run.ts';
import { endless } from '../http/serve.ts';
import { hotelctlFile, runHotelctl } from '../run-hotelctl.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { wordsOf } from '../words.ts';

/** What never responds, and what takes too long to lay out: the program ends by itself or by Ctrl-C. */
const token = { HOTELCTL_ACCESS_TOKEN: 'token-of-the-test', HOTELCTL_MAX_ATTEMPTS: '1' };

const breakfast = { id: 'MUC-BRKF', code: 'BRKF', serviceDate: '2026-10-01', count: 1 };
const service = (name: string) => ({ ...breakfast, name, amount: { amount: 1, currency: 'EUR' } });
const ordered = wordsOf(
  'reports ordered-services --property MUC --service MUC-BRKF --from 2026-10-01 --to 2026-10-02',
);

it('a label of hundreds of kilobytes does not keep a signal from ending a table of endless rows', async () => {
  const row = `${JSON.stringify(service('予'.repeat(20_000)))},`;
  const { listener, isRead } = endless(row, '{"orderedServices":[');
  const { url } = await localServer(listener);
  const run = await runHotelctl(ordered, {
    env: { ...token, HOTELCTL_BASE_URL: url },
    running: pid => void isRead.then(() => process.kill(pid, 'SIGTERM')),
  });
  expect(run).toMatchObject({ exitCode: 143, stdout: '' });
});

/** Only root may give a process another resolv.conf. */
describe.skipIf(process.getuid?.() !== 0)('a name server that never responds', () => {
  async function runWithSilentServer(args: readonly string[]) {
    const names = createSocket('udp4');
    const address = '127.0.0.77';
    names.bind(53, address);
    await once(names, 'listening');
    onTestFinished(() => void names.close());
    let queries = 0;
    names.on('message', () => {
      queries += 1;
    });
    const query = once(names, 'message');
    // The process waits for the lookup, which is 10 seconds with the defaults of glibc.
    const file = temporaryFile('resolv.conf', `nameserver ${address}\noptions timeout:3 attempts:1\n`);
    const script = `mount --bind '${file}' /etc/resolv.conf && exec "$0" "$@"`;
    const running = startHotelctl(['api', 'GET', '/x', ...args], {
      env: { ...token, HOME: temporaryFolder(), HOTELCTL_BASE_URL: 'https://hotel.example' },
      program: ['unshare', '-m', 'bash', '-c', script, process.execPath, hotelctlFile],
    });
    await query;
    return { ...running, queries: () => queries };
  }

  it('is asked once, for both kinds of address, and the process ends with the lookup', async () => {
    const { ended, queries } = await runWithSilentServer(['--timeout', '1']);
    await expectExit(ended, 5, 'no complete response from hotel.example within 1 s; nothing was sent');
    expect(queries()).toBe(2);
  });

  it('does not keep a second SIGINT from ending the process immediately', async () => {
    const { signal, says, ended, queries } = await runWithSilentServer(['--timeout', '60']);
    signal('SIGINT');
    await says('stderr', /interrupted\n/);
    signal('SIGINT');
    // Ended by the signal.
    expect([(await ended).exitCode, queries()]).toEqual([null, 2]);
  });
});
