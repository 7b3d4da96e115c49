import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { remember } from '../src/base/text.ts';
import { temporaryFolder } from './context.ts';
import { workbookParts } from './output/workbook-parts.ts';
import { root, runProgram as run } from './repository.ts';
import { newerThanBuild } from './setup/up-to-date-build.ts';

/**
 * The parts of the bundle that a command line loads. The build runs in a folder with another name, because a pattern of
 * scripts/build.mjs that matches the path of the checkout puts modules into the wrong part elsewhere.
 */
const elsewhere = join(temporaryFolder(), 'another name');
const hook = join(elsewhere, 'print-parts.cjs');

beforeAll(async () => {
  for (const name of ['src', 'bin', 'completions', 'scripts', 'package.json'])
    cpSync(join(root, name), join(elsewhere, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(elsewhere, 'node_modules'));
  await run(process.execPath, [join(elsewhere, 'scripts/build.mjs')], { cwd: elsewhere });
  writeFileSync(
    hook,
    `process.on('exit', () => {
      const files = Object.keys(require.cache).filter(file => file !== __filename);
      const modules = process.moduleLoadList.map(name => name.replace('NativeModule ', ''));
      require('node:fs').writeFileSync(process.env.PARTS_FILE, JSON.stringify({ files, modules }));
    });`,
  );
});

/** Names of the parts, without their hashes; and the modules of Node.js that were loaded. */
const loadedBy = remember((line: string): { readonly parts: string[]; readonly modules: string[] } => {
  const file = join(temporaryFolder(), 'parts.json');
  const env = {
    HOME: temporaryFolder(),
    PARTS_FILE: file,
    HOTELCTL_BASE_URL: 'http://127.0.0.1:9',
    HOTELCTL_ACCESS_TOKEN: 'token',
    HOTELCTL_MAX_ATTEMPTS: '1',
  };
  spawnSync(process.execPath, ['-r', hook, join(elsewhere, 'bin/hotelctl.js'), ...line.split(' ')], {
    env,
  });
  const { files, modules } = JSON.parse(readFileSync(file, 'utf8')) as { files: string[]; modules: string[] };
  return {
    parts: files.map(name => /([\w-]+?)(?:-[\w-]{8})?\.c?js$/.exec(name)?.[1] ?? name).sort(),
    modules,
  };
});

/** The executable, and the modules of every start but `--version`, with the helpers of the bundler. */
const start = ['hotelctl', 'start'];
const tree = [...start, 'invocation', 'tree'];

describe('the parts loaded by', () => {
  it.each([
    ['--help', [...start, 'tree']],
    ['reports --help', [...tree, 'reports', 'errors']],
    ['reports room-nights --help', [...tree, 'reports', 'schema', 'errors', 'prose', 'commands']],
    ['auth --help', [...tree, 'reports', 'errors', 'auth']],
    ['logout --help', [...tree, 'reports', 'errors', 'auth']],
    ['brief --help', [...tree, 'reports', 'errors', 'figures']],
    ['close --help', [...tree, 'reports', 'errors', 'month-end']],
    ['snapshot --help', [...tree, 'reports', 'errors', 'history']],
    ['repotrs', [...tree, 'errors']],
    ['reports room-nights --mnth 10', [...tree, 'reports', 'errors']],
    ['profile list', [...tree, 'reports', 'output', 'table', 'profile', 'cli-table3']],
    ['completion bash', [...tree, 'program', 'scripts']],
    ['__complete reports ', [...tree, 'reports', 'errors', 'complete', 'place']],
    [
      '__complete reports arrivals --property ',
      [...tree, 'reports', 'errors', 'complete', 'place', 'schema', 'known-lists', 'properties'],
    ],
  ] as const)('%s are only those that it needs', (line, allowed) => {
    const { parts: loaded } = loadedBy(line);
    expect(loaded).toEqual(expect.arrayContaining(start));
    expect(loaded.filter(name => !(allowed as readonly string[]).includes(name))).toEqual([]);
  });

  it('--version are none', () => {
    expect(loadedBy('--version').parts).toEqual(['hotelctl']);
  });

  it.each([
    'profile list',
    'auth status',
    'help exit-codes',
    'reports list',
    'bookings list',
    'ui-integration targets',
    'doctor --help',
  ])('%s do not include the network', line => {
    expect(loadedBy(line).parts).not.toContain('network');
  });

  // Opening the streams of the process would load them.
  it.each(['--version', '--help', 'repotrs', 'reports room-nights --help', 'profile list'])(
    '%s do not include the network modules of Node.js when the output is a pipe',
    line => {
      expect(loadedBy(line).modules).not.toContain('net');
    },
  );

  it('a report include the network, so that the other tests can fail, and not the check of cards', () => {
    const line = 'reports room-nights --property MUC --month 10 --year 2026 --format csv';
    const { parts, modules } = loadedBy(line);
    expect(parts).not.toContain('input');
    expect(parts).toContain('network');
    expect(modules).toContain('net');
  });

  // 29 modules of Node.js belong to these: a twentieth of the time of a small report.
  it.each(['crypto', 'fs/promises', 'os'])('a report with a token do not include %s', name => {
    const line = 'reports room-nights --property MUC --month 10 --year 2026 --format csv';
    expect(loadedBy(line).modules).not.toContain(name);
  });
});

it('a workbook has the checksums of its parts, which the build computes with Node.js instead of the library', () => {
  const file = join(temporaryFolder(), 'reports.xlsx');
  spawnSync(process.execPath, [join(elsewhere, 'bin/hotelctl.js'), 'reports', 'list', '--output', file]);
  expect(workbookParts(readFileSync(file)).size).toBeGreaterThan(5);
  const code = readdirSync(join(elsewhere, 'dist/parts')).map(name =>
    readFileSync(join(elsewhere, 'dist/parts', name), 'utf8'),
  );
  // A number of the table that the library computes with.
  expect(code.filter(text => text.includes('1996959894'))).toEqual([]);
});

it('only a build that is older than one of its sources is refused by the tests', () => {
  expect(newerThanBuild(elsewhere)).toBeUndefined();
  for (const file of ['src/cli/flags.ts', 'src/cli/topics/cron.md', 'scripts/build.mjs']) {
    utimesSync(join(elsewhere, file), 2 ** 32, 2 ** 32);
    expect(newerThanBuild(elsewhere)).toBe(`${file} is newer than bin/hotelctl.js`);
    utimesSync(join(elsewhere, file), 0, 0);
  }
});
