import { PartialError } from '../errors.ts';
import { deliver } from '../output/deliver.ts';
import { fileNames, isFileNameTemplate } from '../output/file-name.ts';
import { render } from '../output/render.ts';
import type { RequestResult } from '../output/results.ts';
import { dateIn } from '../platform/dates.ts';
import type { Parameters } from '../platform/parameters.ts';
import { periodName } from '../platform/periods.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import type { World } from '../program.ts';
import { connect } from './connect.ts';
import { planOutput } from './output-plan.ts';
import { type Fetching, fetchReport } from './report-fetch.ts';
import { concurrencyOf, fetchAll } from './report-many.ts';
import type { ReportOptions } from './report-options.ts';
import { reportRequests, reportsVersionOf } from './report-parameters.ts';
import { startRuntime } from './runtime.ts';

/** A report of one or many requests: checked before anything is sent, fetched, checked again, written. */
export async function runReport(
  world: World,
  report: ReportDefinition,
  options: ReportOptions,
): Promise<void> {
  const runtime = await startRuntime(world, options);
  const version = reportsVersionOf(report, runtime.settings);
  const baseUrl = runtime.settings.requireHost('baseUrl');
  const plan = await planOutput(report, runtime, options);
  const concurrency = concurrencyOf(options);
  const intoFiles = options.output !== undefined && isFileNameTemplate(options.output);
  const connection = connect(runtime, [baseUrl], concurrency);
  const { send } = connection.http;
  try {
    const requests = await reportRequests(report, runtime, options, plan.view, { send, baseUrl });
    const fetching: Fetching = {
      report,
      runtime,
      plan,
      baseUrl,
      version,
      strict: options.strict ?? false,
      send,
    };
    const write = async (
      results: Iterable<RequestResult> | AsyncIterable<RequestResult>,
      target: string | undefined,
      several: boolean,
    ) => {
      const rendered = render(plan.render(target, several), results);
      await deliver(rendered.chunks, target, runtime.context);
      return rendered.rows();
    };
    const targets = intoFiles
      ? fileNamesOf(report, requests, options.output ?? '', runtime.context.clock.now())
      : undefined;
    const [only] = requests;
    if (requests.length === 1 && only) {
      const rows = await write([await fetchReport(fetching, only)], targets?.[0] ?? options.output, false);
      if (rows === 0) await runtime.note('no rows');
      return;
    }
    const results = fetchAll(fetching, requests, concurrency);
    if (targets) {
      for await (const { index, result } of results) await write([result], targets[index], false);
      return;
    }
    const failed: PartialError[] = [];
    const rows = await write(succeeded(results, failed), options.output, true);
    const [partial] = failed;
    if (partial) throw partial;
    if (rows === 0) await runtime.note('no rows');
  } finally {
    await connection.close();
  }
}

/** What succeeded; that some failed is put aside until it is written, or nothing would be. */
async function* succeeded(
  fetched: ReturnType<typeof fetchAll>,
  failed: PartialError[],
): AsyncGenerator<RequestResult> {
  try {
    for await (const { result } of fetched) yield result;
  } catch (error) {
    if (!(error instanceof PartialError)) throw error;
    failed.push(error);
  }
}

/** `--output` with placeholders: a file for each request. */
function fileNamesOf(
  report: ReportDefinition,
  requests: readonly Parameters[],
  output: string,
  now: number,
): string[] {
  return fileNames(
    output,
    requests.map(parameters => ({
      property: String(parameters['propertyId']),
      report: report.name,
      period: periodName(report.period, parameters),
      date: dateIn(undefined, now),
    })),
  );
}
