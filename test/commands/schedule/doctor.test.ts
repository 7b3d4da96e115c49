import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectSuccess } from '../../expect-run.ts';
import { runInProcess } from '../../run-in-process.ts';
import { pathWithCrontab } from '../path-programs.ts';

/** `schedule doctor` about a job in a crontab, which is a file of the test. */

let folder: string;
let table: string;
let env: Record<string, string>;
const run = (line: string) => expectSuccess(runInProcess(`schedule ${line}`, { env, folder }));
const lines = () => readFileSync(table, 'utf8');
beforeEach(async () => {
  folder = temporaryFolder();
  table = join(folder, 'table');
  const folders = { HOTELCTL_CONFIG_DIR: join(folder, 'config'), HOTELCTL_STATE_DIR: join(folder, 'state') };
  env = { PATH: pathWithCrontab(table), ...folders };
  await run(
    `add nights --every "day 06:30" --scheduler cron --
      reports room-nights --property MUC --period last-month --output ${folder}/nights.csv`,
  );
});

const doctor = async () => (await runInProcess('schedule doctor', { env, folder })).stdout;

it('does not warn of what the line of the job names itself', async () => {
  const found = await doctor();
  expect(found).toContain('ok       job nights: installed into cron');
  // The folders are variables of the line, and it starts Node.js by its path.
  expect(found).not.toMatch(/HOTELCTL_(CONFIG|STATE)_DIR|not on cron's PATH/);
});

it('reports a line whose Node.js is gone', async () => {
  writeFileSync(table, lines().replace(` ${process.execPath} `, ' /opt/gone/node '));
  const found = 'fatal    job nights: cron would start /opt/gone/node, which no longer exists';
  expect(await doctor()).toContain(found);
});

it('reports a line that another program has removed', async () => {
  writeFileSync(table, '');
  expect(await doctor()).toContain('fatal    job nights: not installed into cron');
});

it('reports a folder of --output that does not exist, however the flag is written', async () => {
  const job = join(folder, 'config/jobs/nights.json');
  const text = readFileSync(job, 'utf8');
  writeFileSync(job, text.replace(/"--output",\s*"[^"]*"/, '"--output=gone/nights.csv"'));
  expect(await doctor()).toContain(`job nights: ${folder}/gone is not a writable folder`);
});

it('does not find the line of a job that was added again for another scheduler', async () => {
  expect(lines()).toContain('/nights.json');
  await run(
    `add nights --replace --every "day 06:30" --scheduler none --
      reports room-nights --property MUC --period last-month`,
  );
  expect(lines()).not.toContain('/nights.json');
});
