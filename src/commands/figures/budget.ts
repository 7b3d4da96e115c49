import { basename } from 'node:path';
import Big from 'big.js';
import { UsageError } from '../../base/errors.ts';
import type { InputReader } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readDecimal, requireColumns, requireCsvTable } from '../../cli/portfolio.ts';
import { isDate, lastOfMonth } from '../../platform/dates.ts';
import { isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { bookMeasures } from '../../reports/figures/books.ts';
import { convertRows, type Rates } from '../../reports/figures/rates.ts';
import type { Books } from './books.ts';

/** The amounts of each property by measure: `revenue`, `sold`, `available`, and the numbers of accounts. */
export type Budget = ReadonlyMap<string, PropertyBudget>;

interface PropertyBudget {
  /** By month, or by day: `2026-10`, `2026-10-01`. */
  readonly amounts: Map<string, Map<string, string>>;
  /** The first line of the file that has it. */
  readonly line: number;
}

const ofPerformance = ['revenue', 'sold', 'available'];

/** The budget of the setting, with the name of its file for people; undefined without one. */
export async function findBudget(invocation: Invocation) {
  const path = invocation.settings.optional('budget');
  return path === undefined
    ? undefined
    : { file: basename(path), budget: await readBudget(invocation, path) };
}

/** @throws UsageError */
async function readBudget(reader: InputReader, path: string): Promise<Budget> {
  const hint =
    'for example `MUC,2026-10,revenue,182400.00`; measures: revenue, sold, available, or an account number';
  const lines = await requireCsvTable(reader, path, ['property', 'measure', 'amount'], hint);
  const isDaily = lines.some(line => line['day'] !== undefined);
  if (!isDaily) requireColumns(path, lines, ['month']);
  const budget = new Map<string, PropertyBudget>();
  for (const [index, { property = '', measure: named = '', amount = '', ...dates }] of lines.entries()) {
    const date = (isDaily ? dates['day'] : dates['month']) ?? '';
    const refuse = (what: string) => new UsageError(`${path}, line ${index + 2}: ${what}`, { hint });
    const measure = ofPerformance.find(name => name === named.toLowerCase()) ?? named;
    if (property === '' || measure === '') throw refuse('a cell is empty');
    if (!isDate(isDaily ? date : `${date}-01`))
      throw refuse(`"${date}" is not a ${isDaily ? 'day' : 'month'}`);
    // `182.400` is a thousand times as much in Germany.
    if (/^[^.,]*[.,]\d{3}$/.test(amount))
      throw refuse(`"${amount}" is ambiguous: write ${amount.replace(/[.,]/, '')}, or two decimals`);
    const decimal = readDecimal(amount);
    if (decimal === undefined) throw refuse(`"${amount}" is not an amount`);
    const own = budget.get(property) ?? { amounts: new Map<string, Map<string, string>>(), line: index + 2 };
    const measures = own.amounts.get(date) ?? new Map<string, string>();
    if (measures.has(measure)) throw refuse(`${property}, ${date}, ${measure} occurs twice`);
    own.amounts.set(date, measures.set(measure, decimal));
    budget.set(property, own);
  }
  return budget;
}

/** Most are typing errors, whose amounts would be missing. */
export const unknownProperties = (
  budget: Iterable<readonly [string, PropertyBudget]>,
  known: readonly string[],
) =>
  [...budget].flatMap(([property, { line }]) =>
    known.includes(property)
      ? []
      : [`${property} is not a property of this page (line ${line} of the budget)`],
  );

const accountAmount: Column = {
  name: 'amount',
  type: 'number',
  unit: { kind: 'money', currency: 'currency' },
  aggregation: { kind: 'sum' },
};

/** The days of a hotel that a budget is compared with. */
interface BudgetedDays extends Pick<Books, 'days' | 'ownCurrency'> {
  /** The result of last year, each with the day that it is compared with as `businessDay`: it spreads the budget of a month. */
  readonly lastYear: readonly ReportRecord[];
}

/**
 * The budget of a hotel as rows of days or months, and of its accounts. Without `available` the units that the hotel had are
 * used. A hotel without revenue and sold units of each month has no budget of its performance.
 *
 * @param period a part of a month has the budget of its days; one of the whole month is spread as last year's revenue was
 */
export function makeBudget(
  property: string,
  budget: Budget,
  period: Period,
  { days, ownCurrency: currency = '', lastYear }: BudgetedDays,
  accounts: readonly ReportRecord[],
  rates: Rates | undefined,
) {
  const own = budget.get(property)?.amounts ?? new Map<string, Map<string, string>>();
  const isDaily = [...own.keys()].some(date => date.length > 7);
  const dates = listDays(period).map(day => (isDaily ? day : day.slice(0, 7)));
  const numberIn = valueReader('account.number');
  const known = new Set(accounts.map(account => String(numberIn(account))));
  const notes: string[] = [];
  const rows: ReportRecord[] = [];
  const amounts: ReportRecord[] = [];
  for (const date of new Set(dates)) {
    const measures = own.get(date) ?? new Map<string, string>();
    const [revenue, sold, available] = ofPerformance.map(name => measures.get(name));
    const share = isDaily ? new Big(1) : shareOfMonth(date, period, lastYear);
    const line = { propertyId: property, businessDay: isDaily ? date : `${date}-01`, currency };
    if (revenue === undefined || sold === undefined) {
      notes.push(`no budget of revenue and sold units for ${date}`);
      if (isDaily) break;
    } else if (share === undefined) {
      notes.push(`no revenue last year to spread the budget of ${date} by`);
    } else {
      if (!share.eq(1)) notes.push(`the budget of ${date} is spread in proportion to last year's revenue`);
      const had = days
        .filter(({ businessDay }) => String(businessDay).startsWith(date) && isWithin(businessDay, period))
        .reduce((sum, day) => sum + Number(day['available'] ?? 0), 0);
      const amount = settled(new Big(revenue).times(share));
      const units = {
        sold: settled(new Big(sold).times(share)),
        available: settled(share.eq(1) ? new Big(available ?? had) : new Big(had)),
      };
      rows.push({ ...line, ...units, grossRevenue: amount, netRevenue: amount });
    }
    for (const [number, amount] of measures) {
      if (ofPerformance.includes(number) || !share?.eq(1)) continue;
      if (known.has(number)) amounts.push({ ...line, number, amount: settled(new Big(amount)) });
      else if (accounts.length > 0)
        notes.push(`the budget of ${date} has ${number}, which is not an account of the revenues`);
    }
  }
  const sums = new Map<string, Big>();
  for (const { number, amount } of convertRows(amounts, [accountAmount], rates)) {
    const sum = sums.get(String(number)) ?? new Big(0);
    if (isExactNumber(amount)) sums.set(String(number), sum.plus(plainNumber(amount)));
  }
  return {
    rows: rows.length === new Set(dates).size ? convertRows(rows, bookMeasures, rates) : [],
    accounts: sums,
    notes,
  };
}

const isWithin = (day: unknown, { first, last }: Period) => first <= String(day) && String(day) <= last;

/** 1 for a whole month; of a part, the share that its days had in last year's revenue of the month, if there was any. */
function shareOfMonth(month: string, period: Period, lastYear: readonly ReportRecord[]): Big | undefined {
  const whole = { first: `${month}-01`, last: lastOfMonth(`${month}-01`) };
  if (isWithin(whole.first, period) && isWithin(whole.last, period)) return new Big(1);
  const revenueOf = (some: Period) =>
    lastYear
      .filter(({ businessDay }) => isWithin(businessDay, whole) && isWithin(businessDay, some))
      .reduce(
        (sum, { netRevenue }) => (isExactNumber(netRevenue) ? sum.plus(plainNumber(netRevenue)) : sum),
        new Big(0),
      );
  const all = revenueOf(whole);
  return all.eq(0) ? undefined : revenueOf(period).div(all);
}
