import { oneOf } from '../../base/choices.ts';
import { withDelivery } from '../../cli/delivery.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import {
  type ArchivedProperty,
  archivedProperties,
  dateFlag,
  periodFlag,
  rowsWithin,
  snapshotOfDay,
} from '../../cli/snapshot-options.ts';
import { writeComparison } from '../../cli/write-comparison.ts';
import { anyDay } from '../../platform/dates.ts';
import { figureColumns } from '../../reports/figures/booked-figures.ts';
import { pickupGroupings, pickupRecords, pickupView } from '../../reports/figures/pickup.ts';
import type { PickupOptions } from './flags.ts';

/** `hotelctl pickup`: compares two snapshots of each property, offline. */
export async function runPickup(open: OpenInvocation, options: PickupOptions): Promise<void> {
  const grouping = oneOf('--by', options.by, pickupGroupings);
  dateFlag('--since', options.since, anyDay);
  periodFlag(options.for, anyDay);
  const invocation = await open(options);
  const nearest = options.nearest ?? false;
  const table = grouping === 'unit-group' ? 'unit-groups' : 'days';
  const columns = [
    ...figureColumns,
    ...(grouping === 'unit-group' ? ['unitGroup.id', 'unitGroup.code', 'unitGroup.name'] : []),
  ];
  const recordsOf = async (archived: ArchivedProperty) => {
    const { property, today } = archived;
    const period = periodFlag(options.for, today);
    const now = await snapshotOfDay(invocation, archived, today, nearest);
    const since = dateFlag('--since', options.since, now.taken);
    const before = await snapshotOfDay(invocation, archived, since, nearest);
    // Read concurrently, but awaited in order, so that of two refused snapshots the earlier one is always named.
    const reading = [before, now].map(snapshot => rowsWithin(snapshot, table, period, columns));
    await Promise.allSettled(reading);
    const [rowsBefore, rowsNow] = [await reading[0], await reading[1]];
    return pickupRecords(
      property,
      { taken: before.taken, rows: rowsBefore ?? [] },
      { taken: now.taken, rows: rowsNow ?? [] },
      grouping,
    );
  };
  const properties = () => archivedProperties(invocation, options);
  await withDelivery(invocation, options, 'pickup', () =>
    writeComparison(invocation, options, pickupView(grouping), properties, recordsOf),
  );
}
