import Big from 'big.js';
import { decimalsOfCurrency, percentDecimals } from '../../output/number-format.ts';
import { RunningTotals } from '../../output/totals.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { View } from '../../platform/records.ts';
import { joinSome } from '../../platform/safe-text.ts';

/**
 * Whether the totals of a view's rows are the figures of the whole period in the same body: sums exactly, ratios up to
 * the rounding of their last digit. The platform does not document how RevPAR is computed.
 *
 * @returns what is wrong, as phrases that follow the report's name
 */
export function differencesFromWhole<Body>(
  { columns, records, whole }: View<Body>,
  body: Body,
  parameters: Parameters,
): string[] {
  const declared = whole?.record(body, parameters);
  const measures = columns.flatMap(column => {
    if (column.aggregation?.kind !== 'ratio') return column.aggregation ? [column] : [];
    // What the platform divides, and not what hotelctl chooses.
    const { isChosen: _isChosen, ...aggregation } = column.aggregation;
    return [{ ...column, aggregation }];
  });
  if (!declared || measures.length === 0) return [];
  const running = new RunningTotals(measures);
  for (const record of records(body, parameters)) running.add(record);
  const totals = running.result();
  const differences = measures.flatMap(({ name, unit, aggregation }) => {
    const [total, value] = [totals.get(name), valueReader(name)(declared)];
    if (!total || !isExactNumber(value)) return [];
    const decimals = unit?.kind === 'money' ? decimalsOfCurrency(total.currency) : percentDecimals;
    const most = aggregation?.kind === 'ratio' ? new Big(10).pow(-decimals) : 0;
    const difference = new Big(plainNumber(total.value)).minus(plainNumber(value)).abs();
    return difference.gt(most)
      ? [`${name} ${plainNumber(total.value)} instead of ${plainNumber(value)}`]
      : [];
  });
  const without = running.withoutBasis.map(
    name => `${name} agrees with neither net nor gross revenue, so totals and computed rows leave it empty`,
  );
  if (differences.length === 0) return without;
  const what = joinSome(differences, 3, ', ');
  return [...without, `rows do not add up to its figures of the whole period: ${what}`];
}
