import { ensureEntry } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { listedCurrencies } from '../../cli/properties.ts';
import { arranged } from '../../output/columns.ts';
import type { Text } from '../../output/document/document.ts';
import { isForPeople } from '../../output/format.ts';
import { collected, columnsOfWhole, leadingView, parsedResult } from '../../output/results.ts';
import { haveFigures, withComputedRatios } from '../../output/totals.ts';
import { describePeriod, englishText, joinTexts, say, uniqueTexts } from '../../output/words/messages.ts';
import { anyDay, type CalendarDate } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { boundsOf, findDays, nameOfPeriod } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { FieldValue, ReportRecord, View } from '../../platform/records.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import { hintIfMiscounted } from '../../reports/fetch-report.ts';
import {
  differentLengths,
  isRelativeComparison,
  makeSpans,
  nameSides,
  noFigures,
  nothingToCompare,
  type SpanRequests,
} from '../../reports/figures/compared-spans.ts';
import {
  type Computation,
  computedRecords,
  computedWhole,
  hasRowsOfDays,
} from '../../reports/figures/computed.ts';
import { withBeside } from '../../reports/figures/declared-totals.ts';
import { isAcrossHotels, readCurrencyOf } from '../../reports/figures/groups.ts';
import { describeOtherCurrency, noteOtherCurrency } from '../../reports/figures/hotel-figures.ts';
import { countProperties, describeNotes } from '../../reports/figures/lines.ts';
import { describeMix, type Mix, mixRecords, mixRequests } from '../../reports/figures/mix.ts';
import { orderOfRanking, withRanks } from '../../reports/figures/ranking.ts';
import { convertRows } from '../../reports/figures/rates.ts';
import { fetchAll } from './fetch-all.ts';
import type { RunPlan } from './plan.ts';
import { addBudgets } from './ranking-budget.ts';

interface HotelRequests {
  readonly property: string;
  readonly spans: readonly SpanRequests[];
}

type Side = keyof SpanRequests;
const requestsOn = ({ spans }: HotelRequests, side: Side) =>
  spans.flatMap(span => span[side]?.requests ?? []);
const periodsOn = ({ spans }: HotelRequests, side: Side) => spans.flatMap(span => span[side]?.period ?? []);
const listRequests = ({ spans }: HotelRequests) => [
  ...new Set(
    spans.flatMap(({ now, before, inTotal }) => [now, before, inTotal].flatMap(each => each?.requests ?? [])),
  ),
];

interface ResponseRows {
  readonly records: readonly ReportRecord[];
  readonly wholes: readonly ReportRecord[];
  /** Before amounts are converted. */
  readonly currency?: FieldValue;
}
/** By request; one that failed has none. */
type RowsByRequest = Map<Parameters, ResponseRows>;
type Run = Pick<Computation, 'rates' | 'grouping' | 'gather'> & {
  readonly plan: RunPlan;
  readonly invocation: Invocation;
  readonly source: View<never>;
  /** The day at each hotel, of rows that depend on it. */
  readonly days: ReadonlyMap<string, CalendarDate>;
};

async function fetchRows(
  { plan, invocation, source, rates, days, gather }: Run,
  requests: readonly Parameters[],
) {
  const { columns } = source;
  const isByDay = columns.some(({ name }) => name === 'businessDay');
  const fetched: RowsByRequest = new Map();
  const adding = gather ? { hintIfMiscounted } : {};
  const all = { ...plan, ...adding, requests, format: 'ndjson' as const };
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
    const currency = raw.map(valueReader('netAccommodationRevenue.currency')).find(code => code);
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
    proofs.push(describeMix(sent.length - 1, records));
  }
  return { fetched: combined, failure, proofs: uniqueTexts(proofs) };
}

/** @property isAlike with figures of both periods, if there are two: totals of several hotels compare only these */
type ListedHotel = HotelRequests & { readonly isAlike: boolean; readonly notes: readonly Text[] };

/** The hotels of which no request failed. A ranking lists those that were open; others are named. */
async function listHotels(
  { invocation, source, grouping }: Run,
  hotels: readonly HotelRequests[],
  fetched: RowsByRequest,
): Promise<ListedHotel[]> {
  const listed: ListedHotel[] = [];
  const readCurrency = readCurrencyOf(source.columns);
  for (const hotel of hotels) {
    if (!listRequests(hotel).every(request => fetched.has(request))) continue;
    const rowsOn = (side: Side) =>
      requestsOn(hotel, side).flatMap(request => fetched.get(request)?.records ?? []);
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
    if (!isUnranked || wasOpen) listed.push({ ...hotel, isAlike, notes });
  }
  return listed;
}

/**
 * Fetches everything that computed rows need, and computes them: one result of all rows, or one for each hotel. Hotels
 * with a failed request are omitted.
 */
export async function fetchComputed(computation: Computation, plan: RunPlan, invocation: Invocation) {
  const { mix, gather, grouping, comparison } = computation;
  const words = computation.words(plan.names);
  const source = leadingView(plan.views) as View<never>;
  const hotels = await requestsByHotel(computation, source, plan);
  const days = new Map<string, CalendarDate>();
  if (gather) for (const { property } of hotels) days.set(property, await plan.todayOf(property));
  const run = { ...computation, plan, invocation, source, days };
  const requests = hotels.flatMap(listRequests);
  const { fetched, failure, proofs } = await (mix ? fetchMix(mix, run, requests) : fetchRows(run, requests));
  const warnings = gather?.warnings(requests.flatMap(request => fetched.get(request)?.records ?? [])) ?? [];
  for (const words of warnings) await invocation.warn(`warning: ${englishText(words)}`);
  if (gather) proofs.push(gather.note);
  for (const proof of proofs) await invocation.note(englishText(proof));
  const spans = hotels.flatMap(hotel => hotel.spans);
  const lengths = spans.flatMap(span => (comparison && differentLengths(comparison, span)) ?? []);
  for (const difference of new Set(lengths)) await invocation.warn(`warning: ${difference}`);
  proofs.push(...warnings);
  const complete = await listHotels(run, hotels, fetched);
  const alike = complete.filter(({ isAlike }) => isAlike);
  // A ranking needs all hotels together; other rows belong to one hotel.
  const isRanking = isAcrossHotels(grouping);
  // A group compares the same hotels on both sides.
  const together = grouping === 'group' && alike.length > 0 ? alike : complete;
  const recordsOf = (request: Parameters) => fetched.get(request)?.records ?? [];
  const listWholes = (part: readonly ListedHotel[], side: Side) => {
    // Key figures of several hotels compare the same hotels.
    const alike = part.filter(({ isAlike }) => isAlike);
    return (alike.length > 0 ? alike : part)
      .flatMap(hotel => requestsOn(hotel, side))
      .flatMap(request => fetched.get(request)?.wholes ?? []);
  };
  const ofPeriod = complete.flatMap(hotel => requestsOn(hotel, 'now'));
  const currencies = new Map(
    ofPeriod.flatMap(request => {
      const { currency } = fetched.get(request) ?? {};
      return typeof currency === 'string' ? [[String(request['propertyId']), currency] as const] : [];
    }),
  );
  const budgeted = together.flatMap(hotel => requestsOn(hotel, 'now'));
  const budgets =
    computation.budget && (await addBudgets(invocation, plan, computation, words, budgeted, currencies));
  const unlisted = isRanking ? words.describeUnlisted?.([...hotels, ...plan.refused]) : undefined;
  const notes = [...describeNotes(complete), ...(budgets?.notes ?? [])];
  for (const note of [...(unlisted ?? []), ...notes]) await invocation.warn(englishText(note));
  proofs.push(...notes);
  const { sort } = plan.output.arrangement ?? {};
  const makeRows = (part: readonly ListedHotel[]) => {
    if (gather) return gather.rows(part.flatMap(listRequests).flatMap(recordsOf), days);
    const ownSpans = part.flatMap(hotel => hotel.spans);
    const own = computedRecords(computation, source, ownSpans, recordsOf, words);
    const rows = budgets?.addTo(own) ?? own;
    return grouping === 'property' && sort?.column.unit
      ? withRanks(arranged(rows, { sort }), sort.column.name)
      : rows;
  };
  // As the scope of a page counts them: hotels with figures of this period. One without invoices has a report, which is empty.
  const having = complete.filter(
    hotel => gather || requestsOn(hotel, 'now').some(request => recordsOf(request).length > 0),
  );
  const counted =
    isRanking && alike.length > 0 && alike.length < having.length
      ? [say('totals of {count} of {all} properties', { count: alike.length, all: complete.length })]
      : [];
  const heading = [
    ...makeHeading(having.length > 0 ? having : hotels, words.names, hotels.length + plan.refused.length),
    ...counted,
  ];
  const makeSection = (part: readonly ListedHotel[], rows: readonly ReportRecord[]) => ({
    heading: isRanking ? heading : makeHeading(part, words.names),
    rows,
    result: {
      ...parsedResult(
        { records: () => rows },
        part[0]?.spans[0]?.now.requests[0] ?? plan.requests[0] ?? {},
        rows,
      ),
      whole: () =>
        gather
          ? gather.whole(rows).record()
          : computedWhole(computation, source, listWholes(part, 'now'), listWholes(part, 'inTotal')),
    },
  });
  const parts = isRanking ? [together] : complete.map(hotel => [hotel]);
  const sections =
    plan.inSections && !isRanking && !gather && complete.length > 0
      ? parts.map(part => makeSection(part, makeRows(part)))
      : [makeSection(isRanking ? together : complete, parts.flatMap(makeRows))];
  const hasAllBudgets = budgets?.isComplete ?? false;
  const inRows = new Set(together.map(({ property }) => property));
  // Only the rows of groups count hotels.
  const lacking =
    grouping === 'group' ? [...hotels, ...plan.refused].filter(({ property }) => !inRows.has(property)) : [];
  const isOneCurrency = computation.rates !== undefined || new Set(currencies.values()).size < 2;
  const listed = isOneCurrency || lacking.length === 0 ? undefined : await listedCurrencies(invocation);
  const missing = lacking.map(({ property }) => ({
    property,
    currency: listed && (listed.get(property) ?? ''),
  }));
  const view = computation.viewOf(source, {
    words: { ...words, missing },
    sides: nameSides(spans),
    hasAllBudgets,
  });
  const order = grouping === 'property' ? orderOfRanking(view, sections[0]?.rows ?? [], sort) : undefined;
  if (order?.isMixed && isForPeople(plan.output.format))
    await invocation.note(
      `${englishText(order.words)}; add \`--currency EUR --rates FILE\` to rank by RevPAR`,
    );
  return {
    failure,
    view: gather ? { ...view, whole: gather.whole(sections[0]?.rows ?? []) } : view,
    order,
    proofs,
    sections,
    heading,
  };
}

async function requestsByHotel(
  { comparison, gather, grouping }: Computation,
  source: View<never>,
  { report, requests, todayOf }: RunPlan,
) {
  const byHotel = new Map<string, Parameters[]>();
  for (const request of requests) ensureEntry(byHotel, String(request['propertyId']), () => []).push(request);
  const isOfDays = hasRowsOfDays(grouping, source);
  const hotels: HotelRequests[] = [];
  for (const [property, own] of byHotel) {
    const bounds = own.map(request => boundsOf(report.period, request));
    const [first = anyDay, last = anyDay] = [bounds[0]?.first, bounds.at(-1)?.last];
    const whole = { now: { period: { first, last }, requests: own }, before: undefined, inTotal: undefined };
    const today = comparison && isRelativeComparison(comparison) ? await todayOf(property) : anyDay;
    const spans = gather ? [whole] : makeSpans(report, comparison, own, today, isOfDays);
    hotels.push({ property, spans });
  }
  return hotels;
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
