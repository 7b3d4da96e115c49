import { join } from 'node:path';
import { parquetRead } from 'hyparquet';
import { RefusedError } from '../../base/errors.ts';
import { countText, ensureEntry, groupBy, remember, shellWords } from '../../base/text.ts';
import { decimalLength, decimalOfBytes } from '../../output/parquet/column-storage.ts';
import { computeTotals } from '../../output/totals.ts';
import { addDays, type CalendarDate, dateOfDay, dayNumber, isDate } from '../../platform/dates.ts';
import { type Finding, finding, findingsAbout } from '../../platform/finding.ts';
import type { Period } from '../../platform/periods.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../platform/records.ts';
import { partitionValue } from '../archive/archive.ts';
import { type ArchivedFile, findUnnamed, readArchivedFile } from '../archive/manifest.ts';
import { oneCurrency } from '../figures/books.ts';
import { checkedMetadata, decompressors, ParquetError, wordsOfProblem } from './parquet-limits.ts';
import {
  checkSnapshot,
  type FlatRow,
  type Snapshot,
  type SnapshotTable,
  snapshotTables,
  tableFile,
  tableFiles,
} from './snapshot.ts';

/** The rows of a period of one table of a snapshot, after verifying that they are unchanged since they were written. */
export async function readSnapshot(
  snapshot: Snapshot,
  table: SnapshotTable,
  period: Period,
  columns?: readonly string[],
) {
  const content = await checkSnapshot(snapshot);
  if (typeof content === 'string') throw damaged(snapshot, content);
  const bytes = await readTable(snapshot, content.tables[table]);
  if (typeof bytes === 'string') throw damaged(snapshot, bytes);
  try {
    return { content, rows: await parquetRows(bytes, content.tables[table].rows, period, columns) };
  } catch (error) {
    throw damaged(snapshot, `${tableFile(table)} ${wordsOfProblem(error)}`, error);
  }
}

/** A response has at most 64 MiB, and its tables repeat nothing that it does not contain. */
const mostBytes = 64 << 20;

/** A copy that the Parquet reader may keep: its buffer has nothing else. */
async function readTable({ folder }: Snapshot, file: ArchivedFile) {
  const bytes = await readArchivedFile(folder, file, mostBytes);
  return typeof bytes === 'string' ? bytes : Uint8Array.from(bytes);
}

export class DamagedSnapshotError extends RefusedError {}

/** @param what begins with the name of a file of the snapshot */
function damaged({ property, taken, folder }: Snapshot, what: string, cause?: unknown) {
  const words = `the snapshot of ${property} taken on ${taken} is damaged: ${join(folder, what)}`;
  const hint = 'run `hotelctl snapshot verify` to see every damaged snapshot';
  return new DamagedSnapshotError(words, { hint, cause });
}

/** The rows of a period of a Parquet file that hotelctl wrote, with exact decimals. Throws an Error for any other file. */
async function parquetRows(
  file: Uint8Array<ArrayBuffer>,
  count: number,
  { first, last }: Period,
  columns?: readonly string[],
) {
  const metadata = checkedMetadata(file, count, columns);
  const decimals = new Map<string, number>();
  // The library turns decimals into doubles. Without the annotation it returns their bytes.
  const schema = metadata.schema.map(element => {
    if (element.converted_type !== 'DECIMAL') return element;
    decimals.set(element.name, element.scale ?? 0);
    const { converted_type: _converted, logical_type: _logical, ...plain } = element;
    return plain;
  });
  const values = new Map<string, unknown[]>();
  // Rows are made only of the days of the period: most periods are a part of the year that a snapshot has.
  await parquetRead({
    file: file.buffer,
    metadata: { ...metadata, schema },
    compressors: decompressors,
    ...(columns ? { columns: [...columns] } : {}),
    parsers: { dateFromDays: readDate } as never,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const column = ensureEntry(values, columnName, (): unknown[] => []);
      for (let index = 0; index < columnData.length; index++) column[rowStart + index] = columnData[index];
    },
  });
  const own: FlatRow[] = [];
  for (let index = 0; index < count; index++) {
    const day = values.get('businessDay')?.[index];
    if (typeof day !== 'string' || !isKnownDate(day))
      throw new ParquetError('has a row without a business day');
    if (day < first || day > last) continue;
    const row: Record<string, FieldValue> = {};
    for (const [name, column] of values) {
      const scale = decimals.get(name);
      const value = column[index];
      row[name] = scale === undefined ? (value as FieldValue) : decimalValue(value, scale);
    }
    own.push(row);
  }
  return own;
}

/** The rows of a day have the same date. */
const readDate = remember(dateOfDay);
const isKnownDate = remember(isDate);

const decimalValue = (value: unknown, scale: number): FieldValue =>
  value instanceof Uint8Array && value.length === decimalLength ? decimalOfBytes(value, scale) : null;

export const takeFirst = (property: string) =>
  `run \`hotelctl snapshot take --property ${shellWords([property])}\` to take the first one`;

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

/** Columns that come from the request and are not part of the platform's body. */
const leadingColumns = ['propertyId', 'from', 'to'];

/**
 * The body of property-performance as stored in a snapshot: business days with their unit groups, and the measures of the
 * whole period, which are the totals of the days.
 *
 * @param whole the days; undefined for those of chosen unit groups, which are the totals of these
 * @param columns columns of the view `days`
 * @throws RefusedError if the days have several currencies
 */
export function performanceOfSnapshot(
  whole: readonly FlatRow[] | undefined,
  unitGroups: readonly FlatRow[],
  columns: readonly Column[],
): ReportRecord {
  const groupsByDay = groupBy(unitGroups, row => row['businessDay']);
  const days = whole ?? [...groupsByDay.values()].map(rows => combineRows(rows, columns));
  const measures = columns.filter(({ name }) => !leadingColumns.includes(name) && name !== 'businessDay');
  for (const { unit } of measures) {
    let currency: string | undefined;
    if (unit?.kind === 'money')
      for (const day of days) currency = oneCurrency(currency, day[unit.currency] as string);
  }
  return {
    ...nested(combineRows(days, measures)),
    businessDays: days.map(day => ({
      ...nested(day),
      unitGroups: (groupsByDay.get(day['businessDay']) ?? []).map(({ businessDay: _, ...row }) =>
        nested(row),
      ),
    })),
  };
}

/** One row of several: sums, ratios of sums, and of all other columns what the first row has. */
function combineRows(rows: readonly FlatRow[], columns: readonly Column[]): FlatRow {
  const totals = computeTotals(rows.map(nested), columns);
  return Object.fromEntries(
    columns.map(({ name, aggregation }) => [
      name,
      aggregation ? (totals.get(name)?.value ?? 0) : rows[0]?.[name],
    ]),
  );
}

/** Turns `grossAdr.amount` back into a nested field. */
const nested = (row: FlatRow): ReportRecord =>
  nestedRecord(Object.entries(row).filter(([path]) => !leadingColumns.includes(path)));

/**
 * Checks the hashes of every snapshot, and whether a snapshot is missing for a night between the first one and today, or for
 * today if there is none. All that are as they were written are one finding.
 *
 * @param snapshots those of the property, oldest first
 * @param pruned the keys of those that were removed on purpose
 */
export async function checkSnapshots(
  property: string,
  snapshots: readonly Snapshot[],
  today: CalendarDate,
  pruned: ReadonlySet<string>,
): Promise<readonly Finding[]> {
  if (snapshots.length === 0)
    return [finding(`${property} ${today}`, 'failed', 'no snapshot', takeFirst(property))];
  const findings: Finding[] = [];
  const sound: CalendarDate[] = [];
  for (const snapshot of snapshots) {
    const { taken } = snapshot;
    const result = findingsAbout(`${property} ${taken}`);
    const damage = (await findDamage(snapshot)) ?? (await findUnnamed(snapshot, tableFiles))[0];
    if (damage !== undefined) findings.push(result('failed', damage, takeAgain));
    else if (taken <= today) sound.push(taken);
    else
      findings.push(result('failed', `in the future: today is ${today}`, 'check the clock of this machine'));
  }
  const [first, last = first] = [sound[0], sound.at(-1)];
  const nights = first === last ? first : `${first}..${last}`;
  // One finding: a year of forty hotels has 14,600 nights.
  const passed = first
    ? [finding(`${property} ${nights}`, 'passed', `${countText(sound.length, 'snapshot')}, as written`)]
    : [];
  return [...passed, ...findings, ...findGaps(property, snapshots, today, pruned)];
}

const takeAgain =
  'take a damaged snapshot of today again with `hotelctl snapshot take --replace`; the past cannot be taken again';

export async function findDamage(snapshot: Snapshot): Promise<string | undefined> {
  const content = await checkSnapshot(snapshot);
  if (typeof content === 'string') return content;
  for (const table of snapshotTables) {
    const bytes = await readTable(snapshot, content.tables[table]);
    if (typeof bytes === 'string') return bytes;
    try {
      checkedMetadata(bytes, content.tables[table].rows);
    } catch (error) {
      return `${tableFile(table)} ${wordsOfProblem(error)}`;
    }
  }
  return undefined;
}

/** Runs of nights without a snapshot, between the first snapshot and today. */
function findGaps(
  property: string,
  snapshots: readonly Snapshot[],
  today: CalendarDate,
  pruned: ReadonlySet<string>,
) {
  const gaps: Finding[] = [];
  const removed = [...pruned].flatMap(key => partitionValue('taken', key) ?? []).filter(isDate);
  const taken = [...new Set([...snapshots.map(each => each.taken), ...removed])].sort();
  const nights = [...taken.filter(night => night <= today), addDays(today, 1)];
  for (let index = 1; index < nights.length; index++) {
    const [before, after] = [nights[index - 1] as string, nights[index] as string];
    const missing = dayNumber(after) - dayNumber(before) - 1;
    if (missing <= 0) continue;
    const [first, last] = [addDays(before, 1), addDays(after, -1)];
    const length = countText(missing, 'night');
    const end = missing === 1 ? '' : `, to ${last}`;
    gaps.push(finding(`${property} ${first}`, 'failed', `${length} without a snapshot${end}`, everyNight));
  }
  return gaps;
}

const everyNight =
  'the missing nights cannot be taken again; schedule `hotelctl snapshot take` for every night, for example with `hotelctl schedule add`';
