import { type HotelctlError, UndocumentedResponseError } from '../base/errors.ts';
import { readJson, responseDetails } from '../http/body.ts';
import { getJson, type HttpRequest, type HttpResponse, type Send, sizeCaps } from '../http/exchange.ts';
import type { Format } from '../output/format.ts';
import {
  type CsvLayout,
  collected,
  inViews,
  leadingView,
  parsedResult,
  type RequestResult,
} from '../output/results.ts';
import { restingOn, restsOn } from '../platform/assumptions.ts';
import { checkAgainstModel, type ModelCheck } from '../platform/models.ts';
import { type Parameters, queryString } from '../platform/parameters.ts';
import { type Period, requestsFor } from '../platform/periods.ts';
import type { View } from '../platform/records.ts';
import { type ReportDefinition, reportPath, reportScopes } from '../platform/reports/report.ts';
import { joinSome, safeText } from '../platform/safe-text.ts';

export interface ReportSource {
  readonly baseUrl: string;
  readonly version: string;
  readonly send: Send;
  readonly newKey: () => string;
  /** A better error than the platform's refusal of a request, if there is one. */
  readonly explainRefusal?: (
    refusal: HotelctlError,
    parameters: Parameters,
  ) => Promise<HotelctlError | undefined>;
  /** Prints a warning about the data. */
  readonly warn: (message: string) => Promise<void>;
}

/** How the responses of one report are requested, checked and read: the same for all requests of a run. */
export interface ReportPlan extends ReportSource {
  readonly report: ReportDefinition;
  /** The views of each response; of several, the one with the key figures leads. */
  readonly views: readonly View<never>[];
  /** Default: `ndjson`. */
  readonly format?: Format;
  /** How rows of a CSV are laid out, where they are written as they come. */
  readonly layout?: CsvLayout | undefined;
  /** Called with each body that is read as a whole. */
  readonly onBody?: (body: unknown, parameters: Parameters) => void;
  /** Undocumented fields and values are an error (exit 6) instead of a warning. */
  readonly strict?: boolean;
  /** A missing field is an error (exit 6) for a reader that adds figures up, and `conflicts` too; `hint` says what to do next. */
  readonly refuses?: { readonly hint: string; readonly conflicts?: true };
}

/**
 * Sends one request of a report.
 *
 * @returns the response with status 200, or with 204 if the report may be empty. @throws what the platform refused
 */
export async function requestReport(source: ReportSource, report: ReportDefinition, parameters: Parameters) {
  const response = await source.send(makeRequest(source, report, parameters));
  if (response.status === 200 || (response.status === 204 && report.mayBeEmpty)) return response;
  const { readRefusal } = await import('../http/refusal.ts');
  const refusal = await readRefusal(response, `the ${report.name} report`, reportScopes);
  throw (await source.explainRefusal?.(refusal, parameters)) ?? refusal;
}

/** Sends one request. The body of a report with a `listField` is read later, while its records are written. */
export async function fetchReport(plan: ReportPlan, parameters: Parameters): Promise<RequestResult> {
  return readReport(plan, parameters, await requestReport(plan, plan.report, parameters));
}

/** Reads and checks a response of `requestReport`. */
export async function readReport(
  plan: ReportPlan,
  parameters: Parameters,
  response: HttpResponse,
): Promise<RequestResult> {
  const { report } = plan;
  if (response.status === 204) {
    await response.discard();
    return bodyResult(plan, parameters, undefined);
  }
  if (report.listField === undefined) return wholeResult(plan, parameters, response);
  return plan.views.length > 1
    ? listInViews(plan, report.listField, parameters, response)
    : streamResult(plan, ledBy(plan), report.listField, parameters, response);
}

const ledBy = ({ views }: ReportPlan) => leadingView(views) as View<never>;

/** The result of a body in memory, in one view or in several. */
function bodyResult(plan: ReportPlan, parameters: Parameters, body: unknown): RequestResult {
  const makeResult = (one: View<never>) => parsedResult(one, parameters, body as never);
  const result = makeResult(ledBy(plan));
  return plan.views.length > 1 ? { ...result, inViews: inViews(plan.views, makeResult) } : result;
}

/**
 * The POST of gross-transactions only reads: one key for its attempts makes it safe to repeat after a network error. A
 * key keeps a failure for 24 hours, so a response that failed is followed by a new one.
 */
function makeRequest(
  { newKey, baseUrl, version }: ReportSource,
  report: ReportDefinition,
  parameters: Parameters,
): HttpRequest {
  const url = `${baseUrl}${reportPath(report, version)}?${queryString(report, parameters)}`;
  const plain = { ...getJson(url), method: report.method };
  const keyed = (): HttpRequest => {
    const headers = { ...plain.headers, 'idempotency-key': newKey() };
    return { ...plain, headers, renewed: keyed };
  };
  return report.method === 'POST' ? keyed() : plain;
}

async function wholeResult(plan: ReportPlan, parameters: Parameters, response: HttpResponse) {
  const body = await readJson(response, sizeCaps.small);
  const { body: schema } = await plan.report.response();
  await reportDifferences(plan, checkAgainstModel(schema, body), response, name => {
    for (const record of ledBy(plan).records(body as never, parameters))
      if (Object.hasOwn(record, `platform_${name}`)) return true;
    return false;
  });
  const checked = plan.format === 'json' ? [] : plan.views;
  const incomplete = checked.map(view => view.incomplete?.(body as never)).find(words => words !== undefined);
  if (incomplete === undefined) {
    plan.onBody?.(body, parameters);
    for (const view of checked) {
      // The record of a summary is the whole itself.
      if (!view.requires || !view.whole) continue;
      const { differencesFromWhole } = await import('./figures/declared-totals.ts');
      for (const words of differencesFromWhole(view, body as never, parameters))
        await reportMessage(plan, `the ${plan.report.name} report's ${words}`, response);
    }
    return bodyResult(plan, parameters, body);
  }
  const error = new UndocumentedResponseError(`the ${plan.report.name} report ${incomplete}`, {
    hint: 'report it, or use --format json to get the response unchanged',
    ...responseDetails(response),
  });
  throw explained(plan.report, [incomplete], error);
}

/** The error, which names the assumption that explains it, if it is about such fields. */
const explained = <E extends HotelctlError>(
  { assumes }: ReportDefinition,
  faults: readonly string[],
  error: E,
) => (assumes && faults.some(fault => assumes.about.test(fault)) ? restsOn(error, assumes.key) : error);

/** A list can be streamed only once, so several views of it keep its elements in memory. */
async function listInViews(plan: ReportPlan, list: string, parameters: Parameters, response: HttpResponse) {
  const asTheyAre = { records: (element: never) => [element] };
  const result = await streamResult(plan, asTheyAre, list, parameters, response);
  const elements = await collected(result.records());
  const each = ({ records }: View<never>) => ({
    *records(body: readonly unknown[]) {
      for (const element of body) yield* records(element as never, parameters);
    },
  });
  return { ...result, inViews: inViews(plan.views, view => parsedResult(each(view), parameters, elements)) };
}

async function streamResult(
  plan: ReportPlan,
  view: Pick<View<never>, 'records' | 'shape'>,
  list: string,
  parameters: Parameters,
  response: HttpResponse,
): Promise<RequestResult> {
  const [{ streamedResult }, { body, item }] = await Promise.all([
    import('../output/stream/streamed-result.ts'),
    plan.report.response(),
  ]);
  return streamedResult(view, parameters, {
    list,
    item: item ?? body,
    body,
    bytes: response.body,
    needsAllFields: plan.refuses !== undefined,
    details: responseDetails(response),
    onCheck: check => {
      const place = [list, ...(view.shape?.each === undefined ? [] : [view.shape.each])].join('[].');
      const isWritten = (name: string) => check.unknownFields.includes(`${place}[].${name}`);
      return reportDifferences(plan, check, response, isWritten);
    },
  });
}

/**
 * Undocumented fields and values are a warning; a missing field or one of another type is exit 6. The format `json`
 * passes the body on unchanged and leaves the check of its fields to the reader, unless `--strict` is given. An
 * incomplete list is reported in every format.
 */
async function reportDifferences(
  plan: ReportPlan,
  { unknownFields, unknownValues, missing = [], faults, conflicts = [] }: ModelCheck,
  response: HttpResponse,
  isWritten: (name: string) => boolean,
): Promise<void> {
  const { report, format, strict } = plan;
  const what = `the ${report.name} report`;
  const details = responseDetails(response);
  const isChecked = format !== 'json' || strict;
  const fatal = [...faults, ...(plan.refuses ? missing : []).map(path => `missing: ${path}`)];
  if (isChecked && fatal.length > 0) {
    const error = new UndocumentedResponseError(`${what} is not as documented: ${joinSome(fatal, 3, '; ')}`, {
      hint: plan.refuses?.hint ?? 'report it, or use --format json to get the response unchanged',
      ...details,
    });
    throw explained(report, fatal, error);
  }
  const [conflict] = conflicts;
  if (conflict !== undefined && plan.refuses?.conflicts)
    throw new UndocumentedResponseError(`${what} ${conflict}`, { hint: plan.refuses.hint, ...details });
  const messages = conflicts.map(words => `${what} ${words}`);
  if (isChecked && missing.length > 0) {
    const { assumes } = report;
    const assumed =
      assumes && missing.some(path => assumes.about.test(path)) ? `; ${restingOn(assumes.key)}` : '';
    messages.push(`${what} lacks fields, whose cells stay empty: ${joinSome(missing, 10, ', ')}${assumed}`);
  }
  if (isChecked && unknownFields.length > 0) {
    const fields = joinSome(unknownFields, 10, ', ');
    messages.push(
      `${what} has fields that are not documented: ${fields}${renamedFields(plan, unknownFields, isWritten)}`,
    );
  }
  if (isChecked && unknownValues.length > 0)
    messages.push(`${what} has values that are not documented: ${joinSome(unknownValues, 10, ', ')}`);
  for (const message of messages) await reportMessage(plan, message, response);
}

/** A warning, or with `--strict` an error. */
async function reportMessage({ warn, strict }: ReportPlan, message: string, response: HttpResponse) {
  if (!strict) return warn(`warning: ${message}`);
  const hint = 'omit --strict to continue anyway';
  throw new UndocumentedResponseError(message, { hint, ...responseDetails(response) });
}

/**
 * Fields that have the same name as a leading column, and how they are written: see `recordLedBy`. Only NDJSON has
 * undocumented fields.
 */
function renamedFields(
  plan: ReportPlan,
  unknownFields: readonly string[],
  isWritten: (name: string) => boolean,
): string {
  const { columns } = ledBy(plan);
  const names = unknownFields.map(path => /^(?:.*\[\]\.)?([^.]+)$/.exec(path)?.[1] ?? '');
  const isRenamed = (name: string) => columns.some(column => column.name === name) && isWritten(name);
  const renamed = (plan.format ?? 'ndjson') === 'ndjson' ? [...new Set(names)].filter(isRenamed) : [];
  if (renamed.length === 0) return '';
  const [first, ...others] = renamed.map(name => `${name} as platform_${name}`);
  return ` (${[first?.replace(' as ', ' is written as '), ...others].join(', ')})`;
}

/**
 * The items of a list report in a period, in as many requests as needed. An incomplete list is an error, because the sums of
 * an export would be wrong.
 *
 * @param dateOf the day that decides whether an item belongs to the period
 * @throws UndocumentedResponseError
 */
export async function* fetchItems<Item>(
  source: ReportSource,
  report: ReportDefinition,
  property: string,
  { first, last }: Period,
  dateOf: (item: Item) => string,
): AsyncGenerator<readonly Item[]> {
  const hint = `look at it with \`hotelctl reports ${report.name} --period ${first}..${last}\`; nothing was written`;
  const { views } = await report.response();
  const plan = {
    ...source,
    report,
    refuses: { hint, conflicts: true },
    views: views.slice(0, 1),
  } as const;
  for (const dates of requestsFor({ becomes: 'date-filter', atMostMonths: 1 }, { first, last })) {
    const result = await fetchReport(plan, { propertyId: property, ...dates });
    for await (const records of result.records()) {
      const items = records as unknown as readonly Item[];
      const stray = items.map(dateOf).find(date => date < first || date > last);
      if (stray !== undefined)
        throw new UndocumentedResponseError(
          `the ${report.name} report has the date ${safeText(stray, 30)}, which was not requested`,
          { hint },
        );
      yield items;
    }
  }
}
