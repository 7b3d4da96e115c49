import { describe, expect, it } from 'vitest';
import { version } from '../../src/base/version.ts';
import { runMain } from '../commands/in-process.ts';
import { emptyReport, localServer, roomNights, signedIn } from '../commands/local-server.ts';

const answering = (body: string) =>
  localServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));

/** kubectl's users put them first, gh's users last. */
const before = (...flags: string[]) => [...flags, ...roomNights];
const between = (...flags: string[]) => ['reports', ...flags, ...roomNights.slice(1)];
const after = (...flags: string[]) => [...roomNights, ...flags];

describe.each([
  ['before the command', before],
  ['between group and command', between],
  ['after the command', after],
])('a global flag %s', (_, line) => {
  it('--verbose traces the request', async () => {
    const server = await answering(emptyReport);
    const { exitCode, stderr } = await runMain(line('-v'), { env: signedIn(server.url) });
    expect(stderr).toContain('/reports/v0-nsfw/reports/room-nights');
    expect(stderr).not.toContain('a-token-of-the-test');
    expect(exitCode).toBe(0);
    expect(server.connections()).toBe(1);
  });

  it('--quiet keeps notes back, and no error', async () => {
    const server = await answering('{"total": 0, "unheard": 1}');
    const noted = await runMain(line(), { env: signedIn(server.url) });
    const quiet = await runMain(line('--quiet'), { env: signedIn(server.url) });
    expect(noted.stderr).toContain(
      'warning: the room-nights report has fields that are not documented: unheard',
    );
    expect(quiet.stderr).toBe('');
    expect(quiet.stdout).toBe(noted.stdout);
    const failed = await runMain([...line('-q'), '--strict'], { env: signedIn(server.url) });
    expect(failed.stderr).toContain('hotelctl: the room-nights report has fields');
    expect(failed.exitCode).toBe(6);
  });

  it('--profile chooses', async () => {
    const { stderr, exitCode } = await runMain(line('--profile', 'sandbox'), {
      env: signedIn('http://127.0.0.1:1'),
    });
    expect(stderr).toContain('there is no profile "sandbox"');
    expect(exitCode).toBe(2);
  });

  it('--version wins', async () => {
    expect((await runMain(line('--version'))).stdout).toBe(`${version}\n`);
    expect((await runMain(line('-V'))).stdout).toBe(`${version}\n`);
  });

  it('--error-format json', async () => {
    const { stderr } = await runMain(line('--error-format', 'json', '--timeout', '0'), {
      env: signedIn('http://127.0.0.1:1'),
    });
    expect(JSON.parse(stderr).error.code).toBe('usage');
  });

  it('--no-color leaves no colour on a terminal that has it', async () => {
    const server = await answering(emptyReport);
    const options = { env: signedIn(server.url), terminal: true, colour: true };
    expect((await runMain(line(), options)).stdout).toContain('\u001b[');
    expect((await runMain(line('--no-color'), options)).stdout).not.toContain('\u001b[');
    expect((await runMain(line('--zzz'), options)).stderr).toContain('\u001b[');
    expect((await runMain(line('--zzz', '--no-color'), options)).stderr).not.toContain('\u001b[');
  });
});

describe('what stands after --', () => {
  it('belongs to the other program, and says nothing of the form of errors', async () => {
    const { stderr, exitCode } = await runMain([
      'sandbox',
      'run',
      '--zzz',
      '--',
      'x',
      '--error-format',
      'json',
      '--no-color',
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^hotelctl: /);
  });
});

it('short flags may be joined', async () => {
  const server = await answering('{"total": 0, "unheard": 1}');
  const { stderr } = await runMain([...roomNights, '-qv'], { env: signedIn(server.url) });
  expect(stderr).toContain('/reports/room-nights');
  expect(stderr).not.toContain('warning');
});
