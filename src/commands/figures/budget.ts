import Big from 'big.js';
import { UsageError } from '../../base/errors.ts';
import { readDecimal, requireCsvTable } from '../../cli/portfolio.ts';
import { isDate } from '../../platform/dates.ts';
import { isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { bookMeasures } from '../../reports/figures/books.ts';
import { convertRows, type Rates } from '../../reports/figures/rates.ts';
import type { Books } from './books.ts';

/** The amounts of each property and month by measure: `revenue`, `sold`, `available`, and the numbers of accounts. */
export type Budget = ReadonlyMap<string, PropertyBudget>;

interface PropertyBudget {
  readonly months: Map<string, Map<string, string>>;
  /** The first line of the file that has it. */
  readonly line: number;
}

const ofPerformance = ['revenue', 'sold', 'available'];

/** @throws UsageError */
export async function readBudget(path: string): Promise<Budget> {
  const hint =
    'for example `MUC,2026-10,revenue,182400.00`; measures: revenue, sold, available, or an account number';
  const lines = await requireCsvTable(path, ['property', 'month', 'measure', 'amount'], hint);
  const budget = new Map<string, PropertyBudget>();
  for (const [index, { property = '', month = '', measure: named = '', amount = '' }] of lines.entries()) {
    const refuse = (what: string) => new UsageError(`${path}, line ${index + 2}: ${what}`, { hint });
    const measure = ofPerformance.find(name => name === named.toLowerCase()) ?? named;
    if (property === '' || measure === '') throw refuse('a cell is empty');
    if (!isDate(`${month}-01`)) throw refuse(`"${month}" is not a month`);
    // `182.400` is a thousand times as much in Germany.
    if (/^[^.,]*[.,]\d{3}$/.test(amount))
      throw refuse(`"${amount}" is ambiguous: write ${amount.replace(/[.,]/, '')}, or two decimals`);
    const decimal = readDecimal(amount);
    if (decimal === undefined) throw refuse(`"${amount}" is not an amount`);
    const own = budget.get(property) ?? { months: new Map<string, Map<string, string>>(), line: index + 2 };
    const measures = own.months.get(month) ?? new Map<string, string>();
    if (measures.has(measure)) throw refuse(`${property}, ${month}, ${measure} is there twice`);
    own.months.set(month, measures.set(measure, decimal));
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
      : [`${property} is not a property of this pack (line ${line} of the budget)`],
  );

const accountAmount: Column = {
  name: 'amount',
  type: 'number',
  unit: { kind: 'money', currency: 'currency' },
  aggregation: { kind: 'sum' },
};

/**
 * The budget of a hotel as rows of months, and of its accounts. Without `available` the units that the hotel had are used. A
 * hotel without revenue and sold units of each month has no budget of its performance.
 */
export function makeBudget(
  property: string,
  budget: Budget,
  period: Period,
  { days, ownCurrency: currency = '' }: Pick<Books, 'days' | 'ownCurrency'>,
  accounts: readonly ReportRecord[],
  rates: Rates | undefined,
) {
  const months = [...new Set(listDays(period).map(day => day.slice(0, 7)))];
  const numberIn = valueReader('account.number');
  const known = new Set(accounts.map(account => String(numberIn(account))));
  const notes: string[] = [];
  const rows: ReportRecord[] = [];
  const amounts: ReportRecord[] = [];
  for (const month of months) {
    const measures = budget.get(property)?.months.get(month) ?? new Map<string, string>();
    const [revenue, sold, available] = ofPerformance.map(name => measures.get(name));
    const own = { propertyId: property, businessDay: `${month}-01`, currency };
    if (revenue === undefined || sold === undefined) {
      notes.push(`no budget of revenue and sold units for ${month}`);
    } else {
      const had = days
        .filter(({ businessDay }) => String(businessDay).startsWith(month))
        .reduce((sum, day) => sum + Number(day['available'] ?? 0), 0);
      const amount = settled(new Big(revenue));
      const units = { sold: settled(new Big(sold)), available: settled(new Big(available ?? had)) };
      rows.push({ ...own, ...units, grossRevenue: amount, netRevenue: amount });
    }
    for (const [number, amount] of measures) {
      if (ofPerformance.includes(number)) continue;
      if (known.has(number)) amounts.push({ ...own, number, amount: settled(new Big(amount)) });
      else notes.push(`the budget of ${month} has ${number}, which is not an account of the revenues`);
    }
  }
  const sums = new Map<string, Big>();
  for (const { number, amount } of convertRows(amounts, [accountAmount], rates)) {
    const sum = sums.get(String(number)) ?? new Big(0);
    if (isExactNumber(amount)) sums.set(String(number), sum.plus(plainNumber(amount)));
  }
  return {
    rows: rows.length === months.length ? convertRows(rows, bookMeasures, rates) : [],
    accounts: sums,
    notes,
  };
}
