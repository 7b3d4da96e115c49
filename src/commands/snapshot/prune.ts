import { UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { untilToday } from '../../cli/snapshot-options.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { mondayOf } from '../../reports/figures/groups.ts';
import type { Snapshot } from '../../reports/snapshots/snapshot-manifest.ts';
import { removeSnapshot } from '../../reports/snapshots/snapshot-store.ts';
import type { PruneOptions } from './flags.ts';
import { snapshotColumns, snapshotRecord, snapshotsByProperty } from './list.ts';

export async function pruneSnapshots(open: OpenInvocation, options: PruneOptions): Promise<void> {
  const rule = parseKeepRule(options.keep);
  const invocation = await open(options);
  const doomed: Snapshot[] = [];
  await writeRecords(invocation, options, { name: 'snapshots', columns: snapshotColumns }, async () => {
    for (const found of await snapshotsByProperty(invocation, options)) {
      const { snapshots } = await untilToday(invocation, found);
      doomed.push(...snapshotsToRemove(snapshots, rule));
    }
    return Promise.all(doomed.map(snapshotRecord));
  });
  if (options.dryRun) return invocation.note(`${countText(doomed.length, 'snapshot')} would be removed`);
  for (const snapshot of doomed) await removeSnapshot(snapshot);
  await invocation.note(`Removed ${countText(doomed.length, 'snapshot')}`);
}

/** How many snapshots to keep of each kind; Infinity is all of them. */
interface KeepRule {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** `daily=90,weekly=52,monthly=all`. Throws UsageError. */
function parseKeepRule(text: string): KeepRule {
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
function snapshotsToRemove(snapshots: readonly Snapshot[], { daily, weekly, monthly }: KeepRule): Snapshot[] {
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
