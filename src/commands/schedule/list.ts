import { durationText } from '../../base/duration-text.ts';
import { shellWords } from '../../base/shell-words.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { lastSuccess, readHistory } from '../../jobs/history.ts';
import { jobNames, readJob } from '../../jobs/job-files.ts';
import { nextOccurrence, parseRecurrence } from '../../jobs/recurrence.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { localTime } from './local-time.ts';

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
