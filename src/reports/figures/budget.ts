import Big from 'big.js';
import { ensureEntry } from '../../base/text.ts';
import type { Text } from '../../output/document/document.ts';
import { decimalsOfCurrency } from '../../output/number-format.ts';
import { say, sayDate, saySome } from '../../output/words/messages.ts';
import { monthOf } from '../../platform/dates.ts';
import {
  addDecimals,
  type ExactNumber,
  ExactSum,
  exact,
  isExactNumber,
  settled,
} from '../../platform/numbers.ts';
import { daysOfMonth, findOverlap, listDays, type Period, wholeMonths } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import { moneyColumn, type ReportRecord } from '../../platform/records.ts';
import { bookMeasures, daysWithin } from './books.ts';
import { type HotelWords, nameGroup } from './groups.ts';
import { convertRows, type Rates } from './rates.ts';

/** The amounts of each property by measure: `revenue`, `sold`, `available`, and the numbers of accounts. */
export type Budget = ReadonlyMap<string, PropertyBudget>;

export interface PropertyBudget {
  /** By month, or by day: `2026-10`, `2026-10-01`. */
  readonly amounts: Map<string, Map<string, string>>;
  /** Empty if the file does not say it: that of the hotel. */
  readonly currency: string;
}

/** What a budget may have of the performance. */
export const budgetMeasures = ['revenue', 'sold', 'available'];

interface BudgetedDays {
  readonly days: readonly ReportRecord[];
  /** Before amounts are converted. */
  readonly ownCurrency?: string | undefined;
  /** The result of last year, each with the day that it is compared with as `businessDay`: it spreads the budget of a month. */
  readonly lastYear: readonly ReportRecord[];
  /** Whether the budget of a month is of its days, which add up to it; default: of the whole period. */
  readonly byDay?: boolean;
  /** The revenues of the accounts whose budget is wanted. */
  readonly accounts?: readonly ReportRecord[];
}

/**
 * The budget of a hotel as rows of days or months, and of its accounts. Without `available` the units that the hotel had are
 * used. A hotel without revenue and sold units of each month has no budget of its performance, and none in another currency.
 *
 * @param period a part of a month has the budget of its days; one of the whole month is spread as last year's revenue was
 */
export function makeBudget(
  property: string,
  budget: Budget,
  period: Period,
  { days, ownCurrency: currency = '', lastYear, byDay = false, accounts = [] }: BudgetedDays,
  rates: Rates | undefined,
) {
  const { amounts: own, currency: code = '' } = budget.get(property) ?? { amounts: new Map() };
  const none = { rows: [], accounts: new Map<string, ExactSum>() };
  // Without figures there is nothing to compare, and no currency.
  if (currency === '') return { ...none, notes: [] };
  if (code !== '' && code !== currency)
    return { ...none, notes: [say('the budget is in {code} and is not compared', { code: [code] })] };
  const isDaily = [...own.keys()].some(date => date.length > 7);
  const numberIn = valueReader('account.number');
  const ofAccounts = new Set(accounts.map(account => String(numberIn(account))));
  const notes: Text[] = [];
  const without: Text[] = [];
  const rows: (readonly ReportRecord[])[] = [];
  const amounts: ReportRecord[] = [];
  const isSpread = byDay && !isDaily;
  const dates = new Set(listDays(period).map(day => (isDaily ? day : monthOf(day))));
  for (const date of dates) {
    const measures = own.get(date) ?? new Map<string, string>();
    const whole = isDaily ? { first: date, last: date } : daysOfMonth(date);
    const month = sayDate(whole.first, isDaily ? 'day-of-year' : 'month-of-year');
    const parts = listParts(whole, findOverlap(period, whole) ?? whole, isSpread, lastYear);
    const isWhole = parts?.every(({ share }) => share.eq(1));
    const line = { propertyId: property, businessDay: whole.first, currency };
    if (!measures.has('revenue') || !measures.has('sold')) {
      without.push(month);
      if (isDaily) break;
    } else if (!parts) notes.push(say('no revenue last year to spread the budget of {month} by', { month }));
    else {
      if (!isWhole)
        notes.push(say("the budget of {month} is spread in proportion to last year's revenue", { month }));
      rows.push(makeRows(line, measures, parts, days, isSpread));
    }
    for (const [number, amount] of isWhole && accounts.length > 0 ? measures : []) {
      const values = { month, number: [number] };
      if (budgetMeasures.includes(number)) continue;
      if (ofAccounts.has(number)) amounts.push({ ...line, number, amount: settled(new Big(amount)) });
      else
        notes.push(
          say('the budget of {month} has {number}, which is not an account of the revenues', values),
        );
    }
  }
  if (without.length > 0)
    notes.push(say('no budget of revenue and sold units for {month}', { month: saySome(without) }));
  const sums = new Map<string, ExactSum>();
  for (const { number, amount } of convertRows(amounts, [moneyColumn('amount', '')], rates))
    if (isExactNumber(amount)) ensureEntry(sums, String(number), () => new ExactSum()).add(amount);
  const isComplete = rows.length === dates.size;
  return { rows: isComplete ? convertRows(rows.flat(), bookMeasures, rates) : [], accounts: sums, notes };
}

/** Each day has what it adds to the rounded sum of the days before it, so that days add up to the month. */
function makeRows(
  line: { readonly businessDay: string; readonly currency: string },
  measures: ReadonlyMap<string, string>,
  parts: NonNullable<ReturnType<typeof listParts>>,
  days: readonly ReportRecord[],
  isSpread: boolean,
): readonly ReportRecord[] {
  const [revenue = '', sold = '', available] = budgetMeasures.map(name => measures.get(name));
  let [sum, before] = [new Big(0), new Big(0)];
  return parts.map(({ span, share }) => {
    sum = sum.plus(share);
    const exact = new Big(revenue).times(sum);
    const until = isSpread ? exact.round(decimalsOfCurrency(line.currency), Big.roundHalfUp) : exact;
    const amount = settled(until.minus(before));
    before = until;
    const had = daysWithin(days, span).reduce((units, day) => units + Number(day['available'] ?? 0), 0);
    return {
      ...line,
      ...(isSpread && { businessDay: span.first }),
      sold: settled(new Big(sold).times(share)),
      available: settled(new Big(share.eq(1) ? (available ?? had) : had)),
      grossRevenue: amount,
      netRevenue: amount,
    };
  });
}

/** A part of a month or day, or the days of one, with their shares of last year's revenue; undefined if there was none. */
function listParts(whole: Period, part: Period, isSpread: boolean, lastYear: readonly ReportRecord[]) {
  const isAll = part.first === whole.first && part.last === whole.last;
  if (isAll && !isSpread) return [{ span: part, share: new Big(1) }];
  const days = daysWithin(lastYear, whole).filter(({ netRevenue }) => isExactNumber(netRevenue));
  const addUp = (rows: readonly ReportRecord[]) =>
    addDecimals(rows.map(({ netRevenue }) => exact(netRevenue as ExactNumber)));
  const all = addUp(days);
  if (new Set(days.map(({ currency }) => currency)).size > 1 || all.eq(0)) return undefined;
  const spans = isSpread ? listDays(part).map(day => ({ first: day, last: day })) : [part];
  return spans.map(span => ({ span, share: addUp(daysWithin(days, span)).div(all) }));
}

/** The budget of a group is that of all its hotels, or unknown. @param groups of the hotels, if rows are of groups */
export function listBudgets(
  hotels: readonly { readonly property: string; readonly budget?: readonly ReportRecord[] }[],
  groups: HotelWords['groups'],
): readonly ReportRecord[] {
  const nameOf = (property: string) => groups && nameGroup(groups, property);
  const lacking = hotels.filter(({ budget }) => !budget?.length).map(({ property }) => nameOf(property));
  return hotels.flatMap(({ property, budget = [] }) =>
    groups && lacking.includes(nameOf(property)) ? [] : budget,
  );
}

/** Whether last year's revenue is needed: the budget of a hotel is by month, and the period or a row has a part of one. */
export function isSpreadBudget(budget: Budget, property: string, period: Period, byDay = false): boolean {
  const { first, last } = wholeMonths(period);
  const dates = [...(budget.get(property)?.amounts.keys() ?? [])];
  return (byDay || first !== period.first || last !== period.last) && dates.some(date => date.length === 7);
}
