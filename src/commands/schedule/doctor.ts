import { randomUUID } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Context } from '../../base/context.ts';
import { notWritten, succeeds } from '../../base/errors.ts';
import { jsonValue } from '../../base/text.ts';
import { requirePassed } from '../../cli/checklist.ts';
import { openHttp, useAndClose } from '../../cli/connect.ts';
import { openMailServer } from '../../cli/delivery.ts';
import {
  doctorOutcomes,
  jobEnvironmentFindings,
  schedulerEnvironment,
  writeProbe,
} from '../../cli/doctor.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import { sendHeartbeat } from '../../jobs/delivery/monitoring.ts';
import { flagValues } from '../../jobs/delivery/outcome.ts';
import { sendMail } from '../../jobs/delivery/smtp.ts';
import { futureProblem, isUnfinished, type JobRun, readSettledHistory } from '../../jobs/history.ts';
import { addAgain, checkInstallation } from '../../jobs/installers.ts';
import {
  contextOfJob,
  type Job,
  jobFile,
  jobNames,
  readJob,
  refuseSecretWords,
  usesDatabase,
} from '../../jobs/job.ts';
import { overdueMoments } from '../../jobs/run-job.ts';
import { localTime } from '../../platform/dates.ts';
import { type Finding, failedCheck, finding, triedFinding } from '../../platform/finding.ts';
import { html, safeText } from '../../platform/safe-text.ts';
import { openJob } from './run.ts';

/** `hotelctl schedule doctor`: exit 10 if a job would not run, or did not. */
export async function checkJobs({ context }: Invocation, { online = false }: { readonly online?: boolean }) {
  const findings: Finding[] = [];
  const environments = new Map<string, Job['environment']>();
  for (const name of await jobNames(context.folders)) {
    // A damaged job or history does not hide the findings of the other jobs.
    try {
      const job = readJob(context, name);
      refuseSecretWords(job.command, context.secrets);
      const own = contextOfJob(context, job);
      const check = `job ${name}`;
      findings.push(...(await checkInstallation(own, job, jobFile(context.folders, name))));
      findings.push(...(await checkTargets(check, job)), ...(await lastRuns(check, own, job)));
      environments.set(JSON.stringify(job.environment), job.environment);
      if (online) findings.push(...(await testChannels(context, job)));
    } catch (error) {
      if (context.interrupted.aborted) throw error;
      findings.push(failedCheck(`job ${name}`, error));
    }
  }
  // Sign-in, keychain, folders and clock as the jobs find them, once for all jobs with the same variables.
  for (const environment of environments.size > 0 ? environments.values() : [{}]) {
    const found = await jobEnvironmentFindings(context, environment);
    findings.push(...found.filter(({ state }) => state !== 'passed'));
  }
  await context.stdout.write(findings.map(findingLine).join(''));
  requirePassed(findings, 'see the checks above');
}

/** Sends what an alarm would send, in a process that has only what the scheduler gives it. */
async function testChannels(context: Context, job: Job): Promise<readonly Finding[]> {
  const words = ['schedule', 'run', jobFile(context.folders, job.name), '--test', '--no-input'];
  const { stdout, stderr } = await context.runChild({
    ...ownProgram(context.host, words),
    env: schedulerEnvironment(context, job.environment),
    folder: job.folder,
    budget: 120_000,
    signal: context.interrupted,
  });
  context.interrupted.throwIfAborted();
  const check = `job ${job.name}`;
  const found = jsonValue(stdout) as readonly Finding[] | undefined;
  const failure = `it cannot be tried: ${safeText(stderr.trim(), 300)}`;
  if (found === undefined) return [finding(check, 'failed', failure, 'fix it and try again')];
  return found.map(each => ({ ...each, check: `${check}: ${each.check}` }));
}

const findingLine = ({ state, check, found, fix }: Finding) =>
  `${doctorOutcomes[state].padEnd(8)} ${check}: ${found}${fix === undefined ? '' : `\n         fix: ${fix}`}\n`;

/** The folders that a job writes to. A placeholder may be part of a folder's name; the run creates that folder if it can. */
export const checkTargets = (check: string, job: Job): Promise<readonly Finding[]> =>
  Promise.all(
    [...targetFolders(job)].map(async folder => {
      const isWritable = await succeeds(access(`${folder}/.`, constants.W_OK));
      if (isWritable) return finding(check, 'passed', `${folder} is writable`);
      const fix = 'create it, or let the user of the job write to it';
      return finding(check, 'failed', `${folder} is not a writable folder`, fix);
    }),
  );

/** Where the command and its metrics are written; the folder of the job if none is named. */
function targetFolders({ command, folder, metrics }: Job): ReadonlySet<string> {
  const files = [...flagValues(command, '--output', '-o'), ...(metrics === undefined ? [] : [metrics])];
  const [group, lake = ''] = command;
  if (group === 'sync' && lake !== 'verify' && !usesDatabase(command)) files.push(lake);
  const local = files.filter(file => file !== '-' && !file.startsWith('s3://'));
  return new Set(local.length === 0 ? [folder] : local.map(file => dirname(resolve(folder, file))));
}

async function lastRuns(check: string, context: Context, job: Job): Promise<readonly Finding[]> {
  const now = context.clock.now();
  const runs = await readSettledHistory(context, job.name);
  const last = runs.at(-1);
  const future = futureProblem(runs, now);
  const [missed] = overdueMoments(job, runs, now);
  const history = `run \`hotelctl schedule history ${job.name}\` to see why`;
  const early = `it was added at ${job.createdAt}, which is in the future: the clock was ahead`;
  const makeUp = `run \`hotelctl schedule run ${job.name}\` to run it now`;
  return [
    lastRun(check, last, history),
    ...(future ? [finding(check, 'warning', future, history)] : []),
    ...(Date.parse(job.createdAt) > now ? [finding(check, 'warning', early, addAgain(job.name))] : []),
    missed === undefined
      ? finding(check, 'passed', 'no run was missed')
      : finding(check, 'failed', `the run of ${localTime(missed)} has not succeeded`, makeUp),
  ];
}

function lastRun(check: string, last: JobRun | undefined, history: string): Finding {
  if (last === undefined) return finding(check, 'passed', 'not run yet');
  if (last.exitCode === 0) return finding(check, 'passed', 'the last run succeeded');
  if (last.exitCode !== null)
    return finding(check, 'failed', `the last run failed with exit code ${last.exitCode}`, history);
  return isUnfinished(last)
    ? finding(check, 'passed', 'it is running')
    : finding(check, 'failed', `the last run was ${last.error}`, history);
}

/** `hotelctl schedule run NAME --test`: the channels and the targets of a job, tried where the scheduler would use them. */
export async function testJob(outer: Invocation, given: string) {
  const { job, context, openProfile } = openJob(outer, given);
  const invocation = await openProfile();
  const { mailTo, heartbeat, command } = job;
  const findings: Finding[] = [];
  const attempt = async (check: string, found: string, work: () => Promise<unknown>) =>
    void findings.push(await triedFinding(check, () => work().then(() => found)));
  if (mailTo.length > 0)
    await attempt('test email', `sent to ${mailTo.join(', ')}`, async () => {
      const server = await openMailServer(invocation);
      const refused = await sendMail(server, mailTo, () => testMail(job), context);
      if (refused) throw refused.error;
    });
  if (heartbeat !== undefined)
    await attempt('ping', 'the heartbeat URL accepted it', () =>
      useAndClose(openHttp(invocation), http => sendHeartbeat(http.send, heartbeat, { exitCode: 0 })),
    );
  if (usesDatabase(command))
    await attempt('database', 'reachable', async () => {
      const { greetPostgres } = await import('../../reports/lake/postgres.ts');
      await greetPostgres(context, invocation.settings.requireCount('timeout') * 1000);
    });
  for (const folder of targetFolders(job))
    await attempt('target', `${folder} is writable`, () =>
      writeProbe(join(folder, `.hotelctl-${randomUUID()}`)).catch(error => {
        throw notWritten(`${folder} is not writable`, error);
      }),
    );
  await context.stdout.write(`${JSON.stringify(findings)}\n`);
}

const testMail = ({ name }: Job) => {
  const subject = `hotelctl ${name}: test`;
  const text = `The job ${name} can send email. This is a test of \`hotelctl schedule doctor --online\`.`;
  return { subject, text: `${text}\n`, html: html`<!doctype html><p>${text}</p>`.text, attachments: [] };
};
