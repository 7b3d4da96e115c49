import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { noManifest, readManifest, readTable, type Snapshot, snapshotTables } from './snapshot-store.ts';

export interface SnapshotProblem {
  readonly property: string;
  /** The snapshot, or the first missing night. */
  readonly taken: CalendarDate;
  readonly problem: 'damaged' | 'missing' | 'in the future';
  readonly detail: string;
}

/**
 * Checks the hashes of every snapshot, and whether a snapshot is missing for a night between the first one and today.
 *
 * @param snapshots snapshots of one property, oldest first
 */
export async function checkSnapshots(
  snapshots: readonly Snapshot[],
  today: CalendarDate,
): Promise<SnapshotProblem[]> {
  const problems: SnapshotProblem[] = [];
  for (const snapshot of snapshots) {
    const { property, taken } = snapshot;
    const detail = await damageOf(snapshot);
    if (detail !== undefined) problems.push({ property, taken, problem: 'damaged', detail });
    if (taken > today) {
      problems.push({
        property,
        taken,
        problem: 'in the future',
        detail: `today is ${today}: check the clock`,
      });
    }
  }
  return [...problems, ...gapsOf(snapshots, today)];
}

async function damageOf(snapshot: Snapshot): Promise<string | undefined> {
  const manifest = await readManifest(snapshot);
  if (!manifest) return noManifest;
  if (manifest.property !== snapshot.property || manifest.businessDay !== snapshot.taken)
    return `snapshot.json describes ${manifest.property} of ${manifest.businessDay}`;
  for (const table of snapshotTables) {
    const bytes = await readTable(snapshot, manifest, table);
    if (typeof bytes === 'string') return bytes;
  }
  return undefined;
}

/** Runs of nights without a snapshot, between the first snapshot and today. */
function gapsOf(snapshots: readonly Snapshot[], today: CalendarDate): SnapshotProblem[] {
  const gaps: SnapshotProblem[] = [];
  const nights = [...snapshots.map(({ taken }) => taken).filter(taken => taken <= today), addDays(today, 1)];
  const property = snapshots[0]?.property ?? '';
  for (let index = 1; index < nights.length; index++) {
    const [before, after] = [nights[index - 1] as string, nights[index] as string];
    const missing = dayNumber(after) - dayNumber(before) - 1;
    if (missing <= 0) continue;
    const [first, last] = [addDays(before, 1), addDays(after, -1)];
    const detail =
      missing === 1 ? '1 night without a snapshot' : `${missing} nights without a snapshot, to ${last}`;
    gaps.push({ property, taken: first, problem: 'missing', detail });
  }
  return gaps;
}
