import { groupBy } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { listedCurrencies } from '../../cli/properties.ts';
import { errorOfParts } from '../../cli/several-properties.ts';
import { sorted } from '../../output/columns.ts';
import type { Text } from '../../output/document/document.ts';
import { hasSections, isForPeople } from '../../output/format.ts';
import { collected, columnsOfWhole, leadingView, parsedResult } from '../../output/results.ts';
import { haveFigures, withComputedRatios } from '../../output/totals.ts';
import { describePeriod, englishText, joinTexts, say, uniqueTexts } from '../../output/words/messages.ts';
import { anyDay, type CalendarDate } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { boundsOf, findDays, nameOfPeriod } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import { hintIfMiscounted } from '../../reports/fetch-report.ts';
import {
  differentLengths,
  type HotelRequests,
  isRelativeComparison,
  listRequests,
  makeSpans,
  nameSides,
  noFigures,
  nothingToCompare,
  periodsOn,
  requestsOn,
  type Side,
} from '../../reports/figures/compared-spans.ts';
import { computedRecords, computedWhole, hasRowsOfDays } from '../../reports/figures/computed.ts';
import { withBeside } from '../../reports/figures/declared-totals.ts';
import { isAcrossHotels, readCurrencyOf } from '../../reports/figures/groups.ts';
import { describeOtherCurrency, noteOtherCurrency } from '../../reports/figures/hotel-figures.ts';
import { countProperties, describeNotes } from '../../reports/figures/lines.ts';
import { describeMix, type Mix, mixRecords, mixRequests } from '../../reports/figures/mix.ts';
import { orderOfRanking, withRanks } from '../../reports/figures/ranking.ts';
import { convertRows } from '../../reports/figures/rates.ts';
import { fetchAll } from './fetch-all.ts';
import type { ComputedPlan } from './plan.ts';
import { addBudgets, type BudgetedHotel } from './ranking-budget.ts';

interface ResponseRows {
  readonly records: readonly ReportRecord[];
  readonly wholes: readonly ReportRecord[];
  /** Before amounts are converted. */
  readonly currency?: string | undefined;
}
/** By request; one that failed has none. */
type RowsByRequest = Map<Parameters, ResponseRows>;
const isFetched = (fetched: RowsByRequest) => (hotel: HotelRequests) =>
  listRequests(hotel).every(request => fetched.has(request));
const recordsIn = (fetched: RowsByRequest) => (request: Parameters) => fetched.get(request)?.records ?? [];
interface Run {
  readonly plan: ComputedPlan;
  readonly invocation: Invocation;
  readonly source: View<never>;
  /** The day at each hotel, of rows that depend on it. */
  readonly days: ReadonlyMap<string, CalendarDate>;
}

async function fetchRows({ plan, invocation, source, days }: Run, requests: readonly Parameters[]) {
  const { columns } = source;
  const { rates, gather } = plan.computation;
  const isByDay = columns.some(({ name }) => name === 'businessDay');
  const fetched: RowsByRequest = new Map();
  const all = { ...plan, ...(gather && { hintIfMiscounted }), requests, format: 'ndjson' as const };
  // A hotel whose amounts cannot be converted is missing, as one whose request failed.
  const { results, failure } = fetchAll(all, invocation, async result => {
    const today = days.get(String(result.parameters['propertyId']));
    // What is owed has the value of today.
    const period = today ? { first: today, last: today } : findDays(plan.report.period, result.parameters);
    const raw = await collected(result.records());
    const records = convertRows(withComputedRatios(raw, columns), columns, rates, period);
    const declared = result.whole?.();
    const whole = declared ? withComputedRatios([declared], columnsOfWhole(source)) : [];
    // What the platform says of the whole period cannot be converted with the rate of each day.
    const wholes =
      rates && isByDay ? withBeside(records, whole, source) : convertRows(whole, columns, rates, period);
    const currency = raw.map(valueReader('netAccommodationRevenue.currency')).find(Boolean)?.toString();
    return [result.parameters, { records, wholes, currency }] as const;
  });
  for await (const [request, rows] of results) fetched.set(request, rows);
  return { fetched, failure, proofs: [] as Text[] };
}

/** Sends a request for each value of a mix, and makes one response of them. */
async function fetchMix(mix: Mix, run: Run, requests: readonly Parameters[]) {
  const parts = new Map(requests.map(request => [request, mixRequests(mix, request)]));
  const { fetched, failure } = await fetchRows(run, [...parts.values()].flat());
  const combined: RowsByRequest = new Map();
  const proofs: Text[] = [];
  for (const [request, sent] of parts) {
    const found = sent.flatMap(part => fetched.get(part) ?? []);
    const [house] = found;
    if (!house || found.length < sent.length) continue;
    const rows = found.map(part => part.records[0]);
    const records = mixRecords(mix, rows, run.source.columns);
    combined.set(request, { ...house, records });
    proofs.push(describeMix(records));
  }
  return { fetched: combined, failure, proofs: uniqueTexts(proofs) };
}

/** @property isAlike with figures of both periods, if there are two: totals of several hotels compare only these */
interface ListedHotel extends BudgetedHotel {
  readonly isAlike: boolean;
  readonly notes: readonly Text[];
}

/** The hotels of which no request failed. A ranking lists those that were open; others are named. */
async function listHotels(
  { invocation, source, plan }: Run,
  hotels: readonly HotelRequests[],
  fetched: RowsByRequest,
): Promise<ListedHotel[]> {
  const { grouping } = plan.computation;
  const listed: ListedHotel[] = [];
  const readCurrency = readCurrencyOf(source.columns);
  for (const hotel of hotels.filter(isFetched(fetched))) {
    const rowsOn = (side: Side) => requestsOn(hotel, side).flatMap(recordsIn(fetched));
    const haveFiguresOn = (side: Side) => haveFigures(rowsOn(side), source.columns);
    const isOpen = haveFiguresOn('now');
    const isCompared = periodsOn(hotel, 'before').length > 0;
    const wasOpen = isCompared && haveFiguresOn('before');
    const isNew = isCompared && !wasOpen;
    const isUnranked = !isOpen && isAcrossHotels(grouping);
    if (!isOpen && (isUnranked || hotels.length > 1)) {
      const words = `${hotel.property}: ${englishText(noFigures(periodsOn(hotel, 'now')))}`;
      await invocation.warn(isUnranked ? `${words}, so it is not ranked` : words);
    }
    // A row without one side is not one of zeros.
    const closed = isNew ? (['before', 'inTotal'] as const) : isUnranked ? (['now'] as const) : [];
    for (const side of closed)
      for (const request of requestsOn(hotel, side)) fetched.set(request, { records: [], wholes: [] });
    const sides = (['now', 'before'] as const).map(rowsOn);
    const [now, before] = sides.map(rows => rows.map(readCurrency).find(Boolean));
    const other = grouping === 'group' && isOpen && wasOpen ? noteOtherCurrency(now, before) : [];
    const notes = [
      ...(isNew && isOpen ? [nothingToCompare(periodsOn(hotel, 'before'))] : []),
      ...other,
      ...sides.flatMap(rows => describeOtherCurrency(rows, readCurrency)),
    ];
    const isAlike = !isNew && !isUnranked && other.length === 0;
    const ownCurrency = requestsOn(hotel, 'now')
      .map(request => fetched.get(request)?.currency)
      .find(Boolean);
    if (!isUnranked || wasOpen) listed.push({ ...hotel, isAlike, notes, ownCurrency });
  }
  return listed;
}

/** Hotels in totals: they compare the same hotels, if any has both sides. */
function compareAlike(hotels: readonly ListedHotel[]): readonly ListedHotel[] {
  const alike = hotels.filter(({ isAlike }) => isAlike);
  return alike.length > 0 ? alike : hotels;
}

/**
 * Fetches everything that computed rows need, and computes them: one result of all rows, or one for each hotel. Hotels
 * with a failed request are omitted. @throws the failure if that is all of them
 */
export async function fetchComputed(plan: ComputedPlan, invocation: Invocation) {
  const { computation } = plan;
  const { mix, gather, grouping } = computation;
  const source = leadingView(plan.views) as View<never>;
  const hotels = await requestsByHotel(source, plan);
  const days = new Map<string, CalendarDate>();
  if (gather) for (const { property } of hotels) days.set(property, await plan.todayOf(property));
  const run = { plan, invocation, source, days };
  const requests = hotels.flatMap(listRequests);
  const { fetched, failure, proofs } = await (mix ? fetchMix(mix, run, requests) : fetchRows(run, requests));
  // A file of before is worth more than one without rows.
  if (!hotels.some(isFetched(fetched))) throw errorOfParts(plan.failed, undefined);
  const noted = await noteFetched(run, hotels, fetched, proofs);
  const complete = await listHotels(run, hotels, fetched);
  const together = grouping === 'group' ? compareAlike(complete) : complete;
  const budgets = computation.budget && (await addBudgets(invocation, plan, together));
  const expected = [...hotels, ...plan.refused];
  const unlisted = (isAcrossHotels(grouping) && plan.words.describeUnlisted?.(expected)) || [];
  const notes = [...describeNotes(complete), ...(budgets?.notes ?? [])];
  for (const note of [...unlisted, ...notes]) await invocation.warn(englishText(note));
  const all = { ...run, fetched, complete, together, budgets };
  const heading = makeHeadingOfAll(all, hotels, expected.length);
  const sections = makeSections(all, heading);
  const [{ rows = [] } = {}] = sections;
  const currencies = new Set(complete.flatMap(({ ownCurrency }) => ownCurrency ?? []));
  const isOneCurrency = computation.rates !== undefined || currencies.size < 2;
  const missing =
    grouping === 'group' ? await findMissing(expected, together, isOneCurrency, invocation) : [];
  const view = computation.viewOf(source, {
    words: { ...plan.words, missing },
    sides: nameSides(hotels.flatMap(hotel => hotel.spans)),
    hasAllBudgets: budgets?.isComplete ?? false,
  });
  const { sort } = plan.output.arrangement;
  const order = grouping === 'property' ? orderOfRanking(view, rows, sort) : undefined;
  if (order?.isMixed && isForPeople(plan.output.format))
    await invocation.note(
      `${englishText(order.words)}; add \`--currency EUR --rates FILE\` to rank by RevPAR`,
    );
  const properties = { counted: together.length, all: expected.length };
  const table = { columns: [], ...view.table, properties };
  const shown = { ...view, table, ...(gather && { whole: gather.whole(rows) }) };
  return { failure, view: shown, order, proofs: [...noted, ...notes], sections, heading };
}

/** Prints what readers must know of the rows that were fetched. @returns it for pages, without the lengths of periods */
async function noteFetched(
  { plan, invocation: { note, warn } }: Run,
  hotels: readonly HotelRequests[],
  fetched: RowsByRequest,
  proofs: readonly Text[],
): Promise<readonly Text[]> {
  const { gather, comparison } = plan.computation;
  const warnings = gather?.warnings(hotels.flatMap(listRequests).flatMap(recordsIn(fetched))) ?? [];
  const notes = [...proofs, ...(gather ? [gather.note] : [])];
  for (const words of warnings) await warn(`warning: ${englishText(words)}`);
  for (const words of notes) await note(englishText(words));
  const spans = hotels.flatMap(hotel => hotel.spans);
  const lengths = spans.flatMap(span => (comparison && differentLengths(comparison, span)) ?? []);
  for (const difference of new Set(lengths)) await warn(`warning: ${difference}`);
  return [...notes, ...warnings];
}

/** The hotels that the rows of groups lack, with their currencies if these tell to which rows they belong. */
async function findMissing(
  expected: readonly { readonly property: string }[],
  present: readonly HotelRequests[],
  isOneCurrency: boolean,
  invocation: Invocation,
) {
  const lacking = expected.filter(({ property }) => !present.some(hotel => hotel.property === property));
  const listed = isOneCurrency || lacking.length === 0 ? undefined : await listedCurrencies(invocation);
  return lacking.map(({ property }) => ({ property, currency: listed && (listed.get(property) ?? '') }));
}

interface Material extends Run {
  readonly fetched: RowsByRequest;
  /** The hotels of which no request failed, and those of them whose rows a ranking or a group has. */
  readonly complete: readonly ListedHotel[];
  readonly together: readonly ListedHotel[];
  readonly budgets: Awaited<ReturnType<typeof addBudgets>> | undefined;
}

/** One section of all rows; on a page, one for each hotel unless its rows need those of others. */
function makeSections(
  { plan, source, days, fetched, complete, together, budgets }: Material,
  heading: readonly Text[],
) {
  const { computation, words } = plan;
  const { gather, grouping } = computation;
  const isRanking = isAcrossHotels(grouping);
  const recordsOf = recordsIn(fetched);
  const { sort } = plan.output.arrangement;
  const computeRows = (hotels: readonly ListedHotel[]) => {
    if (gather) return gather.rows(hotels.flatMap(listRequests).flatMap(recordsOf), days);
    const spans = hotels.flatMap(hotel => hotel.spans);
    const own = computedRecords(computation, source, spans, recordsOf, words);
    const rows = budgets?.addTo(own) ?? own;
    if (grouping !== 'property' || !sort?.column.unit) return rows;
    return withRanks(sorted(rows, sort), sort.column.name);
  };
  const makeSection = (hotels: readonly ListedHotel[], rows: readonly ReportRecord[]) => {
    const listWholes = (side: Side) =>
      compareAlike(hotels)
        .flatMap(hotel => requestsOn(hotel, side))
        .flatMap(request => fetched.get(request)?.wholes ?? []);
    const whole = () =>
      gather
        ? gather.whole(rows).record()
        : computedWhole(computation, source, listWholes('now'), listWholes('inTotal'));
    const parameters = hotels[0]?.spans[0]?.now.requests[0] ?? plan.requests[0] ?? {};
    const result = { ...parsedResult({ records: () => rows }, parameters, rows), whole };
    return { heading: isRanking ? heading : makeHeading(hotels, words.names), rows, result };
  };
  if (isRanking) return [makeSection(together, computeRows(together))];
  const parts = complete.map(hotel => [hotel]);
  return hasSections(plan.output.format) && !gather && complete.length > 0
    ? parts.map(part => makeSection(part, computeRows(part)))
    : [makeSection(complete, parts.flatMap(computeRows))];
}

async function requestsByHotel(
  source: View<never>,
  { report, requests, todayOf, computation: { comparison, gather, grouping } }: ComputedPlan,
) {
  const isOfDays = hasRowsOfDays(grouping, source);
  const hotels: HotelRequests[] = [];
  for (const [property, own] of groupBy(requests, request => String(request['propertyId']))) {
    const unpaired = own.map(request => {
      const { first = anyDay, last = anyDay } = boundsOf(report.period, request);
      return { now: { period: { first, last }, requests: [request] }, before: undefined, inTotal: undefined };
    });
    const today = comparison && isRelativeComparison(comparison) ? await todayOf(property) : anyDay;
    const spans = gather ? unpaired : makeSpans(report, comparison, own, today, isOfDays);
    hotels.push({ property, spans });
  }
  return hotels;
}

/** The title of all rows. It counts hotels as the scope of a page does: those with figures of this period. */
function makeHeadingOfAll(
  { plan, complete, fetched }: Material,
  hotels: readonly HotelRequests[],
  expected: number,
): readonly Text[] {
  const { gather, grouping } = plan.computation;
  // A hotel without invoices has a report, which is empty.
  const having = complete.filter(
    hotel => gather || requestsOn(hotel, 'now').flatMap(recordsIn(fetched)).length > 0,
  );
  const count = complete.filter(({ isAlike }) => isAlike).length;
  const isPart = isAcrossHotels(grouping) && count > 0 && count < having.length;
  return [
    ...makeHeading(having.length > 0 ? having : hotels, plan.words.names, expected),
    ...(isPart ? [say('totals of {count} of {all} properties', { count, all: expected })] : []),
  ];
}

function makeHeading(
  hotels: readonly HotelRequests[],
  names: ReadonlyMap<string, string>,
  expected = hotels.length,
): Text[] {
  const [first] = hotels;
  if (!first) return [];
  const who =
    expected === 1 ? [propertyWords(first.property, names)] : countProperties(hotels.length, expected);
  // `yesterday` is not the same day in every time zone.
  const namePeriods = (side: Side) => {
    const periods = hotels.flatMap(hotel => periodsOn(hotel, side));
    return joinTexts([...new Set(periods.map(nameOfPeriod).sort())].map(describePeriod), ', ');
  };
  const [periods, others] = [namePeriods('now'), namePeriods('inTotal')];
  return [who, others.length === 0 ? periods : say('{periods} compared with {others}', { periods, others })];
}
