import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { runInProcess } from '../../run-in-process.ts';
import type { Line } from '../../words.ts';

/** The folder of the running test, in which hotelctl has its files and jobs write theirs. */
export let folder: string;
export let env: Record<string, string>;

/** @param made folders in it that jobs write to */
export function useJobFolder(...made: readonly string[]): void {
  beforeEach(() => {
    folder = temporaryFolder();
    for (const name of made) mkdirSync(join(folder, name));
    env = {
      HOTELCTL_CONFIG_DIR: join(folder, 'config'),
      HOTELCTL_STATE_DIR: join(folder, 'state'),
      TZ: 'UTC',
    };
  });
}

export const hotelctl = (args: Line, more: Readonly<Record<string, string>> = {}) =>
  runInProcess(args, { env: { ...env, ...more }, folder });

export const jobFile = (name: string) => join(folder, 'config', 'jobs', `${name}.json`);

/** Lets the job be due: a test cannot wait for the next moment. */
export function addedEarlier(name: string): void {
  const job = JSON.parse(readFileSync(jobFile(name), 'utf8'));
  writeFileSync(jobFile(name), JSON.stringify({ ...job, createdAt: '2026-10-15T12:00:00Z' }));
}
