import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import { checkedMetadata, wordsOfProblem } from './parquet-limits.ts';
import { checkManifest, readTable, type Snapshot, snapshotTables, tableFile } from './snapshot-manifest.ts';

/** A problem with a snapshot; `check` is what is wrong with it. */
export interface SnapshotFinding extends Finding {
  readonly check: keyof typeof fixes;
  readonly property: string;
  /** The snapshot, or the first missing night. */
  readonly taken: CalendarDate;
}

/** The most urgent problem first. */
const fixes = {
  damaged:
    'take a damaged snapshot of today again with `hotelctl snapshot take --replace`; the past cannot be taken again',
  missing:
    'the missing nights cannot be taken again; schedule `hotelctl snapshot take` for every night, for example with `hotelctl schedule add`',
  'in the future': 'check the clock of this machine',
};

const problem = (
  property: string,
  taken: CalendarDate,
  check: SnapshotFinding['check'],
  found: string,
): SnapshotFinding => ({ ...finding(check, 'failed', found, fixes[check]), check, property, taken });

export const mostUrgentFirst = (problems: readonly SnapshotFinding[]): readonly SnapshotFinding[] =>
  Object.keys(fixes).flatMap(check => problems.filter(found => found.check === check));

/**
 * Checks the hashes of every snapshot, and whether a snapshot is missing for a night between the first one and today.
 *
 * @param snapshots snapshots of one property, oldest first
 */
export async function checkSnapshots(
  snapshots: readonly Snapshot[],
  today: CalendarDate,
): Promise<SnapshotFinding[]> {
  const problems: SnapshotFinding[] = [];
  for (const snapshot of snapshots) {
    const { property, taken } = snapshot;
    const damage = await findDamage(snapshot);
    if (damage !== undefined) problems.push(problem(property, taken, 'damaged', damage));
    if (taken > today) {
      problems.push(problem(property, taken, 'in the future', `today is ${today}: check the clock`));
    }
  }
  return [...problems, ...findGaps(snapshots, today)];
}

async function findDamage(snapshot: Snapshot): Promise<string | undefined> {
  const manifest = await checkManifest(snapshot);
  if (typeof manifest === 'string') return manifest;
  for (const table of snapshotTables) {
    const bytes = await readTable(snapshot, manifest, table);
    if (typeof bytes === 'string') return bytes;
    try {
      checkedMetadata(Uint8Array.from(bytes), manifest.files[table].rows);
    } catch (error) {
      return `${tableFile(table)} ${wordsOfProblem(error)}`;
    }
  }
  return undefined;
}

/** Runs of nights without a snapshot, between the first snapshot and today. */
function findGaps(snapshots: readonly Snapshot[], today: CalendarDate): SnapshotFinding[] {
  const gaps: SnapshotFinding[] = [];
  const nights = [...snapshots.map(({ taken }) => taken).filter(taken => taken <= today), addDays(today, 1)];
  const property = snapshots[0]?.property ?? '';
  for (let index = 1; index < nights.length; index++) {
    const [before, after] = [nights[index - 1] as string, nights[index] as string];
    const missing = dayNumber(after) - dayNumber(before) - 1;
    if (missing <= 0) continue;
    const [first, last] = [addDays(before, 1), addDays(after, -1)];
    const length = missing === 1 ? '1 night' : `${missing} nights`;
    const end = missing === 1 ? '' : `, to ${last}`;
    gaps.push(problem(property, first, 'missing', `${length} without a snapshot${end}`));
  }
  return gaps;
}
