import { access, constants, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { requirePassed } from '../../cli/checklist.ts';
import { doctorOutcomes, jobEnvironmentFindings } from '../../cli/cron-view.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { readHistory } from '../../jobs/history.ts';
import { checkInstallation } from '../../jobs/installation.ts';
import { type Job, jobNames, readJob } from '../../jobs/job.ts';
import { localTime } from '../../jobs/recurrence.ts';
import { dueMoments } from '../../jobs/run-job.ts';
import { type Finding, finding } from '../../platform/finding.ts';

/** A run that is overdue for longer than this was missed: the scheduler did not start it. Milliseconds. */
const grace = 3_600_000;

/** `hotelctl schedule doctor`: exit 10 if a job would not run, or did not. */
export async function checkJobs(open: OpenInvocation): Promise<void> {
  const invocation = await open({}, { mayBeNew: true });
  const { context } = invocation;
  const findings: Finding[] = [];
  const environments = new Map<string, Job['environment']>();
  for (const name of await jobNames(context.folders)) {
    const job = await readJob(context.folders, name);
    findings.push(...(await checkJob(invocation, job)));
    environments.set(JSON.stringify(job.environment), job.environment);
  }
  // Sign-in, keychain, folders and clock as the jobs find them, once for all jobs with the same variables.
  for (const environment of environments.size > 0 ? environments.values() : [{}]) {
    const found = await jobEnvironmentFindings(context, environment);
    findings.push(...found.filter(({ state }) => state !== 'passed'));
  }
  await context.stdout.write(findings.map(findingLine).join(''));
  requirePassed(
    findings,
    ({ check, found }, failed) => `${failed} of ${findings.length} checks failed: ${check}: ${found}`,
    { hint: 'see the checks above' },
  );
}

const findingLine = ({ state, check, found, fix }: Finding) =>
  `${doctorOutcomes[state].padEnd(8)} ${check}: ${found}${fix === undefined ? '' : `\n         fix: ${fix}`}\n`;

async function checkJob({ context }: Invocation, job: Job): Promise<readonly Finding[]> {
  const check = `job ${job.name}`;
  const { name, scheduler } = job;
  const findings: Finding[] = [];
  if (scheduler !== 'none') findings.push(...(await checkInstallation(context, scheduler, name)));
  findings.push(await outputFolder(check, job), ...(await lastRuns(check, context, job)));
  return findings;
}

async function outputFolder(check: string, job: Job): Promise<Finding> {
  const index = job.command.findIndex(word => word === '--output' || word === '-o');
  const output = index < 0 ? undefined : job.command[index + 1];
  const path =
    output === undefined || output === '-'
      ? job.folder
      : isAbsolute(output)
        ? output
        : join(job.folder, output);
  // A placeholder may be part of a folder's name; the run creates that folder if it can.
  const folder = path === job.folder ? path : dirname(path);
  const isFolder = await stat(folder).then(
    stats => stats.isDirectory(),
    () => false,
  );
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isFolder && isWritable) return finding(check, 'passed', `${folder} is writable`);
  return finding(check, 'failed', `${folder} is not a writable folder`, `create it: mkdir -p '${folder}'`);
}

async function lastRuns(
  check: string,
  context: Invocation['context'],
  job: Job,
): Promise<readonly Finding[]> {
  const runs = await readHistory(context.folders, job.name);
  const last = runs.at(-1);
  const [missed] = dueMoments(job, runs, context.clock.now() - grace);
  const history = `run \`hotelctl schedule history ${job.name}\` to see why`;
  return [
    last === undefined || last.exitCode === 0
      ? finding(check, 'passed', last === undefined ? 'not run yet' : 'the last run succeeded')
      : finding(check, 'failed', `the last run failed with exit code ${last.exitCode}`, history),
    missed === undefined
      ? finding(check, 'passed', 'no run was missed')
      : finding(
          check,
          'failed',
          `the run of ${localTime(missed)} has not succeeded`,
          `run \`hotelctl schedule run ${job.name}\` to make it up`,
        ),
  ];
}
