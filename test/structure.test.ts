import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom (docs/architecture.md). Rooms are the folders of src/, and its files by name. */
const allowed: Record<string, readonly string[]> = {
  'index.ts': ['main.ts', 'real-context.ts', 'last-resort.ts'],
  'last-resort.ts': ['error-output.ts'],
  'main.ts': ['run.ts', 'error-output.ts', 'version.ts'],
  'run.ts': ['program.ts', 'commands', 'completion'],
  'program.ts': ['commands', 'version.ts'],
  'error-output.ts': ['platform', 'output/write-problem.ts'],
  'secrets.ts': [],
  'real-context.ts': ['real-prompts.ts', 'real-processes.ts'],
  'real-processes.ts': [],
  'real-prompts.ts': [],
  'files.ts': [],
  'version.ts': [],
  commands: [
    ...['platform', 'http', 'auth', 'booking', 'lock', 'output', 'completion', 'sandbox', 'settings'],
    'doctor',
    ...['program.ts', 'files.ts', 'version.ts'],
  ],
  completion: [],
  settings: ['files.ts', 'http/address.ts', 'platform/reports/report.ts'],
  auth: ['http', 'lock', 'files.ts'],
  booking: ['http', 'lock', 'platform'],
  lock: [],
  doctor: [
    ...['platform', 'http', 'auth', 'settings', 'completion', 'version.ts'],
    ...['output/nearest.ts', 'output/write-problem.ts'],
  ],
  http: [
    'platform/integrations/sighting.ts',
    'platform/json.ts',
    'platform/numbers.ts',
    'platform/safe-text.ts',
    'version.ts',
  ],
  output: ['platform'],
  sandbox: ['platform'],
  platform: [],
};
const forAll = ['errors.ts', 'context.ts', 'secrets.ts'];
const packagesOfPlatform = ['zod/mini', 'big.js', 'lossless-json'];

const src = resolve(import.meta.dirname, '../src');
const files = (readdirSync(src, { recursive: true }) as string[]).filter(file => file.endsWith('.ts'));
const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : file);

const importsOf = (file: string) =>
  [
    ...readFileSync(join(src, file), 'utf8').matchAll(
      /^(import|export)( type)?[^;=]*? from '([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map(match => ({ typesOnly: match[2] !== undefined, from: match[3] ?? match[4] ?? '' }));

describe('the rooms of the house', () => {
  it.each(files)('%s imports only what its room may', file => {
    const room = roomOf(file);
    for (const { from, typesOnly } of importsOf(file)) {
      if (!from.startsWith('.')) {
        if (room === 'platform' && !typesOnly) expect(packagesOfPlatform).toContain(from);
        continue;
      }
      const target = relative(src, resolve(src, dirname(file), from));
      // The world outside src/: package.json for the version.
      if (target === '../package.json') continue;
      const reachable = [room, ...(allowed[room] ?? []), ...forAll];
      // Types alone make no arrow at run time; commands hand their own types up to program.ts this way.
      if (typesOnly && room === 'commands') continue;
      expect(reachable, `${file} imports ${target}`).toSatisfy((rooms: string[]) =>
        rooms.some(name => target === name || target.startsWith(`${name}/`)),
      );
    }
  });

  it('has no circle of imports between files', () => {
    const graph = new Map(
      files.map(file => [
        file,
        importsOf(file)
          .filter(({ from, typesOnly }) => from.startsWith('.') && !typesOnly)
          .map(({ from }) => relative(src, resolve(src, dirname(file), from)))
          .filter(target => files.includes(target)),
      ]),
    );
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`a circle: ${[...path, file].join(' -> ')}`);
      if (done.has(file)) return;
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    expect(() => {
      for (const file of files) visit(file, []);
    }).not.toThrow();
  });

  it('has no leftovers and no mocks', () => {
    for (const file of files) {
      expect(readFileSync(join(src, file), 'utf8'), file).not.toMatch(/\b(TODO|FIXME|XXX|HACK)\b/);
    }
    const tests = readdirSync(import.meta.dirname, { recursive: true }) as string[];
    for (const file of tests.filter(name => name.endsWith('.ts') && name !== 'structure.test.ts')) {
      expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).not.toMatch(
        /vi\.(mock|doMock|stubGlobal)/,
      );
    }
  });

  it('names rooms that exist', () => {
    const rooms = new Set(files.map(roomOf));
    for (const room of rooms) expect([...Object.keys(allowed), ...forAll]).toContain(room);
  });
});

describe('the dependencies', () => {
  const lock = JSON.parse(readFileSync(resolve(src, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean; version?: string }>;
  };

  it('need no install script', () => {
    const scripted = Object.entries(lock.packages).filter(
      ([, entry]) => entry.hasInstallScript && !entry.optional,
    );
    expect(scripted.map(([name]) => name)).toEqual([]);
  });

  it('are asked for by exact version', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(resolve(src, '../package.json'), 'utf8'),
    );
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(range, name).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});
