import type { Context } from '../base/context.ts';
import { exitCodeOf, HotelctlError, TemporaryError } from '../base/errors.ts';
import { failedItems, type ItemOutcome, mergeItems } from '../base/item-outcome.ts';
import { withLock } from '../base/lock.ts';
import { secondsText } from '../base/text.ts';
import { dateIn, resolveDate } from '../platform/dates.ts';
import { isRelative, parsePeriod } from '../platform/periods.ts';
import { describeFailure, flagValues, type RunOutcome } from './delivery/outcome.ts';
import {
  appendRun,
  isUnfinished,
  type JobRun,
  killedError,
  lockOfJob,
  readHistory,
  runsFromFuture,
  withFailure,
} from './history.ts';
import type { Job } from './job.ts';
import { latestOccurrence, occurrencesBetween, parseRecurrence } from './recurrence.ts';

/** The maximum number of missed runs that are made up: a machine that was off for a year should not fetch for a day. */
const mostMadeUp = 31;

/**
 * The moments whose runs are due now, oldest first. Runs that were missed, or that failed, are made up, each with the
 * dates of that moment, so that `--period last-month` of the 1st is still the same month on the 2nd. A missed moment
 * is skipped if a run of the same dates succeeded or is due, and if the command has no relative dates. A run whose outcome
 * is unknown is not made up. Times from the future were written while the clock was ahead: such a run counts as none, and
 * such a job as added before the newest occurrence.
 *
 * @param until the moments up to this one, milliseconds since 1970
 * @param now the present, if `until` is earlier
 */
export function dueMoments(job: Job, runs: readonly JobRun[], until: number, now = until): readonly number[] {
  const untrusted = runsFromFuture(runs, now);
  const settled = runs
    .filter(run => (run.exitCode === 0 || isUnknown(run)) && !untrusted.has(run))
    .map(({ due }) => Date.parse(due));
  const moving = datesIn(job.command).some(({ isPeriod, text }) =>
    isPeriod ? isRelative(text) : /[a-z]/.test(text),
  );
  const covered = new Set(settled.map(moment => datesAt(job.command, moment)));
  const recurrence = parseRecurrence(job.every);
  const createdAt = Date.parse(job.createdAt);
  const since = createdAt > now ? latestOccurrence(recurrence, until) - 1 : createdAt;
  const occurrences = occurrencesBetween(recurrence, since, until, mostMadeUp);
  const due: number[] = [];
  for (const [index, moment] of occurrences.entries()) {
    if (settled.includes(moment)) continue;
    const dates = datesAt(job.command, moment);
    // The newest occurrence always runs: an hourly job fetches the same day again and again on purpose.
    const isNewest = index === 0 && settled.every(later => later < moment);
    if (!isNewest && (!moving || covered.has(dates))) continue;
    covered.add(dates);
    due.unshift(moment);
  }
  return due;
}

/** A run that is overdue for longer than this was missed: the scheduler did not start it. Milliseconds. */
const grace = 3_600_000;

/** The moments that are overdue, oldest first, as if the run that goes on had succeeded. */
export const overdueMoments = (job: Job, runs: readonly JobRun[], now: number): readonly number[] =>
  dueMoments(
    job,
    runs.map(run => (isUnfinished(run) ? { ...run, exitCode: 0 } : run)),
    now - grace,
    now,
  );

/** Whether the command may have changed something at the platform, so that a repetition could change it twice. */
export const isUnknown = ({ exitCode }: Pick<JobRun, 'exitCode'>): boolean =>
  exitCode === exitCodeOf('outcome-unknown');

/** Flags whose values are dates; `--period` has additional formats. */
const dateFlags = ['--from', '--to', '--arrival', '--departure', '--since'];

/** The absolute dates of a command line at a moment; if they are equal for two moments, a second run is not needed. */
function datesAt(command: readonly string[], moment: number): string {
  const today = dateIn(undefined, moment);
  const dates = datesIn(command);
  return JSON.stringify(
    dates.map(({ isPeriod, text }) => (isPeriod ? parsePeriod : resolveDate)(text, today)),
  );
}

const datesIn = (command: readonly string[]) => [
  ...flagValues(command, '--period').map(text => ({ isPeriod: true, text })),
  ...flagValues(command, ...dateFlags).map(text => ({ isPeriod: false, text })),
];

/** One attempt at the job's command, as the child process reported it. */
export interface JobAttempt
  extends Pick<JobRun, 'error' | 'hint' | 'rows' | 'items' | 'files' | 'trackingIds' | 'figures'> {
  readonly exitCode: number;
  /** What the mail shows; the history does not keep it. */
  readonly shown?: ShownInMail;
}

type ShownInMail = Pick<RunOutcome, 'page' | 'warnings'>;

export interface JobPorts {
  readonly context: Context;
  attempt(moment: number): Promise<JobAttempt>;
  /** Called at the start of each run, and once if it has failed for `alarmAfter` and goes on. Never fails. */
  announce(stage: 'started' | 'failing', run: JobRun, shown?: ShownInMail): Promise<void>;
  /**
   * Reports the end of a run, successful or not; `recovered` if it succeeded after an alarm or a failed run. The report may be called again after a temporary failure, `isLast` if it
   * is not. If it throws, the run failed: its recipients do not know its result.
   */
  reporter(run: JobRun, shown?: ShownInMail, recovered?: boolean): (isLast: boolean) => Promise<void>;
  note(line: string): Promise<void>;
  warn(line: string): Promise<void>;
}

/** Milliseconds between two attempts: it doubles from one minute to a quarter of an hour. */
const firstPause = 60_000;
const longestPause = 900_000;
/** A run that fails for this long raises an alarm, and goes on. Milliseconds. */
const alarmAfter = 600_000;
const [temporary, partial, signIn] = [exitCodeOf('temporary'), exitCodeOf('partial'), exitCodeOf('sign-in')];

/** How long the next run waits for the command of a run whose `schedule run` was killed. Milliseconds. */
const longestEnding = 10_000;

/** Held by the command itself, which may be alive for a moment after its runner was killed. */
export const lockOfCommand = (name: string): string => `command-${name}`;

/**
 * Runs a job for every moment that is due, oldest first, and records the start and the end of each run. A temporary
 * failure (exit 5) of the command, of one of its hotels (exit 7) or of its report is retried with growing pauses until `giveUpAfter` has passed. No two
 * processes run one job at a time.
 *
 * @param giveUpAfter milliseconds
 * @param now runs the job for this moment instead of the moments that are due
 * @returns the runs of this call; empty if nothing was due
 * @throws TemporaryError if another process is running the job
 */
export function runDueJobs(
  job: Job,
  giveUpAfter: number,
  ports: JobPorts,
  { now = false }: { readonly now?: boolean } = {},
): Promise<readonly JobRun[]> {
  return exclusively(job, ports, async () => {
    const { clock } = ports.context;
    await reportKilled(job, ports);
    const due = dueMoments(job, readHistory(ports.context, job.name), clock.now());
    const moments = now ? [clock.now()] : due;
    const runs: JobRun[] = [];
    for (const moment of moments) {
      const run = await runOnce(job, moment, giveUpAfter, ports);
      runs.push(run);
      // Without a sign-in or a network the following runs would fail as well; they stay due.
      if (run.exitCode === signIn || run.exitCode === temporary) break;
    }
    return runs;
  });
}

/** Runs that were killed could not report their end, so the next start does. Their moments are still due. */
async function reportKilled(job: Job, { context, reporter, warn }: JobPorts): Promise<void> {
  const runs = readHistory(context, job.name);
  for (const unfinished of runs) {
    if (!isUnfinished(unfinished)) continue;
    const run = { ...unfinished, error: withFailure(killedError, unfinished) };
    await appendRun(context, job.name, run);
    await warn(`${job.name}: the run that started at ${run.startedAt} was ${run.error}`);
    await reporter(run)(true).catch(async error => {
      if (!(error instanceof HotelctlError) || context.interrupted.aborted) throw error;
      await warn(`warning: ${error.message}`);
    });
  }
}

type Ending = Pick<JobAttempt, 'exitCode' | 'error' | 'hint' | 'items'>;

/** Whether a repetition may succeed: of everything, or of hotels that failed beside others (exit 7). */
const isTemporary = ({ exitCode, items = [] }: Ending): boolean =>
  exitCode === temporary ||
  (exitCode === partial && failedItems(items).some(item => item.exitCode === temporary));

/** A run that goes on: what is recorded of it, its pauses, and the one alarm of its command and its report. */
class RunInProgress {
  latest: JobRun;
  isAlarmed = false;
  /** What the mail shows of its last attempt. */
  shown: ShownInMail | undefined;
  #paused = 0;

  constructor(
    readonly job: Job,
    readonly started: JobRun,
    readonly ports: JobPorts,
  ) {
    this.latest = started;
  }

  async record(run: JobRun): Promise<JobRun> {
    await appendRun(this.ports.context, this.job.name, run);
    this.latest = run;
    return run;
  }

  /**
   * Repeats work while it fails temporarily, until `giveUpAfter`. The last pause ends with the time that remains, so that even a
   * short time allows a second attempt.
   *
   * @param failed what to record about a failure as it happens
   */
  async repeat<T extends Ending>(
    what: 'attempt' | 'report',
    giveUpAfter: number,
    work: (isLast: boolean) => Promise<T>,
    failed: (result: T, attempts: number) => JobRun,
  ): Promise<T & { readonly attempts: number }> {
    const { context, note, announce } = this.ports;
    for (let attempts = 1; ; attempts += 1) {
      const isLast = this.#spent() >= giveUpAfter;
      const result = await work(isLast);
      if (!isTemporary(result) || isLast) return { ...result, attempts };
      const remaining = Math.max(0, giveUpAfter - this.#spent());
      const longest = Math.min(longestPause, firstPause * 2 ** (attempts - 1));
      // Between half of it and all of it, so that many properties do not retry in the same second.
      const pause = Math.min(remaining, Math.round(longest * (0.5 + context.random.fraction() / 2)));
      const failure = `${what} ${attempts} failed (${result.error ?? 'exit code 5'})`;
      await note(`${this.job.name}: ${failure}; next ${what} in ${secondsText(pause)}`);
      await this.record(failed(result, attempts));
      const resume = this.#spent() + pause;
      if (!this.isAlarmed && resume >= alarmAfter) {
        await this.#sleepUntil(alarmAfter);
        this.isAlarmed = true;
        await announce('failing', this.latest, this.shown);
      }
      await this.#sleepUntil(resume);
    }
  }

  /** A clock that is set back must not prolong the run: its pauses count as well. */
  #spent(): number {
    return Math.max(this.#paused, this.ports.context.clock.now() - Date.parse(this.started.startedAt));
  }

  async #sleepUntil(time: number): Promise<void> {
    const { clock, interrupted } = this.ports.context;
    const pause = Math.max(0, time - this.#spent());
    await clock.sleep(pause, interrupted);
    this.#paused += pause;
  }
}

async function runOnce(job: Job, moment: number, giveUpAfter: number, ports: JobPorts): Promise<JobRun> {
  const { clock } = ports.context;
  const before = readHistory(ports.context, job.name).at(-1);
  const times = { due: isoTime(moment), startedAt: isoTime(clock.now()), endedAt: null };
  const started: JobRun = { ...times, exitCode: null, attempts: 0, ...noResult, error: null };
  const run = new RunInProgress(job, started, ports);
  await run.record(started);
  await ports.announce('started', started);
  try {
    let items: readonly ItemOutcome[] = [];
    const once = async (): Promise<JobAttempt> => {
      const { shown, ...attempt }: JobAttempt = await ports
        .attempt(moment)
        .catch(async error => ({ ...noResult, ...(await reportFailure(error, job, ports)) }));
      run.shown = shown;
      const merged = mergeItems(items, attempt.items ?? []);
      // What has failed before and is not named again is gone: a property that the list did not name is in it now.
      items = attempt.exitCode === 0 ? merged.filter(({ outcome }) => outcome === 'done') : merged;
      return { ...attempt, items: [...items] };
    };
    const attempt = await run.repeat('attempt', giveUpAfter, once, ({ error, items = [] }, attempts) => ({
      ...started,
      attempts,
      items: [...items],
      failing: error ?? 'exit code 5',
    }));
    const ended: JobRun = { ...started, ...attempt, endedAt: isoTime(clock.now()) };
    const hadFailed = run.isAlarmed || (before !== undefined && before.exitCode !== 0);
    const report = ports.reporter(ended, run.shown, ended.exitCode === 0 && hadFailed);
    const tryReport = (isLast: boolean): Promise<Ending> =>
      report(isLast).then(
        () => ({ exitCode: 0, error: null }),
        error => reportFailure(error, job, ports),
      );
    const reported = await run.repeat('report', giveUpAfter, tryReport, ({ error }) => ({
      ...ended,
      endedAt: null,
      exitCode: null,
      failing: `not reported: ${error}`,
    }));
    return await run.record(withReport(ended, reported));
  } catch (error) {
    const { exitCode, error: line, hint = null } = recordedEnding(error, ports.context);
    // The machine stops: the next start reports this run as one that was killed.
    if (exitCode === exitCodeOf('terminated')) throw error;
    // A second failure to record it must not hide the first one.
    const ended = { ...run.latest, endedAt: isoTime(clock.now()), exitCode, hint };
    await run.record({ ...ended, failing: null, error: withFailure(line ?? '', run.latest) }).catch(() => {});
    throw error;
  }
}

const noResult = { rows: null, items: [], files: [], figures: [], trackingIds: [] };

/** A run whose report failed is a failed run: it is due again. */
function withReport(run: JobRun, { exitCode, error, hint = null }: Ending): JobRun {
  if (exitCode === 0) return run;
  const line = `not reported: ${error}`;
  return run.exitCode === 0
    ? { ...run, exitCode, error: line, hint }
    : { ...run, error: `${run.error ?? `exit code ${run.exitCode}`}; ${line}` };
}

/** The ending of work that threw, which is printed. An interruption and a defect end the whole run. */
async function reportFailure(error: unknown, job: Job, { context, warn }: JobPorts): Promise<Ending> {
  if (!(error instanceof HotelctlError) || context.interrupted.aborted) throw error;
  await warn(`${job.name}: ${error.message} (${error.details.hint})`);
  return recordedEnding(error, context);
}

function recordedEnding(error: unknown, { secrets }: Context): Ending {
  const { exitCode, error: line, hint } = describeFailure(error);
  return { exitCode, error: secrets.redact(line), hint: hint === undefined ? null : secrets.redact(hint) };
}

async function exclusively<T>(job: Job, { context }: JobPorts, work: () => Promise<T>): Promise<T> {
  let entered = false;
  const enter = async () => {
    await withLock(lockOfCommand(job.name), context, async () => {}, { timeout: longestEnding });
    entered = true;
    return work();
  };
  try {
    return await withLock(lockOfJob(job.name), context, enter, { timeout: 0 });
  } catch (error) {
    if (entered || !(error instanceof TemporaryError)) throw error;
    throw new TemporaryError(`job ${job.name} is already running`, {
      hint: `run \`hotelctl schedule history ${job.name}\` to see its last runs`,
    });
  }
}

export const isoTime = (moment: number): string => new Date(moment).toISOString();
