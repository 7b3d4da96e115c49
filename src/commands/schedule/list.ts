import type { Context } from '../../base/context.ts';
import { HotelctlError } from '../../base/errors.ts';
import { failedItems } from '../../base/item-outcome.ts';
import { countText, shellWords } from '../../base/text.ts';
import type { OptionValues } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { columnsWithWords, planRecords } from '../../cli/write-records.ts';
import {
  futureProblem,
  isUnfinished,
  lastResult,
  lastSuccess,
  readRunLog,
  readSettledHistory,
  runsFromFuture,
} from '../../jobs/history.ts';
import { listInstallers } from '../../jobs/installers.ts';
import {
  checkJobName,
  contextOfJob,
  deleteJob,
  hasJob,
  jobNames,
  noSuchJob,
  readJob,
  readJobUnlessDamaged,
  withoutSecretWords,
} from '../../jobs/job.ts';
import { nextOccurrence, parseRecurrence, recurrenceWords } from '../../jobs/recurrence.ts';
import { overdueMoments } from '../../jobs/run-job.ts';
import type { Pieces } from '../../output/document/document.ts';
import { say } from '../../output/words/messages.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import {
  type Column,
  momentColumn,
  type ReportRecord,
  type ShownWords,
  textColumn,
  textColumns,
} from '../../platform/records.ts';

export const historyColumns: readonly Column[] = [
  momentColumn('due', 'Due'),
  momentColumn('startedAt', 'Started'),
  momentColumn('endedAt', 'Ended'),
  { name: 'exitCode', type: 'number', heading: 'Exit code' },
  { name: 'attempts', type: 'number', heading: 'Attempts' },
  { name: 'rows', type: 'number', heading: 'Rows' },
  ...textColumns('failed', 'error'),
];

export const jobColumns: readonly Column[] = [
  textColumn('name', 'Job'),
  {
    ...textColumn('every', 'Every'),
    display: ({ every }) =>
      typeof every === 'string' ? (recurrenceWords(parseRecurrence(every)) as ShownWords) : '',
  },
  momentColumn('nextRun', 'Next run'),
  textColumn('lastResult', 'Last result'),
  momentColumn('lastRun', 'Last run'),
  momentColumn('lastSuccess', 'Last success'),
  ...textColumns('scheduler', 'command'),
];

/** `hotelctl schedule list`: every job file, with a summary of its history. A damaged one does not hide the others. */
export async function planJobList(invocation: Invocation, options: OutputOptions) {
  const { columns, add } = columnsWithWords(jobColumns, 'lastResult');
  const write = await planRecords(invocation, options, { name: 'jobs', columns });
  const load = async () => {
    const records: ReportRecord[] = [];
    for (const name of await jobNames(invocation.context.folders))
      records.push(
        add(...(await jobRecord(invocation, name).catch(error => damagedRecord(invocation, name, error)))),
      );
    return records;
  };
  return () => write(load);
}

type RecordWithResult = readonly [record: ReportRecord, result: Pieces];

async function jobRecord({ context, warn }: Invocation, name: string): Promise<RecordWithResult> {
  const now = context.clock.now();
  const job = readJob(context, name);
  const runs = await readSettledHistory(contextOfJob(context, job), name);
  const last = runs.at(-1);
  const untrusted = runsFromFuture(runs, now);
  const success = lastSuccess(runs.filter(run => !untrusted.has(run)));
  const future = futureProblem(runs, now);
  if (future) await warn(`warning: job ${name}: ${future}`);
  const record = {
    name,
    every: job.every,
    nextRun: new Date(nextOccurrence(parseRecurrence(job.every), now)).toISOString(),
    lastRun: last === undefined ? null : (last.endedAt ?? last.startedAt),
    lastSuccess: success === undefined ? null : new Date(success).toISOString(),
    scheduler: job.scheduler,
    command: shellWords(withoutSecretWords(job.command, context.secrets), context.host.platform),
  };
  const moments = runs.map(({ due }) => Date.parse(due));
  // A list that shows an earlier success would hide that nothing starts the job.
  const isMissed = overdueMoments(job, runs, now).some(moment => !moments.includes(moment));
  return [record, isMissed && !(last && isUnfinished(last)) ? say('missed') : lastResult(runs)];
}

async function damagedRecord({ warn }: Invocation, name: string, error: unknown): Promise<RecordWithResult> {
  if (!(error instanceof HotelctlError)) throw error;
  await warn(`warning: job ${name}: ${error.message}; ${error.details.hint}`);
  const unknown = { every: null, nextRun: null, lastRun: null, lastSuccess: null, scheduler: null };
  return [{ name, ...unknown, command: null }, say('cannot be used')];
}

/**
 * A job that was removed, or whose file is damaged, has its history in the state folder in use.
 *
 * @throws UsageError without a run and without a job: the name is probably a typo
 */
async function findRuns(context: Context, name: string) {
  checkJobName(name);
  const job = readJobUnlessDamaged(context, name);
  const place = job === undefined ? context : contextOfJob(context, job);
  const runs = await readSettledHistory(place, name);
  if (runs.length === 0 && !(await hasJob(context.folders, name))) throw noSuchJob(name);
  return { place, runs };
}

/** `hotelctl schedule history NAME`: also for a job that was removed. */
export async function planHistory(invocation: Invocation, options: OutputOptions, name: string) {
  const write = await planRecords(invocation, options, { name: 'runs', columns: historyColumns });
  const load = async () => {
    const { runs } = await findRuns(invocation.context, name);
    return runs.map(run => ({
      ...run,
      failed: failedItems(run.items ?? [])
        .map(({ item, cause, attempts }) => `${item}: ${cause} (${countText(attempts, 'attempt')})`)
        .join('; '),
    })) as unknown as readonly ReportRecord[];
  };
  return () => write(load);
}

/** `hotelctl schedule logs NAME`: what the run printed on standard error. */
export async function showLog(
  { context, note }: Invocation,
  { run = '1' }: { readonly run?: string },
  name: string,
) {
  const back = readWholeNumber('--run', run, { least: 1, most: 1000, hint: '1 is the last run' });
  const { place, runs } = await findRuns(context, name);
  const log = readRunLog(place, name, runs, back);
  if (log === '') await note(`run ${back} of job ${name}, counted from the last one, printed no messages`);
  await context.stdout.write(log);
}

/** The timer first: after a failure the job can be removed again. A file that is damaged does not name its scheduler. */
export async function removeJob(invocation: Invocation, _: OptionValues, name: string) {
  const { context } = invocation;
  if (!(await hasJob(context.folders, name))) throw noSuchJob(name);
  for (const installer of await listInstallers(context, name)) await installer.remove(name);
  await deleteJob(context.folders, name);
  await invocation.note(`job ${name} was removed; its history is kept`);
}
