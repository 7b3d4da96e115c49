import { readFile } from 'node:fs/promises';
import type { Context } from '../base/context.ts';
import { deliver } from '../output/deliver.ts';
import type { RunOutcome } from './outcome.ts';

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
