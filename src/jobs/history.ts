import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../base/atomic-file.ts';
import type { Context } from '../base/context.ts';
import { notWritten, OutputError, UsageError } from '../base/errors.ts';
import { failedItems } from '../base/item-outcome.ts';
import { isLocked } from '../base/lock.ts';
import { makeFolder } from '../base/make-folder.ts';
import { readOwnFile } from '../base/own-file.ts';
import { jsonValue } from '../base/text.ts';
import type { Pieces } from '../output/document/document.ts';
import { say } from '../output/words/messages.ts';
import { safeText } from '../platform/safe-text.ts';
import { isTime, ruleOfJobFile } from './job.ts';

const time = z.string().check(z.refine(isTime));

/** One run of a job in its history: `schedule/NAME.jsonl` in the state folder. Times are ISO 8601 in UTC. */
const runModel = z.object({
  /** The moment for which the run was due; its relative dates refer to it. */
  due: time,
  startedAt: time,
  /** Both are null from the start of the run to its end. They stay null if the process was killed. */
  endedAt: z.nullable(time),
  exitCode: z.nullable(z.number()),
  /** Those that have ended, recorded as they end. */
  attempts: z.number(),
  /** Why the last attempt of a run failed that goes on. */
  failing: z.optional(z.nullable(z.string())),
  rows: z.nullable(z.number()),
  /** Its hotels or partitions, if the command has several. */
  items: z.optional(
    z.array(
      z.object({
        item: z.string(),
        outcome: z.enum(['done', 'failed']),
        exitCode: z.number(),
        cause: z.nullable(z.string()),
        attempts: z.number(),
      }),
    ),
  ),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), bytes: z.number() })),
  /** Key figures for people, label and value. */
  figures: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  trackingIds: z.array(z.string()),
  error: z.nullable(z.string()),
  hint: z.optional(z.nullable(z.string())),
});
export type JobRun = z.infer<typeof runModel>;

/** The error of a run whose process was killed, by a signal or because the machine stopped. */
export const killedError = 'killed before it ended';

export const lockOfJob = (name: string): string => `job-${name}`;

/** A file grows to `rotateAt` lines; then the newest `kept` runs stay. A run has two lines: its start and its end. */
const rotateAt = 2400;
const kept = 1000;

type HistoryPlace = Pick<Context, 'folders' | 'host'>;

const historyFile = ({ folders }: HistoryPlace, name: string) =>
  join(folders.state, 'schedule', `${name}.jsonl`);

/**
 * The runs of a job, oldest first. Lines that cannot be read are skipped: a killed process leaves one.
 *
 * @throws OutputError if it is not a regular file, or other users can change it
 */
export const readHistory = (place: HistoryPlace, name: string): readonly JobRun[] =>
  parseRuns(readLines(place, name));

/** The same, with the error of a last run that has not ended and is not running. For commands that do not hold the lock. */
export async function readSettledHistory(context: Context, name: string): Promise<readonly JobRun[]> {
  const runs = readHistory(context, name);
  if (!runs.some(isUnfinished) || (await isLocked(lockOfJob(name), context))) return runs;
  return runs.map(run => (isUnfinished(run) ? { ...run, error: withFailure(killedError, run) } : run));
}

/** How a run was stopped, with the failure that it was repeated for. */
export const withFailure = (line: string, { attempts, failing }: JobRun): string =>
  failing ? `${line}; attempt ${attempts} had failed: ${failing}` : line;

/** Whether a run is running, or was killed without a line about it. */
export const isUnfinished = ({ endedAt, error }: JobRun): boolean => endedAt === null && error === null;

/** Records the start of a run, or its end. The caller holds the lock of the job. @throws OutputError */
export async function appendRun(place: HistoryPlace, name: string, run: JobRun): Promise<void> {
  const path = historyFile(place, name);
  const lines = readLines(place, name);
  const line = JSON.stringify(run);
  // A line without its line break was left by a killed process; rewriting the file drops it.
  const torn = lines.length > 0 && lines.at(-1) !== '';
  try {
    makeFolder(join(place.folders.state, 'schedule'), 0o700);
    if (lines.length > rotateAt || torn) {
      const runs = parseRuns(lines).slice(-(kept - 1));
      await replaceFile(path, `${[...runs.map(earlier => JSON.stringify(earlier)), line].join('\n')}\n`);
    } else {
      await appendFile(path, `${line}\n`, { mode: 0o600 });
    }
  } catch (error) {
    throw notWritten(`the history of job ${name} cannot be written to ${path}`, error);
  }
}

/** Whether a run has a time after `now`: the clock was ahead then, so nothing about its dates can be trusted. */
const isFromFuture = ({ due, startedAt, endedAt }: JobRun, now: number): boolean =>
  [due, startedAt, endedAt ?? startedAt].some(text => Date.parse(text) > now);

/**
 * The runs that cannot be trusted now. One that was recorded before a run with an earlier start was dated in the future
 * then: it stays untrusted when its date has come.
 */
export function runsFromFuture(runs: readonly JobRun[], now: number): ReadonlySet<JobRun> {
  const found = new Set<JobRun>();
  let limit = now;
  for (const run of runs.toReversed()) {
    if (isFromFuture(run, limit)) found.add(run);
    else limit = Math.min(limit, Date.parse(run.startedAt));
  }
  return found;
}

/** About the newest run from the future, if there is one. */
export function futureProblem(runs: readonly JobRun[], now: number): string | undefined {
  const run = runs.findLast(one => isFromFuture(one, now));
  return run && `the run of ${run.due} is dated in the future and is ignored: the clock was ahead`;
}

/** When a run succeeded last, milliseconds since 1970; undefined before the first success. */
export function lastSuccess(runs: readonly JobRun[]): number | undefined {
  const ends = runs.flatMap(({ exitCode, endedAt }) =>
    exitCode === 0 && endedAt ? Date.parse(endedAt) : [],
  );
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** How the last run ended, in a word or two; `runs` are those of `readSettledHistory`. */
export function lastResult(runs: readonly JobRun[]): Pieces {
  const last = runs.at(-1);
  if (last === undefined) return say('never run');
  if (isUnfinished(last)) {
    const { attempts, failing, items = [] } = last;
    if (!failing) return say('running');
    const [first] = failedItems(items);
    const cause = first ? ` (${first.item}: ${first.cause})` : '';
    return say('running, attempt {number}, last: {failure}', {
      number: attempts + 1,
      failure: failing + cause,
    });
  }
  if (last.exitCode === null) return say('killed');
  return last.exitCode === 0 ? say('done') : say('exit {code}', { code: last.exitCode });
}

function readLines(place: HistoryPlace, name: string): readonly string[] {
  const rule = ruleOfJobFile(place, 'HOTELCTL_STATE_DIR', `the history of job ${name}`, OutputError);
  return readOwnFile(historyFile(place, name), rule)?.split('\n') ?? [];
}

/** The line of a run's end replaces that of its start. */
function parseRuns(lines: readonly string[]): readonly JobRun[] {
  const runs = new Map<string, JobRun>();
  for (const line of lines) {
    const run = runModel.safeParse(jsonValue(line)).data;
    if (!run) continue;
    const key = `${run.startedAt} ${run.due}`;
    // In the order of the lines: a clock that was ahead has recorded the same moment before.
    runs.delete(key);
    runs.set(key, run);
  }
  return [...runs.values()];
}

/** What a run printed on standard error, kept for `schedule logs`: the newest runs, and the start of each. */
const keptRuns = 30;
const mostCharacters = 65_536;

type LogPlace = Pick<Context, 'folders' | 'host' | 'secrets' | 'clock'>;

const logFolder = ({ folders }: LogPlace, name: string) => join(folders.state, 'schedule', `${name}.logs`);
const fileOf = (startedAt: string) => `${startedAt.replaceAll(':', '-')}.log`;

/** A disk that is full must not end the run: its end is recorded in the history. */
export function openRunLog(place: LogPlace, name: string, { startedAt }: Pick<JobRun, 'startedAt'>) {
  const folder = logFolder(place, name);
  let left = mostCharacters;
  const add = async (line: string) => {
    if (left === mostCharacters) {
      makeFolder(folder, 0o700);
      const older = (await readdir(folder)).filter(file => file.endsWith('.log')).sort();
      for (const file of older.slice(0, 1 - keptRuns)) await rm(join(folder, file), { force: true });
    }
    const time = new Date(place.clock.now()).toISOString();
    const text = `${time} ${place.secrets.redact(safeText(line, 2000))}\n`;
    left -= text.length;
    const kept = left > 0 ? text : `${time} more was printed but not kept\n`;
    await appendFile(join(folder, fileOf(startedAt)), kept, { mode: 0o600 });
  };
  return async (line: string): Promise<void> => {
    if (left > 0) await add(line).catch(() => {});
  };
}

/** @param back 1 is the last run @returns empty if it printed nothing @throws UsageError if nothing is kept of it */
export function readRunLog(place: LogPlace, name: string, runs: readonly JobRun[], back: number): string {
  const run = runs.at(-back);
  const path = run && join(logFolder(place, name), fileOf(run.startedAt));
  const rule = ruleOfJobFile(place, 'HOTELCTL_STATE_DIR', `the log of job ${name}`, OutputError);
  const text = path && readOwnFile(path, rule);
  if (text !== undefined) return text;
  // Those of the last runs are kept, so this one had none.
  if (run && back <= keptRuns) return '';
  throw new UsageError(`job ${name} has no messages of run ${back}, counted from the last one`, {
    hint: `run \`hotelctl schedule history ${name}\`; the messages of the last ${keptRuns} runs are kept`,
  });
}
