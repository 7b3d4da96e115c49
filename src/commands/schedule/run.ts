import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/own-file.ts';
import { announceRun, countRows, describeFiles } from '../../cli/delivery.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation, WrittenFile } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import type { JobRun } from '../../jobs/history.ts';
import { type Job, readJob } from '../../jobs/job.ts';
import { localTime, nextOccurrence, parseRecurrence } from '../../jobs/recurrence.ts';
import { isoTime, type JobAttempt, type JobPorts, runDueJobs } from '../../jobs/run-job.ts';

/** `hotelctl schedule run NAME`: exits with the code of the last run that failed, else with 0. */
export async function runJob(open: OpenInvocation, name: string, now = false): Promise<void> {
  const first = await open({}, { mayBeNew: true });
  const job = await readJob(first.context.folders, name);
  const profile = job.environment['HOTELCTL_PROFILE'];
  const invocation = await open({}, { mayBeNew: true, ...(profile === undefined ? {} : { profile }) });
  const { context } = invocation;
  const ports: JobPorts = {
    context,
    note: invocation.note,
    attempt: (_, moment) => attempt(invocation, job, moment),
    finished: (run, earlier) => announceJobRun(invocation, job, run, earlier),
  };
  const runs = await runDueJobs(job, duration('--give-up-after', job.giveUpAfter), ports, { now });
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

async function announceJobRun(
  invocation: Invocation,
  job: Job,
  run: JobRun,
  earlier: readonly JobRun[],
): Promise<void> {
  const hashes = ({ files }: Pick<JobRun, 'files'>) => JSON.stringify(files.map(({ sha256 }) => sha256));
  const before = earlier.findLast(({ exitCode }) => exitCode === 0);
  await announceRun(
    invocation,
    {
      name: job.name,
      startedAt: Date.parse(run.startedAt),
      endedAt: Date.parse(run.endedAt),
      exitCode: run.exitCode,
      ...(run.error === null ? {} : { error: run.error }),
      rows: run.rows,
      files: run.files,
      figures: run.figures ?? [],
      trackingIds: run.trackingIds,
    },
    { mailTo: job.mailTo, notifyOn: job.notifyOn, heartbeat: job.heartbeat, metrics: job.metrics },
    before === undefined || hashes(before) !== hashes(run),
  );
}
