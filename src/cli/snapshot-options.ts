import { OutputError, RefusedError, UsageError } from '../base/errors.ts';
import { remember } from '../base/text.ts';
import type { Text } from '../output/document/document.ts';
import { describePeriod, say } from '../output/words/messages.ts';
import { addDays, anyDay, type CalendarDate, dateIn, isTimeZone, resolveDate } from '../platform/dates.ts';
import { countDays, type Period } from '../platform/periods.ts';
import { joinSome } from '../platform/safe-text.ts';
import { type Archive, listArchivedProperties } from '../reports/archive/archive.ts';
import { readSnapshot, snapshotsAround, takeFirst } from '../reports/snapshots/read-snapshot.ts';
import {
  type FlatRow,
  findSnapshotContent,
  findSnapshots,
  type Snapshot,
  type SnapshotTable,
} from '../reports/snapshots/snapshot.ts';
import { findArchive } from './archive.ts';
import { knownProperties, propertiesListedAt } from './completion/known-lists.ts';
import { referenceTime } from './date-options.ts';
import type { Invocation } from './invocation.ts';
import { findGone, findUnknownProperty, type RunProperty } from './properties.ts';
import { requireProperties, type SnapshotOptions } from './property-flags.ts';

/** The snapshots of one property after the other: the archive is looked up once. */
export function snapshotFinder(invocation: Invocation) {
  const findOnce = remember(findArchive);
  return async (property: string) => findSnapshots(await findOnce(invocation), property);
}

/** Its folder may have an error, which concerns no other property. */
export interface ArchivedProperty extends RunProperty {
  readonly snapshots: readonly Snapshot[];
  readonly today: CalendarDate;
}

/** The properties that have snapshots, and those of the cached list: one of which every snapshot was lost is missing. */
export async function expectedProperties(invocation: Invocation, archive: Archive, isRequired = true) {
  const saved = await listArchivedProperties(archive, 'snapshots');
  const listed = saved.length === 0 ? [] : await knownProperties(invocation);
  const unsaved = listed.map(({ id }) => id).filter(id => !saved.includes(id));
  const listedAt = isRequired && unsaved.length > 0 ? propertiesListedAt(invocation) : undefined;
  if (listedAt !== undefined)
    await invocation.warn(
      `${joinSome(unsaved, 10, ', ')}: no snapshot, but in the list of properties of ${dateIn(undefined, listedAt)}; ` +
        'run `hotelctl properties list` to fetch the list again',
    );
  return [...saved, ...unsaved];
}

/**
 * @returns reads the properties that the flags name, with their snapshots. `--all-properties` leaves out those that closed
 *   before the day, and says so. Works offline.
 * @param report what is done with the snapshots from the future
 * @throws UsageError
 */
export function planArchivedProperties(
  invocation: Invocation,
  options: SnapshotOptions,
  report = (future: readonly Snapshot[]) => warnOfFuture(invocation, future),
) {
  const given = requireProperties(invocation, options);
  const dayIn = (today: CalendarDate) => dateFlag('--as-of', options.asOf ?? 'today', today);
  dayIn(anyDay);
  return async () => {
    const archive = await findArchive(invocation);
    const properties = options.allProperties ? await expectedProperties(invocation, archive) : given;
    if (properties.length === 0) {
      const source = archive.host === '' ? '' : ` of ${archive.host}`;
      throw new RefusedError(`there is no snapshot${source} in ${archive.dataDir}`, {
        hint: 'run `hotelctl snapshot take --all-properties` to take the first ones',
      });
    }
    const read = async (property: string) => {
      const saved = await findSnapshots(archive, property).catch(error => {
        if (error instanceof OutputError) return error;
        throw error;
      });
      const [snapshots, failure] = saved instanceof OutputError ? [[], { error: saved }] : [saved];
      const found = await untilToday(invocation, snapshots);
      return { ...found, property, today: dayIn(found.today), ...failure };
    };
    const archived = await Promise.all(properties.map(read));
    await report(archived.flatMap(({ future }) => future));
    return options.allProperties ? withoutClosed(invocation, archived) : archived;
  };
}

async function withoutClosed(invocation: Invocation, archived: readonly ArchivedProperty[]) {
  const open: ArchivedProperty[] = [];
  let gone: readonly RunProperty[] | undefined;
  for (const candidate of archived) {
    const { property, snapshots, today } = candidate;
    const newest = snapshots.at(-1);
    if (newest && newest.taken < today && (await isClosed(invocation, property, snapshots))) {
      gone ??= await findGone(invocation, await knownProperties(invocation));
      const failed = gone.find(each => each.property === property);
      const listed = dateIn(undefined, propertiesListedAt(invocation) ?? 0);
      const why = `no longer in the list of properties of ${listed}; last snapshot`;
      if (failed) open.push({ ...candidate, ...failed });
      else await invocation.warn(`${property} is omitted: ${why} ${newest.taken}`);
    } else open.push(candidate);
  }
  return open;
}

/** The snapshots up to today: a later one was filed while a clock was ahead. @param snapshots of one property, oldest first */
export async function untilToday(invocation: Invocation, snapshots: readonly Snapshot[]) {
  const now = invocation.context.clock.now();
  const zone = await findZone(snapshots);
  // Without a time zone, the latest date on Earth may be that of the property.
  const latest = dateIn(zone ?? 'Etc/GMT-14', now);
  // HOTELCTL_AS_OF moves today, and never the clock that snapshots from the future are compared with.
  const today = dateIn(zone, referenceTime(invocation.context));
  const future = snapshots.filter(({ taken }) => taken > latest);
  return { snapshots: snapshots.filter(({ taken }) => taken <= latest), future, today };
}

/** One warning for the snapshots of all properties that `untilToday` found in the future. */
export async function warnOfFuture(invocation: Invocation, future: readonly Snapshot[]): Promise<void> {
  const found = [...new Set(future.map(({ property, taken }) => `${property} ${taken}`))].sort();
  const what = `snapshots that are dated in the future are not used: ${joinSome(found, 12, ', ')}`;
  if (found.length > 0) await invocation.warn(`warning: ${what}; check the clock of this machine`);
}

export const todayInSnapshots = async ({ context }: Invocation, snapshots: readonly Snapshot[]) =>
  dateIn(await findZone(snapshots), context.clock.now());

async function findZone(snapshots: readonly Snapshot[]): Promise<string | undefined> {
  for (const snapshot of snapshots.toReversed()) {
    const zone = (await findSnapshotContent(snapshot))?.timeZone;
    if (zone !== undefined && isTimeZone(zone)) return zone;
  }
  return undefined;
}

export function dateFlag(flag: string, text: string, today: CalendarDate): CalendarDate {
  const day = resolveDate(text.replace(/^\d{1,5}d$/, '-$&'), today);
  if (day !== undefined) return day;
  throw new UsageError(`${flag}: "${text}" is not a valid date`, {
    hint: 'for example 7d, yesterday or 2026-11-14',
  });
}

/** The snapshot of a day, or with --nearest of another one, which a note says. @throws RefusedError naming the nearest */
export async function snapshotOfDay(
  invocation: Invocation,
  { property, snapshots }: Pick<ArchivedProperty, 'property' | 'snapshots'>,
  day: CalendarDate,
  nearestAllowed: boolean,
): Promise<Snapshot & { readonly notes: readonly Text[] }> {
  const { before, after, nearest } = snapshotsAround(snapshots, day);
  if (!nearest) {
    const unknown = await findUnknownProperty(invocation, property);
    throw unknown ?? new RefusedError('there is no snapshot', { hint: takeFirst(property) });
  }
  if (nearest.taken === day) return { ...nearest, notes: [] };
  const [wanted = [], other = []] = [day, nearest.taken].map(describePeriod);
  const note = say('no snapshot of {day}; using the nearest one, of {other}', { day: wanted, other });
  if (nearestAllowed) return { ...nearest, notes: [note] };
  const around = [before, after].flatMap(snapshot => snapshot?.taken ?? []);
  throw new RefusedError(
    `there is no snapshot taken on ${day}; the nearest ${around.length > 1 ? 'ones are' : 'one is'} ${around.join(' and ')}`,
    { hint: `add --nearest to use the snapshot of ${nearest.taken}` },
  );
}

/** Whether a snapshot has all days of a period; a damaged one counts as complete: reading it tells what is wrong. */
export async function coversPeriod(snapshot: Snapshot, period: Period): Promise<boolean> {
  const content = await findSnapshotContent(snapshot);
  return !content || isWithin(period, content.period);
}

const isWithin = (period: Period, whole: Period) => period.first >= whole.first && period.last <= whole.last;

/**
 * The rows of a period, and what readers must know: that the response did not add up, and lacks days that may not be closed.
 *
 * @param later how many days later the period is that people choose, if this one is compared with it: the hint names its days
 * @throws UsageError if the snapshot does not cover all of the period
 */
export async function rowsWithin(
  snapshot: Snapshot,
  table: SnapshotTable,
  { first, last }: Period,
  columns?: readonly string[],
  later = 0,
): Promise<{ readonly rows: readonly FlatRow[]; readonly notes: readonly Text[] }> {
  const { content, rows } = await readSnapshot(snapshot, table, { first, last }, columns);
  const { period } = content;
  if (!isWithin({ first, last }, period)) {
    const what = `the snapshot taken on ${snapshot.taken} covers`;
    const days =
      first < period.first ? `from ${addDays(period.first, later)}` : `to ${addDays(period.last, later)}`;
    throw new UsageError(`${what} ${period.first} to ${period.last}, not ${first} to ${last}`, {
      hint: `choose a period ${days}; \`hotelctl snapshot take --behind DAYS --ahead DAYS\` saves more`,
    });
  }
  if (content.isComplete || rows.length === 0) return { rows, notes: [] };
  const missing = countDays({ first, last }) - new Set(rows.map(row => row['businessDay'])).size;
  const [day = [], from = [], to = []] = [snapshot.taken, first, last].map(describePeriod);
  const note =
    missing === 0
      ? say('the snapshot of {day} does not add up to the figures of the whole period', { day })
      : say('the snapshot of {day} lacks {missing} of the days from {first} to {last}', {
          day,
          missing,
          first: from,
          last: to,
        });
  return { rows, notes: [note] };
}

/**
 * Whether the list that was fetched after the newest snapshot lacks a property; without a list none counts as closed.
 *
 * @param snapshots of one property, oldest first
 */
export async function isClosed(invocation: Invocation, property: string, snapshots: readonly Snapshot[]) {
  const newest = snapshots.at(-1);
  const content = newest && (await findSnapshotContent(newest));
  if (!content) return false;
  const age = invocation.context.clock.now() - Date.parse(content.createdAt);
  const listed = await knownProperties(invocation, age);
  return listed.length > 0 && !listed.some(({ id }) => id === property);
}

/** A number of days such as `365d`. Throws UsageError. */
export function dayCount(flag: string, text: string): number {
  const [, count] = /^(\d{1,4})d?$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  throw new UsageError(`${flag} must be a number of days such as 365d, not "${text}"`, {
    hint: `for example \`${flag} 365d\``,
  });
}
