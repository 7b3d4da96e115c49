import { describe, expect, it } from 'vitest';
import { shellScripts } from '../../../src/cli/completion/scripts.ts';
import { runMain } from '../../commands/in-process.ts';
import { wordsOf } from '../../words.ts';

/** The words offered for a line that ends at the cursor. */
async function offered(line: string): Promise<string[]> {
  const { stdout, exitCode, stderr } = await runMain(['__complete', ...line.split(' ')]);
  expect([exitCode, stderr]).toEqual([0, '']);
  const rows = stdout.split('\n').slice(0, -1);
  for (const row of rows) expect(row).toMatch(/^(:files|[^\t]+\t[^\t]+)$/);
  return rows.map(row => row.split('\t')[0] ?? '');
}

const report = 'reports room-nights';

describe('completion offers', () => {
  it('groups', async () => {
    expect(await offered('')).toEqual(
      wordsOf(
        `login reports properties brief pickup pace offers bookings close journal statistics pack schedule snapshot sync doctor
          api ui-integration sandbox mcp auth logout profile completion version uninstall`,
      ),
    );
    expect(await offered('re')).toEqual(['reports']);
    expect(await offered('help re')).toEqual(['reports']);
  });

  it('commands of a group', async () => {
    expect(await offered('auth ')).toEqual(['status', 'token', 'check']);
    expect(await offered('profile a')).toEqual(['add']);
    expect(await offered('reports r')).toEqual(['room-nights', 'revenues']);
    expect(await offered('ui ge')).toEqual(['get']);
    expect(await offered('schedule add x --every hour -- reports rev')).toEqual(['revenues']);
    expect(await offered('schedule list --sort n')).toEqual(['name', 'nextRun']);
    expect(await offered('--profile sandbox auth t')).toEqual(['token']);
    expect(await offered('-q auth t')).toEqual(['token']);
  });

  it('flags, its own and the global ones', async () => {
    expect(await offered(`${report} --mo`)).toEqual(['--month']);
    const all = await offered(`${report} -`);
    for (const flag of ['--property', '--view', '--base-url', '--profile', '--version', '--help'])
      expect(all).toContain(flag);
    expect(new Set(all).size).toBe(all.length);
    expect(await offered('reports revenues --ch')).toEqual(['--chart']);
    expect(await offered('reports ordered-services --ch')).not.toContain('--chart');
    expect(await offered('auth --pro')).toEqual(['--profile']);
    expect(await offered('--err')).toEqual(['--error-format']);
  });

  it.each([
    ['--format', ['table', 'csv', 'xlsx', 'json', 'ndjson', 'html', 'parquet']],
    ['--view', ['breakdown', 'reservations', 'all']],
    ['--month', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']],
    ['--error-format', ['text', 'json']],
    ['--credential-store', ['keychain', 'file', 'env']],
    ['--reports-version', ['v0-nsfw', 'v1']],
  ])('the values of %s', async (flag, values) => {
    expect(await offered(`${report} ${flag} `)).toEqual(values);
    expect(await offered(`${report} -q ${flag} ${values[0]?.[0]}`)).toContain(values[0]);
    expect(await offered(`${report} ${flag}=`)).toEqual(values.map(value => `${flag}=${value}`));
    // bash's word splitting.
    expect(await offered(`${report} ${flag} =`)).toEqual(values);
    expect(await offered(`${report} ${flag} = ${values[1]}`)).toContain(values[1]);
  });

  it('the values of a flag after it', async () => {
    expect(await offered(`${report} --month 10 --ye`)).toEqual(['--year']);
    expect(await offered('completion --profile bash ')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(await offered('completion --quiet z')).toEqual(['zsh']);
    expect(await offered('auth status --format ')).toEqual(['text', 'json']);
  });

  it('several views, each once', async () => {
    expect(await offered(`${report} --view breakdown,r`)).toEqual(['breakdown,reservations']);
    expect(await offered(`${report} --view=breakdown,b`)).toEqual([]);
  });

  it.each([
    [`${report} --output `, ':files'],
    [`${report} --output=x`, ':files'],
    ['bookings create --quote q', ':files'],
    ['profile import ', ':files'],
    ['ui-integration init ', ':files'],
    ['snapshot list --data-dir ', ':files'],
    // Another program is called.
    ['sandbox run -- -', ':files'],
    ...[`${report} --property `, `${report} `, 'completion bash ', 'profile use ', 'nonsense ', 'zzz'].map(
      line => [line],
    ),
  ])('file names where a file is expected, and nothing for free-form values: %s', async (line, ...found) => {
    expect(await offered(line)).toEqual(found);
  });
});

it('prints the script of each shell', async () => {
  for (const [shell, script] of Object.entries(shellScripts))
    expect((await runMain(['completion', shell])).stdout).toBe(script);
});
