import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/own-file.ts';
import { countText } from '../../base/text.ts';
import { announceRun, countRows, describeFiles, originOf } from '../../cli/delivery.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation, WrittenFile } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import type { JobRun } from '../../jobs/history.ts';
import { type Job, readJob } from '../../jobs/job.ts';
import { localTime, nextOccurrence, parseRecurrence, startedAs } from '../../jobs/recurrence.ts';
import { isoTime, type JobAttempt, type JobPorts, runDueJobs } from '../../jobs/run-job.ts';

/** `hotelctl schedule run NAME`: exits with the code of the last run that failed, else with 0. */
export async function runJob(open: OpenInvocation, name: string, now = false): Promise<void> {
  const first = await open({}, { mayBeNew: true });
  const job = await readJob(first.context.folders, name);
  const profile = job.environment['HOTELCTL_PROFILE'];
  const invocation = await open({}, { mayBeNew: true, ...(profile === undefined ? {} : { profile }) });
  const { context } = invocation;
  const giveUpAfter = duration('--give-up-after', job.giveUpAfter);
  const ports: JobPorts = {
    context,
    note: invocation.note,
    attempt: (_, moment) => attempt(invocation, job, moment),
    finished: run => announceJobRun(invocation, job, run, giveUpAfter, now),
  };
  const runs = await runDueJobs(job, giveUpAfter, ports, { now });
  if (runs.length === 0) {
    const next = nextOccurrence(parseRecurrence(job.every), context.clock.now());
    await invocation.note(`job ${name}: nothing is due; next run: ${localTime(next)}`);
    return;
  }
  const failed = runs.findLast(({ exitCode }) => exitCode !== 0);
  if (failed) invocation.exitWith(failed.exitCode);
}

/** Runs the command as a separate process, so that its memory, time zone and exit do not affect this one. */
async function attempt(invocation: Invocation, job: Job, moment: number): Promise<JobAttempt> {
  const { context } = invocation;
  const unique = Buffer.from(context.random.bytes(8)).toString('hex');
  const folder = join(context.folders.state, 'schedule');
  const facts = join(folder, `${job.name}-${unique}.facts`);
  makeFolder(folder, 0o700);
  try {
    const { exitCode, stdout, stderr } = await context.runChild({
      ...ownProgram(context.host, ['--error-format', 'json', '--no-input', ...job.command]),
      env: {
        ...context.env,
        ...job.environment,
        HOTELCTL_AS_OF: isoTime(moment),
        HOTELCTL_RUN_FACTS: facts,
      },
      folder: job.folder,
      input: '',
      budget: Number.POSITIVE_INFINITY,
      signal: context.interrupted,
    });
    context.interrupted.throwIfAborted();
    if (stdout !== '') await context.stdout.write(stdout);
    const { messages, error } = readErrorOutput(stderr);
    for (const line of messages) await invocation.warn(`${job.name}: ${line}`);
    if (error) await invocation.warn(`${job.name}: ${error.message}${error.hint ? ` (${error.hint})` : ''}`);
    const written = await readWritten(facts);
    return {
      exitCode: exitCode ?? 1,
      error: exitCode === 0 ? null : (error?.message ?? 'the process was killed'),
      hint: error?.hint ?? null,
      rows: countRows(written),
      files: await describeFiles(written),
      figures: written.flatMap(({ figures }) =>
        figures.map(([label, value]): [string, string] => [label, value]),
      ),
      trackingIds: error?.trackingId ? [error.trackingId] : [],
    };
  } finally {
    await rm(facts, { force: true });
  }
}

interface ErrorOutput {
  readonly message: string;
  readonly hint: string | null;
  readonly trackingId: string | null;
}

/** With `--error-format json` the last line of standard error is the error, as one JSON object. */
function readErrorOutput(stderr: string): {
  readonly messages: readonly string[];
  readonly error?: ErrorOutput;
} {
  const lines = stderr.split('\n').filter(line => line !== '');
  const last = lines.at(-1);
  if (last?.startsWith('{"error":') !== true) return { messages: lines };
  try {
    const { error } = JSON.parse(last) as { readonly error: ErrorOutput };
    return { messages: lines.slice(0, -1), error };
  } catch {
    return { messages: lines };
  }
}

async function readWritten(facts: string): Promise<readonly WrittenFile[]> {
  const text = await readFile(facts, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as WrittenFile);
}

/** Mail, heartbeat and metrics of a run; one that could not be reported has failed, and is due again. */
async function announceJobRun(
  invocation: Invocation,
  job: Job,
  run: JobRun,
  giveUpAfter: number,
  now: boolean,
): Promise<JobRun> {
  const { clock } = invocation.context;
  const next = nextOccurrence(startedAs(parseRecurrence(job.every)), clock.now());
  const { outcome, failure } = await announceRun(
    invocation,
    {
      name: job.name,
      ...originOf(invocation, job.command, { name: job.name, moment: Date.parse(run.due) }),
      startedAt: Date.parse(run.startedAt),
      endedAt: Date.parse(run.endedAt),
      exitCode: run.exitCode,
      ...(run.error === null ? {} : { error: run.error }),
      ...(run.hint ? { hint: run.hint } : {}),
      next: `given up after ${countText(run.attempts, 'attempt')}; ${now ? 'a run of --now is not repeated' : `it is repeated at ${localTime(next)}`}`,
      rows: run.rows,
      files: run.files,
      figures: run.figures ?? [],
      trackingIds: run.trackingIds,
    },
    { mailTo: job.mailTo, notifyOn: job.notifyOn, heartbeat: job.heartbeat, metrics: job.metrics },
    giveUpAfter,
  );
  if (failure === undefined) return run;
  const { exitCode, error = null, hint = null } = outcome;
  await invocation.warn(`${job.name}: ${error}${hint === null ? '' : ` (${hint})`}`);
  return { ...run, exitCode, error, hint };
}
