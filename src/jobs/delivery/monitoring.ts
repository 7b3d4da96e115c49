import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Context } from '../../base/context.ts';
import { OutputError, RefusedError, TemporaryError, UsageError } from '../../base/errors.ts';
import { isSuccess, isTemporary } from '../../base/http-status.ts';
import { failedItems, partsOfItem } from '../../base/item-outcome.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { readText } from '../../http/body.ts';
import type { Send } from '../../http/exchange.ts';
import { NetworkError } from '../../http/network-error.ts';
import { isWebPage, tryAgainHint } from '../../http/refusal.ts';
import { deliver } from '../../output/deliver.ts';
import type { RunOutcome, RunSubject } from './outcome.ts';

const mostMetrics = 16 << 20;

/**
 * The metrics of a run as a Prometheus textfile (`--metrics FILE.prom`), for the textfile collector of the node exporter.
 * The file is replaced atomically, because the collector may read it at any moment.
 *
 * @throws OutputError if the file cannot be written
 */
export async function writeMetrics(context: Context, path: string, outcome: RunOutcome): Promise<void> {
  await checkMetricsFile(path);
  const earlier = await readRegularFile(path, mostMetrics).catch(() => '');
  const labels = makeLabels(outcome.subject, path);
  await deliver([metricsText(outcome, labels, lastSuccessIn(earlier, labels))], path, context);
}

/** Reading or writing a named pipe or a device could wait forever. @throws UsageError for another name, or OutputError */
export async function checkMetricsFile(path: string): Promise<void> {
  // Also so that it is never the file of --output.
  if (!path.endsWith('.prom'))
    throw new UsageError(`--metrics: ${path} does not end in .prom; Prometheus collects no other files`, {
      hint: 'for example --metrics hotelctl.prom',
    });
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isFile()) return;
  throw new OutputError(`--metrics: ${path} is not a regular file`, {
    hint: 'set --metrics to a file in the folder of the textfile collector, for example hotelctl.prom',
  });
}

/** @param lastSuccess Unix time in seconds of an earlier success; a failed run keeps it */
export function metricsText(outcome: RunOutcome, labels: string, lastSuccess: number | undefined): string {
  const { exitCode, rows, startedAt } = outcome;
  const { job } = outcome.subject;
  const endedAt = seconds(outcome.endedAt);
  const duration = seconds(outcome.endedAt - startedAt);
  const last = (metric: string, help: string, value: number | null | undefined) =>
    gauge(`last_${metric}`, help, value === null || value === undefined ? [] : [[labels, value]]);
  return [
    last(
      'success_timestamp_seconds',
      'Unix time of the last successful run.',
      exitCode === 0 ? endedAt : lastSuccess,
    ),
    last('run_timestamp_seconds', 'Unix time of the end of the last run.', endedAt),
    last('run_duration_seconds', 'Duration of the last run in seconds.', duration),
    last('run_exit_code', 'Exit code of the last run; 0 is success.', exitCode),
    last('run_rows', 'Rows that the last run wrote.', rows),
    gauge(
      'item_failed',
      'Hotels and partitions of the last run that failed; 0 if none did.',
      countFailed(outcome),
    ),
    gauge(
      'snapshot_age_days',
      'Days since the newest snapshot of the property; +Inf if it has none.',
      [...(outcome.snapshotAges ?? [])].map(([property, days]) => [labelText({ job, property }), days]),
    ),
  ].join('');
}

type Sample = readonly [labels: string, value: number];

function gauge(metric: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const name = `hotelctl_${metric}`;
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value === Infinity ? '+Inf' : value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function countFailed({ items = [], subject }: RunOutcome): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const { item, outcome } of items) {
    const { property, report = subject.report } = partsOfItem(item);
    const labels = labelText({ job: subject.job, report, property });
    counts.set(labels, (counts.get(labels) ?? 0) + (outcome === 'failed' ? 1 : 0));
  }
  return [...counts];
}

/** Also of a property, if that of the failed run is not known: its settings could not be read. */
function lastSuccessIn(text: string, labels: string): number | undefined {
  const start = `hotelctl_last_success_timestamp_seconds${labels.slice(0, -1)}`;
  const line = text.split('\n').find(candidate => candidate.startsWith(start));
  const value = Number(line?.split(' ').at(-1) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Different for each file: the node exporter drops a second series with the same labels. Two files may have the same
 * report and property, but no two jobs have the same name, and no two files of a folder.
 */
export const makeLabels = ({ job, report, property }: RunSubject, path: string): string =>
  labelText({ ...(job === undefined ? { file: basename(path) } : { job }), report, property });

const labelText = (labels: Readonly<Record<string, string | undefined>>): string =>
  `{${Object.entries(labels)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}="${labelValue(value)}"`))
    .join(',')}}`;

const labelValue = (text: string) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;

/**
 * Reports to a monitoring service with the convention of healthchecks.io: a GET of `URL/start` at the start of a run, of
 * the URL on success, a POST of `URL/fail` on failure, whose body is the error line and what failed. The service raises an alarm if neither arrives.
 *
 * @throws TemporaryError or RefusedError if the service did not accept it
 */
export async function sendHeartbeat(
  send: Send,
  url: string,
  outcome: Pick<RunOutcome, 'exitCode' | 'error' | 'items'> | 'started',
): Promise<void> {
  const failed = outcome !== 'started' && outcome.exitCode !== 0;
  // A job would repeat a temporary failure for hours, and an address or a certificate that is wrong stays wrong.
  const response = await send({
    method: failed ? 'POST' : 'GET',
    url: failed ? addressWithin(url, 'fail') : outcome === 'started' ? addressWithin(url, 'start') : url,
    headers: failed ? { 'content-type': 'text/plain; charset=utf-8' } : {},
    ...(failed ? { body: failureText(outcome) } : {}),
    repeatable: true,
    authorize: false,
  }).catch(error => {
    if (!(error instanceof TemporaryError)) throw error;
    const Failure = error instanceof NetworkError && !error.retryable ? RefusedError : TemporaryError;
    throw new Failure(`the heartbeat could not be sent: ${error.message}`, error.details);
  });
  // healthchecks.io responds with 200 to what it ignores too: it has no such check, or too many requests arrive.
  const isShort = Number(response.headers['content-length']) <= 100;
  const text = isShort ? await readText(response, 100).catch(() => '') : '';
  await response.discard();
  const [ignored] = /^OK \((not found|rate limited)\)/.exec(text) ?? [];
  const { status } = response;
  // Over TLS only the service itself can respond.
  if (isWebPage(response) && url.startsWith('http:'))
    throw new TemporaryError('the heartbeat URL responded with a web page, as a guest network does', {
      hint: 'use the https address of the monitoring service in --heartbeat',
    });
  if (isSuccess(status) && !ignored) return;
  const Failure = isTemporary(status) || ignored === 'OK (rate limited)' ? TemporaryError : RefusedError;
  const hint = Failure === TemporaryError ? tryAgainHint(response) : 'check the address of --heartbeat';
  throw new Failure(`the heartbeat URL responded with ${ignored ?? `HTTP ${status}`}`, { hint, status });
}

const failureText = ({ exitCode, error, items = [] }: Pick<RunOutcome, 'exitCode' | 'error' | 'items'>) =>
  [
    `exit code ${exitCode}: ${error ?? 'no message'}`,
    ...failedItems(items).map(({ item, cause }) => `${item}: ${cause}`),
  ].join('\n');

/** `/fail` and `/start` are a part of the path: a query stays behind it. */
export function addressWithin(url: string, name: 'start' | 'fail'): string {
  const parsed = new URL(url);
  parsed.pathname = `${parsed.pathname.replace(/\/$/, '')}/${name}`;
  return parsed.href;
}
