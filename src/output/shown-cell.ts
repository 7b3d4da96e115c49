import { isExactNumber } from '../platform/numbers.ts';
import type { Column, ReportRecord } from '../platform/records.ts';
import { type AmountColumns, amountText, type TotalLine } from './amounts.ts';
import { cellText } from './cell.ts';
import { valueReader } from './columns.ts';

/**
 * How a column's values read to a person, in a table of the terminal and in a page alike: amounts with the decimals of
 * their currency, codes in words where the view has them. The text is still untrusted.
 */
export function shownCell(
  { name, display }: Column,
  totals: AmountColumns | undefined,
): (record: ReportRecord) => string {
  if (display) return display;
  const read = valueReader(name);
  const currency = currencyPath(name, totals);
  const currencyOf = currency === undefined ? () => undefined : valueReader(currency);
  return record => {
    const value = read(record);
    return isExactNumber(value) ? amountText(value, currencyOf(record)) : cellText(value);
  };
}

/** `X.amount` is Money and has its currency beside it; of other amounts the layout tells. */
const currencyPath = (name: string, totals: AmountColumns | undefined) =>
  name.endsWith('.amount')
    ? `${name.slice(0, -'amount'.length)}currency`
    : totals?.find(({ amount }) => amount === name)?.currency;

/** A column's cell in the line of one currency's totals. */
export function totalCell(
  { name }: Column,
  index: number,
  { currency, sums }: TotalLine,
  totals: AmountColumns | undefined,
): string {
  if (index === 0) return 'Total';
  const sum = sums.get(name);
  if (sum) return amountText(sum, currency);
  return totals?.some(total => total.currency === name) ? currency : '';
}

/** Characters from the decimal point on. */
export const fractionOf = (text: string): number =>
  text.includes('.') ? text.length - text.indexOf('.') : 0;

/** Numbers end where the longest fraction ends, so that the decimal points stand below each other. */
export function pointsInLine(texts: readonly string[]): string[] {
  const longest = Math.max(0, ...new Set(texts.map(fractionOf)));
  return texts.map(text => (text === '' ? '' : text + ' '.repeat(longest - fractionOf(text))));
}
