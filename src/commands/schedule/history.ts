import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { readHistory } from '../../jobs/history.ts';
import { checkJobName } from '../../jobs/job.ts';
import { hasJob, noSuchJob } from '../../jobs/job-files.ts';
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
