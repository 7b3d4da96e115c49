import { groupBy } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { differenceBetween, percentChange } from '../../output/quotient.ts';
import { entriesOfTotals } from '../../output/totals.ts';
import { say, sayDate } from '../../output/words/messages.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import { bookMeasures } from './books.ts';
import { groupedRecords } from './groups.ts';
import type { Conversion } from './rates.ts';

/** The figures of hotels as pages show them: of rows of the books, beside those of another side. */

/** What the figures count and contain: the line of basis of a page. */
export interface FigureBasis {
  /** Only unit groups of these types, and those without a type where bedrooms are among them. */
  readonly unitGroupTypes: readonly string[];
  /** Of ADR, RevPAR and revenue together. */
  readonly amounts: Amounts;
  /** Which day of last year a day is compared with. */
  readonly alignment: 'weekday' | 'date';
  /** Where amounts were converted. */
  readonly conversion?: Conversion | undefined;
}

type Rows = readonly ReportRecord[];

const bookSums = bookMeasures.filter(({ aggregation }) => aggregation?.kind !== 'ratio');

/** The rows of each day: the sums of those of its unit groups. Ratios are computed where rows are shown, of as many as that needs. */
export function addUnitGroups(rows: Rows): ReportRecord[] {
  const totalsOf = entriesOfTotals(bookSums);
  return [...groupBy(rows, row => String(row['businessDay']))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([businessDay, ofDay]) => ({
      propertyId: ofDay[0]?.['propertyId'],
      days: 1,
      ...Object.fromEntries(totalsOf(ofDay)),
      businessDay,
    }));
}

const asOneHotel = (rows: Rows): Rows => rows.map(row => ({ ...row, propertyId: '' }));

/** The sums and ratios of some rows; undefined without rows. */
export const computeTotal = (rows: Rows) => groupedRecords(asOneHotel(rows), bookMeasures, 'property')[0];

/** Sums of some days, and ratios of these sums, rounded to their unit; null where a figure is unknown or has no divisor. */
function toFigures(total: ReportRecord, amounts: Amounts) {
  const value = (name: string) => {
    const found = total[name];
    return isExactNumber(found) ? found : null;
  };
  return {
    sold: value('sold'),
    available: value('available'),
    /** In percent. */
    occupancy: value('occupancyPercentage'),
    /** Null too where the rows have several currencies. */
    revenue: value(`${amounts}Revenue`),
    adr: value(`${amounts}Adr`),
    revPar: value(`${amounts}RevPar`),
  };
}
export type HotelFigures = Readonly<ReturnType<typeof toFigures>>;

export function addUpFigures(rows: Rows, amounts: Amounts): HotelFigures | undefined {
  const total = computeTotal(rows);
  return total && toFigures(total, amounts);
}

export function figuresBy(grouping: 'day' | 'month', rows: Rows, amounts: Amounts) {
  const label = grouping === 'day' ? 'stayDate' : grouping;
  const totals = groupedRecords(asOneHotel(rows), bookMeasures, grouping);
  return new Map(totals.map(total => [String(total[label]), toFigures(total, amounts)]));
}

export function computeChange(now: HotelFigures | undefined, earlier: HotelFigures | undefined) {
  const change = (name: keyof HotelFigures, changeBetween: typeof percentChange) =>
    changeBetween(now?.[name], earlier?.[name]);
  return {
    sold: change('sold', differenceBetween),
    available: change('available', differenceBetween),
    /** In points. */
    occupancy: change('occupancy', differenceBetween),
    /** In percent, and as an amount. */
    revenue: change('revenue', percentChange),
    addedRevenue: change('revenue', differenceBetween),
    adr: change('adr', percentChange),
    revPar: change('revPar', percentChange),
  };
}
export type FigureChange = ReturnType<typeof computeChange>;

/**
 * Another side of some hotels. The change is of those that have rows on both, so that an opening is not growth; amounts are of
 * those that had the same currency.
 */
export function compareHotels<Hotel>(
  hotels: readonly Hotel[],
  now: (hotel: Hotel) => Rows,
  other: (hotel: Hotel) => Rows,
  amounts: Amounts,
) {
  const alike = hotels.filter(each => now(each).length > 0 && other(each).length > 0);
  const hasOneCurrency = (each: Hotel) => {
    const [own, before] = [findCurrency(now(each)), findCurrency(other(each))];
    return own === undefined || before === undefined || own === before;
  };
  const compare = (some: readonly Hotel[]) => {
    const beside = addUpFigures(some.flatMap(now), amounts);
    return { beside, change: computeChange(beside, addUpFigures(some.flatMap(other), amounts)) };
  };
  const units = compare(alike);
  const money = alike.every(hasOneCurrency) ? units : compare(alike.filter(hasOneCurrency));
  const all = addUpFigures(hotels.flatMap(other), amounts);
  const {
    revenue = null,
    adr = null,
    revPar = null,
  } = (money === units ? all : addUpFigures(hotels.filter(hasOneCurrency).flatMap(other), amounts)) ?? {};
  const { sold, available, occupancy } = units.change;
  return {
    figures: all && { ...all, revenue, adr, revPar },
    change: { ...money.change, sold, available, occupancy },
    /** How many hotels have both, and what the change is from. */
    hotels: alike.length,
    beside: units.beside,
  };
}

export type OtherSide = ReturnType<typeof compareHotels>;

/** What readers must know where earlier amounts are in another currency. */
export function noteOtherCurrency(now: unknown, before: unknown): readonly Pieces[] {
  if (!now || !before || before === now) return [];
  const codes = { before: [String(before)], now: [String(now)] };
  return [say('earlier amounts are in {before}, so they are not compared with {now}', codes)];
}

/** What readers must know of days whose amounts are in another currency than `own`, by default the first one. */
export function describeOtherCurrency(
  rows: Rows,
  codeOf = readCurrency,
  own = rows.map(codeOf).find(Boolean),
) {
  const others = rows.filter(row => codeOf(row) && codeOf(row) !== own);
  const days = others.map(({ businessDay }) => sayDate(String(businessDay), 'day-of-year'));
  const [first, last = first] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  return [
    say('amounts from {first} to {last} are in {other} and are not added up with {currency}', {
      first,
      last,
      currency: [String(own)],
      other: [[...new Set(others.map(codeOf))].join(', ')],
    }),
  ];
}

const readCurrency = valueReader('currency');

/** Undefined without figures. */
export const findCurrency = (rows: Rows) =>
  rows.flatMap(({ currency }) => (typeof currency === 'string' ? [currency] : []))[0];
