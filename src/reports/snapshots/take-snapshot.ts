import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../base/context.ts';
import { RefusedError, succeeds } from '../../base/errors.ts';
import { groupBy } from '../../base/text.ts';
import type { Send } from '../../http/exchange.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { compactParquet } from '../../output/parquet/parquet.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { type Parameters, propertyId } from '../../platform/parameters.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { type Archive, fitsFolder, partitionFolder } from '../archive/archive.ts';
import { ByteDigest, futureMark, hasOtherFormat, type Manifest } from '../archive/manifest.ts';
import { withStagedEntry } from '../archive/write-entry.ts';
import { fetchReport, type ReportSource } from '../fetch-report.ts';
import { findDamage } from './read-snapshot.ts';
import { findSnapshotContent, findSnapshots, type Snapshot, snapshotTables, tableFile } from './snapshot.ts';

interface SnapshotOrder {
  readonly property: string;
  readonly propertyName?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly taken: CalendarDate;
  /** The first stay date that it has. */
  readonly first: CalendarDate;
  readonly ahead: number;
  readonly archive: Archive;
  readonly replace: boolean;
  /** As of `dueTime`. */
  readonly dueAt: number;
}

/**
 * Takes one snapshot: one request, checked like every report, then one folder that appears atomically.
 *
 * @returns `kept`: the day has a snapshot already, it is not damaged, and replacing it was not requested
 * @throws RefusedError if the platform has no figures for the property, or if its id is too long
 */
export async function takeSnapshot(order: SnapshotOrder, source: ReportSource, context: Context) {
  const { property, taken, archive } = order;
  const problem =
    propertyId.kind.mustBe(property) ?? (fitsFolder(property) ? undefined : 'shorter, for a folder');
  if (problem !== undefined)
    throw new RefusedError(`the id of a property must be ${problem}`, {
      hint: 'run `hotelctl properties list`; the snapshots of the other properties can be taken',
    });
  const existing = async () =>
    (await findSnapshots(archive, property)).find(snapshot => snapshot.taken === taken);
  const keep = async (found: Snapshot | undefined) => {
    if (found === undefined || order.replace || (await isFromFuture(found, context))) return;
    const damage = await findDamage(found);
    if (damage !== undefined && !hasOtherFormat(damage)) return;
    const savedAt = Date.parse((await findSnapshotContent(found))?.createdAt ?? '');
    return savedAt >= order.dueAt ? 'written' : 'kept';
  };
  await markFuture(order, context);
  const kept = await keep(await existing());
  if (kept) return kept;
  const { tables, manifest } = await fetchSnapshot(order, source, context);
  return withStagedEntry({ archive, kind: 'snapshots', property }, context, async staged => {
    const replaced = await existing();
    const keptMeanwhile = await keep(replaced);
    if (keptMeanwhile) return keptMeanwhile;
    const files: Manifest['files'] = [];
    for (const { file, bytes, rows } of tables) files.push({ ...(await staged.write(file, bytes)), rows });
    await staged.keep({ ...manifest, files });
    return replaced ? 'replaced' : 'written';
  });
}

/** A clock that was ahead filed the books of an earlier day under this one: they are not kept. */
async function isFromFuture(snapshot: Snapshot, { clock }: Pick<Context, 'clock'>): Promise<boolean> {
  if (await succeeds(access(join(snapshot.folder, futureMark)))) return true;
  const found = await findSnapshotContent(snapshot);
  return found !== undefined && Date.parse(found.createdAt) > clock.now();
}

/** Marks snapshots from the future now: when their date has come, they cannot be distinguished from true ones. */
async function markFuture({ archive, property, taken }: SnapshotOrder, context: Context): Promise<void> {
  for (const snapshot of await findSnapshots(archive, property)) {
    if (snapshot.taken <= taken || !(await isFromFuture(snapshot, context))) continue;
    await withWriteErrors(snapshot.folder, () => writeFile(join(snapshot.folder, futureMark), ''));
  }
}

/** The files of a snapshot: the report with business days and unit groups, in one request, and what it was requested as. */
async function fetchSnapshot(
  { property, propertyName, timeZone, taken, first, ahead }: SnapshotOrder,
  source: ReportSource,
  { clock }: Pick<Context, 'clock'>,
) {
  const last = addDays(taken, ahead);
  const parameters: Parameters = { propertyId: property, from: first, to: last, expand: ['businessDays'] };
  const digest = new ByteDigest();
  let request = '';
  let body: unknown;
  let isComplete = true;
  const send: Send = async (sent, signal) => {
    request = sent.url;
    const response = await source.send(sent, signal);
    return { ...response, body: digest.adding(response.body) };
  };
  const plan = {
    ...source,
    send,
    report: propertyPerformanceReport,
    views: [{ name: 'body', summary: '', columns: [], records: () => [] }],
    onBody: (received: unknown) => {
      body = received;
    },
    onUnequal: () => {
      isComplete = false;
    },
  };
  await fetchReport(plan, parameters);
  if (body === undefined)
    throw new RefusedError(`the platform has no figures for ${property} from ${first} to ${last}`, {
      hint: 'check whether the property is open: `hotelctl properties list`',
    });
  const { views } = await propertyPerformanceReport.response();
  const tables = snapshotTables.map(table => {
    const view = views.find(({ name }) => name === table) as View<unknown>;
    const records = valuesTogether([...view.records(body, parameters)]);
    const bytes = compactParquet(records, view.columns, table);
    return { file: tableFile(table), bytes, rows: records.length };
  });
  const manifest = {
    // Engines read the name of the folder as a partition.
    key: partitionFolder('taken', taken),
    createdAt: new Date(clock.now()).toISOString(),
    about: {
      propertyName,
      timeZone,
      request,
      period: { first, last },
      bodySha256: digest.end().sha256,
      isComplete,
    },
  };
  return { tables, manifest };
}

/** The days of a unit group one after the other: its counts change little, so the file is smaller. */
const valuesTogether = (records: readonly ReportRecord[]): ReportRecord[] =>
  [...groupBy(records, valueReader('unitGroup.id')).values()].flat();
