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
  readItems,
} from '../output/results.ts';
import { restingOn, restsOn } from '../platform/assumptions.ts';
import { isDate, lastDate } from '../platform/dates.ts';
import { checkAgainstModel, type ModelCheck } from '../platform/models.ts';
import { listValues, type Parameters, queryString } from '../platform/parameters.ts';
import { boundsOf, nameOfPeriod, type Period, periodName, requestsFor } from '../platform/periods.ts';
import type { ReportRecord, View } from '../platform/records.ts';
import { type ReportDefinition, reportPath, reportScopes } from '../platform/reports/report.ts';
import { joinSome, safeText } from '../platform/safe-text.ts';

export interface ReportSource {
  readonly baseUrl: string;
  readonly version: string;
  readonly send: Send;
  /** Bodies that are not of the platform, such as those of snapshots; undefined for an empty one. They are checked like responses. */
  readonly bodyOf?: (parameters: Parameters) => Promise<ReportRecord | undefined>;
  readonly newKey: () => string;
  /** A better error than the platform's refusal of a request, if there is one. */
  readonly explainRefusal?: (
    refusal: HotelctlError,
    parameters: Parameters,
  ) => Promise<HotelctlError | undefined>;
  /** Prints a warning about the data. */
  readonly warn: (message: string) => Promise<void>;
  /** Whether warnings name the assumptions that explain them. */
  readonly namesAssumptions?: boolean | undefined;
}

/** How the responses of one report are requested, checked and read: the same for all requests of a run. */
export type ReportPlan = ReportSource & ReadingPlan;

export const hintIfMiscounted = 'run it again; if the count stays wrong, report it to the platform';

export interface ReadingPlan extends Pick<ReportSource, 'warn' | 'namesAssumptions'> {
  readonly report: ReportDefinition;
  /** The views of each response; of several, the one with the key figures leads. */
  readonly views: readonly View<never>[];
  /** Default: `ndjson`. */
  readonly format?: Format;
  /** How rows of a CSV are laid out, where they are written as they come. */
  readonly layout?: CsvLayout | undefined;
  /** Called with each body that is read as a whole. */
  readonly onBody?: (body: unknown, parameters: Parameters) => void;
  /** Called with each request whose rows do not add up to its figures of the whole period, or are not as many as its count, besides the warning. */
  readonly onUnequal?: (parameters: Parameters) => void;
  /** Undocumented fields and values are an error (exit 6) instead of a warning. */
  readonly strict?: boolean;
  /** JSON is checked as rows are: a program relies on the types of its fields. */
  readonly isTyped?: boolean;
  /** A missing field is an error (exit 6) for a reader that adds figures up; `hint` says what to do next. */
  readonly refuses?: { readonly hint: string };
  /** The hint of the error (exit 6) for a list whose count is wrong, for a reader that adds it up or keeps it; else a warning. */
  readonly hintIfMiscounted?: string;
}

/** @returns the response with status 200, or with 204 if the report may be empty. @throws what the platform refused */
export async function requestReport(source: ReportSource, report: ReportDefinition, parameters: Parameters) {
  const response = await source.send(makeRequest(source, report, parameters));
  if (response.status === 200 || (response.status === 204 && report.mayBeEmpty)) return response;
  const { readRefusal } = await import('../http/refusal.ts');
  const refusal = await readRefusal(response, `the ${report.name} report`, reportScopes);
  throw (await source.explainRefusal?.(refusal, parameters)) ?? refusal;
}

/** Sends one request. The body of a report with a `listField` is read later, while its records are written. */
export async function fetchReport(plan: ReportPlan, parameters: Parameters): Promise<RequestResult> {
  if (!plan.bodyOf) return readReport(plan, parameters, await requestReport(plan, plan.report, parameters));
  const body = await plan.bodyOf(parameters);
  if (body) await checkWhole(plan, parameters, body, { status: 200, headers: {} });
  return wholeResult(plan, parameters, body);
}

export async function readReport(plan: ReadingPlan, parameters: Parameters, response: HttpResponse) {
  const { listField } = plan.report;
  if (response.status === 204) await response.discard();
  else if (listField !== undefined) return listResult(plan, listField, parameters, response);
  if (response.status === 204) return wholeResult(plan, parameters, undefined);
  const body = await readJson(response, sizeCaps.small);
  await checkWhole(plan, parameters, body, response);
  return wholeResult(plan, parameters, body);
}

function wholeResult(plan: ReadingPlan, parameters: Parameters, body: unknown): RequestResult {
  const makeResult = (one: View<never>) => parsedResult(one, parameters, body as never);
  const result = makeResult(ledBy(plan));
  return plan.views.length > 1 ? { ...result, inViews: inViews(plan.views, makeResult) } : result;
}

const ledBy = ({ views }: ReadingPlan) => leadingView(views) as View<never>;

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

type ResponseHead = Pick<HttpResponse, 'status' | 'headers'>;

async function checkWhole(plan: ReadingPlan, parameters: Parameters, body: unknown, response: ResponseHead) {
  const { report } = plan;
  const { body: schema, proofs = [] } = await report.response();
  const check = checkAgainstModel(schema, body);
  await reportDifferences(plan, parameters, check, response, name =>
    [...ledBy(plan).records(body as never, parameters)].some(record =>
      Object.hasOwn(record, `platform_${name}`),
    ),
  );
  // JSON passes it on; it has no figures that could be read.
  if (check.faults.length > 0) return;
  const hasParts = ({ expands, whole }: View<never>) =>
    expands && whole && listValues(parameters, 'expand').includes(expands);
  const used = plan.views.some(hasParts) ? [] : proofs.filter(hasParts);
  const checked = plan.format === 'json' ? [] : [...plan.views, ...used];
  const [incomplete] = checked.flatMap(view => view.incomplete?.(body as never, parameters) ?? []);
  if (incomplete !== undefined)
    throw undocumented(plan, [incomplete], `the ${report.name} report ${incomplete}`, response);
  plan.onBody?.(body, parameters);
  // The record of a summary is the whole itself.
  const divided = checked.filter(hasParts);
  if (divided.length === 0) return;
  const { differencesFromWhole } = await import('./figures/declared-totals.ts');
  const unequal = divided.flatMap(view => differencesFromWhole(view, body as never, parameters));
  if (unequal.length > 0) plan.onUnequal?.(parameters);
  for (const words of new Set(unequal))
    await reportMessage(plan, parameters, `the ${report.name} report's ${words}`, response);
}

/** The assumption that explains faults of some fields, if it is about them. */
const findAssumed = ({ assumes }: ReportDefinition, faults: readonly string[]) =>
  assumes && faults.some(fault => assumes.about.test(fault)) ? assumes.key : undefined;

function undocumented(plan: ReadingPlan, faults: readonly string[], words: string, response: ResponseHead) {
  const unchanged = plan.format === 'json' ? '' : ', or use --format json to get the response unchanged';
  const error = new UndocumentedResponseError(words, {
    hint: plan.refuses?.hint ?? `report it${unchanged}`,
    ...responseDetails(response),
  });
  const assumed = findAssumed(plan.report, faults);
  return assumed ? restsOn(error, assumed) : error;
}

/** A list can be streamed only once, so several views of it keep its elements in memory. */
async function listResult(plan: ReadingPlan, list: string, parameters: Parameters, response: HttpResponse) {
  const { streamedResult } = await import('../output/stream/streamed-result.ts');
  const { dayField: path, period } = plan.report;
  const { body, item = body } = await plan.report.response();
  const { first = '', last = lastDate } = boundsOf(period, parameters);
  const isRequested = (day: string) => (first <= day && day <= last) || !isDate(day);
  const isSeveral = plan.views.length > 1;
  const view: Pick<View<never>, 'records' | 'shape'> = isSeveral
    ? { records: element => [element] }
    : ledBy(plan);
  const result = streamedResult(view, parameters, {
    list,
    item,
    body,
    bytes: response.body,
    decidedEarly: plan.strict ? 'everything' : plan.refuses ? 'missing' : 'nothing',
    // What adds up to a ledger keeps what was sent: a close names a wrong date.
    emptiesDates: plan.refuses === undefined,
    keepsFields: writesRecords(plan),
    day: path === undefined ? undefined : { path, isRequested },
    details: responseDetails(response),
    onCheck: check => {
      const place = [list, ...(view.shape?.each === undefined ? [] : [view.shape.each])].join('[].');
      const isWritten = (name: string) => check.unknownFields.includes(`${place}[].${name}`);
      return reportDifferences(plan, parameters, check, response, isWritten);
    },
  });
  if (!isSeveral) return result;
  const elements = await collected(result.records());
  const each = ({ records }: View<never>) => ({
    *records(body: readonly unknown[]) {
      for (const element of body) yield* records(element as never, parameters);
    },
  });
  return { ...result, inViews: inViews(plan.views, one => parsedResult(each(one), parameters, elements)) };
}

/**
 * Undocumented fields and values are a warning; a missing field or one of another type is exit 6. The format `json`
 * passes the body on unchanged, with a warning for such a field, and leaves the rest of the check to the reader, unless
 * `--strict` is given or it is typed. An incomplete list is reported in every format.
 */
async function reportDifferences(
  plan: ReadingPlan,
  parameters: Parameters,
  check: ModelCheck,
  response: ResponseHead,
  isWritten: (name: string) => boolean,
): Promise<void> {
  const { report, format, refuses, hintIfMiscounted: hint } = plan;
  const { unknownFields, unknownValues, faults } = check;
  const { missing = [], wrongDates = [], strayDays = [], conflicts = [] } = check;
  const what = `the ${report.name} report`;
  const messages = conflicts.map(words => `${what} ${words}`);
  if (conflicts.length > 0) plan.onUnequal?.(parameters);
  const isChecked = format !== 'json' || plan.strict || plan.isTyped;
  const fatal = [...faults, ...(refuses ? missing : []).map(path => `missing: ${path}`)];
  if (fatal.length > 0) {
    const words = `${what} is not as documented: ${joinSome(fatal, 3, '; ')}`;
    if (isChecked) throw undocumented(plan, fatal, words, response);
    messages.push(words);
  }
  if (messages[0] !== undefined && hint !== undefined)
    throw new UndocumentedResponseError(messages[0], { hint, ...responseDetails(response) });
  const list = (words: string, fields: readonly string[], more = '') => {
    if (fields.length > 0) messages.push(`${what} ${words}: ${joinSome(fields, 10, ', ')}${more}`);
  };
  if (isChecked) {
    const key = findAssumed(report, missing);
    list('lacks fields, whose cells stay empty', missing, restingOn(key ? [key] : [], plan.namesAssumptions));
    list('has dates that do not exist, whose cells stay empty', wrongDates);
  }
  list('has days that were not requested', strayDays);
  if (isChecked) {
    list('has fields that are not documented', unknownFields, renamedFields(plan, unknownFields, isWritten));
    list('has values that are not documented', unknownValues);
  }
  for (const message of messages) await reportMessage(plan, parameters, message, response);
}

/** A warning that names its request, because others may have none; or with `--strict` an error. */
async function reportMessage(
  { warn, strict, report }: ReadingPlan,
  parameters: Parameters,
  message: string,
  response: ResponseHead,
) {
  const request = `${String(parameters['propertyId'])} ${periodName(report.period, parameters)}`;
  if (!strict) return warn(`warning: ${request}: ${message}`);
  const hint = 'omit --strict to continue anyway';
  throw new UndocumentedResponseError(message, { hint, ...responseDetails(response) });
}

const writesRecords = ({ format = 'ndjson' }: ReadingPlan) => format === 'ndjson';

/**
 * Fields that have the same name as a leading column, and how they are written: see `recordLedBy`. Only NDJSON has
 * undocumented fields.
 */
function renamedFields(
  plan: ReadingPlan,
  unknownFields: readonly string[],
  isWritten: (name: string) => boolean,
): string {
  const { columns } = ledBy(plan);
  const names = unknownFields.map(path => /^(?:.*\[\]\.)?([^.]+)$/.exec(path)?.[1] ?? '');
  const isRenamed = (name: string) => columns.some(column => column.name === name) && isWritten(name);
  const renamed = writesRecords(plan) ? [...new Set(names)].filter(isRenamed) : [];
  if (renamed.length === 0) return '';
  const [first, ...others] = renamed.map(name => `${name} as platform_${name}`);
  return ` (${[first?.replace(' as ', ' is written as '), ...others].join(', ')})`;
}

export interface ItemList<Item> {
  readonly report: ReportDefinition;
  /** The day that decides whether an item belongs to a period. */
  readonly dateOf: (item: Item) => string;
}

/** An item of other days is in another export too, or in none. @throws UndocumentedResponseError */
export function requireDates<Item>(
  { dateOf }: ItemList<Item>,
  items: readonly Item[],
  period: Period,
  what: string,
  hint: string,
): void {
  const stray = items.map(dateOf).find(date => date < period.first || date > period.last);
  if (stray === undefined) return;
  const words = `${what} has the date ${safeText(stray, 30)}, which is not in ${nameOfPeriod(period)}`;
  throw new UndocumentedResponseError(words, { hint });
}

/**
 * In as many requests as needed. An incomplete list is an error, because the sums of an export would be wrong.
 *
 * @throws UndocumentedResponseError
 */
export async function* fetchItems<Item>(
  source: ReportSource,
  list: ItemList<Item>,
  property: string,
  period: Period,
): AsyncGenerator<readonly Item[]> {
  const { report } = list;
  const { first, last } = period;
  const hint = `look at it with \`hotelctl reports ${report.name} --period ${first}..${last}\`; nothing was written`;
  const { views } = await report.response();
  const plan = { ...source, report, refuses: { hint }, hintIfMiscounted: hint, views: views.slice(0, 1) };
  for (const dates of requestsFor({ becomes: 'date-filter', atMostMonths: 1 }, period)) {
    const result = await fetchReport(plan, { propertyId: property, ...dates });
    for await (const items of readItems<Item>(result)) {
      requireDates(list, items, period, `the ${report.name} report`, hint);
      yield items;
    }
  }
}
