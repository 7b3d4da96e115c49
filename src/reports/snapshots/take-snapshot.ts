import type { Context } from '../../base/context.ts';
import { RefusedError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { version } from '../../base/version.ts';
import { parquetChunks } from '../../output/parquet/parquet.ts';
import { inBatches } from '../../output/results.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import type { View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { fetchPerformance, type PerformanceBody, type SnapshotFetch } from './fetch-performance.ts';
import { type LayerManifest, layerTables, manifestFile, tableFile } from './snapshot.ts';
import { layerFolder, listLayers, sha256, writeLayer } from './snapshot-store.ts';

/** What to take, and where to store it. */
export interface SnapshotOrder {
  readonly property: string;
  readonly propertyName?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly taken: CalendarDate;
  readonly behind: number;
  readonly ahead: number;
  readonly dataDir: string;
  readonly replace: boolean;
}

/** `kept`: the day has a layer already, and replacing it was not requested. */
type SnapshotOutcome = 'written' | 'replaced' | 'kept';

/**
 * Takes one layer: one request, checked like every report, then one folder that appears atomically.
 *
 * @throws RefusedError if the platform has no figures for the property
 */
export async function takeSnapshot(
  order: SnapshotOrder,
  fetch: SnapshotFetch,
  context: Context,
): Promise<SnapshotOutcome> {
  const { property, taken, dataDir } = order;
  const folder = layerFolder(dataDir, property, taken);
  const exists = async () => (await listLayers(dataDir, property)).some(layer => layer.taken === taken);
  if (!order.replace && (await exists())) return 'kept';
  const period = { first: addDays(taken, -order.behind), last: addDays(taken, order.ahead) };
  const performance = await fetchPerformance(fetch, property, period);
  if (performance === undefined) {
    throw new RefusedError(
      `the platform has no figures for ${property} from ${period.first} to ${period.last}`,
      {
        hint: 'check whether the property is open: hotelctl properties list',
      },
    );
  }
  const files = await layerFiles(order, performance, context);
  return withLock(lockName(folder), context, async () => {
    const replaces = await exists();
    if (replaces && !order.replace) return 'kept';
    await writeLayer(folder, files);
    return replaces ? 'replaced' : 'written';
  });
}

/** Lock names consist of letters, digits and dashes. */
const lockName = (folder: string) => `snapshot-${sha256(Buffer.from(folder)).slice(0, 24)}`;

async function layerFiles(
  { property, propertyName, timeZone, taken, behind, ahead }: SnapshotOrder,
  { parameters, request, bodySha256, body }: PerformanceBody,
  { clock }: Pick<Context, 'clock'>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { views } = await propertyPerformanceReport.response();
  const files = new Map<string, Uint8Array>();
  const described: Record<string, { sha256: string; rows: number }> = {};
  for (const table of layerTables) {
    const view = views.find(({ name }) => name === table) as View<unknown>;
    const records = [...view.records(body, parameters)];
    const chunks: Uint8Array[] = [];
    for await (const chunk of parquetChunks(inBatches(records), view.columns, table)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    files.set(tableFile(table), bytes);
    described[table] = { sha256: sha256(bytes), rows: records.length };
  }
  const manifest: LayerManifest = {
    version: 1,
    hotelctl: version,
    property,
    ...(propertyName === undefined ? {} : { propertyName }),
    ...(timeZone === undefined ? {} : { timeZone }),
    businessDay: taken,
    takenAt: new Date(clock.now()).toISOString(),
    request,
    period: { first: addDays(taken, -behind), last: addDays(taken, ahead) },
    bodySha256,
    files: described as LayerManifest['files'],
  };
  return files.set(manifestFile, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}
