import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OutputError } from '../../src/base/errors.ts';
import { appendRun, readHistory } from '../../src/jobs/history.ts';
import { type Job, writeJob } from '../../src/jobs/job.ts';
import { type JobAttempt, type JobPorts, runDueJobs } from '../../src/jobs/run-job.ts';
import { type TestContext, testContext } from '../context.ts';

const at = (text: string) => new Date(text).getTime();
const hours = 3_600_000;

const job: Job = {
  version: 1,
  name: 'close',
  every: 'month 1 06:00',
  command: ['reports', 'revenues', '--period', 'last-month'],
  folder: '/srv',
  environment: {},
  giveUpAfter: '2h',
  mailTo: [],
  notifyOn: 'failure',
  scheduler: 'none',
  createdAt: new Date('2026-10-15T12:00').toISOString(),
};

const ended = (exitCode: number, error: string | null = null): JobAttempt => ({
  exitCode,
  error,
  rows: exitCode === 0 ? 12 : null,
  files: [],
  figures: [],
  trackingIds: [],
});

/** Ports whose attempts end as the list says, and that remember what they were called with. */
function portsOf(context: TestContext, attempts: readonly JobAttempt[]) {
  const moments: number[] = [];
  const notes: string[] = [];
  const finished: number[] = [];
  const ports: JobPorts = {
    context,
    note: async line => void notes.push(line),
    finished: async run => void finished.push(run.exitCode),
    attempt: async (_, moment) => {
      moments.push(moment);
      return attempts[moments.length - 1] ?? ended(0);
    },
  };
  return { ports, moments, notes, finished };
}

const morning = () => testContext({ now: at('2026-11-01T06:00:05') });

describe('the file of a job', () => {
  it('that cannot be written is exit 8 with a hint', async () => {
    const { folders } = testContext();
    mkdirSync(folders.config, { recursive: true });
    writeFileSync(join(folders.config, 'jobs'), 'a file where the folder of the jobs would be');
    const error = await writeJob(folders, job).catch(thrown => thrown);
    expect(error).toBeInstanceOf(OutputError);
    expect(error.message).toMatch(/^the job file .+jobs.close\.json cannot be written \([A-Z]+\)$/);
    expect(error.details.hint).toContain('HOTELCTL_CONFIG_DIR');
  });
});

describe('a job', () => {
  it('that succeeds writes one line of history', async () => {
    const context = morning();
    const { ports, moments, finished } = portsOf(context, []);
    await runDueJobs(job, 2 * hours, ports);
    expect(moments).toEqual([at('2026-11-01T06:00')]);
    expect(finished).toEqual([0]);
    expect(await readHistory(context.folders, 'close')).toEqual([
      {
        due: new Date('2026-11-01T06:00').toISOString(),
        startedAt: new Date('2026-11-01T06:00:05').toISOString(),
        endedAt: new Date('2026-11-01T06:00:05').toISOString(),
        exitCode: 0,
        attempts: 1,
        rows: 12,
        files: [],
        figures: [],
        trackingIds: [],
        error: null,
      },
    ]);
    // The scheduler starts a monthly job daily: the next day there is nothing to do.
    await context.clock.advance(24 * hours);
    expect(await runDueJobs(job, 2 * hours, ports)).toEqual([]);
    expect(moments).toHaveLength(1);
  });

  it('with a temporary failure is repeated with growing pauses, within --give-up-after', async () => {
    const context = morning();
    const { ports, moments, notes } = portsOf(context, [ended(5, 'no network'), ended(5, 'no network')]);
    const running = runDueJobs(job, 2 * hours, ports);
    await context.clock.asleep();
    await context.clock.advance(60_000);
    await context.clock.asleep();
    await context.clock.advance(120_000);
    const [run] = await running;
    expect(run).toMatchObject({ exitCode: 0, attempts: 3 });
    expect(moments).toHaveLength(3);
    expect(notes[0]).toMatch(/^close: attempt 1 failed \(no network\); next attempt in \d+ s$/);
    const pauses = notes.map(note => Number(/in (\d+) s/.exec(note)?.[1]));
    expect(pauses[0]).toBeGreaterThanOrEqual(30);
    expect(pauses[0]).toBeLessThanOrEqual(60);
    expect(pauses[1]).toBeGreaterThanOrEqual(60);
    expect(pauses[1]).toBeLessThanOrEqual(120);
  });

  it('gives up when the next pause would end after --give-up-after', async () => {
    const { ports, moments } = portsOf(
      morning(),
      Array.from({ length: 9 }, () => ended(5, 'no network')),
    );
    const [run] = await runDueJobs(job, 1000, ports);
    expect(run).toMatchObject({ exitCode: 5, attempts: 1, error: 'no network' });
    expect(moments).toHaveLength(1);
  });

  it('that was refused is not repeated, and is made up the next day for the same month', async () => {
    const context = morning();
    const { ports, moments } = portsOf(context, [ended(4, 'forbidden')]);
    await runDueJobs(job, 2 * hours, ports);
    await context.clock.advance(24 * hours);
    await runDueJobs(job, 2 * hours, ports);
    expect(moments).toEqual([at('2026-11-01T06:00'), at('2026-11-01T06:00')]);
    expect((await readHistory(context.folders, 'close')).map(({ exitCode }) => exitCode)).toEqual([4, 0]);
  });

  it('stops at a failed sign-in: later moments stay due', async () => {
    const context = testContext({ now: at('2027-01-01T07:00') });
    const { ports, moments } = portsOf(context, [ended(3, 'not signed in')]);
    expect(await runDueJobs(job, 2 * hours, ports)).toHaveLength(1);
    expect(await runDueJobs(job, 2 * hours, ports)).toHaveLength(3);
    expect(moments).toEqual(
      ['2026-11-01T06:00', '2026-11-01T06:00', '2026-12-01T06:00', '2027-01-01T06:00'].map(at),
    );
  });

  it('runs once at a time', async () => {
    const context = morning();
    const { ports } = portsOf(context, [ended(5)]);
    const first = runDueJobs(job, 2 * hours, ports);
    await context.clock.asleep();
    await expect(runDueJobs(job, 2 * hours, ports)).rejects.toThrow('job close is already running');
    await context.clock.advance(60_000);
    await first;
  });
});

describe('the history', () => {
  it('drops an incomplete line of a killed process with the next run', async () => {
    const context = morning();
    const { ports } = portsOf(context, []);
    await runDueJobs(job, 2 * hours, ports);
    const path = join(context.folders.state, 'schedule', 'close.jsonl');
    appendFileSync(path, '{"due":"2026-');
    await runDueJobs(job, 2 * hours, ports, { now: true });
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.slice(0, 2).map(line => JSON.parse(line).exitCode)).toEqual([0, 0]);
  });

  it('is rotated: the newest thousand runs stay', async () => {
    const context = morning();
    const run = { ...ended(0), due: '', startedAt: '', endedAt: '', attempts: 1, files: [], trackingIds: [] };
    mkdirSync(join(context.folders.state, 'schedule'), { recursive: true });
    const path = join(context.folders.state, 'schedule', 'close.jsonl');
    writeFileSync(
      path,
      `${Array.from({ length: 1201 }, (_, index) => JSON.stringify({ ...run, attempts: index })).join('\n')}\n`,
    );
    await appendRun(context.folders, 'close', { ...run, attempts: 1201 });
    const kept = await readHistory(context.folders, 'close');
    expect(kept).toHaveLength(1000);
    expect([kept[0]?.attempts, kept.at(-1)?.attempts]).toEqual([202, 1201]);
  });
});
