import { countText } from '../../base/count-text.ts';
import { requirePassed } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import type { Column } from '../../platform/records.ts';
import type { Layer } from '../../reports/snapshots/snapshot.ts';
import {
  mostUrgentFirst,
  type SnapshotFinding,
  verifyLayers,
} from '../../reports/snapshots/verify-snapshots.ts';
import { todayInLayers } from '../pickup/layer-options.ts';
import { isClosed } from './closed-property.ts';
import { layersByProperty } from './list.ts';

export type VerifyOptions = OutputOptions & SeveralProperties;

export const problemColumns: readonly Column[] = [
  { name: 'propertyId', type: 'text', heading: 'Property', role: 'identifier' },
  { name: 'taken', type: 'date', heading: 'Night' },
  { name: 'problem', type: 'text', heading: 'Problem' },
  { name: 'detail', type: 'text', heading: 'Detail' },
];

/** `hotelctl snapshot verify`: works offline. Exit 10 if a layer is damaged or a night is missing. */
export async function verifySnapshots(open: OpenInvocation, options: VerifyOptions): Promise<void> {
  const invocation = await open(options);
  const problems: SnapshotFinding[] = [];
  let count = 0;
  await writeRecords(invocation, options, { name: 'problems', columns: problemColumns }, async () => {
    for (const layers of await layersByProperty(invocation, options)) {
      count += layers.length;
      problems.push(...(await verifyLayers(layers, await lastNight(invocation, layers))));
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

/** The last night that must have a layer: today, or the newest layer of a property that has closed. */
async function lastNight(invocation: Invocation, layers: readonly Layer[]): Promise<CalendarDate> {
  const today = await todayInLayers(invocation, layers);
  const newest = layers.at(-1);
  if (!newest || newest.taken >= today || !(await isClosed(invocation, newest.property, layers)))
    return today;
  await invocation.note(
    `${newest.property} is not in the list of properties anymore: its last snapshot is of ${newest.taken}`,
  );
  return newest.taken;
}
