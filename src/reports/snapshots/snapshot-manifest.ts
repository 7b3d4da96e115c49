import { hash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { systemErrorCode } from '../../base/errors.ts';
import { readRegularBytes } from '../../base/own-file.ts';
import { jsonValue } from '../../base/text.ts';
import { type CalendarDate, dayNumber, isDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { FieldValue } from '../../platform/records.ts';

/** One dated snapshot: the books of a property on one day, for the days around it. */
export interface Snapshot {
  readonly property: string;
  /** The business day that the snapshot is filed under. */
  readonly taken: CalendarDate;
  readonly folder: string;
}

/** One row, by column name. Column names are paths (`grossAdr.amount`), so the row is flat. */
export type FlatRow = Readonly<Record<string, FieldValue>>;

/** The two tables of a snapshot, and the views of property-performance that they contain. */
export const snapshotTables = ['days', 'unit-groups'] as const;
export type SnapshotTable = (typeof snapshotTables)[number];

export const manifestFile = 'snapshot.json';
export const tableFile = (table: SnapshotTable): string => `${table}.parquet`;

const date = z.string().check(z.refine(isDate));
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const table = z.object({ sha256: digest, rows: z.int().check(z.nonnegative()) });

const daysIn = ({ first, last }: Period) => dayNumber(last) - dayNumber(first) + 1;

/** `--behind` and `--ahead` have at most four digits. */
const mostDays = 20_000;

/** `snapshot.json`: the source of a snapshot, and the hashes that show whether it is complete. */
const manifest = z
  .object({
    version: z.literal(1),
    hotelctl: z.string(),
    property: z.string(),
    propertyName: z.optional(z.string()),
    timeZone: z.optional(z.string()),
    businessDay: date,
    /** When the response arrived, ISO 8601 in UTC. */
    takenAt: z.string().check(z.refine(text => !Number.isNaN(Date.parse(text)))),
    /** URL of the request; it contains no credentials. */
    request: z.string().check(z.refine(text => URL.canParse(text))),
    period: z.object({ first: date, last: date }),
    /** SHA-256 of the response body as received. */
    bodySha256: digest,
    /** SHA-256 and rows of each table's file. */
    files: z.object({ days: table, 'unit-groups': table }),
  })
  .check(z.refine(({ period, files }) => files.days.rows <= Math.min(daysIn(period), mostDays)));
export type SnapshotManifest = z.infer<typeof manifest>;

/** A response has at most 64 MiB, and its tables repeat nothing that it does not contain. */
const mostBytes = { manifest: 1 << 20, table: 64 << 20 };

/** The manifest of a snapshot, or what is wrong with it. */
export async function checkManifest(snapshot: Snapshot): Promise<SnapshotManifest | string> {
  const { folder, property, taken } = snapshot;
  const bytes = await readContent(join(folder, manifestFile), mostBytes.manifest);
  if (typeof bytes === 'string') return `${manifestFile} ${bytes}`;
  const found = manifest.safeParse(jsonValue(bytes.toString())).data;
  if (!found) return `${manifestFile} is not valid`;
  return found.property === property && found.businessDay === taken
    ? found
    : `${manifestFile} describes ${found.property} of ${found.businessDay}`;
}

/** The manifest of a snapshot; undefined if the snapshot is damaged. */
export async function readManifest(snapshot: Snapshot): Promise<SnapshotManifest | undefined> {
  const found = await checkManifest(snapshot);
  return typeof found === 'string' ? undefined : found;
}

/** The bytes of a table as they were written, or what is wrong with its file. */
export async function readTable({ folder }: Snapshot, { files }: SnapshotManifest, name: SnapshotTable) {
  const bytes = await readContent(join(folder, tableFile(name)), mostBytes.table);
  if (typeof bytes === 'string') return `${tableFile(name)} ${bytes}`;
  return sha256(bytes) === files[name].sha256 ? Uint8Array.from(bytes) : `${tableFile(name)} was changed`;
}

/** The content of a file, or why it is not read. */
async function readContent(path: string, most: number): Promise<Buffer | string> {
  return readRegularBytes(path, most).catch(error => {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOTSUP') return 'is not a regular file';
    if (code === 'EFBIG') return `is larger than ${most >> 20} MiB`;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'is missing' : `cannot be read (${code})`;
  });
}

export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);
