import Big from 'big.js';
import { UsageError } from '../../base/errors.ts';
import { isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { valueReader, withValues } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';

/** One line of the user's rates: what one unit of the currency is worth, on these days. */
export interface Rate {
  readonly currency: string;
  readonly rate: string;
  /** Both ends inclusive; empty for no end. */
  readonly from: string;
  readonly to: string;
}

export interface Rates {
  readonly currency: string;
  /** The name of the file, for people. */
  readonly source: string;
  readonly rates: readonly Rate[];
}

export type Conversion = Pick<Rates, 'currency' | 'source'>;

/** Of several lines that have a day, the one that begins last: it follows those before it, or is an exception to them. */
function rateFor({ currency: wanted, source, rates }: Rates, currency: string, { first, last }: Period): Big {
  if (currency === wanted) return new Big(1);
  let found: Rate | undefined;
  for (const rate of rates) {
    const isOn = rate.currency === currency && rate.from <= first && (rate.to === '' || first <= rate.to);
    if (isOn && (!found || found.from <= rate.from)) found = rate;
  }
  if (!found)
    throw new UsageError(`${source} has no rate of ${currency} for ${first}`, {
      hint: `add the line ${currency},RATE,FROM,TO, with what 1 ${currency} is in ${wanted}`,
    });
  const isOther = (rate: Rate) => rate.currency === currency && first < rate.from && rate.from <= last;
  if ((found.to === '' || last <= found.to) && !rates.some(isOther)) return new Big(found.rate);
  throw new UsageError(`${source} has several rates of ${currency} for ${nameOfPeriod({ first, last })}`, {
    hint: 'use a file with one rate for the period; only days of property-performance (--view days) each have their own',
  });
}

/** Rows with exact amounts in one currency. @param period of rows without a business day @throws UsageError without a rate */
export function convertRows(
  rows: readonly ReportRecord[],
  columns: readonly Column[],
  rates: Rates | undefined,
  period: Period = { first: '', last: '' },
): readonly ReportRecord[] {
  if (!rates) return rows;
  const money = columns.flatMap(({ name, unit }) =>
    unit?.kind === 'money'
      ? [{ name, path: unit.currency, read: valueReader(name), code: valueReader(unit.currency) }]
      : [],
  );
  return rows.map(row => {
    const day = row['businessDay'];
    const on = typeof day === 'string' ? { first: day, last: day } : period;
    const converted = money.flatMap(({ name, path, read, code }) => {
      const [value, currency] = [read(row), code(row)];
      if (!isExactNumber(value) || typeof currency !== 'string') return [];
      const amount = settled(new Big(plainNumber(value)).times(rateFor(rates, currency, on)));
      return [[name, amount] as const, [path, rates.currency] as const];
    });
    return withValues(row, converted);
  });
}
