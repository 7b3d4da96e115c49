import { compareNumbers, isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import type { Grouping } from './groups.ts';

/** The first column of a ranking. */
export const rankColumns = (grouping: Grouping): readonly Column[] =>
  grouping === 'property' ? [{ name: 'rank', type: 'number', storage: 'int32', heading: 'Rank' }] : [];

/** The places of ordered hotels; one without a value of what orders them has none. */
export function withRanks(records: readonly ReportRecord[], column: string): readonly ReportRecord[] {
  const read = valueReader(column);
  return records.map((record, index) => ({
    ...record,
    rank: isExactNumber(read(record)) ? index + 1 : null,
  }));
}

/** Orders the hotels by RevPAR if all have one currency, else by occupancy: amounts of two currencies cannot be compared. */
export function ranked(records: readonly ReportRecord[]): readonly ReportRecord[] {
  const currencies = new Set(records.map(valueReader('revPar.currency')));
  const column = currencies.size === 1 && !currencies.has(null) ? 'revPar.amount' : 'occupancyPercentage';
  const read = valueReader(column);
  const ordered = [...records].sort((a, b) => {
    const [one, other] = [read(a), read(b)];
    if (!isExactNumber(one) || !isExactNumber(other))
      return isExactNumber(one) ? -1 : isExactNumber(other) ? 1 : 0;
    return compareNumbers(other, one);
  });
  return withRanks(ordered, column);
}
