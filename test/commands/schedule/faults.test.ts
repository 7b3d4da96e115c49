import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeWritten } from '../../../src/cli/delivery.ts';
import { testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { hotelctlFile, outputOf, runHotelctl, runLimited } from '../../run-hotelctl.ts';
import { type Line, wordsOf } from '../../words.ts';
import { emptyReport, localServer, monitoringService, signedIn } from '../local-server.ts';
import { runOn } from '../sync/run-sync.ts';
import { addedEarlier, env, folder, hotelctl, jobFile, useJobFolder } from './jobs.ts';

/** Jobs whose machine, files or servers fail. Each run of a job starts the built program. */

useJobFolder('out');

const historyFile = (name: string) => join(folder, 'state', 'schedule', `${name}.jsonl`);
const report = 'reports room-nights --property MUC --period 2026-10';

const add = (name: string, flags = '', command = `${report} --output out/nights.csv`, more = {}) =>
  hotelctl(
    `schedule add ${name} --every "day 06:30" --scheduler none --give-up-after 1s ${flags} -- ${command}`,
    more,
  );

const historyOf = async (name: string) =>
  JSON.parse((await hotelctl(`schedule history ${name} --format json`)).stdout);
const listed = async () => JSON.parse((await hotelctl('schedule list --format json')).stdout);

/** A platform with an empty report. @param isHeld whether the request with this number gets no response */
async function platform(isHeld: (request: number) => boolean = () => false) {
  let requests = 0;
  const dropped: (() => void)[] = [];
  const server = await localServer((request, response) => {
    requests += 1;
    request.on('close', () => dropped.shift()?.());
    if (!isHeld(requests)) response.writeHead(200, { 'content-type': 'application/json' }).end(emptyReport);
  });
  return {
    ...server,
    env: { ...signedIn(server.url), HOTELCTL_MAX_ATTEMPTS: '1' },
    requests: () => requests,
    /** Resolves when the client of a request that gets no response is gone. */
    drop: () => new Promise<void>(resolve => dropped.push(resolve)),
  };
}

it.each([
  ['SIGKILL', null, '', 'it is repeated now'],
  ['SIGTERM', 143, ' --now', 'a run of --now is not repeated'],
] as const)(
  'a run that %s ends is shown as killed, its command ends with it, and the next run reports it and succeeds',
  async (signal, exitCode, now, repetition) => {
    const { mails, env: mail } = await startMailServer();
    const held = await platform(request => request === 1);
    const server = { ...held, env: { ...held.env, ...mail } };
    const monitor = await monitoringService();
    const flags = `--mail-to a@hotel.example --heartbeat ${monitor.url}/ping --metrics out/nights.prom`;
    await add('nightly', flags, undefined, mail);
    addedEarlier('nightly');
    const [requested, dropped] = [server.request(), server.drop()];
    let runner = 0;
    const running = (pid: number) => {
      runner = pid;
    };
    const settings = { ...env, ...server.env };
    const killed = runHotelctl(`schedule run nightly${now}`, { env: settings, folder, running });
    await requested;
    expect(await listed()).toMatchObject([{ lastResult: 'running' }]);
    expect((await hotelctl('schedule doctor', server.env)).stdout).toMatch(
      /it is running\n.* no run was missed\n/,
    );
    process.kill(runner, signal);
    expect((await killed).exitCode).toBe(exitCode);
    await dropped;
    const metrics = () => readFileSync(join(folder, 'out', 'nights.prom'), 'utf8');
    if (exitCode) expect(metrics()).toMatch(/_last_run_exit_code\{.*\} 143\n/);
    const record = { exitCode: null, endedAt: null, error: 'killed before it ended' };
    expect(await historyOf('nightly')).toMatchObject([record]);
    expect(await listed()).toMatchObject([{ lastResult: now ? 'missed' : 'killed' }]);
    const doctor = await hotelctl('schedule doctor', server.env);
    expect(doctor.stdout).toContain('fatal    job nightly: the last run was killed before it ended\n');

    const note = /^nightly: the run that started at \S+ was killed before it ended\n/;
    await expectSuccess(hotelctl('schedule run nightly', server.env), note);
    expect(server.requests()).toBe(2);
    expect(monitor.calls).toEqual([
      'GET /ping/start',
      'POST /ping/fail exit code 1: killed before it ended',
      'GET /ping/start',
      'GET /ping',
    ]);
    expect(readdirSync(join(folder, 'state', 'schedule'))).toEqual(['nightly.jsonl']);
    expect(readdirSync(join(folder, 'out'))).toEqual(['nights.csv', 'nights.prom']);
    expect(metrics()).toMatch(/_last_run_exit_code\{.*\} 0\n/);
    expect((await mails())[0]?.text).toContain(repetition);
    expect(readdirSync(join(folder, 'state', 'locks'))).toEqual([]);
  },
);

describe('a job', () => {
  it('whose folder was removed is recorded and reported', async () => {
    const monitor = await monitoringService();
    await add('nightly', `--heartbeat ${monitor.url}/ping`);
    const job = JSON.parse(readFileSync(jobFile('nightly'), 'utf8'));
    writeFileSync(jobFile('nightly'), JSON.stringify({ ...job, folder: join(folder, 'gone') }));
    const error = `the folder of the job does not exist: ${join(folder, 'gone')}`;
    await expectExit(hotelctl('schedule run nightly --now'), 8, `nightly: ${error}`);
    expect(await historyOf('nightly')).toMatchObject([{ exitCode: 8, error }]);
    expect(monitor.calls).toEqual(['GET /ping/start', `POST /ping/fail exit code 8: ${error}`]);
  });

  it('whose program was removed is recorded, with how to add it again', async () => {
    // Of this context, the folder of the program is empty.
    const context = testContext({ env });
    const line = (words: Line) => runOn('2026-11-21', words, env, context);
    await line(`schedule add nightly --every "day 06:30" --scheduler none -- ${report}`);
    const error = /nightly: hotelctl was removed or moved: there is no \S+\/bin\/hotelctl\.js/;
    const hint = '(add job nightly again with --replace; `hotelctl schedule list` shows its command)';
    await expectExit(line('schedule run nightly --now'), 5, error, hint);
    const { stdout } = await line('schedule history nightly');
    expect(stdout).toContain('hotelctl was removed or moved');
  });

  it.each([
    ['exit 3', 3, 'exit code 3'],
    ['kill -9 $PPID', 1, 'the process was killed'],
  ])('whose program ends without an error reports how: %s', async (script, exitCode, error) => {
    await add('nightly', '', `sandbox run -- sh -c "${script}"`);
    await expectExit(hotelctl('schedule run nightly --now'), exitCode, `nightly: ${error}\n`);
    expect(await historyOf('nightly')).toMatchObject([{ exitCode, error }]);
  });

  it('whose output another program takes is recorded', async () => {
    const { files } = await describeWritten([{ path: join(folder, 'taken.csv'), rows: 3, figures: [] }]);
    expect(files).toEqual([]);
    const server = await platform();
    await add('nightly', '', `${report} --format csv`);
    const settings = { PATH: process.env['PATH'], ...env, ...server.env };
    const program = ['-c', '"$0" "$@" | true', process.execPath, hotelctlFile];
    const words = [...program, ...wordsOf('schedule run nightly --now')];
    await outputOf(spawn('bash', words, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] }));
    expect(await historyOf('nightly')).toMatchObject([{ exitCode: 0 }]);
  });

  it('without --output writes to the standard output of `schedule run`', async () => {
    const server = await platform();
    await add('nightly', '', `${report} --format csv`);
    const options = { env: { ...env, ...server.env }, folder };
    const { stdout } = await expectSuccess(runHotelctl('schedule run nightly --now', options));
    expect(stdout).toMatch(/^propertyId,/);
  });

  it.each([
    ['profile use munich', '', ''],
    ['profile use chain', '--profile munich', ''],
    ['profile use chain', '', '--profile munich'],
  ])('keeps its profile and folders when another profile is in use: %s %s %s', async (use, outer, inner) => {
    const [munich, chain] = [await platform(), await platform()];
    const token = { HOTELCTL_ACCESS_TOKEN: 'a-token-of-the-test' };
    for (const [name, { url }] of Object.entries({ chain, munich }))
      await hotelctl(`profile add ${name} --base-url ${url} --client-id c --auth-url ${url}`);
    await hotelctl('profile set property MUC --profile munich');
    await hotelctl(use);
    await expectSuccess(add('nightly', outer, 'reports room-nights --period 2026-10 '.concat(inner)));
    expect(readFileSync(jobFile('nightly'), 'utf8')).toContain('"HOTELCTL_PROFILE": "munich"');
    await hotelctl('profile use chain');
    // The scheduler's environment names other folders than the shell that added the job.
    const other = { HOTELCTL_STATE_DIR: join(folder, 'other') };
    await expectSuccess(hotelctl('schedule run nightly --now', { ...token, ...other }), /^$/);
    expect([munich.requests(), chain.requests()]).toEqual([1, 0]);
    expect(readdirSync(folder)).not.toContain('other');
    expect(await historyOf('nightly')).toMatchObject([{ exitCode: 0 }]);
  });

  it('runs although a run is dated in the future, which list and doctor report', async () => {
    const server = await platform();
    await add('nightly');
    addedEarlier('nightly');
    await hotelctl('schedule run nightly', server.env);
    const future = readFileSync(historyFile('nightly'), 'utf8').replaceAll(/"20\d\d-/g, '"2099-');
    writeFileSync(historyFile('nightly'), future);
    const warning = /the run of 2099-\S+ is dated in the future and is ignored: the clock was ahead/;
    await expectSuccess(hotelctl('schedule list', server.env), warning);
    const doctor = await hotelctl('schedule doctor', server.env);
    expect(doctor.stdout).toMatch(warning);
    const before = server.requests();
    await expectSuccess(hotelctl('schedule run nightly', server.env));
    expect(server.requests()).toBe(before + 1);
  });

  it('whose history cannot be written because the disk is full is exit 8, and reported', async () => {
    const server = await platform();
    const monitor = await monitoringService();
    await add('nightly', `--heartbeat ${monitor.url}/ping`);
    await hotelctl('schedule run nightly --now', server.env);
    const [line = ''] = readFileSync(historyFile('nightly'), 'utf8').split('\n').slice(1);
    appendFileSync(historyFile('nightly'), `${line}\n`.repeat(40));
    const settings = { ...env, ...server.env };
    const problem = `the history of job nightly cannot be written to ${historyFile('nightly')}: the file system does not allow a file of this size`;
    const ended = runLimited('ulimit -f 8', 'schedule run nightly --now', settings);
    await expectExit(ended, 8, `hotelctl: ${problem}\n`);
    const failure = `POST /ping/fail exit code 8: ${problem}`;
    expect(monitor.calls).toEqual(['GET /ping/start', 'GET /ping', failure]);
  });
});

it('a job file that cannot be used does not run; the others work, and it can be removed', async () => {
  const server = await platform();
  await add('broken');
  await add('nightly');
  writeFileSync(jobFile('broken'), '{');
  const problem = 'is not a valid job file';
  await expectFailure(hotelctl('schedule run broken --now', server.env), 2, problem);
  expect(server.requests()).toBe(0);
  const list = await expectSuccess(hotelctl('schedule list --format json'), problem);
  expect(JSON.parse(list.stdout)).toMatchObject([
    { name: 'broken', lastResult: 'cannot be used' },
    { name: 'nightly', lastResult: 'never run' },
  ]);
  const doctor = await hotelctl('schedule doctor', server.env);
  expect(doctor.stdout).toMatch(new RegExp(`^fatal    job broken: .*${problem}`, 'm'));
  expect(doctor.stdout).toContain('ok       job nightly: not run yet');
  await expectSuccess(hotelctl('schedule remove broken'), /^job broken was removed/);
  expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['nightly']);
});
