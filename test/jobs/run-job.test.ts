import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OutputError, RefusedError, TemporaryError } from '../../src/base/errors.ts';
import { describeItem } from '../../src/base/item-outcome.ts';
import { withLock } from '../../src/base/lock.ts';
import { appendRun, type JobRun, lastResult, readHistory } from '../../src/jobs/history.ts';
import { readJob, writeJob } from '../../src/jobs/job.ts';
import { type JobAttempt, type JobPorts, lockOfCommand, runDueJobs } from '../../src/jobs/run-job.ts';
import { englishText } from '../../src/output/words/messages.ts';
import { pass } from '../base/pass.ts';
import { type TestContext, testContext } from '../context.ts';
import { failureOf } from '../failure-of.ts';
import { monthClose as job } from './month-close.ts';

const at = (text: string) => new Date(text).getTime();
const hours = 3_600_000;

const ended = (exitCode: number, error: string | null = null): JobAttempt => ({
  exitCode,
  error,
  rows: exitCode === 0 ? 12 : null,
  files: [],
  figures: [],
  trackingIds: [],
});

const failed = (item: string) => describeItem(item, new TemporaryError('503', { hint: '' }));

/** Ports whose attempts end as the list says, and that remember what they were called with. */
function portsOf(
  attempts: readonly JobAttempt[] = [],
  reports: readonly (Error | undefined)[] = [],
  context = morning(),
) {
  const moments: number[] = [];
  const notes: string[] = [];
  const finished: (number | null)[] = [];
  const announced: string[] = [];
  const ports: JobPorts = {
    context,
    note: async line => void notes.push(line),
    warn: async line => void notes.push(line),
    announce: async (stage, { failing = '' }) => void announced.push([stage, failing].join(' ').trim()),
    reporter: (run, _, recovered) => async () => {
      if (recovered) announced.push('recovered');
      const error = reports[finished.length];
      finished.push(run.exitCode);
      if (error) throw error;
    },
    attempt: async moment => {
      moments.push(moment);
      return attempts[moments.length - 1] ?? ended(0);
    },
  };
  return { context, ports, moments, notes, finished, announced };
}

/** Lets time pass, second by second, until the run ends. */
const passTime = <T>(context: TestContext, running: Promise<T>) => pass(context, running, 1000);

const morning = () => testContext({ now: at('2026-11-01T06:00:05') });

describe('the file of a job', () => {
  it('that cannot be written is exit 8 with a hint', async () => {
    const { folders } = testContext();
    mkdirSync(folders.config, { recursive: true });
    writeFileSync(join(folders.config, 'jobs'), 'a file where the folder of the jobs would be');
    const error = await failureOf(writeJob(folders, job), OutputError);
    expect(error.message).toMatch(
      /^the job file .+jobs.close\.json cannot be written: a file is in its place$/,
    );
    expect(error.details.hint).toContain('HOTELCTL_CONFIG_DIR');
  });

  const stored = async (content?: object) => {
    const context = testContext();
    const path = await writeJob(context.folders, job);
    if (content) writeFileSync(path, JSON.stringify({ ...job, ...content }));
    return { context, path };
  };

  it.each([
    [{ environment: { NODE_OPTIONS: '--require /tmp/x.js' } }, ': environment.NODE_OPTIONS is not allowed'],
    [
      { environment: { HOTELCTL_STATE_DIR: 'state' } },
      ': environment.HOTELCTL_STATE_DIR is not an absolute path',
    ],
    [{ every: 'never' }, ': every is not a valid recurrence'],
    [{ createdAt: 'once' }, ': createdAt is not a time'],
    [{ giveUpAfter: 'late' }, ': giveUpAfter is not a duration'],
    [{ heartbeat: 'nowhere' }, ': heartbeat is not a URL'],
    [{ command: ['a\0b'] }, ': command.0 contains a NUL'],
    [{ user: 'root' }, ': user is not allowed'],
    [{ name: 'other' }, ''],
  ])('with %j is refused', async (content, problem) => {
    const { context, path } = await stored(content);
    const read = async () => readJob(context, 'close');
    expect((await failureOf(read())).message).toBe(`${path} is not a valid job file${problem}`);
  });

  const link = (path: string) => {
    renameSync(path, `${path}.real`);
    symlinkSync(`${path}.real`, path);
  };
  const open = 'can be changed by other users';
  it.each<[string, (path: string) => void, string]>([
    ['a file that others can change', path => chmodSync(path, 0o666), open],
    ['a folder that others can change', path => chmodSync(dirname(path), 0o777), open],
    ['a configuration folder that others can change', path => chmodSync(dirname(dirname(path)), 0o777), open],
    ['a link to a job file', link, 'is not a regular file'],
  ])('that is %s is refused', async (_, change, problem) => {
    const { context, path } = await stored();
    change(path);
    expect(() => readJob(context, 'close')).toThrow(problem);
  });

  it('of another user is refused', async () => {
    const { context, path } = await stored();
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path, 54_321, 54_321);
    const reader = isRoot ? context : { ...context, host: { ...context.host, uid: 54_321 } };
    expect(() => readJob(reader, 'close')).toThrow('belongs to another user');
  });
});

describe('a job', () => {
  it('that succeeds writes one line of history', async () => {
    const { context, ports, moments, finished } = portsOf();
    await runDueJobs(job, 2 * hours, ports);
    expect(moments).toEqual([at('2026-11-01T06:00')]);
    expect(finished).toEqual([0]);
    const [due, startedAt] = ['06:00', '06:00:05'].map(time => new Date(`2026-11-01T${time}`).toISOString());
    const ending = { exitCode: 0, attempts: 1, rows: 12, error: null };
    const nothing = { items: [], files: [], figures: [], trackingIds: [] };
    const written = { due, startedAt, endedAt: startedAt, ...ending, ...nothing };
    expect(readHistory(context, 'close')).toEqual([written]);
    // The scheduler starts a monthly job daily: the next day there is nothing to do.
    await context.clock.advance(24 * hours);
    expect(await runDueJobs(job, 2 * hours, ports)).toEqual([]);
    expect(moments).toHaveLength(1);
  });

  it('with a temporary failure is repeated with growing pauses, within --give-up-after', async () => {
    const { context, ports, moments, notes } = portsOf([ended(5, 'no network'), ended(5, 'no network')]);
    const [run] = await passTime(context, runDueJobs(job, 2 * hours, ports));
    expect(run).toMatchObject({ exitCode: 0, attempts: 3 });
    expect(moments).toHaveLength(3);
    expect(notes[0]).toMatch(/^close: attempt 1 failed \(no network\); next attempt in \d+ s$/);
    const pauses = notes.map(note => Number(/in (\d+) s/.exec(note)?.[1]));
    expect(pauses[0]).toBeGreaterThanOrEqual(30);
    expect(pauses[0]).toBeLessThanOrEqual(60);
    expect(pauses[1]).toBeGreaterThanOrEqual(60);
    expect(pauses[1]).toBeLessThanOrEqual(120);
  });

  it.each([1000, 20_000, 60_000])(
    'is repeated within a --give-up-after of %i ms, then given up',
    async limit => {
      const { context, ports, notes } = portsOf(Array.from({ length: 9 }, () => ended(5, 'no network')));
      const [run] = await passTime(context, runDueJobs(job, limit, ports));
      expect(run?.attempts).toBeGreaterThanOrEqual(2);
      expect(run).toMatchObject({ exitCode: 5, error: 'no network' });
      expect(Date.parse(run?.endedAt ?? '')).toBe(context.clock.now());
      expect(notes).toHaveLength((run?.attempts ?? 0) - 1);
    },
  );

  it('of which one hotel fails temporarily is repeated, also beside others that are done', async () => {
    const refused = describeItem('BER', new RefusedError('403', { hint: '' }));
    const [munich, newYork, tokyo] = [describeItem('MUC'), describeItem('NYC'), describeItem('TYO')];
    const { context, ports } = portsOf([
      { ...ended(7, '3 of 4'), items: [munich, failed('NYC revenues 2026-10'), failed('TYO'), refused] },
      { ...ended(7, '2 of 4'), items: [munich, newYork, failed('TYO'), refused] },
      { ...ended(7, '1 of 4'), items: [munich, newYork, tokyo, refused] },
    ]);
    // Nothing that can still change is left: the third run is the last.
    const [run] = await passTime(context, runDueJobs(job, 2 * hours, ports));
    expect(run).toMatchObject({ exitCode: 7, attempts: 3 });
    const items = run?.items?.map(({ item, outcome, cause, attempts }) => [item, outcome, cause, attempts]);
    expect(items).toEqual([
      ['MUC', 'done', null, 3],
      ['NYC revenues 2026-10', 'done', null, 2],
      ['TYO', 'done', null, 3],
      ['BER', 'failed', '403', 3],
      ['NYC', 'done', null, 2],
    ]);
    expect(readHistory(context, 'close')).toEqual([run]);
  });

  it('that is repeated successfully has no failed items: a property that the list did not name is in it now', async () => {
    const { context, ports } = portsOf([
      { ...ended(7, '2 of 2 failed'), items: [failed('MUC'), failed('unlisted-2')] },
      { ...ended(0), items: [describeItem('MUC'), describeItem('NYC')] },
    ]);
    const [run] = await passTime(context, runDueJobs(job, 2 * hours, ports));
    expect(run?.items?.map(({ item, outcome }) => [item, outcome])).toEqual([
      ['MUC', 'done'],
      ['NYC', 'done'],
    ]);
  });

  it('whose report fails has failed: the report is repeated, and the moment stays due', async () => {
    const down = new TemporaryError('the mail server did not respond', { hint: 'wait' });
    const { context, ports, moments, finished } = portsOf([], [down, down]);
    const ended = await passTime(context, runDueJobs(job, 120_000, ports));
    expect(moments).toHaveLength(1);
    expect(ended).toMatchObject([{ exitCode: 0, attempts: 1, error: null }]);
    expect(finished).toEqual([0, 0, 0]);

    const refused = portsOf([], [new RefusedError('550 no user S3CRET-5', { hint: 'fix S3CRET-5' })]);
    refused.context.secrets.register('S3CRET-5');
    const [run] = await runDueJobs(job, 60_000, refused.ports, { now: true });
    const error = 'not reported: 550 no user [redacted]';
    expect(run).toMatchObject({ exitCode: 4, rows: 12, error, hint: 'fix [redacted]' });
    expect(readHistory(refused.context, 'close').at(-1)).toEqual(run);
  });

  it('keeps its own error when its report fails too', async () => {
    const { ports } = portsOf([ended(4, 'forbidden')], [new RefusedError('550', { hint: '' })]);
    const [run] = await runDueJobs(job, 60_000, ports);
    expect(run).toMatchObject({ exitCode: 4, error: 'forbidden; not reported: 550' });
  });

  const gone = Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' });
  it.each([
    [new Error('something unexpected'), 1, 'a defect in hotelctl'],
    [gone, 5, 'a file of hotelctl is missing: it was replaced or removed while it ran'],
  ])('that could not be started is recorded: %s', async (thrown, exitCode, error) => {
    const { context, ports } = portsOf();
    const failing = { ...ports, attempt: () => Promise.reject(thrown) };
    await runDueJobs(job, 60_000, failing).catch(() => {});
    expect(readHistory(context, 'close')).toMatchObject([{ exitCode, error }]);
  });

  it('that fails for ten minutes raises one alarm, goes on, and reports that it recovered', async () => {
    const failures = Array.from({ length: 9 }, () => ended(5, '503'));
    const { context, ports, moments, announced } = portsOf(failures);
    const alarms: number[] = [];
    const announce: JobPorts['announce'] = async (...given) => {
      if (given[0] === 'failing') alarms.push(context.clock.now() - at('2026-11-01T06:00:05'));
      await ports.announce(...given);
    };
    const [run] = await passTime(context, runDueJobs(job, 12 * hours, { ...ports, announce }));
    expect(run).toMatchObject({ exitCode: 0, attempts: 10 });
    expect(moments).toHaveLength(10);
    expect(announced).toEqual(['started', 'failing 503', 'recovered']);
    expect(alarms).toEqual([600_000]);
    // The next run is not news.
    await runDueJobs(job, 2 * hours, ports, { now: true });
    expect(announced.slice(3)).toEqual(['started']);
  });

  it('is given up and raises its alarm in time although the clock is set back by half a day', async () => {
    const { context, ports } = portsOf();
    const { clock } = context;
    const startedAt = clock.now();
    let back = 0;
    const turned = { ...context, clock: { ...clock, now: () => clock.now() - back } };
    const alarms: number[] = [];
    const running = runDueJobs(job, 1 * hours, {
      ...ports,
      context: turned,
      announce: async stage => void (stage === 'failing' && alarms.push(clock.now() - startedAt)),
      attempt: async () => {
        if (clock.now() > startedAt) back = 12 * hours;
        return ended(5, '503');
      },
    });
    const [run] = await passTime(context, running);
    expect(run).toMatchObject({ exitCode: 5 });
    expect([clock.now() - startedAt, ...alarms]).toEqual([1 * hours, 600_000]);
  });

  it('that was interrupted is recorded, with the failure that it was repeated for', async () => {
    const { context, ports } = portsOf([ended(5, '503')]);
    const running = runDueJobs(job, 2 * hours, ports);
    await context.clock.asleep();
    expect(englishText(lastResult(readHistory(context, 'close')))).toBe('running, attempt 2, last: 503');
    context.interrupt('SIGINT');
    await expect(running).rejects.toThrow('interrupted');
    const error = 'interrupted; attempt 1 had failed: 503';
    expect(readHistory(context, 'close')).toMatchObject([{ exitCode: 130, attempts: 1, error }]);
  });

  it('that was terminated, as when the machine stops, is reported and repeated by the next start', async () => {
    const stopping = morning();
    const running = runDueJobs(job, 2 * hours, portsOf([ended(5, '503')], [], stopping).ports);
    await stopping.clock.asleep();
    stopping.interrupt('SIGTERM');
    await expect(running).rejects.toThrow('terminated by SIGTERM');
    const context = { ...stopping, interrupted: morning().interrupted };
    const { ports, notes, finished, announced } = portsOf([], [], context);
    await runDueJobs(job, 2 * hours, ports);
    const killed = 'the run that started at 2026-11-01T06:00:05.000Z was killed before it ended';
    expect(notes).toEqual([`close: ${killed}; attempt 1 had failed: 503`]);
    expect(finished).toEqual([null, 0]);
    expect(announced).toEqual(['started', 'recovered']);
  });

  it('does not start while the command of a killed run is alive', async () => {
    const { context, ports, moments } = portsOf();
    await withLock(lockOfCommand('close'), context, async () => {
      const waiting = passTime(context, runDueJobs(job, 2 * hours, ports));
      await expect(waiting).rejects.toThrow('job close is already running');
    });
    expect(moments).toEqual([]);
    await runDueJobs(job, 2 * hours, ports);
    expect(moments).toHaveLength(1);
  });

  it('that was refused is not repeated, and is made up the next day for the same month', async () => {
    const { context, ports, moments } = portsOf([ended(4, 'forbidden')]);
    await runDueJobs(job, 2 * hours, ports);
    await context.clock.advance(24 * hours);
    await runDueJobs(job, 2 * hours, ports);
    expect(moments).toEqual([at('2026-11-01T06:00'), at('2026-11-01T06:00')]);
    expect(readHistory(context, 'close').map(({ exitCode }) => exitCode)).toEqual([4, 0]);
  });

  it('stops at a failed sign-in: later moments stay due', async () => {
    const context = testContext({ now: at('2027-01-01T07:00') });
    const { ports, moments } = portsOf([ended(3, 'not signed in')], [], context);
    expect(await runDueJobs(job, 2 * hours, ports)).toHaveLength(1);
    expect(await runDueJobs(job, 2 * hours, ports)).toHaveLength(3);
    const days = ['2026-11-01', '2026-11-01', '2026-12-01', '2027-01-01'];
    expect(moments).toEqual(days.map(day => at(`${day}T06:00`)));
  });

  it('runs once at a time', async () => {
    const { context, ports } = portsOf([ended(5)]);
    const first = runDueJobs(job, 2 * hours, ports);
    await context.clock.asleep();
    await expect(runDueJobs(job, 2 * hours, ports)).rejects.toThrow('job close is already running');
    await context.clock.advance(60_000);
    await first;
  });
});

describe('the history', () => {
  const historyOf = (context: TestContext, content?: string) => {
    mkdirSync(join(context.folders.state, 'schedule'), { recursive: true, mode: 0o700 });
    const path = join(context.folders.state, 'schedule', 'close.jsonl');
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };

  it.each(['null', '[]', '{"due":"yesterday"}', 'not JSON', '{"exitCode":0}', '\0'])(
    'skips the line %j, which hotelctl did not write',
    async line => {
      const { context, ports } = portsOf();
      historyOf(context, `${line}\n`);
      expect(await runDueJobs(job, 2 * hours, ports)).toMatchObject([{ exitCode: 0 }]);
      expect(readHistory(context, 'close')).toHaveLength(1);
    },
  );

  const writable = (path: string) => {
    writeFileSync(path, '');
    chmodSync(path, 0o666);
  };
  it.each<[string, (path: string) => void, string]>([
    ['a named pipe', path => void execFileSync('mkfifo', [path]), 'is not a regular file'],
    ['a folder', mkdirSync, 'is not a regular file'],
    ['a link', path => symlinkSync('/dev/zero', path), 'is not a regular file'],
    ['open to others', writable, 'can be changed by other users'],
  ])('that is %s is refused with exit 8', async (_, put, problem) => {
    const { context, ports, moments } = portsOf();
    put(historyOf(context));
    const error = await failureOf(runDueJobs(job, 2 * hours, ports));
    expect([error.exitCode, error.message]).toEqual([8, expect.stringContaining(problem)]);
    expect(moments).toEqual([]);
  });

  it('drops an incomplete line of a killed process with the next run', async () => {
    const { context, ports } = portsOf();
    await runDueJobs(job, 2 * hours, ports);
    const path = historyOf(context);
    appendFileSync(path, '{"due":"2026-');
    await runDueJobs(job, 2 * hours, ports, { now: true });
    const lines = readFileSync(path, 'utf8').split('\n');
    // The second run has two lines: its start and its end.
    expect(lines).toHaveLength(4);
    expect(lines.slice(0, 3).map(line => JSON.parse(line).exitCode)).toEqual([0, null, 0]);
  });

  it('is rotated: the newest thousand runs stay', async () => {
    const context = morning();
    const ends = { due: '2026-11-01', endedAt: '2026-11-01' };
    const nothing = { files: [], trackingIds: [] };
    const run = (attempts: number): JobRun => {
      const startedAt = new Date(attempts).toISOString();
      return { ...ended(0), ...ends, ...nothing, attempts, startedAt };
    };
    const lines = Array.from({ length: 2401 }, (_, index) => `${JSON.stringify(run(index))}\n`);
    historyOf(context, lines.join(''));
    await appendRun(context, 'close', run(2401));
    const kept = readHistory(context, 'close');
    expect(kept).toHaveLength(1000);
    expect([kept[0]?.attempts, kept.at(-1)?.attempts]).toEqual([1402, 2401]);
  });
});
