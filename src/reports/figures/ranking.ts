import { type Arrangement, sorted } from '../../output/columns.ts';
import { definedText, joinTexts, say } from '../../output/words/messages.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import { type Column, numberColumn, type ReportRecord, type View } from '../../platform/records.ts';
import { type Grouping, weekdays } from './groups.ts';

export const rankColumn: Column = { ...numberColumn('rank', 'Rank'), storage: 'int32' };

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
  const sort = { column: numberColumn(column, ''), descending: true };
  return withRanks(sorted(records, sort), column);
}

/** Groups in their order, also those that only the earlier period has: they come last in a ranking. */
export function orderedGroups(
  records: readonly ReportRecord[],
  grouping: Grouping,
  isNow: (record: ReportRecord) => boolean,
): readonly ReportRecord[] {
  const order = (record: ReportRecord) => {
    if (grouping === 'weekday') return weekdays.indexOf(String(record['weekday']));
    return grouping === 'property' ? Number(!isNow(record)) : 0;
  };
  return records.toSorted((one, other) => order(one) - order(other));
}

/** By which column hotels are ranked, and what pages say of it: RevPAR of one currency, else occupancy. */
export function orderOfRanking(
  { columns }: View<never>,
  rows: readonly ReportRecord[],
  sort: Arrangement['sort'],
) {
  const named = (path: RegExp) => columns.find(({ name }) => path.test(name));
  const revPar = named(/^revPar\.(amount|now)$/);
  const codeOf = revPar?.unit?.kind === 'money' ? valueReader(revPar.unit.currency) : () => null;
  const codes = new Set(rows.filter(({ rank }) => rank != null).map(codeOf));
  const isComparable = codes.size === 1 && !codes.has(null);
  const own = isComparable ? revPar : named(/^occupancyPercentage(\.now)?$/);
  if (sort) {
    const column = sort.column.unit ? sort.column.name : (own?.name ?? '');
    const { heading = sort.column.name, side = '' } =
      columns.find(({ name }) => name === sort.column.name) ?? {};
    const shown = joinTexts([heading, side].map(definedText), ' ');
    return { column, words: say('sorted by {column}', { column: shown }), isMixed: false };
  }
  const isMixed = codes.size > 1;
  const what = { column: say(isComparable ? 'RevPAR' : 'occupancy') };
  const words = isMixed
    ? say('sorted by {column}: several currencies', what)
    : say('sorted by {column}', what);
  return { column: own?.name ?? '', words, isMixed };
}
