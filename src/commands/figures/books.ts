import { readChoice } from '../../base/choices.ts';
import { OutputError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { findBudget, type RatesOptions, readPortfolio, readRates } from '../../cli/portfolio.ts';
import type { SeveralProperties } from '../../cli/property-flags.ts';
import { wordsOfSetting } from '../../cli/settings/settings.ts';
import { coversPeriod, rowsWithin, snapshotFinder } from '../../cli/snapshot-options.ts';
import type { Text } from '../../output/document/document.ts';
import { collected } from '../../output/results.ts';
import { describePeriod, say } from '../../output/words/messages.ts';
import { alignments } from '../../platform/compared-period.ts';
import { type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { groupings, Period } from '../../platform/periods.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import type { Amounts, ReportDefinition } from '../../platform/reports/report.ts';
import {
  fetchReport,
  hintIfMiscounted,
  type ReportPlan,
  type ReportSource,
} from '../../reports/fetch-report.ts';
import { bedrooms, bookColumns, bookMeasures, bookRows, flatRows } from '../../reports/figures/books.ts';
import {
  addUnitGroups,
  describeOtherCurrency,
  type FigureBasis,
  findCurrency,
} from '../../reports/figures/hotel-figures.ts';
import type { HotelHead } from '../../reports/figures/lines.ts';
import { convertRows, type Rates } from '../../reports/figures/rates.ts';
import { DamagedSnapshotError, snapshotsAround } from '../../reports/snapshots/read-snapshot.ts';
import type { FlatRow, Snapshot } from '../../reports/snapshots/snapshot.ts';

/** What `brief`, `pickup`, `pace` and `pack` begin with. */
export type Figures = Awaited<ReturnType<typeof openFigures>>;

export type Books = Awaited<ReturnType<Figures['books']['ofPlatform']>>;

/**
 * The portfolio and the rates of the flags, what the figures count, and the books of a hotel by that. Commands with `--align`
 * compare with last year, and have a budget too.
 *
 * @param choices groupings of `--by` beside the columns of the portfolio
 * @throws UsageError
 */
export async function openFigures(
  invocation: Invocation,
  options: RatesOptions & SeveralProperties & { readonly by?: string; readonly align?: string },
  choices?: readonly (typeof groupings)[number][],
) {
  const { settings } = invocation;
  const { align } = options;
  const alignment = align === undefined ? undefined : readChoice('--align', align, alignments);
  const portfolio = await readPortfolio(invocation, options, choices);
  const rates = await readRates(invocation, options);
  const basis: FigureBasis = {
    unitGroupTypes: wordsOfSetting(settings.optional('unitGroupTypes') ?? bedrooms),
    amounts: settings.require('amounts') as Amounts,
    alignment: alignment ?? 'weekday',
    conversion: rates,
  };
  const books = openBooks(invocation, basis, rates, portfolio.grouping === 'unit-group');
  const budget = alignment && (await findBudget(invocation));
  return { portfolio, rates, basis, books, budget };
}

/** The books that others are compared with: of several currencies, these have theirs. */
type BooksBeside = Pick<HotelHead, 'currency'> | Promise<Pick<HotelHead, 'currency'>>;

/** @param byUnitGroup a row for each unit group and day, instead of each day */
function openBooks(
  invocation: Invocation,
  { unitGroupTypes }: FigureBasis,
  rates: Rates | undefined,
  byUnitGroup: boolean,
) {
  const makeBooks = async (
    property: string,
    rows: readonly FlatRow[],
    notes: readonly Text[],
    beside: BooksBeside | undefined,
  ) => {
    const untyped = unitGroupTypes.includes(bedrooms) ? withoutType(rows) : [];
    const what = untyped.length === 1 ? 'has no type and counts' : 'have no type and count';
    if (untyped.length > 0) await invocation.warn(`${property}: ${untyped.join(', ')} ${what} as bedrooms`);
    const counted = bookRows(property, rows, unitGroupTypes);
    const all = convertRows(byUnitGroup ? counted : addUnitGroups(counted), bookMeasures, rates);
    const wanted = (await beside)?.currency;
    const currency = all.some(row => row['currency'] === wanted) ? wanted : findCurrency(all);
    // An amount without its currency is in no sum.
    const days = all.map(row => (row['currency'] === currency ? row : { ...row, currency: null }));
    const unitsOn = (day: CalendarDate) =>
      counted.reduce((sum, { businessDay, house }) => sum + (businessDay === day ? Number(house) : 0), 0);
    const found = [...notes, ...describeOtherCurrency(all, undefined, currency)];
    /** `ownCurrency`: before amounts are converted. */
    return { days, unitsOn, currency, ownCurrency: findCurrency(counted), notes: found };
  };
  return {
    findSnapshots: snapshotFinder(invocation),
    /** @throws UsageError if the snapshot does not have all days of the period; `later` as for `rowsWithin` */
    ofSnapshot: async (snapshot: Snapshot, period: Period, beside?: BooksBeside, later?: number) => {
      const { rows, notes } = await rowsWithin(snapshot, 'unit-groups', period, bookColumns, later);
      return makeBooks(snapshot.property, rows, notes, beside);
    },
    /** No rows if the platform has no figures. */
    ofPlatform: async (source: ReportSource, property: string, period: Period, beside?: BooksBeside) => {
      const days = { propertyId: property, from: period.first, to: period.last, expand: ['businessDays'] };
      const notes: Text[] = [];
      const onUnequal = () => void notes.push(say('days do not add up to the figures of the whole period'));
      const noting = { ...source, onUnequal };
      const records = await fetchRecords(noting, propertyPerformanceReport, 'unit-groups', days);
      return makeBooks(property, flatRows(records, bookColumns), notes, beside);
    },
  };
}

export async function fetchRecords(
  source: ReportSource & Pick<ReportPlan, 'onUnequal' | 'onBody'>,
  report: ReportDefinition,
  viewName: string,
  parameters: Parameters,
): Promise<readonly ReportRecord[]> {
  const { views } = await report.response();
  // Some measures of days and unit groups add up to the whole period, which takes less time than all of them.
  const { whole: _whole, ...view } = views.find(({ name }) => name === viewName) as View<never>;
  const plan = { ...source, report, views: [view], hintIfMiscounted };
  return collected((await fetchReport(plan, parameters)).records());
}

/**
 * Reads the days of a period as the snapshot of another day shows them, or the nearest one at most so many days away; undefined
 * without it, and if it cannot be read: the other figures of the hotel are true. What is missing is added to `notes`.
 */
export async function openSnapshots(
  books: Figures['books'],
  property: string,
  notes: Text[],
  beside: BooksBeside,
) {
  const snapshots = await books.findSnapshots(property).catch(error => {
    if (!(error instanceof OutputError)) throw error;
    notes.push([error.message]);
    return [];
  });
  return async (what: string, wanted: CalendarDate | undefined, period: Period, most: number) => {
    if (wanted === undefined) return undefined;
    const { nearest: snapshot } = snapshotsAround(snapshots, wanted);
    if (!snapshot || Math.abs(dayNumber(snapshot.taken) - dayNumber(wanted)) > most) return undefined;
    const [day, other, last] = [snapshot.taken, wanted, period.last].map(describePeriod);
    const values = { day: day ?? [], other: other ?? [], last: last ?? [], figure: [what] };
    if (!(await coversPeriod(snapshot, period))) {
      notes.push(say('the snapshot of {day} ends before {last} and is not used for the {figure}', values));
      return undefined;
    }
    const read = await books.ofSnapshot(snapshot, period, beside).catch(error => {
      if (!(error instanceof DamagedSnapshotError)) throw error;
      notes.push(say('the snapshot of {day} is damaged and is not used for the {figure}', values));
    });
    if (!read) return undefined;
    if (snapshot.taken !== wanted)
      notes.push(say('no snapshot of {other}; the {figure} is counted from {day}', values));
    notes.push(...read.notes);
    return { taken: snapshot.taken, rows: read.days };
  };
}

const withoutType = (rows: readonly FlatRow[]): string[] => [
  ...new Set(
    rows
      .filter(row => row['unitGroup.type'] == null)
      .map(row => String(row['unitGroup.name'] || row['unitGroup.id'])),
  ),
];
