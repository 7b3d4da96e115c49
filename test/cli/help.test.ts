import { execFileSync, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/base/context.ts';
import { findDefinition, listExamples, nameCommand } from '../../src/cli/help.ts';
import { groups as commandGroups } from '../../src/commands/groups.ts';
import { formats } from '../../src/output/format.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { buildProgram } from '../../src/start/run.ts';
import { runMain } from '../commands/in-process.ts';
import { temporaryFolder } from '../context.ts';
import { expectFailure, expectSuccess } from '../expect-run.ts';

const help = async (line: string, columns = 80) => {
  const { stdout } = await expectSuccess(runMain(line.split(' ').filter(Boolean), { columns }), /^$/);
  return stdout;
};
/** The headings of a help text, in their order. */
const headings = (text: string) => [...text.matchAll(/^(\S[^:\n]*):(?:$| )/gm)].map(match => match[1]);

describe('help', () => {
  it.each([
    ['', '--help'],
    ['', 'help'],
    ['', '-h'],
    ['reports', 'reports --help'],
    ['reports', 'help reports'],
    ['auth', 'help auth'],
    ['reports room-nights --help', 'help reports room-nights'],
    ['sandbox run --help', 'help sandbox run'],
    ['login --help', 'help login'],
  ])('`hotelctl %s` and `hotelctl %s` are the same', async (left, right) => {
    expect(await help(right)).toBe(await help(left));
  });

  it.each([
    [{ PAGER: 'more -d' }, 'more', ['-d']],
    [{}, 'less', []],
    [{ PAGER: 'cat' }, undefined, []],
    [{ TERM: 'dumb' }, undefined, []],
  ])('on a terminal opens in the pager (%j)', async (env, file, args) => {
    const paged: unknown[] = [];
    const runOnOwnStreams = async (request: Parameters<Context['runOnOwnStreams']>[0]) => {
      paged.push([request.file, request.args, request.input]);
      return 0;
    };
    const { exitCode, stdout } = await runMain('help', { env, terminal: true, replace: { runOnOwnStreams } });
    const text = await help('');
    expect([exitCode, stdout, paged]).toEqual(file ? [0, '', [[file, args, text]]] : [0, text, []]);
  });

  it('is printed if the pager is not installed', async () => {
    const { exitCode, stdout } = await runMain('help', { env: { PAGER: 'no-such-pager' }, terminal: true });
    expect([exitCode, stdout]).toEqual([0, await help('')]);
  });

  it('of the program begins with the likely next commands, and ends with examples', async () => {
    const text = await help('');
    const groups = ['Everyday', 'Month end', 'Unattended', 'Integrators'];
    const others = ['Flags', 'More commands', 'Examples', 'Learn more'];
    expect(headings(text)).toEqual(['Usage', ...groups, ...others]);
    expect(text).toMatch(/^ {2}reports +fetch and export reports$/m);
    expect(text).toMatch(/^ {2}-h, --help +show help$/m);
  });

  it('of a group lists its commands, and with --verbose the global flags after them', async () => {
    const text = await help('reports');
    expect(headings(text)).toEqual(['Usage', 'Commands', 'Learn more']);
    const full = await help('reports --help --verbose');
    expect(headings(full)).toEqual(['Usage', 'Commands', 'Global flags', 'Learn more']);
    expect(text).toContain('Usage: hotelctl reports [flags] <command>');
    expect(text).not.toMatch(/^ {2}help/m);
    // Help is not a run, although the word before it is an operand of the group.
    expect(await help('sync postgres --help')).toBe(await help('sync --help'));
  });

  it('of a report lists required flags first, then the dates with --period before the others', async () => {
    const text = await help('reports room-nights --help --verbose', 110);
    const kinds = ['Comparison', 'Run', 'Output', 'Delivery', 'Connection', 'Global'];
    const flags = ['Required flags', 'Dates', ...kinds.map(kind => `${kind} flags`)];
    const others = ['Examples', 'Views and their columns', 'Learn more'];
    expect(headings(text)).toEqual(['Usage', ...flags, ...others]);
    const property =
      /property id, or several separated by commas;\s+may\s+be\s+repeated\s+\(default\s+HOTELCTL_PROPERTY,\s+else\s+the\s+profile's\s+property\)/;
    expect(text).toMatch(property);
    expect(text.indexOf('--period <period>')).toBeLessThan(text.indexOf('--month <m>'));
    expect(text).toMatch(/--month <m> +month, 1 to 12\n/);
    expect(text).toMatch(/--base-url <url> +API host \(HOTELCTL_BASE_URL\)\n/);
    expect(text).toMatch(
      /credential store to use: \{keychain, file, env\} \(HOTELCTL_CREDENTIAL_STORE,\s+default\s+keychain\)\n/,
    );
    expect(text).toMatch(
      /kind of records; xlsx and html accept several, separated by\s+commas:\s+\{breakdown,\s+reservations,\s+all\}\s+\(default\s+breakdown\)\n/,
    );
    expect(text.match(/^ {2}# /gm)).toHaveLength(3);
    expect(await help('completion --help')).toContain('# PowerShell, in $PROFILE\n');
  });

  it('of every report has its common flags with an example each, three examples and the way to show all flags', async () => {
    for (const { name } of reports) {
      const text = await help(`reports ${name} --help`, 80);
      expect(text.split('\n').length, name).toBeLessThanOrEqual(70);
      expect(text.match(/^ {2}# /gm)?.length, name).toBeLessThanOrEqual(3);
      const more = `\n  hotelctl reports ${name} --help --verbose\n  hotelctl reports columns ${name}\n`;
      expect(text).toContain(more);
      for (const flag of ['--period', '--format', '--output', '--view', '--sort'])
        expect(text, name).toContain(`${flag} <`);
      const shown = text.match(/^ {2}(-\w, )?--/gm)?.length ?? 0;
      expect(shown, name).toBeGreaterThanOrEqual(10);
      expect(text.replace(/\s+/g, ' ').match(/; for example --/g), name).toHaveLength(shown);
      expect(text).not.toMatch(/--(delimiter|decimal-comma|bom|no-header|no-formula-guard|quiet)/);
      expect(text).not.toContain('--base-url');
    }
  });

  it('names every column of a report in reports columns', async () => {
    const { stdout } = await runMain('reports columns room-nights --format csv');
    const lines = [
      'view,column,heading,type,definition',
      'breakdown,propertyId,Property,text,Id of the property',
    ];
    expect(stdout.split('\r\n').slice(0, 2)).toEqual(lines);
    expect(stdout).toContain('\r\nreservations,reservationId,Reservation,text,Id of the reservation\r\n');
    const invoices = await runMain('reports columns company-invoices-vat --format csv');
    expect(invoices.stdout).toContain('\r\nageing,outstanding.days90,90 days,number,\r\n');
    const ofInvoices = await help('reports company-invoices-vat --help --verbose', 110);
    expect(ofInvoices).toMatch(/ ageing: [^:]*outstanding\.days90/);
  });

  it('names the columns of a comparison by different headings', async () => {
    const { stdout } = await runMain('reports columns property-performance --compare last-year --format csv');
    const headings = stdout
      .split('\r\n')
      .filter(line => line.startsWith('summary,'))
      .map(line => line.split(',')[2])
      .filter(heading => heading !== '');
    expect(headings).toContain('Revenue change net %');
    expect(new Set(headings).size).toBe(headings.length);
  });

  it('is never wider than the screen, except for examples that are pasted', async () => {
    for (const line of [
      '',
      'reports',
      'reports room-nights --help',
      'login --help',
      'sandbox start --help',
    ]) {
      for (const columns of [60, 80, 110]) {
        const [words = ''] = (await help(line, columns)).split('\nExamples:\n');
        for (const row of words.split('\n')) expect(row.length, row).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('lists help for each command that it names', async () => {
    const program = await help('');
    const [, further = ''] = /More commands:\n {2}(.*)/.exec(program) ?? [];
    const listed = [...program.matchAll(/^ {2}([a-z][a-z-]+) {2,}/gm)].map(match => match[1] ?? '');
    const groups = [...listed, ...further.split(', ')];
    expect(groups.length).toBe(commandGroups.length);
    for (const group of groups) {
      const text = await help(`${group} --help`);
      expect(text).toContain(`Usage: hotelctl ${group} [flags]`);
      const commands = text.includes('\nCommands:\n') ? (text.split('\nCommands:\n')[1] ?? '') : '';
      for (const [, command] of (commands.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z][a-z-]+)/gm))
        expect(await help(`${group} ${command} --help`)).toContain(`Usage: hotelctl ${group} ${command}`);
    }
  });

  it('links further help: a group its commands, a command the topics of its flags', async () => {
    expect(await help('reports')).toMatch(/Learn more:\n {2}hotelctl reports <command> --help\n$/);
    expect(await help('close --help')).toMatch(
      /Learn more:\n {2}hotelctl close <command> --help\n {2}hotelctl close --help --verbose\n {2}hotelctl help periods\n/,
    );
    expect(await help('auth check --help')).toMatch(
      /Learn more:\n {2}hotelctl auth check --help --verbose\n {2}hotelctl help environment\n {2}hotelctl help exit-codes\n$/,
    );
  });

  it('has bold headings only if color is enabled', async () => {
    const { stdout } = await runMain('reports', { color: true });
    expect(stdout).toContain('\u001b[1mUsage:\u001b[22m hotelctl reports');
    expect(stdout).toContain('\u001b[1mCommands:\u001b[22m\n');
    expect(stdout.replace(/\u001b\[\d+m/g, '')).toBe(await help('reports'));
    for (const line of [
      ['--no-color', 'reports'],
      ['help', 'formats', '--no-color'],
      ['--no-color', '-h'],
    ])
      expect((await runMain(line, { color: true })).stdout, line.join(' ')).not.toContain('\u001b');
  });
});

describe('help topics', () => {
  it.each(['exit-codes', 'environment', 'formats', 'periods', 'cron'])(
    '%s is shown, and fits the screen',
    async topic => {
      for (const columns of [80, 110]) {
        const text = await help(`help ${topic}`, columns);
        const prose = text.split('\n').filter(line => !/^ {2}(?=\S).*(hotelctl|HOTELCTL_)/.test(line));
        for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(columns);
      }
      expect(await help('help')).toContain(`hotelctl help ${topic}\n`);
    },
  );

  it('formats has every format', async () => {
    const text = await help('help formats', 110);
    const terms = [...text.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, term]) => term);
    expect(terms.sort()).toEqual([...formats].sort());
  });

  it('environment has every default, also one in words', async () => {
    expect((await help('help environment', 110)).replace(/\s+/g, ' ')).toContain(
      '--unit-group-type; default BedRoom; reports: all types',
    );
  });

  it('work with global flags on either side', async () => {
    const text = await help('help periods');
    for (const line of ['-q help periods', 'help -q periods', 'help --profile x periods', 'help periods -q'])
      expect(await help(line)).toBe(text);
  });

  it('a typo suggests the nearest topic, which is not shown', async () => {
    await expectFailure(runMain('help exitcodes'), 2, 'did you mean `hotelctl help exit-codes`?');
  });
});

describe('examples', async () => {
  const root = await buildProgram('all');
  const commands = everyCommand(root);
  const examples = commands.flatMap(command => listExamples(command).map(example => example.command));

  it('exist for every command', () => {
    const leaves = commands.filter(command => command.commands.length === 0);
    expect(leaves.filter(command => listExamples(command).length === 0).map(nameCommand)).toEqual([]);
  });

  const lines = commandLinesOf(examples);
  it.each(lines.map((found, index) => [examples[index], found] as const))(
    '%s is a valid command line',
    async (_, found) => {
      expect(found).not.toEqual([]);
      for (const argv of found) {
        // With the group that the line names, as the program does: only such a group may have commands and flags.
        const tree = await buildProgram(argv.find(word => !word.startsWith('-')));
        for (const command of everyCommand(tree)) {
          command.exitOverride().configureOutput({ writeErr: () => {} });
          if (command.commands.length === 0 || findDefinition(command)) command.action(() => {});
        }
        await tree.parseAsync(argv, { from: 'user' });
      }
    },
  );
});

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** The arguments of each hotelctl in each of these lines of shell, split as a shell does; no other program is started. */
function commandLinesOf(lines: readonly string[]): string[][][] {
  const folder = temporaryFolder();
  const script = [
    `hotelctl() { printf '%s\\0' "$@" >> ${folder}/words; printf '\\n\\0' >> ${folder}/words; }`,
    'command_not_found_handle() { :; }',
    'mkdir -p .zfunc .config/fish/completions && touch address.txt',
    'PATH=/nowhere',
    ...lines.flatMap(line => ['(', line, ')', `printf '\\n\\n\\0' >> ${folder}/words`]),
  ].join('\n');
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  execFileSync('/bin/bash', ['-c', script], { cwd: folder, env: { HOME: folder }, stdio });
  const parts = (text: string, end: string) => text.split(end).slice(0, -1);
  const found = parts(readFileSync(`${folder}/words`, 'utf8'), '\n\n\0');
  return found.map(line => parts(line, '\n\0').map(words => parts(words, '\0')));
}
