import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepCompiledCode } from '../../src/start/real-context.ts';
import { temporaryFolder } from '../context.ts';

/** test/system/packaging.test.ts runs the program on Node.js 22 and 24, which have the cache. */
function keptIn(state: string): readonly string[] {
  const kept: string[] = [];
  keepCompiledCode({ folders: { data: '', config: '', state } }, folder => kept.push(folder));
  return kept;
}

it('keeps compiled code in a folder that only the user can use', () => {
  const state = join(temporaryFolder(), 'state');
  expect(keptIn(state)).toEqual([join(state, 'compiled')]);
  expect(statSync(state).mode & 0o777).toBe(0o700);
  expect(statSync(join(state, 'compiled')).mode & 0o777).toBe(0o700);
});

it('keeps nothing in a folder that others can write to', () => {
  const state = temporaryFolder();
  mkdirSync(join(state, 'compiled'));
  chmodSync(join(state, 'compiled'), 0o777);
  expect(keptIn(state)).toEqual([]);
});

it('keeps nothing, and starts, if the folder cannot be created', () => {
  expect(keptIn('/dev/null/state')).toEqual([]);
});

it('creates no folder on a Node.js without a cache', () => {
  const state = join(temporaryFolder(), 'state');
  keepCompiledCode({ folders: { data: '', config: '', state } }, undefined);
  expect(existsSync(state)).toBe(Number.parseInt(process.versions.node, 10) >= 22);
});
