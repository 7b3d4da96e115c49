import { countText } from '../../base/text.ts';
import { requirePassed } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { isClosed, todayInSnapshots } from '../../cli/snapshot-options.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import type { Column } from '../../platform/records.ts';
import type { Snapshot } from '../../reports/snapshots/snapshot-manifest.ts';
import {
  checkSnapshots,
  mostUrgentFirst,
  type SnapshotFinding,
} from '../../reports/snapshots/verify-snapshots.ts';
import { snapshotsByProperty } from './list.ts';

type VerifyOptions = OutputOptions & SeveralProperties;

export const problemColumns: readonly Column[] = [
  { name: 'propertyId', type: 'text', heading: 'Property', role: 'identifier' },
  { name: 'taken', type: 'date', heading: 'Night' },
  { name: 'problem', type: 'text', heading: 'Problem' },
  { name: 'detail', type: 'text', heading: 'Detail' },
];

/** `hotelctl snapshot verify`: works offline. Exit 10 if a snapshot is damaged or a night is missing. */
export async function verifySnapshots(open: OpenInvocation, options: VerifyOptions): Promise<void> {
  const invocation = await open(options);
  const problems: SnapshotFinding[] = [];
  let count = 0;
  await writeRecords(invocation, options, { name: 'problems', columns: problemColumns }, async () => {
    for (const snapshots of await snapshotsByProperty(invocation, options)) {
      count += snapshots.length;
      problems.push(...(await checkSnapshots(snapshots, await lastNight(invocation, snapshots))));
    }
    return problems.map(({ property, taken, check, found }) => ({
      propertyId: property,
      taken,
      problem: check,
      detail: found,
    }));
  });
  if (problems.length === 0) return invocation.note(`${countText(count, 'snapshot')}, no problems`);
  requirePassed(
    mostUrgentFirst(problems),
    (_, failed) => `${countText(failed, 'problem')} in ${countText(count, 'snapshot')}`,
    { hint: '' },
  );
}

/** The last night that must have a snapshot: today, or the newest snapshot of a property that has closed. */
async function lastNight(invocation: Invocation, snapshots: readonly Snapshot[]): Promise<CalendarDate> {
  const today = await todayInSnapshots(invocation, snapshots);
  const newest = snapshots.at(-1);
  if (!newest || newest.taken >= today || !(await isClosed(invocation, newest.property, snapshots)))
    return today;
  await invocation.note(
    `${newest.property} is not in the list of properties anymore: its last snapshot is of ${newest.taken}`,
  );
  return newest.taken;
}
