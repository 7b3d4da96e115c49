import { readFile } from 'node:fs/promises';
import type { Context } from '../../base/context.ts';
import { HotelctlError, TemporaryError } from '../../base/errors.ts';
import { isSuccess } from '../../base/http-status.ts';
import type { Send } from '../../http/exchange.ts';
import { deliver } from '../../output/deliver.ts';
import { type MailServer, outcomeMail, sendMail } from './mail.ts';
import type { RunOutcome } from './outcome.ts';

export type NotifyOn = 'failure' | 'always' | 'change';

/** Who is notified about the end of a run, and when. */
export interface Announcement {
  readonly mailTo: readonly string[];
  readonly notifyOn: NotifyOn;
  readonly heartbeat: string | undefined;
  /** File of the Prometheus metrics. */
  readonly metrics: string | undefined;
}

interface AnnouncementPorts {
  readonly context: Context;
  readonly send: Send;
  /** Loaded only if a mail is due: the password comes from the credential store. */
  mailServer(): Promise<MailServer>;
  warn(line: string): Promise<void>;
}

/**
 * Reports the end of a run by mail, metrics and heartbeat. If a heartbeat or metrics fail, that is a warning, because
 * the monitoring service raises its alarm anyway. If a mail fails, that is an error, because its recipient expects it;
 * metrics and heartbeat then report a failure too, so that it is noticed.
 *
 * @param isChanged whether the files differ from those of the last success
 */
export async function announce(
  outcome: RunOutcome,
  { mailTo, notifyOn, heartbeat, metrics }: Announcement,
  isChanged: boolean,
  ports: AnnouncementPorts,
): Promise<void> {
  const { context, send, warn } = ports;
  const orWarn = (what: string, work: Promise<void>) =>
    work.catch(async error => {
      if (!(error instanceof HotelctlError) || context.interrupted.aborted) throw error;
      await warn(`warning: ${what}: ${error.message}`);
    });
  const mailing =
    mailTo.length > 0 && isMailDue(outcome, notifyOn, isChanged)
      ? ports.mailServer().then(server => sendMail(server, { to: mailTo, ...outcomeMail(outcome) }))
      : Promise.resolve();
  const failure: unknown = await mailing.then(
    () => undefined,
    error => error,
  );
  const notified = failure === undefined ? outcome : withFailure(outcome, failure);
  if (metrics !== undefined) {
    await orWarn('the metrics were not written', writeMetrics(context, metrics, notified));
  }
  if (heartbeat !== undefined) {
    await orWarn('the heartbeat was not sent', sendHeartbeat(send, heartbeat, notified));
  }
  if (failure !== undefined) throw failure;
}

/** A run that succeeded, but whose mail could not be sent. The failure of the run itself takes precedence. */
function withFailure(outcome: RunOutcome, failure: unknown): RunOutcome {
  if (outcome.exitCode !== 0) return outcome;
  const isExpected = failure instanceof HotelctlError;
  return {
    ...outcome,
    exitCode: isExpected ? failure.exitCode : 1,
    error: isExpected ? failure.message : 'a defect in hotelctl',
  };
}

function isMailDue({ exitCode }: RunOutcome, notifyOn: NotifyOn, isChanged: boolean): boolean {
  if (exitCode !== 0 || notifyOn === 'always') return true;
  return notifyOn === 'change' && isChanged;
}

/**
 * Reports the end of a run to a monitoring service with the convention of healthchecks.io: a GET of the URL on success,
 * a POST of `URL/fail` with the error line as body on failure. The service raises an alarm if neither arrives.
 *
 * @throws TemporaryError if the service did not accept it
 */
export async function sendHeartbeat(send: Send, url: string, outcome: RunOutcome): Promise<void> {
  const failed = outcome.exitCode !== 0;
  const response = await send({
    method: failed ? 'POST' : 'GET',
    url: failed ? failureUrl(url) : url,
    headers: failed ? { 'content-type': 'text/plain; charset=utf-8' } : {},
    ...(failed ? { body: `exit code ${outcome.exitCode}: ${outcome.error ?? 'no message'}` } : {}),
    repeatable: true,
    authorize: false,
  });
  await response.discard();
  if (isSuccess(response.status)) return;
  throw new TemporaryError(`the heartbeat URL responded with HTTP ${response.status}`, {
    hint: 'check the address of --heartbeat',
    status: response.status,
  });
}

/** `/fail` is a part of the path: a query stays behind it. */
export function failureUrl(url: string): string {
  const parsed = new URL(url);
  parsed.pathname = `${parsed.pathname.replace(/\/$/, '')}/fail`;
  return parsed.href;
}

/**
 * The metrics of a run as a Prometheus textfile (`--metrics FILE.prom`), for the textfile collector of the node exporter.
 * The file is replaced atomically, because the collector may read it at any moment.
 */
export async function writeMetrics(context: Context, path: string, outcome: RunOutcome): Promise<void> {
  const earlier = await readFile(path, 'utf8').catch(() => '');
  await deliver([metricsText(outcome, lastSuccessIn(earlier, outcome.name))], path, context);
}

/** @param lastSuccess Unix time in seconds of an earlier success; a failed run keeps it */
export function metricsText(outcome: RunOutcome, lastSuccess: number | undefined): string {
  const succeededAt = outcome.exitCode === 0 ? seconds(outcome.endedAt) : lastSuccess;
  const labels = `{command="${labelValue(outcome.name)}"}`;
  const metric = (name: string, help: string, value: number | null | undefined) =>
    value === null || value === undefined
      ? []
      : [
          `# HELP hotelctl_${name} ${help}`,
          `# TYPE hotelctl_${name} gauge`,
          `hotelctl_${name}${labels} ${value}`,
        ];
  const lines = [
    ...metric('last_success_timestamp_seconds', 'Unix time of the last successful run.', succeededAt),
    ...metric(
      'last_run_timestamp_seconds',
      'Unix time of the end of the last run.',
      seconds(outcome.endedAt),
    ),
    ...metric(
      'last_run_duration_seconds',
      'Duration of the last run in seconds.',
      seconds(outcome.endedAt - outcome.startedAt),
    ),
    ...metric('last_run_exit_code', 'Exit code of the last run; 0 is success.', outcome.exitCode),
    ...metric('last_run_rows', 'Rows that the last run wrote.', outcome.rows),
  ];
  return `${lines.join('\n')}\n`;
}

function lastSuccessIn(text: string, name: string): number | undefined {
  const start = `hotelctl_last_success_timestamp_seconds{command="${labelValue(name)}"} `;
  const line = text.split('\n').find(candidate => candidate.startsWith(start));
  const value = Number(line?.slice(start.length) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;

const labelValue = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
