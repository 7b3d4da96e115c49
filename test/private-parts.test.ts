import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { installedVersion, movedLibraries, privatePartsUsed } from '../scripts/private-parts.mjs';
import { root, sourcesBelow, textOfFile } from './repository.ts';

const uses = privatePartsUsed(root);
const sources = sourcesBelow('src');

it('every use of private parts of a library names the installed version', () => {
  expect(uses.length).toBeGreaterThan(1);
  expect(movedLibraries(uses, library => installedVersion(root, library))).toEqual([]);
});

it('a library with another version stops the build with the file that depends on it', () => {
  expect(movedLibraries([{ file: 'src/a.ts', library: 'undici', version: '7.0.0' }], () => '8.0.0')).toEqual([
    'src/a.ts relies on private parts of undici 7.0.0, and 8.0.0 is installed',
  ]);
});

it('every deep import of a package is in a file that names the version', () => {
  const deep = sources.filter(
    file =>
      !file.endsWith('.d.ts') &&
      /from '(?:@[\w-]+\/)?[\w-]+\/(?:lib|dist|src|build)\//.test(textOfFile(file)),
  );
  expect(deep).toContain('src/http/undici.ts');
  expect(deep.filter(file => !uses.some(use => use.file === file))).toEqual([]);
});

it('the internals of zod are used in one file, which names the version', () => {
  const users = sources.filter(file => textOfFile(file).includes('._zod'));
  expect(users).toEqual(['src/platform/models.ts']);
  expect(uses).toContainEqual({ file: 'src/platform/models.ts', library: 'zod', version: '4.6.7' });
});

it('the flags of V8 are set in two files, only for a version that has them', () => {
  const users = sources.filter(file => textOfFile(file).includes('setFlagsFromString('));
  expect(users).toEqual(['src/http/undici.ts', 'src/output/tune-engine.ts']);
  const uses = users.flatMap(file => textOfFile(file).match(/.*setFlagsFromString\(/g) ?? []);
  expect(uses).toHaveLength(3);
  for (const use of uses)
    expect(use).toMatch(/if \(\/\^1.*\\\.\/\.test\(process\.versions\.v8\)\) setFlagsFromString\(/);
  if (!process.versions.v8.startsWith('11.')) return;
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const flags = users.flatMap(file => textOfFile(file).match(/(?<=[' ])--[\w-]+(?:=\d+)?(?=[' ])/g) ?? []);
  expect(flags).toHaveLength(5);
  for (const flag of flags)
    expect(options).toContain(`  ${flag.replace('--no-', '--').replace(/=.*/, '')} (`);
});

it('the table in docs/decisions.md has a row for each library', () => {
  const [, section = ''] =
    /## Private parts of libraries that hotelctl relies on\n([\s\S]*?)(?:\n## |$)/.exec(
      textOfFile('docs/decisions.md'),
    ) ?? [];
  for (const library of new Set(uses.map(use => use.library))) expect(section).toContain(`| ${library} |`);
});
