import type { Context } from '../base/context.ts';
import { TemporaryError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { secondsText } from '../base/text.ts';
import { dateIn, resolveDate } from '../platform/dates.ts';
import { isRelative, parsePeriod } from '../platform/periods.ts';
import { appendRun, type JobRun, readHistory } from './history.ts';
import type { Job } from './job.ts';
import { occurrencesBetween, parseRecurrence } from './recurrence.ts';

/** The maximum number of missed runs that are made up: a machine that was off for a year should not fetch for a day. */
const mostMadeUp = 31;

/**
 * The moments whose runs are due now, oldest first. Runs that were missed, or that failed, are made up, each with the
 * dates of that moment, so that `--period last-month` of the 1st is still the same month on the 2nd. A missed moment
 * is skipped if a run of the same dates succeeded or is due, and if the command has no relative dates.
 *
 * @param now milliseconds since 1970
 */
export function dueMoments(job: Job, runs: readonly JobRun[], now: number): readonly number[] {
  const succeeded = runs.filter(({ exitCode }) => exitCode === 0).map(({ due }) => Date.parse(due));
  const moving = hasRelativeDates(job.command);
  const covered = new Set(succeeded.map(moment => datesAt(job.command, moment)));
  const occurrences = occurrencesBetween(
    parseRecurrence(job.every),
    Date.parse(job.createdAt),
    now,
    mostMadeUp,
  );
  const due: number[] = [];
  for (const [index, moment] of occurrences.entries()) {
    if (succeeded.includes(moment)) continue;
    const dates = datesAt(job.command, moment);
    // The newest occurrence always runs: an hourly job fetches the same day again and again on purpose.
    if (index > 0 && (!moving || covered.has(dates))) continue;
    covered.add(dates);
    due.unshift(moment);
  }
  return due;
}

/** Flags whose values are dates; `--period` has additional formats. */
const dateFlags = ['--from', '--to', '--arrival', '--departure', '--since'];

function hasRelativeDates(command: readonly string[]): boolean {
  return datesIn(command).some(({ isPeriod, text }) => (isPeriod ? isRelative(text) : /[a-z]/.test(text)));
}

/** The absolute dates of a command line at a moment; if they are equal for two moments, a second run is not needed. */
function datesAt(command: readonly string[], moment: number): string {
  const today = dateIn(undefined, moment);
  return JSON.stringify(
    datesIn(command).map(({ isPeriod, text }) =>
      isPeriod ? parsePeriod(text, today) : resolveDate(text, today),
    ),
  );
}

function datesIn(command: readonly string[]): { readonly isPeriod: boolean; readonly text: string }[] {
  return command.flatMap((word, index) => {
    const [flag = '', inline] = word.split(/=(.*)/s);
    if (flag !== '--period' && !dateFlags.includes(flag)) return [];
    return [{ isPeriod: flag === '--period', text: inline ?? command[index + 1] ?? '' }];
  });
}

/** One attempt at the job's command, as the child process reported it. */
export interface JobAttempt {
  readonly exitCode: number;
  readonly error: string | null;
  readonly rows: number | null;
  readonly files: JobRun['files'];
  readonly trackingIds: readonly string[];
  readonly figures: JobRun['figures'];
}

export interface JobPorts {
  readonly context: Pick<Context, 'clock' | 'random' | 'folders' | 'interrupted' | 'host' | 'runChild'>;
  /** Runs the command once, with relative dates as of the moment. */
  attempt(job: Job, moment: number): Promise<JobAttempt>;
  /** Called after each run, successful or not, with the earlier runs, oldest first. */
  finished(run: JobRun, earlier: readonly JobRun[]): Promise<void>;
  note(line: string): Promise<void>;
}

/** Milliseconds between two attempts: it doubles from one minute to a quarter of an hour. */
const firstPause = 60_000;
const longestPause = 900_000;
const temporary = 5;
const signIn = 3;

/**
 * Runs a job for every moment that is due, oldest first, and writes one line of history for each. A temporary failure
 * (exit 5) is retried with growing pauses until `giveUpAfter` has passed. No two processes run one job at a time.
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
    const { clock, folders } = ports.context;
    const due = dueMoments(job, await readHistory(folders, job.name), clock.now());
    const moments = now ? [clock.now()] : due;
    const runs: JobRun[] = [];
    for (const moment of moments) {
      const run = await runOnce(job, moment, giveUpAfter, ports);
      const earlier = await readHistory(folders, job.name);
      await appendRun(folders, job.name, run);
      runs.push(run);
      await ports.finished(run, earlier);
      // Without a sign-in or a network the following runs would fail as well; they stay due.
      if (run.exitCode === signIn || run.exitCode === temporary) break;
    }
    return runs;
  });
}

async function runOnce(job: Job, moment: number, giveUpAfter: number, ports: JobPorts): Promise<JobRun> {
  const { clock, random, interrupted } = ports.context;
  const startedAt = clock.now();
  for (let attempts = 1; ; attempts += 1) {
    const attempt = await ports.attempt(job, moment);
    const longest = Math.min(longestPause, firstPause * 2 ** (attempts - 1));
    // Between half of it and all of it, so that many properties do not retry in the same second.
    const pause = Math.round(longest * (0.5 + random.fraction() / 2));
    const now = clock.now();
    if (attempt.exitCode !== temporary || now + pause - startedAt > giveUpAfter) {
      return {
        due: isoTime(moment),
        startedAt: isoTime(startedAt),
        endedAt: isoTime(now),
        attempts,
        ...attempt,
        trackingIds: [...attempt.trackingIds],
      };
    }
    await ports.note(
      `${job.name}: attempt ${attempts} failed (${attempt.error ?? 'exit code 5'}); next attempt in ${secondsText(pause)}`,
    );
    await clock.sleep(pause, interrupted);
  }
}

async function exclusively<T>(job: Job, { context }: JobPorts, work: () => Promise<T>): Promise<T> {
  let entered = false;
  try {
    return await withLock(
      `job-${job.name}`,
      context as Context,
      () => {
        entered = true;
        return work();
      },
      { timeout: 0 },
    );
  } catch (error) {
    if (entered || !(error instanceof TemporaryError)) throw error;
    throw new TemporaryError(`job ${job.name} is already running`, {
      hint: `run \`hotelctl schedule history ${job.name}\` to see its last runs`,
    });
  }
}

export const isoTime = (moment: number): string => new Date(moment).toISOString();
