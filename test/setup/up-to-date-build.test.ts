import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { newerThanBuild } from './up-to-date-build.ts';

test('a build that is missing or older than a source is refused, a newer one is not', () => {
  const folder = temporaryFolder();
  for (const name of ['src/cli', 'bin', 'scripts']) mkdirSync(join(folder, name), { recursive: true });
  const write = (file: string, seconds: number) => {
    writeFileSync(join(folder, file), '');
    utimesSync(join(folder, file), seconds, seconds);
  };
  const sources = ['src/cli/flags.ts', 'bin/hotelctl.ts', 'scripts/build.mjs', 'scripts/bundle-plugins.mjs'];
  for (const file of sources) write(file, 1000);
  expect(newerThanBuild(folder)).toBe('bin/hotelctl.js does not exist');
  write('bin/hotelctl.js', 999);
  expect(newerThanBuild(folder)).toBe('dist/ does not exist');
  mkdirSync(join(folder, 'dist'));
  expect(newerThanBuild(folder)).toBe('src/cli/flags.ts is newer than bin/hotelctl.js');
  write('bin/hotelctl.js', 1001);
  expect(newerThanBuild(folder)).toBeUndefined();
  write('scripts/build.mjs', 1002);
  expect(newerThanBuild(folder)).toBe('scripts/build.mjs is newer than bin/hotelctl.js');
});
