import { RefusedError, UsageError } from '../../base/errors.ts';
import { dataFolder } from '../../cli/data-folder.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { type SnapshotOptions, severalProperties } from '../../cli/several-properties.ts';
import { type CalendarDate, dateIn, isTimeZone, resolveDate } from '../../platform/dates.ts';
import { type Period, parsePeriod, periodForms } from '../../platform/periods.ts';
import { chooseLayer } from '../../reports/snapshots/choose-snapshot.ts';
import type { FlatRow } from '../../reports/snapshots/parquet-reader.ts';
import { readLayer } from '../../reports/snapshots/read-snapshot.ts';
import type { Layer, LayerTable } from '../../reports/snapshots/snapshot.ts';
import { listArchivedProperties, listLayers, readManifest } from '../../reports/snapshots/snapshot-store.ts';
import { isClosed } from '../snapshot/closed-property.ts';

/** The layers of one property, and the day that counts as today for it. */
export interface ArchivedProperty {
  readonly property: string;
  readonly layers: readonly Layer[];
  readonly today: CalendarDate;
}

/**
 * The properties that the flags name, with their layers. `--all-properties` leaves out those that closed before the day, and
 * says so. Works offline.
 */
export async function archivedProperties(
  invocation: Invocation,
  options: SnapshotOptions,
): Promise<ArchivedProperty[]> {
  const dataDir = dataFolder(invocation);
  const properties = await severalProperties(invocation, options, () => listArchivedProperties(dataDir));
  if (properties.length === 0) {
    throw new RefusedError(`there is no snapshot in ${dataDir}`, {
      hint: 'run `hotelctl snapshot take --all-properties` to take the first ones',
    });
  }
  const archived = await Promise.all(
    properties.map(async property => {
      const layers = await listLayers(dataDir, property);
      const today = await todayInLayers(invocation, layers);
      return { property, layers, today: dateFlag('--as-of', options.asOf ?? 'today', today) };
    }),
  );
  return options.allProperties ? withoutClosed(invocation, archived) : archived;
}

async function withoutClosed(
  invocation: Invocation,
  archived: readonly ArchivedProperty[],
): Promise<ArchivedProperty[]> {
  const open: ArchivedProperty[] = [];
  for (const candidate of archived) {
    const { property, layers, today } = candidate;
    const newest = layers.at(-1);
    if (newest && newest.taken < today && (await isClosed(invocation, property, layers))) {
      await invocation.warn(
        `${property} is omitted: it is not in the list of properties anymore, and its last snapshot is of ${newest.taken}`,
      );
    } else open.push(candidate);
  }
  return open;
}

/** Today in the time zone of the newest layer. */
export async function todayInLayers(
  { context }: Invocation,
  layers: readonly Layer[],
): Promise<CalendarDate> {
  const newest = layers.at(-1);
  const zone = newest && (await readManifest(newest))?.timeZone;
  return dateIn(zone !== undefined && isTimeZone(zone) ? zone : undefined, context.clock.now());
}

export function dateFlag(flag: string, text: string, today: CalendarDate): CalendarDate {
  const day = resolveDate(/^\d{1,5}d$/.test(text) ? `-${text}` : text, today);
  if (day !== undefined) return day;
  throw new UsageError(`${flag}: "${text}" is not a valid date`, {
    hint: 'for example 7d, yesterday or 2026-11-14',
  });
}

export function periodFlag(text: string, today: CalendarDate): Period {
  const period = parsePeriod(text, today);
  if (period !== undefined) return period;
  throw new UsageError(`--for: "${text}" is not a valid period`, {
    hint: `periods: ${periodForms.join(', ')}`,
  });
}

/** The layer of a day. With --nearest it may be of another day, which a note reports. */
export async function layerOfDay(
  invocation: Invocation,
  { property, layers }: ArchivedProperty,
  day: CalendarDate,
  nearest: boolean,
): Promise<Layer> {
  const layer = chooseLayer(property, layers, day, nearest);
  if (layer.taken !== day)
    await invocation.warn(`${property}: no snapshot of ${day}; using the nearest one, of ${layer.taken}`);
  return layer;
}

/** Whether a layer has all days of a period. A damaged layer counts as complete: reading it tells what is wrong. */
export async function coversPeriod(layer: Layer, period: Period): Promise<boolean> {
  const manifest = await readManifest(layer);
  return !manifest || isWithin(period, manifest.period);
}

const isWithin = (period: Period, whole: Period) => period.first >= whole.first && period.last <= whole.last;

/** The rows of a layer within a period. Throws RefusedError if the layer does not cover all of it. */
export async function rowsWithin(
  layer: Layer,
  table: LayerTable,
  { first, last }: Period,
  columns?: readonly string[],
): Promise<readonly FlatRow[]> {
  const { manifest, rows } = await readLayer(layer, table, columns);
  const { period } = manifest;
  if (!isWithin({ first, last }, period)) {
    throw new RefusedError(
      `the snapshot of ${layer.property} taken on ${layer.taken} covers ${period.first} to ${period.last}, not ${first} to ${last}`,
      { hint: 'choose a period within both snapshots with --for' },
    );
  }
  return rows.filter(row => String(row['businessDay']) >= first && String(row['businessDay']) <= last);
}
