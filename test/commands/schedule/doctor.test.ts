import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { runInProcess } from '../../run-in-process.ts';

/** `schedule doctor` about a job in a crontab, which is a file of the test. */

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh\nif [ "$1" = - ]; then cat > ${folder}/table; else cat ${folder}/table; fi\n`;
  writeFileSync(join(bin, 'crontab'), script, { mode: 0o755 });
  writeFileSync(join(folder, 'table'), '');
  env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOTELCTL_CONFIG_DIR: join(folder, 'config'),
    HOTELCTL_STATE_DIR: join(folder, 'state'),
  };
  await runInProcess(
    `schedule add nights --every "day 06:30" --scheduler cron --
      reports room-nights --property MUC --period last-month --output ${folder}/nights.csv`,
    { env, folder },
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
  const table = join(folder, 'table');
  writeFileSync(table, readFileSync(table, 'utf8').replace(` ${process.execPath} `, ' /opt/gone/node '));
  expect(await doctor()).toContain(
    'fatal    job nights: cron would start /opt/gone/node, which is not there any more',
  );
});

it('reports a line that another program has removed', async () => {
  writeFileSync(join(folder, 'table'), '');
  expect(await doctor()).toContain('fatal    job nights: not installed into cron');
});

it('reports a folder of --output that does not exist, however the flag is written', async () => {
  const job = join(folder, 'config/jobs/nights.json');
  const text = readFileSync(job, 'utf8');
  writeFileSync(job, text.replace(/"--output",\s*"[^"]*"/, '"--output=gone/nights.csv"'));
  expect(await doctor()).toContain(`job nights: ${folder}/gone is not a writable folder`);
});

it('does not find the line of a job that was added again for another scheduler', async () => {
  const table = () => readFileSync(join(folder, 'table'), 'utf8');
  expect(table()).toContain('/nights.json');
  const added = await runInProcess(
    `schedule add nights --replace --every "day 06:30" --scheduler none --
      reports room-nights --property MUC --period last-month`,
    { env, folder },
  );
  expect([added.exitCode, table()]).toEqual([0, expect.not.stringContaining('/nights.json')]);
});
