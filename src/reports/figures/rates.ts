import Big from 'big.js';
import { UsageError } from '../../base/errors.ts';
import { decimalsOfCurrency } from '../../output/number-format.ts';
import { computeTotals } from '../../output/totals.ts';
import { isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../platform/records.ts';

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

function rateFor({ currency: wanted, source, rates }: Rates, currency: string, { first, last }: Period): Big {
  if (currency === wanted) return new Big(1);
  const found = rates.find(
    rate => rate.currency === currency && rate.from <= first && (rate.to === '' || first <= rate.to),
  );
  if (!found) {
    throw new UsageError(`${source} has no rate of ${currency} for ${first}`, {
      hint: `add the line ${currency},RATE,FROM,TO, with what 1 ${currency} is in ${wanted}`,
    });
  }
  if (found.to === '' || last <= found.to) return new Big(found.rate);
  throw new UsageError(`${source} has several rates of ${currency} for ${nameOfPeriod({ first, last })}`, {
    hint: 'convert each day: add `--view days`, or `--by month`',
  });
}

/**
 * The rows with their amounts in one currency, exact; a ratio is computed again from its sums. Where the rows have no basis
 * of RevPAR, they stay without it.
 *
 * @param period of rows without a business day
 * @throws UsageError if a rate is missing
 */
export function convertRows(
  rows: readonly ReportRecord[],
  columns: readonly Column[],
  rates: Rates | undefined,
  period: Period = { first: '', last: '' },
): readonly ReportRecord[] {
  if (!rates) return rows;
  const money = columns.flatMap(column => {
    if (column.unit?.kind !== 'money') return [];
    const { currency } = column.unit;
    return [{ column, path: currency, read: valueReader(column.name), code: valueReader(currency) }];
  });
  const known = computeTotals(rows, columns);
  const ratios = money.flatMap(({ column }) =>
    column.aggregation?.kind === 'ratio' ? [withoutChoice(column)] : [],
  );
  const decimals = decimalsOfCurrency(rates.currency);
  return rows.map(row => {
    const day = row['businessDay'];
    const on = typeof day === 'string' ? { first: day, last: day } : period;
    const converted = money.reduce((changed, { column, read, code, path }) => {
      const [value, currency] = [read(row), code(row)];
      if (!isExactNumber(value) || typeof currency !== 'string') return changed;
      const amount = new Big(plainNumber(value)).times(rateFor(rates, currency, on));
      const exact = column.aggregation?.kind === 'sum' ? amount : amount.round(decimals, Big.roundHalfUp);
      return withValue(withValue(changed, column.name, settled(exact)), path, rates.currency);
    }, row);
    const own = computeTotals([converted], ratios);
    return ratios.reduce(
      (changed, { name }) =>
        withValue(changed, name, known.has(name) ? (own.get(name)?.value ?? null) : null),
      converted,
    );
  });
}

/** A ratio that divides what it names: converted amounts and budgets have no RevPAR of the platform to choose by. */
export function withoutChoice(column: Column): Column {
  if (column.aggregation?.kind !== 'ratio') return column;
  const { or: _or, isChosen: _isChosen, ...aggregation } = column.aggregation;
  return { ...column, aggregation };
}

/** A copy with another value at the path. */
function withValue(record: ReportRecord, path: string, value: FieldValue): ReportRecord {
  const [field = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...record, [field]: value };
  return { ...record, [field]: withValue((record[field] ?? {}) as ReportRecord, rest.join('.'), value) };
}
