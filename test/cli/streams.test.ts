import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { localServer, roomNights, signedIn } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { expectFailure } from '../expect-run.ts';
import { hotelctlFile } from '../run-hotelctl.ts';
import { startHotelctl } from '../start-hotelctl.ts';

/** The built program on real streams: pipes whose reader leaves, a full disk, and signals. */

/** Runs a line of bash in which `hotelctl` is the built program. */
function bash(line: string, env: Record<string, string> = {}) {
  const script = `hotelctl() { "${process.execPath}" "${hotelctlFile}" "$@"; }; ${line}`;
  return startHotelctl([], { env: { HOME: temporaryFolder(), ...env }, program: ['bash', '-c', script] })
    .ended;
}

describe('a closed pipe', () => {
  it.each(['reports list', '--help', '--version'])('ends `hotelctl %s` quietly, read or not', async words => {
    const unread = await bash(`hotelctl ${words} | true; echo "\${PIPESTATUS[0]}" >&2`);
    expect(unread.stderr).toBe('0\n');
    const read = await bash(`hotelctl ${words} | head -1; echo "\${PIPESTATUS[0]}" >&2`);
    expect(read.stderr).toBe('0\n');
    expect(read.stdout.split('\n')).toHaveLength(2);
  });

  it('ends a large report quietly', async () => {
    const reservationIds = Array.from({ length: 40_000 }, (_, index) => `RESERVATION-${index}`);
    const body = JSON.stringify({
      total: 1,
      nationalityBreakdown: [{ countryCode: 'DE', number: 1, percent: 100, reservationIds }],
    });
    const server = await localServer((_, response) => response.end(body));
    for (const format of ['csv --view reservations', 'json', 'table --view reservations']) {
      const run = await bash(
        `hotelctl ${roomNights.join(' ')} --format ${format} | head -1; echo "\${PIPESTATUS[0]}" >&2`,
        signedIn(server.url),
      );
      expect(run.stderr, format).toBe('0\n');
    }
  });
});

it.each(['reports list', '--help', '--version', 'auth status', 'auth token'])(
  'a full disk is exit 8 for `hotelctl %s`',
  async words => {
    const env = { HOTELCTL_ACCESS_TOKEN: 'a-secret', HOTELCTL_CREDENTIAL_STORE: 'env' };
    const { stderr } = await expectFailure(bash(`hotelctl ${words} >/dev/full`, env), 8);
    expect(stderr.replace('no rows\n', '')).toBe(
      'hotelctl: standard output could not be written: no space is left\nhint: free disk space, or write somewhere else\n',
    );
  },
);

describe('Ctrl-C and SIGTERM', () => {
  it.each([
    ['SIGINT', 130, 'interrupted'],
    ['SIGTERM', 143, 'terminated by SIGTERM'],
  ] as const)('%s during a request is exit %i, one line, and no file', async (signal, exitCode, what) => {
    // It receives the request and never responds.
    const server = await localServer(() => {});
    const home = temporaryFolder();
    const sent = server.request();
    const running = startHotelctl([...roomNights, '--output', 'rooms.csv'], {
      env: { HOME: home, ...signedIn(server.url) },
    });
    await sent;
    running.signal(signal);
    const run = await running.ended;
    expect(run).toEqual({
      exitCode,
      stdout: '',
      stderr: `hotelctl: ${what}\nhint: no partial output was written; run it again at any time\n`,
    });
    expect(readdirSync(home)).toEqual([]);
  });

  it('end a wait for standard input too', async () => {
    const settings = '--base-url http://127.0.0.1:1 --auth-url http://127.0.0.1:1 --client-id x';
    const line = `login --client-secret-file - --credential-store file ${settings}`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(tellsWhenItReads)}`;
    const running = startHotelctl(line, { env: { HOME: temporaryFolder(), NODE_OPTIONS }, input: 'later' });
    await running.says('stderr', /reading\n/);
    running.signal('SIGINT');
    expect((await running.ended).exitCode).toBe(130);
  });
});

it.each<[string, string, string, RegExp, string, RegExp, signal?: NodeJS.Signals]>([
  ['ends with Ctrl-D', '', '\u0004', /canceled/, '', /canceled/],
  ['continues after Ctrl-Z and fg', '', '\u001a', /login.*\r\n.*login.*\r\n/, 'x', /host.* x/],
  ['reads many plain lines', '--no-animation', 'x\n'.repeat(12), /(must be[\s\S]*){12}/, '', /host/],
  ['ends with SIGINT', '', '', /API host/, 'x', /host.* x/, 'SIGINT'],
  ['ends with SIGTERM', '', '', /API host/, 'x', /host.* x/, 'SIGTERM'],
  ['ends with SIGHUP', '', '', /API host/, 'x', /host.* x/, 'SIGHUP'],
])('a prompt on a terminal %s', async (_, flags, typed, printed, next, shown, signal) => {
  const login = `(echo "pid $BASHPID"; exec "${process.execPath}" "${hotelctlFile}" ${flags} login)`;
  const command = `bash -mc '${login}; code=$?; [ $code = 148 ] || exit $code; fg'`;
  const terminal = startHotelctl([], {
    env: { HOME: temporaryFolder(), SHELL: '/bin/sh', TERM: 'xterm' },
    program: ['script', '--quiet', '--return', '--command', command, '/dev/null'],
    input: 'later',
  });
  await terminal.says('stdout', /API host/);
  terminal.types(typed);
  await terminal.says('stdout', printed);
  terminal.types(next);
  await terminal.says('stdout', shown);
  if (signal) process.kill(Number((await terminal.says('stdout', /pid (\d+)\r/))[1]), signal);
  else terminal.hears('\u0003');
  const { exitCode, stdout } = await terminal.ended;
  const isTerminated = signal !== undefined && signal !== 'SIGINT';
  expect(stdout).toContain(isTerminated ? `terminated by ${signal}` : 'canceled');
  expect([exitCode, /defect|MaxListeners/.exec(stdout)]).toEqual([isTerminated ? 143 : 130, null]);
});

/** Prints this once standard input is being read: the signal must arrive in the middle of it. */
const tellsWhenItReads =
  'const on = process.stdin.on; process.stdin.on = function (name, ...rest) {' +
  " if (name === 'readable') process.stderr.write('reading\\n'); return on.call(this, name, ...rest); };";
