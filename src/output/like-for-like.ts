import { isExactNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, ReportRecord } from '../platform/records.ts';
import { computeTotals, RunningTotals } from './totals.ts';

/** The records that totals are computed from, and how many of the properties they are of. */
interface ComparableRecords {
  readonly records: readonly ReportRecord[];
  /** Undefined if all records count. */
  readonly properties: { readonly counted: number; readonly all: number } | undefined;
}

/**
 * Records of the properties that have figures on both sides of a comparison: a hotel that was not open last year would
 * appear as growth. All records if nothing is compared, or if no property has both sides.
 */
function likeForLike(records: readonly ReportRecord[], columns: readonly Column[]): ComparableRecords {
  const pairs = columns.flatMap(({ aggregation }) => (aggregation?.kind === 'change' ? [aggregation] : []));
  if (pairs.length === 0) return { records, properties: undefined };
  const sides = [
    pairs.map(({ now }) => valueReader(now.name)),
    pairs.map(({ before }) => valueReader(before.name)),
  ];
  const found = new Map<unknown, boolean[]>();
  for (const record of records) {
    const known = found.get(record['propertyId']) ?? sides.map(() => false);
    found.set(
      record['propertyId'],
      sides.map((readers, side) => known[side] || readers.some(read => isExactNumber(read(record)))),
    );
  }
  const alike = new Set([...found].filter(([, known]) => known.every(Boolean)).map(([property]) => property));
  if (alike.size === 0 || alike.size === found.size) return { records, properties: undefined };
  return {
    records: records.filter(record => alike.has(record['propertyId'])),
    properties: { counted: alike.size, all: found.size },
  };
}

/** The label of the totals below `shown` rows. */
export function totalLabel(
  { properties }: Pick<ComparableRecords, 'properties'>,
  shown: number,
  all: number,
): string {
  if (properties) return `Total of ${properties.counted} of ${properties.all} properties`;
  return all > shown ? `Total of ${all} rows` : 'Total';
}

/** The totals of records that are received in batches. */
export class StreamTotals {
  count = 0;
  /** Which properties count is known at the end; compared records are in memory already. */
  readonly #compared: ReportRecord[] | undefined;
  readonly #running: RunningTotals;

  constructor(columns: readonly Column[]) {
    this.#running = new RunningTotals(columns);
    if (columns.some(({ aggregation }) => aggregation?.kind === 'change')) this.#compared = [];
  }

  add(records: readonly ReportRecord[]): void {
    this.count += records.length;
    for (const record of records) this.#compared ? this.#compared.push(record) : this.#running.add(record);
  }

  end(columns: readonly Column[]) {
    if (!this.#compared) return { values: this.#running.result(), properties: undefined };
    const { records, properties } = likeForLike(this.#compared, columns);
    return { values: computeTotals(records, columns), properties };
  }
}
