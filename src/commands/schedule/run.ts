import { access } from 'node:fs/promises';
import { exitCodeOf, HotelctlError, OutputError, succeeds, TemporaryError } from '../../base/errors.ts';
import { failedItems, type ItemOutcome } from '../../base/item-outcome.ts';
import { countText, jsonValue } from '../../base/text.ts';
import { beatStart, describeWritten, findWarnings, makeReporter } from '../../cli/delivery.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation, WrittenOutput } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import { describeFailure, type RunOutcome } from '../../jobs/delivery/outcome.ts';
import { type JobRun, openRunLog } from '../../jobs/history.ts';
import { addAgain, findMissingProgram } from '../../jobs/installers.ts';
import { contextOfJob, findJob, type Job, readJob } from '../../jobs/job.ts';
import { latestOccurrence, nextOccurrence, parseRecurrence, startedAs } from '../../jobs/recurrence.ts';
import { isoTime, isUnknown, type JobPorts, lockOfCommand, runDueJobs } from '../../jobs/run-job.ts';
import { localTime } from '../../platform/dates.ts';

/** `hotelctl schedule run NAME`: exits with the code of the last run that failed, else with 0. */
export async function runJob(outer: Invocation, given: string, now = false) {
  const { job, context, openProfile } = openJob(outer, given);
  const { name } = job;
  // A profile file that cannot be used must leave a trace: the command reports it, and the history records it.
  const invocation = await openProfile().catch(error => {
    if (error instanceof HotelctlError) return { ...outer, context };
    throw error;
  });
  let log = async (_: string) => {};
  const kept = (print: Invocation['note']) => async (line: string) => {
    await print(line);
    await log(line);
  };
  const logged = { ...invocation, note: kept(invocation.note), warn: kept(invocation.warn) };
  const ports: JobPorts = {
    context,
    note: logged.note,
    warn: logged.warn,
    attempt: moment => attempt(logged, job, moment),
    announce: async (stage, run, shown) => {
      if (stage === 'started') log = openRunLog(context, job.name, run);
      const announced =
        stage === 'started'
          ? beatStart(logged, job)
          : reporterOfRun(logged, job, run, { ...shown, stage }, now)(true);
      await announced.catch(error => {
        if (context.interrupted.aborted) throw error;
        return logged.warn(`warning: ${job.name}: ${(error as Error).message}`);
      });
    },
    reporter: (run, shown, recovered) =>
      reporterOfRun(logged, job, run, { ...shown, stage: recovered ? 'recovered' : undefined }, now),
  };
  const startedAt = context.clock.now();
  const runs = await runDueJobs(job, duration('--give-up-after', job.giveUpAfter), ports, { now }).catch(
    async error => {
      await announceStop(invocation, job, startedAt, error);
      throw error;
    },
  );
  if (runs.length === 0) {
    const next = nextOccurrence(parseRecurrence(job.every), context.clock.now());
    return invocation.note(`job ${name}: nothing is due; next run: ${localTime(next)}`);
  }
  const failed = runs.findLast(({ exitCode }) => exitCode !== 0);
  if (failed) invocation.exitWith(failed.exitCode ?? 1);
}

export function openJob(outer: Invocation, given: string) {
  const [place, name] = findJob(outer.context, given);
  const job = readJob(place, name);
  const context = contextOfJob(place, job);
  const profile = job.environment.HOTELCTL_PROFILE;
  const choice = { mayBeNew: true, context, ...(profile === undefined ? {} : { profile }) };
  return { job, context, openProfile: () => outer.reopen({}, choice) };
}

/** Runs the command as a separate process, so that its memory, time zone and exit do not affect this one. */
async function attempt({ context, flags, status, warn }: Invocation, job: Job, moment: number) {
  if (!(await succeeds(access(`${job.folder}/.`))))
    throw new OutputError(`the folder of the job does not exist: ${job.folder}`, {
      hint: 'create it, or add the job again in another folder',
    });
  const program = ownProgram(context.host, [
    ...['--error-format', 'json', '--no-input'],
    ...(flags.quiet ? ['--quiet'] : []),
    ...job.command,
  ]);
  // For a moment also while it is upgraded.
  const requireProgram = async () => {
    const missing = await findMissingProgram([program.file, ...program.args]);
    if (missing === undefined) return;
    const words = `hotelctl was removed or moved: there is no ${missing}`;
    throw new TemporaryError(words, { hint: addAgain(job.name) });
  };
  const written: WrittenOutput[] = [];
  const items: ItemOutcome[] = [];
  const { exitCode, stderr } = await context
    .runChild({
      ...program,
      env: { ...context.env, HOTELCTL_AS_OF: isoTime(moment), HOTELCTL_JOB_LOCK: lockOfCommand(job.name) },
      folder: job.folder,
      budget: Number.POSITIVE_INFINITY,
      signal: context.interrupted,
      receive: message => {
        const { progress } = message as { readonly progress?: string };
        if (progress !== undefined) void status.show(`${job.name}: ${progress}`);
        else if ('item' in (message as object)) items.push(message as ItemOutcome);
        else written.push(message as WrittenOutput);
      },
    })
    .catch(async error => {
      await requireProgram();
      throw error;
    });
  await status.show(undefined);
  context.interrupted.throwIfAborted();
  const { messages, error } = readErrorOutput(stderr);
  if (exitCode !== 0 && !error) await requireProgram();
  for (const line of messages) await warn(`${job.name}: ${line}`);
  const ending = exitCode === null ? 'the process was killed' : `exit code ${exitCode}`;
  const line = exitCode === 0 ? null : (error?.message ?? ending);
  // cron sends an email only about what is printed.
  if (line !== null) await warn(`${job.name}: ${line}${error?.hint ? ` (${error.hint})` : ''}`);
  for (const { item, cause } of failedItems(items)) await warn(`${job.name}: ${item}: ${cause}`);
  const { page, ...outputs } = await describeWritten(written);
  return {
    exitCode: exitCode ?? 1,
    error: line,
    hint: error?.hint ?? null,
    items,
    ...outputs,
    shown: { page, warnings: findWarnings(messages) },
    trackingIds: error?.trackingId ? [error.trackingId] : [],
  };
}

/** With `--error-format json` the last line of standard error is the error, as one JSON object. */
function readErrorOutput(stderr: string) {
  const lines = stderr.split('\n').filter(line => line !== '');
  const printed = jsonValue(lines.at(-1) ?? '') as { readonly error?: ErrorOutput } | undefined;
  const error = printed?.error;
  return { messages: error ? lines.slice(0, -1) : lines, error };
}

type ErrorOutput = Readonly<Record<'hint' | 'trackingId', string | null>> & { readonly message: string };

/** Mail, heartbeat and metrics of a run; one that could not be reported has failed, and is due again. */
function reporterOfRun(
  invocation: Invocation,
  job: Job,
  run: JobRun,
  about: Pick<RunOutcome, 'page' | 'warnings' | 'stage'>,
  now: boolean,
) {
  const { clock } = invocation.context;
  const recurrence = parseRecurrence(job.every);
  const next = nextOccurrence(startedAs(recurrence), clock.now());
  const failing = about.stage === 'failing';
  const wasKilled = run.endedAt === null && !failing;
  const due = Date.parse(run.due);
  // The moment of a run of --now is not one of the job.
  const isExtra = wasKilled ? latestOccurrence(recurrence, due) !== due : now;
  const repetition = isExtra
    ? 'a run of --now is not repeated'
    : isUnknown(run)
      ? 'it is not repeated, because it may have been carried out'
      : `it is repeated ${wasKilled && !now ? 'now' : `at ${localTime(next)}`}`;
  const isPartial = about.page !== undefined && failedItems(run.items ?? []).length > 0;
  const end = {
    startedAt: Date.parse(run.startedAt),
    // A run that was killed has no end.
    endedAt: run.endedAt === null ? clock.now() : Date.parse(run.endedAt),
    exitCode: run.exitCode ?? (failing ? exitCodeOf(isPartial ? 'partial' : 'temporary') : 1),
    error: (run.error ?? run.failing) || undefined,
    hint: run.hint || undefined,
    next: wasKilled
      ? repetition
      : failing
        ? `${countText(run.attempts, 'attempt')} failed; it is repeated for up to ${job.giveUpAfter}`
        : `gave up after ${countText(run.attempts, 'attempt')}; ${repetition}`,
    items: run.items,
    rows: run.rows,
    files: run.files,
    ...about,
    figures: run.figures ?? [],
    trackingIds: run.trackingIds,
  };
  const command = { name: job.name, words: job.command, moment: due };
  const report = makeReporter(invocation, command, now ? job : { ...job, due: run.due });
  return (isLast: boolean) => report(end, isLast);
}

/** An end that the history does not have, such as a full state disk, is reported too. A process that is stopped does not wait for servers. */
async function announceStop(invocation: Invocation, job: Job, startedAt: number, error: unknown) {
  const { context, warn } = invocation;
  const failure = describeFailure(error);
  // Temporary: another process is running the job, and it reports its own end.
  if (failure.exitCode === exitCodeOf('temporary')) return;
  const endedAt = context.clock.now();
  const isStopped = context.interrupted.aborted;
  const unstopped = isStopped ? { ...context, interrupted: new AbortController().signal } : context;
  const channels = isStopped ? { ...job, mailTo: [], heartbeat: undefined } : job;
  const command = { name: job.name, words: job.command, moment: endedAt };
  const report = makeReporter({ ...invocation, context: unstopped }, command, channels);
  await report({ startedAt, endedAt, rows: null, files: [], ...failure }, true).catch(failure =>
    warn(`warning: ${(failure as Error).message}`),
  );
}
