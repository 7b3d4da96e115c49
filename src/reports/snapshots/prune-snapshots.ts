import { UsageError } from '../../base/errors.ts';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Snapshot } from './snapshot-store.ts';

/** How many snapshots to keep of each kind; Infinity is all of them. */
interface KeepRule {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** `daily=90,weekly=52,monthly=all`. Throws UsageError. */
export function parseKeepRule(text: string): KeepRule {
  const rule = { daily: 0, weekly: 0, monthly: 0 };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [, name = '', count = ''] = /^(daily|weekly|monthly)=(\d{1,5}|all)$/.exec(part.trim()) ?? [];
    if (name === '' || named.has(name)) throw wrongRule(text);
    named.add(name);
    rule[name as keyof KeepRule] = count === 'all' ? Number.POSITIVE_INFINITY : Number(count);
  }
  if (Object.values(rule).every(count => count === 0)) throw wrongRule(text);
  return rule;
}

const wrongRule = (text: string) =>
  new UsageError(`--keep: "${text}" is not a valid rule`, {
    hint: 'for example --keep daily=90,weekly=52,monthly=all',
  });

/**
 * The snapshots to remove: all but the newest `daily`, the last of each of the newest `weekly` weeks, and the last of each of
 * the newest `monthly` months.
 *
 * @param snapshots of one property, oldest first
 */
export function snapshotsToRemove(
  snapshots: readonly Snapshot[],
  { daily, weekly, monthly }: KeepRule,
): Snapshot[] {
  const newestFirst = [...snapshots].reverse();
  const keep = new Set<Snapshot>();
  const keepLastOf = (count: number, bucketOf: (day: CalendarDate) => string) => {
    const seen = new Set<string>();
    for (const snapshot of newestFirst) {
      const bucket = bucketOf(snapshot.taken);
      if (seen.has(bucket) || seen.size >= count) continue;
      seen.add(bucket);
      keep.add(snapshot);
    }
  };
  keepLastOf(daily, day => day);
  keepLastOf(weekly, mondayOf);
  keepLastOf(monthly, day => day.slice(0, 7));
  return snapshots.filter(snapshot => !keep.has(snapshot));
}

/** The Monday of a day's week: 1970-01-01 was a Thursday. */
export const mondayOf = (day: CalendarDate): CalendarDate =>
  addDays(day, -((((dayNumber(day) + 3) % 7) + 7) % 7));
