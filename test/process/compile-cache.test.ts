import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';

const keepsCode = Number.parseInt(process.versions.node, 10) >= 22;
const program = resolve(import.meta.dirname, '../../bin/hotelctl.js');

function start(state: string): void {
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), HOTELCTL_STATE_DIR: state };
  execFileSync(process.execPath, [program, 'reports', '--help'], { env });
}

it.runIf(keepsCode)('keeps compiled code in a folder that only the user can use', () => {
  const state = join(temporaryFolder(), 'state');
  start(state);
  expect(statSync(state).mode & 0o777).toBe(0o700);
  expect(statSync(join(state, 'compiled')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(state, 'compiled')).length).toBe(1);
});

it.runIf(keepsCode)('keeps nothing in a folder that others can write to', () => {
  const folder = join(temporaryFolder(), 'compiled');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  start(resolve(folder, '..'));
  expect(readdirSync(folder)).toEqual([]);
});

it.runIf(!keepsCode)('keeps nothing on Node.js 20', () => {
  const state = join(temporaryFolder(), 'state');
  start(state);
  expect(existsSync(state)).toBe(false);
});
