import type { Invocation } from '../../cli/invocation.ts';
import { makeTitle, periodInWords } from '../../cli/render-options.ts';
import { arranged } from '../../output/arrangement.ts';
import { isForPeople } from '../../output/format.ts';
import { pageFormat } from '../../output/number-format.ts';
import { collected, inBatches, leadingView } from '../../output/results.ts';
import { withComputedRatios } from '../../output/totals.ts';
import { anyDay, type CalendarDate, findBounds, parseDateExpression } from '../../platform/dates.ts';
import { stringifyJson } from '../../platform/json.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import { findDays, nameOfPeriod } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord, View } from '../../platform/records.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import { noFigures } from '../../reports/figures/books.ts';
import {
  differentLengths,
  isRelativeComparison,
  makeSpans,
  nameSides,
  type SpanRequests,
} from '../../reports/figures/compared-spans.ts';
import {
  type Computation,
  computedRecords,
  computedWhole,
  haveFigures,
} from '../../reports/figures/computed.ts';
import { isAcrossHotels } from '../../reports/figures/groups.ts';
import { describeMix, mixRecords, mixRequests } from '../../reports/figures/mix.ts';
import { orderOfRanking, withRanks } from '../../reports/figures/ranking.ts';
import { convertRows } from '../../reports/figures/rates.ts';
import { fetchAll } from './fetch-all.ts';
import type { RunPlan } from './plan.ts';
import { addBudgets } from './ranking-budget.ts';

interface HotelRequests {
  readonly property: string;
  readonly spans: readonly SpanRequests[];
}

/**
 * Fetches everything that computed rows need, and computes them: one result of all rows, or one for each hotel. Hotels
 * with a failed request are omitted.
 */
export async function fetchComputed(computation: Computation, plan: RunPlan, invocation: Invocation) {
  const words = computation.words(plan.names);
  const { names } = words;
  const source = leadingView(plan.views) as View<never>;
  const isByDay = source.columns.some(({ name }) => name === 'businessDay');
  const hotels = await requestsByHotel(computation, plan);
  const listRequests = ({ spans }: HotelRequests) =>
    spans.flatMap(({ now, before }) => [...now.requests, ...(before?.requests ?? [])]);
  const fetched = new Map<Parameters, Readonly<Record<'records' | 'wholes', readonly ReportRecord[]>>>();
  const { mix, gather } = computation;
  const requests = hotels.flatMap(listRequests);
  const sent = requests.map(request => (mix ? mixRequests(mix, request) : [request]));
  const currencies = new Map<string, string>();
  const currencyOf = valueReader('netAccommodationRevenue.currency');
  const days = new Map<string, CalendarDate>();
  if (gather) for (const { property } of hotels) days.set(property, await plan.todayOf(property));
  const all = { ...plan, requests: sent.flat(), format: 'ndjson' as const };
  // A hotel whose amounts cannot be converted is missing, as one whose request failed.
  const { results, failure } = fetchAll(all, invocation, async result => {
    const today = days.get(String(result.parameters['propertyId']));
    // What is owed has the value of today.
    const period = today ? { first: today, last: today } : findDays(plan.report.period, result.parameters);
    const read = (rows: readonly ReportRecord[]) =>
      convertRows(withComputedRatios(rows, source.columns), source.columns, computation.rates, period);
    const raw = await collected(result.records());
    const records = read(raw);
    const [code] = raw.map(currencyOf).filter(each => typeof each === 'string');
    if (code !== undefined) currencies.set(String(result.parameters['propertyId']), code);
    const declared = result.whole?.();
    // What the platform says of the whole period cannot be converted with the rate of each day.
    const wholes = computation.rates && isByDay ? records : declared ? read([declared]) : [];
    return [result.parameters, { records, wholes }] as const;
  });
  for await (const [request, read] of results) fetched.set(request, read);
  const proofs = new Set<string>();
  for (const [index, parts] of mix ? sent.entries() : []) {
    const found = parts.map(part => fetched.get(part));
    const [house] = found;
    if (!mix || !house || found.includes(undefined)) continue;
    const records = mixRecords(
      mix,
      found.map(part => part?.records[0]),
      source.columns,
    );
    fetched.set(requests[index] as Parameters, { ...house, records });
    proofs.add(describeMix(mix, records));
  }
  if (gather) proofs.add(gather.note);
  for (const proof of proofs) await invocation.note(proof);
  const lengths = hotels.flatMap(({ spans }) =>
    spans.flatMap(span => (computation.comparison && differentLengths(computation.comparison, span)) ?? []),
  );
  for (const difference of new Set(lengths)) await invocation.warn(`warning: ${difference}`);
  // A ranking needs all hotels together; other rows belong to one hotel.
  const isRanking = isAcrossHotels(computation.grouping);
  const withoutFigures = new Set<Parameters>();
  const listRecords = (request: Parameters) =>
    withoutFigures.has(request) ? [] : (fetched.get(request)?.records ?? []);
  const requestsOn = ({ spans }: HotelRequests, side: 'now' | 'before') =>
    spans.flatMap(span => span[side]?.requests ?? []);
  const complete: HotelRequests[] = [];
  for (const hotel of hotels.filter(each => listRequests(each).every(request => fetched.has(request)))) {
    const lacks = (side: 'now' | 'before') =>
      !haveFigures(requestsOn(hotel, side).flatMap(listRecords), source.columns);
    const periods = (side: 'now' | 'before') => hotel.spans.flatMap(span => span[side]?.period ?? []);
    const isOpen = !lacks('now');
    const isNew = periods('before').length > 0 && lacks('before');
    if (isNew) for (const request of requestsOn(hotel, 'before')) withoutFigures.add(request);
    if (isNew && isOpen)
      await invocation.warn(`${hotel.property}: ${noFigures(periods('before'))} to compare with`);
    const isListed = isOpen || (periods('before').length > 0 && !isNew);
    if (isListed || !isRanking) complete.push(hotel);
    else await invocation.warn(`${hotel.property}: ${noFigures(periods('now'))}, so it is not ranked`);
  }
  const alike = complete.filter(hotel => !requestsOn(hotel, 'before').some(each => withoutFigures.has(each)));
  const listWholes = (part: readonly HotelRequests[], side: 'now' | 'before') => {
    // Key figures of several hotels compare the same hotels.
    const compared = part.filter(hotel => alike.includes(hotel));
    return (compared.length > 0 ? compared : part)
      .flatMap(hotel => requestsOn(hotel, side))
      .flatMap(request => (withoutFigures.has(request) ? [] : (fetched.get(request)?.wholes ?? [])));
  };
  const { budget, rates } = computation;
  const budgets = budget
    ? await addBudgets(
        invocation,
        { budget, rates },
        plan,
        complete.flatMap(hotel => requestsOn(hotel, 'now')),
        currencies,
        computation.viewOf(source),
        proofs,
      )
    : undefined;
  const makeRows = (part: readonly HotelRequests[]) => {
    if (gather)
      return gather.rows(
        part.flatMap(listRequests).flatMap(listRecords),
        property => days.get(property) ?? anyDay,
      );
    const spans = part.flatMap(hotel => hotel.spans);
    const own = computedRecords(computation, source, spans, listRecords, words);
    const rows = budgets?.addTo(own) ?? own;
    const { sort } = plan.output.arrangement ?? {};
    const isOrdered = computation.grouping === 'property' && sort?.column.unit;
    return isOrdered ? withRanks(arranged(rows, { sort }), sort.column.name) : rows;
  };
  const view = computation.viewOf(source, {
    words,
    sides: nameSides(hotels.flatMap(({ spans }) => spans)),
    hasAllBudgets: budgets?.isComplete ?? false,
  });
  const computed = (part: readonly HotelRequests[], rows: readonly ReportRecord[]) => ({
    heading: makeHeading(part, names),
    rows,
    result: {
      parameters: part[0]?.spans[0]?.now.requests[0] ?? plan.requests[0] ?? {},
      json: () => [stringifyJson(rows, 2)],
      records: () => inBatches(rows),
      whole: () =>
        gather
          ? gather.whole(rows).record()
          : computedWhole(computation, source, listWholes(part, 'now'), listWholes(part, 'before')),
    },
  });
  // A group compares the same hotels on both sides.
  const together = computation.grouping === 'group' && alike.length > 0 ? alike : complete;
  const parts = isRanking ? [together] : complete.map(hotel => [hotel]);
  const sections =
    plan.inSections && !isRanking && !gather && complete.length > 0
      ? parts.map(part => computed(part, makeRows(part)))
      : [computed(isRanking ? together : complete, parts.flatMap(makeRows))];
  const order =
    computation.grouping === 'property'
      ? orderOfRanking(view, sections[0]?.rows ?? [], plan.output.arrangement?.sort)
      : undefined;
  if (order?.isMixed && isForPeople(plan.output.format))
    await invocation.note(`${order.words}; add \`--currency EUR --rates FILE\` to rank by RevPAR`);
  return {
    failure,
    view: gather ? { ...view, whole: gather.whole(sections[0]?.rows ?? []) } : view,
    order,
    proofs,
    sections,
    heading:
      makeHeading(isRanking && complete.length > 0 ? complete : hotels, names) +
      (isRanking && alike.length > 0 && alike.length < complete.length
        ? ` · totals of ${alike.length} of ${complete.length} properties`
        : ''),
  };
}

/** Computed rows have one title, that of all their requests; a section has its own. */
export function presentComputed(
  { output, report, basis, computation }: Pick<RunPlan, 'output' | 'report' | 'basis' | 'computation'>,
  { heading, sections, view, order, proofs }: Omit<Awaited<ReturnType<typeof fetchComputed>>, 'failure'>,
): RunPlan['output'] {
  const { rates } = computation ?? {};
  const converted = rates && `converted to ${rates.currency} with ${rates.source}`;
  const by = computation?.gather
    ? 'by age'
    : computation?.mix && `by ${computation.mix.heading.toLowerCase()}`;
  const readCurrency = valueReader('netAccommodationRevenue.currency');
  const codes = new Set(sections.flatMap(({ rows }) => rows.map(row => readCurrency(row) ?? '')));
  const currency = codes.size === 1 && !converted ? [...codes].map(code => code && `, ${code}`).join('') : '';
  const title = [makeTitle(report), heading, by, basis, converted, order?.words].filter(Boolean).join(' · ');
  const makeSection = (parameters: Parameters) => {
    const section = sections.find(({ result }) => result.parameters === parameters);
    return { heading: section?.heading ?? title, details: order ? [order.words] : [] };
  };
  return {
    ...output,
    // Amounts that were converted have more decimals than people read.
    ...(rates && output.format === 'table' ? { locale: pageFormat(output.locale) } : {}),
    view: { ...view, table: { columns: [], ...view.table, title: () => title } },
    columns: output.columns?.map(({ name }) => view.columns.find(column => column.name === name) as Column),
    about: {
      ...output.about,
      basis: [by, basis && `${basis}${currency}`, converted].filter(Boolean).join(' · '),
      sectionOf: makeSection,
      notes: () => [...(output.about.notes?.() ?? []), ...proofs],
      ...(order ? { rankedBy: order.column } : {}),
    },
  };
}

async function requestsByHotel({ comparison, gather }: Computation, { report, requests, todayOf }: RunPlan) {
  const byHotel = new Map<string, Parameters[]>();
  for (const request of requests) {
    const property = String(request['propertyId']);
    byHotel.set(property, [...(byHotel.get(property) ?? []), request]);
  }
  const hotels: HotelRequests[] = [];
  for (const [property, own] of byHotel) {
    if (gather) {
      const bounds = own.map(request =>
        findBounds(listValues(request, 'dateFilter').flatMap(text => parseDateExpression(text) ?? [])),
      );
      const [first = anyDay, last = anyDay] = [bounds[0]?.first, bounds.at(-1)?.last];
      hotels.push({
        property,
        spans: [{ now: { period: { first, last }, requests: own }, before: undefined }],
      });
      continue;
    }
    const today = comparison && isRelativeComparison(comparison) ? await todayOf(property) : anyDay;
    hotels.push({ property, spans: makeSpans(report, comparison, own, today) });
  }
  return hotels;
}

function makeHeading(hotels: readonly HotelRequests[], names: ReadonlyMap<string, string>): string {
  const [first] = hotels;
  if (!first) return '';
  const who = hotels.length === 1 ? propertyWords(first.property, names) : `${hotels.length} properties`;
  // `yesterday` is not the same day in every time zone.
  const namePeriods = (side: 'now' | 'before') => {
    const periods = hotels.flatMap(({ spans }) => spans.flatMap(span => span[side]?.period ?? []));
    return [...new Set(periods.map(nameOfPeriod).sort())].map(periodInWords).join(', ');
  };
  const then = namePeriods('before');
  return `${who} · ${namePeriods('now')}${then === '' ? '' : ` compared with ${then}`}`;
}
