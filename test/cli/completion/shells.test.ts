import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shellScripts } from '../../../src/cli/completion/scripts.ts';
import { formats } from '../../../src/output/format.ts';
import { addProgram } from '../../commands/path-programs.ts';
import { runProgram } from '../../repository.ts';
import { hotelctlFile } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { requires } from '../../system/prerequisites.ts';

/** Real shells find the built `hotelctl` and its completion scripts in this home. */
let home: Awaited<ReturnType<typeof shellHome>>;
beforeAll(async () => {
  home = await shellHome();
  for (const file of ['quote 1.json', 'quote2.json', 'other']) writeFileSync(join(home.folder, file), '');
});
afterAll(() => rmSync(home.folder, { recursive: true, force: true }));

/**
 * The home of a user who has a profile, has listed properties and registered a UI integration. The platform has
 * stopped, so all suggestions come from this machine; and one property has an id that a shell would run.
 */
async function shellHome() {
  const folder = mkdtempSync(join(tmpdir(), 'hotelctl-shells-'));
  addProgram(folder, 'hotelctl', `exec "${process.execPath}" "${hotelctlFile}" "$@"`);
  for (const [shell, script] of Object.entries(shellScripts)) writeFileSync(join(folder, shell), script);
  writeFileSync(join(folder, '_hotelctl'), shellScripts.zsh);
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    HOTELCTL_CONFIG_DIR: join(folder, 'config'),
    HOTELCTL_STATE_DIR: join(folder, 'state'),
  };
  const script = `
    export HOTELCTL_CONFIG_DIR=${env.HOTELCTL_CONFIG_DIR} HOTELCTL_STATE_DIR=${env.HOTELCTL_STATE_DIR}
    hotelctl -q profile add munich --base-url "$HOTELCTL_BASE_URL" --integration-url "$HOTELCTL_INTEGRATION_URL"
    hotelctl properties list >&2
    hotelctl ui-integration create DashboardPropertyContext --label Parking --source-url https://views.example/p \\
      --source-type public --format json`;
  const sandbox = ['sandbox', 'run', '-q', '--today', '2026-11-21', '--', 'bash', '-euc', script];
  const { stdout } = await runProgram('hotelctl', sandbox, { env });
  addHostileProperty(env.HOTELCTL_STATE_DIR);
  return { folder, env, integrationId: JSON.parse(stdout)[0].id as string };
}

function addHostileProperty(state: string): void {
  const cache = readdirSync(state).find(file => file.startsWith('properties-')) ?? '';
  const cached = JSON.parse(readFileSync(join(state, cache), 'utf8'));
  const hostile = [
    { id: '$(touch pwned)', name: 'no id' },
    { id: 'MIL', name: 'Milano\u001b[31m\n$(touch pwned)' },
  ];
  writeFileSync(join(state, cache), JSON.stringify({ ...cached, list: [...cached.list, ...hostile] }));
}

/** Runs a shell's script without the user's own settings. */
const runShell = (shell: string, args: readonly string[]): string => {
  const { folder: cwd, env } = home;
  return execFileSync(shell, args, { encoding: 'utf8', cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
};

type Cases = readonly (readonly [line: string, offered: () => readonly string[]])[];

/** A line that ends at the cursor, and what Tab offers there: a case of each kind of response, in each shell. */
const inEachShell: Cases = [
  ['hotelctl rep', () => ['reports']],
  ['hotelctl reports room-nights --mo', () => ['--month']],
  ['hotelctl reports room-nights --format ', () => [...formats]],
  [
    'hotelctl reports property-performance --view days --columns businessDay,occ',
    () => ['businessDay,occupancyPercentage'],
  ],
  ['hotelctl profile set property ', () => []],
  // The property whose id a shell would run is not offered.
  ['hotelctl reports arrivals --property ', () => ['LND', 'MIL', 'MUC', 'TYO']],
  ['hotelctl bookings create --quote quot', () => ['quote 1.json', 'quote2.json']],
  ['hotelctl reports property-performance --view "days" --columns "businessD', () => ['businessDay']],
];

/** Offered by the program from what this machine has saved; the shells show it like the cases above. */
const cases: Cases = [
  ['hotelctl help exit', () => ['exit-codes']],
  ['hotelctl offers list --columns ratePlan.', () => ['ratePlan.id', 'ratePlan.code', 'ratePlan.name']],
  ['hotelctl profile use ', () => ['munich']],
  ['hotelctl reports room-nights --profile m', () => ['munich']],
  ['hotelctl offers list --property M', () => ['MUC', 'MIL']],
  ['hotelctl reports revenues --property MUC,L', () => ['MUC,LND']],
  ['hotelctl ui-integration get Dash', () => ['DashboardAccountContext', 'DashboardPropertyContext']],
  ['hotelctl ui-integration delete DashboardPropertyContext ', () => [home.integrationId]],
  ['hotelctl ui-integration get ReservationDetailsTab ', () => []],
];

/** Runs the shell's own completion on each line, and returns the suggestions of each. */
type Tab = (lines: readonly string[]) => readonly (readonly string[])[];

const inBash: Tab = lines => lines.map(line => tab(line.split(' ')));

/**
 * The COMPREPLY of a real bash after Tab: it loads the script and calls the function as readline would.
 * @param after words after the cursor
 * @param under the part of the last word before the cursor, if not all of it
 */
function tab(words: readonly string[], after: readonly string[] = [], under = ''): string[] {
  const script = `
    source "$1"; shift
    complete -p hotelctl >&2
    COMP_WORDS=("$@"); COMP_CWORD=${words.length - 1}
    _hotelctl hotelctl ${under ? `'${under}'` : `"\${COMP_WORDS[COMP_CWORD]}"`} ''
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-euo', 'pipefail', '-c', script, 'bash', join(home.folder, 'bash')];
  return linesOf(runShell('bash', [...args, ...words, ...after]));
}

const inFish: Tab = lines =>
  lines.map(line => {
    const script = `source ${join(home.folder, 'fish')}; complete -C '${line}'`;
    const offered = linesOf(runShell('fish', ['--no-config', '-c', script]));
    return offered.map(row => row.split('\t')[0] ?? '');
  });

const inZsh: Tab = lines => {
  const script = join(import.meta.dirname, 'tab.zsh');
  const shown = runShell('zsh', ['-f', script, home.folder, ...lines])
    .split('end:of')
    .slice(0, -1);
  return shown.map(text => {
    const offered = [...text.matchAll(/offered:([^\r\n]*)/g)].map(match => (match[1] ?? '').trim());
    // zsh tries its completers one after the other, and may find the same twice.
    return [...new Set(offered.map(word => word.replaceAll('\\ ', ' ')))];
  });
};

const linesOf = (text: string) => text.split('\n').filter(Boolean);

describe.each([
  ['bash', inBash],
  ['fish', inFish],
  ['zsh', inZsh],
] as const)('Tab in %s', (shell, tab) => {
  beforeEach(requires(shell, shell));

  it('offers what the program returns, and runs nothing that the platform sends', () => {
    const offered = tab(inEachShell.map(([line]) => line));
    const expected = inEachShell.map(([, offers]) => offers());
    expect(offered.map(each => each.toSorted())).toEqual(expected.map(each => each.toSorted()));
    expect(existsSync(join(home.folder, 'pwned'))).toBe(false);
  });

  it.each(['=', ' ~/'])('offers the names of files after%s too', between => {
    // bash splits the word, and fish replaces all of it.
    const before = shell === 'bash' ? between.replace('=', ' = ') : between;
    const [offered = []] = tab([`hotelctl bookings create --quote${before}quot`]);
    const names = offered.map(word => word.replace(/^(--quote=|~\/)/, ''));
    expect(names.toSorted()).toEqual(['quote 1.json', 'quote2.json']);
  });
});

it.each(cases)('%s', async (line, offered) => {
  const words = ['__complete', ...line.split(' ').slice(1)];
  const { stdout } = await runInProcess(words, { env: home.env, folder: home.folder });
  const values = linesOf(stdout).map(row => row.split('\t')[0] ?? '');
  expect(values.sort()).toEqual(offered().toSorted());
});

describe('in bash', () => {
  beforeEach(requires('bash', 'bash'));
  const room = ['hotelctl', 'reports', 'room-nights'];

  it('words after the cursor do not count', () => {
    expect(tab(['hotelctl', 'reports', 'revxx'], [], 'rev')).toEqual(['revenues']);
    expect(tab([...room, '--output', 'othxx'], [], 'oth')).toEqual(['other']);
    expect(tab(['hotelctl', 're'], ['room-nights', '--month'])).toEqual(['reports']);
  });

  it('words with spaces and shell characters stay words', () => {
    expect(tab([...room, '--property', '$(echo a) b; c', '--ye'])).toEqual(['--year']);
  });
});
