import { join } from 'node:path';
import { parquetRead } from 'hyparquet';
import { RefusedError } from '../../base/errors.ts';
import { shellWords } from '../../base/text.ts';
import { decimalLength, decimalOfBytes } from '../../output/parquet/column-storage.ts';
import { type CalendarDate, dateOfDay, dayNumber, isDate } from '../../platform/dates.ts';
import { settled } from '../../platform/numbers.ts';
import type { FieldValue } from '../../platform/records.ts';
import { checkedMetadata, ParquetError, wordsOfProblem } from './parquet-limits.ts';
import {
  checkManifest,
  readTable,
  type Snapshot,
  type SnapshotManifest,
  type SnapshotTable,
  tableFile,
} from './snapshot-manifest.ts';

/** The rows of one table of a snapshot, after verifying that they are unchanged since they were written. */
export async function readSnapshot(
  snapshot: Snapshot,
  table: SnapshotTable,
  columns?: readonly string[],
): Promise<{ readonly manifest: SnapshotManifest; readonly rows: readonly FlatRow[] }> {
  const manifest = await checkManifest(snapshot);
  if (typeof manifest === 'string') throw damaged(snapshot, manifest);
  const bytes = await readTable(snapshot, manifest, table);
  if (typeof bytes === 'string') throw damaged(snapshot, bytes);
  try {
    return { manifest, rows: await parquetRows(bytes, manifest.files[table].rows, columns) };
  } catch (error) {
    throw damaged(snapshot, `${tableFile(table)} ${wordsOfProblem(error)}`, error);
  }
}

/** @param what begins with the name of a file of the snapshot */
const damaged = ({ property, taken, folder }: Snapshot, what: string, cause?: unknown) =>
  new RefusedError(`the snapshot of ${property} taken on ${taken} is damaged: ${join(folder, what)}`, {
    hint: 'run `hotelctl snapshot verify` to see every damaged snapshot',
    cause,
  });

/** One row, by column name. Column names are paths (`grossAdr.amount`), so the row is flat. */
export type FlatRow = Readonly<Record<string, FieldValue>>;

/** The rows of a Parquet file that hotelctl wrote, with exact decimals. Throws an Error for any other file. */
async function parquetRows(file: Uint8Array, count: number, columns?: readonly string[]): Promise<FlatRow[]> {
  const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  const metadata = checkedMetadata(new Uint8Array(buffer), count);
  const decimals = new Set<string>();
  // The library turns decimals into doubles. Without the annotation it returns their bytes.
  const schema = metadata.schema.map(element => {
    if (element.converted_type !== 'DECIMAL') return element;
    decimals.add(element.name);
    const { converted_type: _converted, logical_type: _logical, ...plain } = element;
    return plain;
  });
  let rows: Record<string, unknown>[] = [];
  await parquetRead({
    file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
    metadata: { ...metadata, schema },
    rowFormat: 'object',
    ...(columns ? { columns: [...columns] } : {}),
    parsers: { dateFromDays: (days: number) => dateOfDay(days) } as never,
    onComplete: read => {
      rows = read as Record<string, unknown>[];
    },
  });
  for (const row of rows) {
    for (const name of decimals) if (name in row) row[name] = decimalValue(row[name]);
    if (!isDate(String(row['businessDay']))) throw new ParquetError('has a row without a business day');
  }
  return rows as FlatRow[];
}

const decimalValue = (value: unknown): FieldValue =>
  value instanceof Uint8Array && value.length === decimalLength ? settled(decimalOfBytes(value)) : null;

/**
 * The snapshot of exactly this day, or, if allowed, the one taken nearest to it.
 *
 * @param snapshots snapshots of the property, oldest first
 * @throws RefusedError that names the nearest snapshots
 */
export function chooseSnapshot(
  property: string,
  snapshots: readonly Snapshot[],
  day: CalendarDate,
  nearestAllowed: boolean,
): Snapshot {
  const { before, after, nearest } = snapshotsAround(snapshots, day);
  if (nearest?.taken === day) return nearest;
  if (!nearest) {
    throw new RefusedError(`there is no snapshot of ${property}`, {
      hint: `run \`hotelctl snapshot take --property ${shellWords([property])}\` to take the first one`,
    });
  }
  if (nearestAllowed) return nearest;
  const around = [before, after].flatMap(snapshot => snapshot?.taken ?? []);
  throw new RefusedError(
    `there is no snapshot of ${property} taken on ${day}; the nearest ${around.length > 1 ? 'ones are' : 'one is'} ${around.join(' and ')}`,
    { hint: `add --nearest to use the snapshot of ${nearest.taken}` },
  );
}

/**
 * The snapshots next to a day, and the nearest one: of the day itself, and of two equally near ones the earlier, so that a
 * snapshot never contains later information than the requested day.
 *
 * @param snapshots oldest first
 */
export function snapshotsAround(snapshots: readonly Snapshot[], day: CalendarDate) {
  const before = snapshots.findLast(({ taken }) => taken < day);
  const after = snapshots.find(({ taken }) => taken > day);
  const exact = snapshots.find(({ taken }) => taken === day);
  const distance = (snapshot: Snapshot) => Math.abs(dayNumber(snapshot.taken) - dayNumber(day));
  const nearer = before && after && distance(after) < distance(before) ? after : (before ?? after);
  return { before, after, nearest: exact ?? nearer };
}
