import { resolve } from 'node:path';
import { RefusedError, UsageError } from '../base/errors.ts';
import { type CalendarDate, dateIn, isTimeZone, resolveDate } from '../platform/dates.ts';
import { type Period, readPeriod } from '../platform/periods.ts';
import { chooseSnapshot, type FlatRow, readSnapshot } from '../reports/snapshots/read-snapshot.ts';
import {
  findSnapshots,
  listArchivedProperties,
  readManifest,
  type Snapshot,
  type SnapshotTable,
} from '../reports/snapshots/snapshot-store.ts';
import { knownProperties } from './completion/known-lists.ts';
import type { Invocation } from './invocation.ts';
import { type SnapshotOptions, severalProperties } from './several-properties.ts';

/** The snapshots of one property, and the day that counts as today for it. */
export interface ArchivedProperty {
  readonly property: string;
  readonly snapshots: readonly Snapshot[];
  readonly today: CalendarDate;
}

/**
 * The properties that the flags name, with their snapshots. `--all-properties` leaves out those that closed before the day, and
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
      const snapshots = await findSnapshots(dataDir, property);
      const today = await todayInSnapshots(invocation, snapshots);
      return { property, snapshots, today: dateFlag('--as-of', options.asOf ?? 'today', today) };
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
    const { property, snapshots, today } = candidate;
    const newest = snapshots.at(-1);
    if (newest && newest.taken < today && (await isClosed(invocation, property, snapshots))) {
      await invocation.warn(
        `${property} is omitted: it is not in the list of properties anymore, and its last snapshot is of ${newest.taken}`,
      );
    } else open.push(candidate);
  }
  return open;
}

/** Today in the time zone of the newest snapshot. */
export async function todayInSnapshots(
  { context }: Invocation,
  snapshots: readonly Snapshot[],
): Promise<CalendarDate> {
  const newest = snapshots.at(-1);
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

export const periodFlag = (text: string, today: CalendarDate): Period => readPeriod('--for', text, today);

/** The snapshot of a day. With --nearest it may be of another day, which a note reports. */
export async function snapshotOfDay(
  invocation: Invocation,
  { property, snapshots }: ArchivedProperty,
  day: CalendarDate,
  nearest: boolean,
): Promise<Snapshot> {
  const snapshot = chooseSnapshot(property, snapshots, day, nearest);
  if (snapshot.taken !== day)
    await invocation.warn(`${property}: no snapshot of ${day}; using the nearest one, of ${snapshot.taken}`);
  return snapshot;
}

/** Whether a snapshot has all days of a period. A damaged snapshot counts as complete: reading it tells what is wrong. */
export async function coversPeriod(snapshot: Snapshot, period: Period): Promise<boolean> {
  const manifest = await readManifest(snapshot);
  return !manifest || isWithin(period, manifest.period);
}

const isWithin = (period: Period, whole: Period) => period.first >= whole.first && period.last <= whole.last;

/** The rows of a snapshot within a period. Throws RefusedError if the snapshot does not cover all of it. */
export async function rowsWithin(
  snapshot: Snapshot,
  table: SnapshotTable,
  { first, last }: Period,
  columns?: readonly string[],
): Promise<readonly FlatRow[]> {
  const { manifest, rows } = await readSnapshot(snapshot, table, columns);
  const { period } = manifest;
  if (!isWithin({ first, last }, period)) {
    throw new RefusedError(
      `the snapshot of ${snapshot.property} taken on ${snapshot.taken} covers ${period.first} to ${period.last}, not ${first} to ${last}`,
      { hint: 'choose a period within both snapshots with --for' },
    );
  }
  return rows.filter(row => String(row['businessDay']) >= first && String(row['businessDay']) <= last);
}

/**
 * Whether a property has closed, or is no longer accessible: it was not in the list of properties that was fetched after its
 * newest snapshot was taken. Works offline, with the cached list; without a list no property counts as closed.
 *
 * @param snapshots of one property, oldest first
 */
export async function isClosed(
  invocation: Invocation,
  property: string,
  snapshots: readonly Snapshot[],
): Promise<boolean> {
  const newest = snapshots.at(-1);
  const manifest = newest && (await readManifest(newest));
  if (!manifest) return false;
  const age = invocation.context.clock.now() - Date.parse(manifest.takenAt);
  const listed = await knownProperties(invocation, age);
  return listed.length > 0 && !listed.some(({ id }) => id === property);
}

/** The folder of the snapshots: the setting `dataDir`, else the platform's convention for data. @throws UsageError if it is empty */
export const dataFolder = ({ settings, context }: Invocation): string =>
  resolve(settings.optional('dataDir') ?? context.folders.data);

/** A number of days such as `365d`. Throws UsageError. */
export function dayCount(flag: string, text: string): number {
  const [, count] = /^(\d{1,4})d?$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  throw new UsageError(`${flag} must be a number of days such as 365d, not "${text}"`, {
    hint: `for example \`${flag} 365d\``,
  });
}
