import Big from 'big.js';
import { decimalsOfCurrency, percentDecimals } from '../../output/number-format.ts';
import { computeTotals } from '../../output/totals.ts';
import { floatNoise, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { valueReader, withValues } from '../../platform/record-paths.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { joinSome } from '../../platform/safe-text.ts';

/**
 * Whether the totals of a view's rows are the figures of the whole period in the same body: sums exactly, ratios up to
 * the rounding of their last digit.
 *
 * @returns what is wrong, as phrases that follow the report's name
 */
export function differencesFromWhole<Body>(
  { columns, records, whole }: View<Body>,
  body: Body,
  parameters: Parameters,
): string[] {
  const declared = whole?.record(body, parameters);
  const measures = columns.filter(({ aggregation, isComputed }) => aggregation && !isComputed);
  if (!declared || measures.length === 0) return [];
  const rows = [...records(body, parameters)];
  const totals = computeTotals(rows, measures);
  const differences = measures.flatMap(({ name, unit, aggregation }) => {
    const nothing =
      rows.length === 0 && aggregation?.kind === 'sum' ? { value: 0, currency: null } : undefined;
    const [total, value] = [totals.get(name) ?? nothing, valueReader(name)(declared)];
    if (!total || !isExactNumber(value)) return [];
    const decimals = unit?.kind === 'money' ? decimalsOfCurrency(total.currency) : percentDecimals;
    const most = aggregation?.kind === 'ratio' ? new Big(10).pow(-decimals) : floatNoise;
    const difference = new Big(plainNumber(total.value)).minus(plainNumber(value)).abs();
    return difference.gt(most)
      ? [`${name} ${plainNumber(total.value)} instead of ${plainNumber(value)}`]
      : [];
  });
  if (differences.length === 0) return [];
  return [`rows do not add up to its figures of the whole period: ${joinSome(differences, 3, ', ')}`];
}

/** What the platform says only of the whole period, beside the first of the records that add up to it. */
export function withBeside(
  records: readonly ReportRecord[],
  [whole]: readonly ReportRecord[],
  source: View<never>,
): readonly ReportRecord[] {
  const [first, ...others] = records;
  if (!first || !whole) return records;
  const beside = source.whole?.columns ?? [];
  const values = beside.map(({ name }) => [name, valueReader(name)(whole) ?? null] as const);
  return [withValues(first, values), ...others];
}
