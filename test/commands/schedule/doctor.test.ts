import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { runInProcess } from '../../run-in-process.ts';
import { monitoringService } from '../local-server.ts';
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

it('reports what the line of the job names and is gone, and a removed line', async () => {
  writeFileSync(table, lines().replace(` ${process.execPath} `, ' /opt/gone/node '));
  const gone = 'fatal    job nights: cron would start /opt/gone/node, which no longer exists';
  expect(await doctor()).toContain(gone);
  writeFileSync(table, '');
  // However the flag is written.
  const job = join(folder, 'config/jobs/nights.json');
  const text = readFileSync(job, 'utf8');
  writeFileSync(job, text.replace(/"--output",\s*"[^"]*"/, '"--output=gone/nights.csv"'));
  const removed = await doctor();
  expect(removed).toContain('fatal    job nights: not installed into cron');
  expect(removed).toContain(`job nights: ${folder}/gone is not a writable folder`);
});

it('does not find the line of a job that was added again for another scheduler', async () => {
  expect(lines()).toContain('/nights.json');
  await run(
    `add nights --replace --every "day 06:30" --scheduler none --
      reports room-nights --property MUC --period last-month`,
  );
  expect(lines()).not.toContain('/nights.json');
});

it('sends a test email and a ping with --online, and writes beside the target, with what the scheduler has and the line of the job names', async () => {
  const { mails, env: mail } = await startMailServer();
  const { calls, url } = await monitoringService();
  for (const [name, key] of [
    ['HOST', 'Host'],
    ['PORT', 'Port'],
    ['SECURITY', 'Security'],
    ['FROM', 'From'],
  ] as const) {
    const words = ['profile', 'set', `smtp${key}`, mail[`HOTELCTL_SMTP_${name}`]];
    await expectSuccess(runInProcess(words, { env, folder }));
  }
  // The path of a heartbeat is a secret, but not the file of the same name.
  await run(
    `add nights --replace --every "day 06:30" --scheduler cron --mail-to anna@hotel.example --heartbeat ${url}/ping-of-nights --
      reports room-nights --property MUC --period last-month --output ${folder}/ping-of-nights.csv`,
  );
  const online = async () => (await runInProcess('schedule doctor --online', { env, folder })).stdout;
  const found = await online();
  expect(found).toContain('ok       job nights: installed into cron');
  // The folders are variables of the line, and it starts Node.js by its path.
  expect(found).not.toMatch(/HOTELCTL_(CONFIG|STATE)_DIR|not on cron's PATH/);
  expect(found).toContain('ok       job nights: test email: sent to anna@hotel.example');
  expect(found).toContain('ok       job nights: ping: the heartbeat URL accepted it');
  expect(found).toContain(`ok       job nights: target: ${folder} is writable`);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['hotelctl nights: test']);
  expect(calls).toEqual(['GET /ping-of-nights']);
  const { stdout } = await runInProcess('schedule list --format json', { env, folder });
  expect(JSON.parse(stdout)).toMatchObject([{ command: expect.stringContaining('/ping-of-nights.csv') }]);
  // The shell's own variable is not what the scheduler has.
  await expectSuccess(runInProcess('profile set smtpPort 1', { env, folder }));
  env = { ...env, ...mail };
  const problem = 'fatal    job nights: test email: the email could not be sent through 127.0.0.1:1';
  expect(await online()).toContain(problem);
});
