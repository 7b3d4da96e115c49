import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { readHistory } from '../../schedule/history.ts';
import { checkJobName } from '../../schedule/job.ts';
import { historyColumns } from './columns.ts';

/** `hotelctl schedule history NAME`: also for a job that was removed. */
export async function showHistory(open: OpenInvocation, name: string, options: OutputOptions): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  checkJobName(name);
  await writeRecords(
    invocation,
    options,
    { name: 'runs', columns: historyColumns },
    async () => (await readHistory(invocation.context.folders, name)) as unknown as readonly ReportRecord[],
  );
}
