import { shellWords } from '../../base/shell-words.ts';
import { durationText } from '../../base/text.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { lastSuccess, readHistory } from '../../jobs/history.ts';
import { openInstaller } from '../../jobs/installers.ts';
import { checkJobName, deleteJob, hasJob, jobNames, noSuchJob, readJob } from '../../jobs/job.ts';
import { localTime, nextOccurrence, parseRecurrence } from '../../jobs/recurrence.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';

export const historyColumns: readonly Column[] = [
  { name: 'due', type: 'text', heading: 'Due' },
  { name: 'startedAt', type: 'text', heading: 'Started' },
  { name: 'endedAt', type: 'text', heading: 'Ended' },
  { name: 'exitCode', type: 'number', heading: 'Exit code' },
  { name: 'attempts', type: 'number', heading: 'Attempts' },
  { name: 'rows', type: 'number', heading: 'Rows' },
  { name: 'error', type: 'text', heading: 'Error' },
];

export const jobColumns: readonly Column[] = [
  { name: 'name', type: 'text', heading: 'Job' },
  { name: 'every', type: 'text', heading: 'Every' },
  { name: 'nextRun', type: 'text', heading: 'Next run' },
  { name: 'lastResult', type: 'text', heading: 'Last result' },
  { name: 'lastRun', type: 'text', heading: 'Last run' },
  { name: 'lastSuccess', type: 'text', heading: 'Last success' },
  { name: 'scheduler', type: 'text', heading: 'Scheduler' },
  { name: 'command', type: 'text', heading: 'Command' },
];

/** `hotelctl schedule list`: every job file, with a summary of its history. */
export async function listJobs(open: OpenInvocation, options: OutputOptions): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const { folders, clock } = invocation.context;
  await writeRecords(invocation, options, { name: 'jobs', columns: jobColumns }, async () => {
    const records: ReportRecord[] = [];
    for (const name of await jobNames(folders)) {
      const job = await readJob(folders, name);
      const runs = await readHistory(folders, name);
      const last = runs.at(-1);
      const success = lastSuccess(runs);
      records.push({
        name,
        every: job.every,
        nextRun: localTime(nextOccurrence(parseRecurrence(job.every), clock.now())),
        lastResult: last === undefined ? 'never run' : last.exitCode === 0 ? 'done' : `exit ${last.exitCode}`,
        lastRun: last === undefined ? null : localTime(Date.parse(last.endedAt)),
        lastSuccess:
          success === undefined ? null : `${durationText(clock.now() - success.endedAt, 'min')} ago`,
        scheduler: job.scheduler,
        command: shellWords(job.command),
      });
    }
    return records;
  });
}

/** `hotelctl schedule history NAME`: also for a job that was removed. */
export async function showHistory(open: OpenInvocation, name: string, options: OutputOptions): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const { folders } = invocation.context;
  checkJobName(name);
  await writeRecords(invocation, options, { name: 'runs', columns: historyColumns }, async () => {
    const runs = await readHistory(folders, name);
    // Without a run and without a job, the name is probably a typo: an empty history would hide it.
    if (runs.length === 0 && !(await hasJob(folders, name))) throw noSuchJob(name);
    return runs as unknown as readonly ReportRecord[];
  });
}

/** `hotelctl schedule remove NAME`: the timer first, so that a failure leaves a job that can be removed again. */
export async function removeJob(open: OpenInvocation, name: string): Promise<void> {
  const invocation = await open({}, { mayBeNew: true });
  const { context } = invocation;
  const job = await readJob(context.folders, name);
  if (job.scheduler !== 'none') await openInstaller(job.scheduler, context).remove(name);
  await deleteJob(context.folders, name);
  await invocation.note(
    `job ${name} was removed; \`hotelctl schedule history ${name}\` still shows its runs`,
  );
}
