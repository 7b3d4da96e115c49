import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { deliver } from '../../src/output/deliver.ts';
import { bundle } from '../bundle.ts';
import { temporaryFolder, testContext } from '../context.ts';
import { counted } from '../full-counts.ts';

const chunks = 60;
const built = temporaryFolder();

beforeAll(async () => {
  // A separate process, as users run it: the program is a bundle, so the child is one too.
  await bundle({ child: 'test/output/deliver-child.ts' }, built, 'esm');
});

interface Run {
  readonly exitCode: number | null;
  /** The output of the child. */
  readonly printed: string;
}

/** Runs a delivery in a separate process; `act` sees its output and may kill it. */
function run(
  target: string,
  act: (child: ReturnType<typeof spawn>, printed: string) => void = () => {},
  user: { readonly uid?: number } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const args = [join(built, 'child.mjs'), target, String(chunks)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'], ...user });
    let printed = '';
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', text => {
      printed += text;
      act(child, printed);
    });
    child.on('error', reject);
    child.on('close', exitCode => resolve({ exitCode, printed }));
  });
}

/** Killed as soon as it reports that it is about to write chunk number `at`. */
const killedAt = (at: number, file: string) =>
  run(file, (child, printed) => {
    if (printed.includes(`chunk ${at}\n`)) child.kill('SIGKILL');
  });

const whole = Array.from({ length: chunks }, (_, index) => `${index} `.repeat(20_000)).join('');

it('leaves a read-only file unchanged, and one in a read-only folder', async () => {
  // Root ignores permissions, so as root the child runs as an unprivileged user.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const folder = temporaryFolder();
  const file = join(folder, 'a.csv');
  writeFileSync(file, 'old', { mode: 0o444 });
  chmodSync(folder, 0o777);
  chmodSync(built, 0o755);
  const readOnlyFile = await run(file, undefined, unprivileged);
  chmodSync(file, 0o666);
  chmodSync(folder, 0o555);
  const readOnlyFolder = await run(file, undefined, unprivileged);
  chmodSync(folder, 0o755);
  for (const { exitCode, printed } of [readOnlyFile, readOnlyFolder]) {
    expect(printed).toContain('permission denied');
    expect(exitCode).toBe(8);
  }
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

it('leaves the old file or the new one, wherever it is killed', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a.csv');
  const outcomes = { old: 0, new: 0, leftover: 0 };
  const rounds = counted(10, 200);
  for (let round = 0; round < rounds; round++) {
    writeFileSync(file, 'old');
    // Every moment of the writing, and several times its end: sync and rename. The last run is not killed.
    const at = round === rounds - 1 ? chunks + 1 : round % 2 === 0 ? (round * 3) % chunks : chunks;
    await killedAt(at, file);
    const found = readFileSync(file, 'utf8');
    if (found !== 'old') expect(found === whole, `run ${round}: torn, ${found.length} characters`).toBe(true);
    outcomes[found === 'old' ? 'old' : 'new'] += 1;
    outcomes.leftover = Math.max(outcomes.leftover, readdirSync(folder).length - 1);
  }
  expect(outcomes.old).toBeGreaterThanOrEqual(rounds / 10);
  expect(outcomes.new).toBeGreaterThanOrEqual(1);
  // One killed run leaves one file, and the next run removes it, so they never accumulate.
  expect(outcomes.leftover).toBe(1);
  await deliver(['new'], file, testContext());
  expect(readdirSync(folder)).toEqual(['a.csv']);
});
