import { UsageError } from '../base/errors.ts';
import { compareNumbers, isExactNumber, readWholeNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../platform/records.ts';
import { type ColumnSource, findColumn } from './columns.ts';
import type { Format } from './format.ts';
import { cellText } from './number-format.ts';
import { collected, inBatches, type RecordBatches } from './results.ts';

/** The order and the number of the records that are shown: `--sort` and `--limit`. */
export interface Arrangement {
  readonly sort?: { readonly column: Column; readonly descending: boolean };
  readonly limit?: number;
}

/** @throws UsageError for an unknown column, for an invalid count, and for JSON, which is the platform's body */
export function chooseArrangement(
  view: ColumnSource,
  format: Format,
  { sort, limit }: { readonly sort?: string | undefined; readonly limit?: string | undefined },
): Arrangement {
  const given = sort === undefined ? limit && '--limit' : '--sort';
  if (given && format === 'json') {
    throw new UsageError(`${given} cannot be combined with --format json, which prints the whole body`, {
      hint: 'use --format ndjson, or arrange the JSON with --query',
    });
  }
  return {
    ...(sort === undefined ? {} : { sort: readSort(view, sort) }),
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
  };
}

function readSort(view: ColumnSource, text: string): NonNullable<Arrangement['sort']> {
  const [, name = text, direction] = /^(.*):(\w+)$/.exec(text) ?? [];
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw new UsageError(`--sort: "${direction}" is not a direction`, {
      hint: `use \`--sort ${name}:desc\` or \`--sort ${name}:asc\``,
    });
  }
  return { column: findColumn(view, name, '--sort'), descending: direction === 'desc' };
}

export const readLimit = (text: string): number =>
  readWholeNumber('--limit', text, {
    least: 1,
    most: 999_999_999,
    words: `above 0, not "${text}"`,
    hint: 'for example `--limit 10`',
  });

export function arranged(
  records: readonly ReportRecord[],
  { sort, limit }: Arrangement,
): readonly ReportRecord[] {
  const ordered = sort ? sorted(records, sort) : records;
  return limit === undefined ? ordered : ordered.slice(0, limit);
}

/** The same for a stream: only sorting needs all records in memory. */
export async function* arrangedBatches(
  batches: RecordBatches,
  arrangement: Arrangement,
): AsyncGenerator<readonly ReportRecord[]> {
  const { sort, limit = Number.POSITIVE_INFINITY } = arrangement;
  if (sort) {
    yield* inBatches(arranged(await collected(batches), arrangement));
    return;
  }
  let left = limit;
  // Read to the end even if enough records have been returned: the rest of the response is still checked.
  for await (const records of batches) {
    if (left > 0) yield records.length > left ? records.slice(0, left) : records;
    left -= records.length;
  }
}

/**
 * Stable; records without a value come last in both directions.
 *
 * @throws UsageError for amounts of several currencies
 */
function sorted(
  records: readonly ReportRecord[],
  { column, descending }: NonNullable<Arrangement['sort']>,
): readonly ReportRecord[] {
  const read = valueReader(column.name);
  if (column.unit?.kind === 'money') {
    const code = valueReader(column.unit.currency);
    const codes = new Set(records.filter(record => isExactNumber(read(record))).map(code));
    if (codes.size > 1) {
      throw new UsageError(`--sort: ${column.name} has amounts in ${[...codes].sort().join(', ')}`, {
        hint: 'convert them with --currency and --rates, or sort by another column',
      });
    }
  }
  const collator = new Intl.Collator('en', { numeric: true });
  const compare = (left: FieldValue, right: FieldValue): number =>
    isExactNumber(left) && isExactNumber(right)
      ? compareNumbers(left, right)
      : collator.compare(cellText(left), cellText(right));
  return records
    .map(record => ({ record, value: read(record) }))
    .sort((a, b) => {
      const [emptyA, emptyB] = [isEmpty(a.value), isEmpty(b.value)];
      if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
      return compare(a.value, b.value) * (descending ? -1 : 1);
    })
    .map(({ record }) => record);
}

const isEmpty = (value: FieldValue) => value === null || value === undefined || value === '';

/** Of each row of a tree in depth-first order, the levels that continue below it. */
export function continuedLevels(depths: readonly number[]): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  // From the end, because whether a level continues depends on the following rows.
  let open: readonly number[] = [];
  for (const depth of depths.toReversed()) {
    rows.push(open);
    open = [...open.filter(level => level < depth), depth];
  }
  return rows.reverse();
}
