import type { OpenInvocation } from '../../cli/invocation.ts';
import { installerOf } from '../../jobs/installers/index.ts';
import { deleteJob, readJob } from '../../jobs/job-files.ts';

/** `hotelctl schedule remove NAME`: the timer first, so that a failure leaves a job that can be removed again. */
export async function removeJob(open: OpenInvocation, name: string): Promise<void> {
  const invocation = await open({}, { mayBeNew: true });
  const { context } = invocation;
  const job = await readJob(context.folders, name);
  if (job.scheduler !== 'none') await installerOf(job.scheduler, context).remove(name);
  await deleteJob(context.folders, name);
  await invocation.note(
    `job ${name} was removed; \`hotelctl schedule history ${name}\` still shows its runs`,
  );
}
