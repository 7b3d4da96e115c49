import { describe, expect, it } from 'vitest';
import { version } from '../../src/base/version.ts';
import { parseCommandLine } from '../../src/cli/global-flags.ts';
import { runMain } from '../commands/in-process.ts';
import { roomNights } from '../commands/local-server.ts';
import { runAgainst } from '../commands/reports/served.ts';
import type { TestContextOptions } from '../context.ts';
import { expectFailure } from '../expect-run.ts';
import type { Line } from '../words.ts';

const platform = (line: Line, options: TestContextOptions = {}, body = '{"total": 0}') =>
  runAgainst(line, () => body, options);

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
    const { exitCode, stderr, requests } = await platform(line('-v'));
    expect(stderr).toContain('/reports/v0-nsfw/reports/room-nights');
    expect(stderr).not.toContain('a-token-of-the-test');
    expect([exitCode, requests.length]).toEqual([0, 1]);
  });

  it('--quiet hides neither warnings about the data nor errors', async () => {
    const run = (words: Line) => platform(words, {}, '{"total": 0, "unheard": 1}');
    const [loud, quiet] = [await run(line()), await run(line('--quiet'))];
    const warning = ': the room-nights report has fields that are not documented: unheard';
    expect(loud.stderr).toContain(warning);
    expect([quiet.stdout, quiet.stderr]).toEqual([loud.stdout, expect.stringContaining(warning)]);
    await expectFailure(run([...line('-q'), '--strict']), 6, 'hotelctl: the room-nights report has fields');
  });

  it('--profile selects the profile', async () => {
    await expectFailure(platform(line('--profile', 'sandbox')), 2, 'there is no profile "sandbox"');
  });

  it('--version takes precedence', async () => {
    expect((await runMain(line('--version'))).stdout).toBe(`${version}\n`);
    expect((await runMain(line('-V'))).stdout).toBe(`${version}\n`);
  });

  it('--no-color disables color on a terminal that supports it', async () => {
    const run = (...flags: string[]) => platform(line(...flags), { terminal: true, color: true });
    expect((await run()).stdout).toContain('\u001b[');
    expect((await run('--no-color')).stdout).not.toContain('\u001b[');
    expect((await run('--zzz')).stderr).toContain('\u001b[');
    expect((await run('--zzz', '--no-color')).stderr).not.toContain('\u001b[');
  });
});

it('the words after -- belong to the other program and do not change the format of errors', async () => {
  await expectFailure(runMain('sandbox run --zzz -- x --error-format json --no-color'), 2, /^hotelctl: /);
});

describe('parseCommandLine', () => {
  const flagsOf = (line: string) => parseCommandLine(line.split(' ')).flags;
  const wordsOf = (line: string) => parseCommandLine(line.split(' ')).words.join(' ');

  it('splits joined short flags and values after =', () => {
    expect(flagsOf('-qv')).toMatchObject({ quiet: true, verbose: true });
    expect(wordsOf('-qo file.csv')).toBe('-o file.csv');
    expect(flagsOf('--profile=a=b').profile).toBe('a=b');
    expect(wordsOf('--quiet=yes -f=1 -iq <name>')).toBe('--quiet=yes -f=1 -iq <name>');
  });

  it('has the same result for a command and for its errors', async () => {
    const { stderr } = await expectFailure(runMain('--error-format=json --profile a --profile b auth'), 2);
    expect(JSON.parse(stderr).error.message).toBe('--profile is specified more than once');
    expect((await runMain('--error-format jsn auth')).stderr).toBe(
      'hotelctl: --error-format must be one of text, json, not "jsn"\nhint: did you mean json?\n',
    );
  });
});
