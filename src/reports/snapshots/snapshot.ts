import * as z from 'zod/mini';
import { remember } from '../../base/text.ts';
import { type CalendarDate, isDate } from '../../platform/dates.ts';
import { countDays } from '../../platform/periods.ts';
import type { FieldValue } from '../../platform/records.ts';
import { type Archive, type ArchiveEntry, listEntries, partitionValue } from '../archive/archive.ts';
import { type ArchivedFile, manifestFile, readManifest } from '../archive/manifest.ts';

/** One dated snapshot: the books of a property on one day, for the days around it. */
export interface Snapshot extends ArchiveEntry {
  /** The business day that the snapshot is filed under. */
  readonly taken: CalendarDate;
}

/** One row, by column name. Column names are paths (`grossAdr.amount`), so the row is flat. */
export type FlatRow = Readonly<Record<string, FieldValue>>;

/** The two tables of a snapshot, and the views of property-performance that they contain. */
export const snapshotTables = ['days', 'unit-groups'] as const;
export type SnapshotTable = (typeof snapshotTables)[number];

export const tableFile = (table: SnapshotTable): string => `${table}.parquet`;
export const tableFiles = snapshotTables.map(tableFile);

/** Oldest first. */
export async function findSnapshots(archive: Archive, property: string): Promise<Snapshot[]> {
  return (await listEntries({ archive, kind: 'snapshots', property })).flatMap(entry => {
    const taken = readTaken(entry.name);
    return taken === null ? [] : { ...entry, taken };
  });
}

/** Hotels have snapshots of the same days. */
const readTaken = remember((name: string) => {
  const taken = partitionValue('taken', name);
  return taken !== undefined && isDate(taken) ? taken : null;
});

const date = z.string().check(z.refine(isDate));

const aboutSchema = z.object({
  propertyName: z.optional(z.string()),
  timeZone: z.optional(z.string()),
  /** URL of the request; it contains no credentials. */
  request: z.string().check(z.refine(text => URL.canParse(text))),
  period: z.object({ first: date, last: date }),
  /** SHA-256 of the response body as received. */
  bodySha256: z.string(),
  /** Whether the days add up to the figures of the whole period: on others the property was closed. */
  isComplete: z.optional(z.boolean()),
});

/** `--behind` and `--ahead` have at most four digits. */
const mostDays = 20_000;

type TableFile = ArchivedFile & { readonly rows: number };

/** The manifest of a snapshot, or what is wrong with it. */
export async function checkSnapshot(snapshot: Snapshot) {
  const read = await readManifest(snapshot);
  if (typeof read === 'string') return read;
  const { about, files, createdAt, hotelctl } = read.manifest;
  const { data } = aboutSchema.safeParse(about);
  const find = (table: SnapshotTable) =>
    files.find((each): each is TableFile => each.file === tableFile(table) && each.rows !== undefined);
  const [days, groups] = [find('days'), find('unit-groups')];
  const isValid = data && days && groups && files.length === snapshotTables.length;
  if (!isValid || days.rows > Math.min(countDays(data.period), mostDays))
    return `${manifestFile} is not valid`;
  return { ...data, createdAt, hotelctl, tables: { days, 'unit-groups': groups } };
}

/** The manifest of a snapshot; undefined if the snapshot is damaged. */
export async function findSnapshotContent(snapshot: Snapshot) {
  const found = await checkSnapshot(snapshot);
  return typeof found === 'string' ? undefined : found;
}
