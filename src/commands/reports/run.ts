import { PartialError } from '../../base/errors.ts';
import { referenceTime } from '../../base/reference-time.ts';
import { connect } from '../../cli/connect.ts';
import { dateParameters } from '../../cli/date-options.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { reportRendering } from '../../cli/render-options.ts';
import { noteNoRows } from '../../cli/write-records.ts';
import { fetchReport, type ReportFetch } from '../../client/reports.ts';
import { deliver } from '../../output/deliver.ts';
import { fileNames, isFileNameTemplate } from '../../output/file-name.ts';
import { render } from '../../output/render.ts';
import type { RequestResult } from '../../output/results.ts';
import { dateIn } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { fetchAll } from './fetch-all.ts';
import { concurrencyOf, type ReportOptions, reportRequests, reportsVersionOf } from './requests.ts';

/** A report of one or many requests: checked before anything is sent, fetched, checked again, written. */
export async function runReport(
  open: OpenInvocation,
  report: ReportDefinition,
  options: ReportOptions,
): Promise<void> {
  const invocation = await open(options);
  if (!asksForDelivery(invocation, options)) return fetchAndWrite(invocation, report, options);
  const { withDelivery } = await import('../../cli/delivery.ts');
  return withDelivery(invocation, options, `reports ${report.name}`, () =>
    fetchAndWrite(invocation, report, options),
  );
}

/** The modules for mail and heartbeat are loaded only when a run needs them. */
const asksForDelivery = ({ settings }: Invocation, { mailTo, metrics, notifyOn }: ReportOptions): boolean =>
  mailTo !== undefined ||
  metrics !== undefined ||
  notifyOn !== undefined ||
  settings.find('heartbeat') !== undefined;

async function fetchAndWrite(
  invocation: Invocation,
  report: ReportDefinition,
  options: ReportOptions,
): Promise<void> {
  const version = reportsVersionOf(report, invocation.settings);
  const baseUrl = invocation.settings.requireHost('baseUrl');
  const rendering = await reportRendering(report, invocation, options);
  const concurrency = concurrencyOf(options);
  const intoFiles = options.output !== undefined && isFileNameTemplate(options.output);
  const connection = connect(invocation, [baseUrl], concurrency);
  const send =
    options.asOf === undefined
      ? connection.http.send
      : (await import('./as-of.ts')).layersAsPlatform(invocation, { ...options, asOf: options.asOf });
  try {
    const platform = { send, baseUrl };
    const asked = invocation.interactive
      ? await (await import('../../cli/missing-parameters.ts')).withAnswers(
          { command: `reports ${report.name}`, parameters: report.parameters, byPeriod: dateParameters },
          invocation,
          options,
          platform,
        )
      : options;
    const requests = await reportRequests(report, invocation, asked, rendering.view, platform);
    const fetch: ReportFetch = {
      report,
      view: rendering.view,
      format: rendering.format,
      baseUrl,
      version,
      strict: options.strict ?? false,
      send,
      newKey: () => invocation.context.random.uuid(),
      warn: invocation.warn,
    };
    const write = async (
      results: Iterable<RequestResult> | AsyncIterable<RequestResult>,
      target: string | undefined,
      several: boolean,
    ) => {
      const rendered = render(rendering.optionsFor(target, several), results);
      if (!options.open) {
        await deliver(rendered.chunks, target, invocation.context);
        await invocation.wrote(target, rendered.rows());
        return rendered.rows();
      }
      const { openPage } = await import('../../cli/open-page.ts');
      await openPage(invocation, report.name, target, file =>
        deliver(rendered.chunks, file, invocation.context),
      );
      return rendered.rows();
    };
    const targets = intoFiles
      ? fileNamesOf(report, requests, options.output ?? '', referenceTime(invocation.context))
      : undefined;
    const [only] = requests;
    if (requests.length === 1 && only) {
      const rows = await write([await fetchReport(fetch, only)], targets?.[0] ?? options.output, false);
      await noteNoRows(invocation, options, rows);
      return;
    }
    const results = fetchAll(fetch, invocation, requests, concurrency);
    if (targets) {
      for await (const { index, result } of results) await write([result], targets[index], false);
      return;
    }
    const succeeded = succeededOf(results);
    const rows = await write(succeeded.results(), options.output, true);
    await noteNoRows(invocation, options, rows);
    const failure = succeeded.failure();
    if (failure) throw failure;
  } finally {
    await connection.close();
  }
}

/**
 * What succeeded, for one output of all. That some failed is told when the output is whole: a page or an array in JSON
 * has an end, and a file would not be replaced by an error.
 */
function succeededOf(fetched: ReturnType<typeof fetchAll>) {
  let failure: PartialError | undefined;
  return {
    async *results(): AsyncGenerator<RequestResult> {
      try {
        for await (const { result } of fetched) yield result;
      } catch (error) {
        if (!(error instanceof PartialError)) throw error;
        failure = error;
      }
    },
    failure: () => failure,
  };
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
