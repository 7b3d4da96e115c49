import { PartialError, UsageError } from '../../base/errors.ts';
import { connect } from '../../cli/connect.ts';
import { dateParameters, referenceTime } from '../../cli/date-options.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { reportRendering } from '../../cli/render-options.ts';
import { titleOf } from '../../cli/report-words.ts';
import { propertiesGiven } from '../../cli/several-properties.ts';
import { noteNoRows } from '../../cli/write-records.ts';
import { fileNames, isFileNameTemplate } from '../../output/file-name.ts';
import { chooseFormat, type Format } from '../../output/format.ts';
import { csvLayout } from '../../output/render.ts';
import type { RequestResult } from '../../output/results.ts';
import { type CalendarDate, dateIn } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { fetchReport, type ReportFetch } from '../../reports/fetch-report.ts';
import type { Derivation } from './computed-view.ts';
import { fetchAll } from './fetch-all.ts';
import type { ReportOptions } from './flags.ts';
import { reportWriter } from './report-writer.ts';
import { concurrencyOf, reportRequests, reportsVersionOf } from './requests.ts';

/** A report of one or many requests: validated before anything is sent, fetched, checked, written. */
export async function runReport(
  open: OpenInvocation,
  report: ReportDefinition,
  options: ReportOptions,
): Promise<void> {
  const invocation = await open(options);
  if (!requestsDelivery(invocation, options)) return fetchAndWrite(invocation, report, options);
  const { withDelivery } = await import('../../cli/delivery.ts');
  return withDelivery(invocation, options, `reports ${report.name}`, () =>
    fetchAndWrite(invocation, report, options),
  );
}

/** The modules for mail and heartbeat are loaded only when a run needs them. */
const requestsDelivery = ({ settings }: Invocation, { mailTo, metrics, notifyOn }: ReportOptions): boolean =>
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
  const derivation = await derivationFor(invocation, report, options);
  const rendering = await reportRendering(report, invocation, options, derivation);
  const concurrency = concurrencyOf(options);
  const intoFiles = options.output !== undefined && isFileNameTemplate(options.output);
  const connection = connect(invocation, baseUrl, concurrency);
  const send =
    options.asOf === undefined
      ? connection.send
      : (await import('./as-of.ts')).layersAsPlatform(invocation, { ...options, asOf: options.asOf });
  try {
    const platform = { send, baseUrl };
    const requested = invocation.interactive
      ? await (await import('../../cli/missing-parameters.ts')).withAnswers(
          { command: `reports ${report.name}`, parameters: report.parameters, byPeriod: dateParameters },
          invocation,
          options,
          platform,
        )
      : options;
    const requests = await reportRequests(
      report,
      invocation,
      requested,
      rendering.views ?? [rendering.view],
      platform,
      await comparisonCheck(report, derivation),
    );
    const fetch: ReportFetch = {
      report,
      view: rendering.view,
      views: rendering.views,
      format: rendering.format,
      layout: derivation ? undefined : csvLayout(rendering.optionsFor(options.output, false)),
      baseUrl,
      version,
      strict: options.strict ?? false,
      send,
      newKey: () => invocation.context.random.uuid(),
      warn: invocation.warn,
    };
    if (options.envelope && rendering.format !== 'json') {
      throw new UsageError(`--envelope requires JSON, and the format is ${rendering.format}`, {
        hint: 'add --format json',
      });
    }
    const isRanking = derivation?.grouping === 'property';
    const hotels = new Set(requests.map(({ propertyId }) => propertyId)).size;
    const names =
      isRanking || inSections(rendering.format)
        ? await (await import('../../cli/properties.ts')).hotelNames(
            invocation,
            isRanking || hotels > 1 ? platform : undefined,
          )
        : new Map<string, string>();
    const write = reportWriter(invocation, report, options, rendering, names, requests.length > 1);
    const targets = intoFiles
      ? fileNamesOf(report, requests, options.output ?? '', referenceTime(invocation.context))
      : undefined;
    if (derivation) {
      const { fetchDerived } = await import('./computed-rows.ts');
      const derived = await fetchDerived(
        derivation,
        fetch,
        invocation,
        requests,
        concurrency,
        inSections(rendering.format),
        names,
      );
      const { results, heading, failure } = derived;
      const rows = await write(
        results.map(({ result }) => result),
        targets?.[0] ?? options.output,
        false,
        { heading: `${titleOf(report)} · ${heading}`, sections: results },
      );
      await noteNoRows(invocation, options, rows);
      if (failure) throw failure;
      return;
    }
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

/** Formats with a section or a sheet for each hotel, and its name in their headings. */
const inSections = (format: Format): boolean => format === 'html' || format === 'xlsx';

/** `--by` and `--compare`; several hotels in one chart or table are a ranking. Loaded only if needed. */
async function derivationFor(
  invocation: Invocation,
  report: ReportDefinition,
  options: ReportOptions,
): Promise<Derivation | undefined> {
  const isOneProperty = !options.allProperties && propertiesGiven(invocation, options).length < 2;
  const isRanking =
    !isOneProperty &&
    options.chart === true &&
    report.name === 'property-performance' &&
    options.view === undefined;
  const by = options.by ?? (isRanking ? 'property' : undefined);
  if (by === undefined && options.compare === undefined && options.align === undefined) return undefined;
  const { derivationOf } = await import('./computed-view.ts');
  // A page has a section for each hotel, whose heading names it.
  const isNamed = isOneProperty || chooseFormat(options) === 'html';
  return derivationOf(report, { ...options, ...(by === undefined ? {} : { by }) }, isNamed);
}

/** The check that the requests of one hotel can be compared. Loaded only if needed. */
async function comparisonCheck(report: ReportDefinition, derivation: Derivation | undefined) {
  const comparison = derivation?.comparison;
  if (!comparison) return undefined;
  const { spansOf } = await import('./compared-spans.ts');
  return (requests: readonly Parameters[], today: CalendarDate) => {
    spansOf(report, comparison, requests, today);
  };
}

/**
 * The successful results, for one combined output. Failures are reported after the output is complete: a page or a JSON
 * array must be closed, and an error would prevent the file from being replaced.
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
