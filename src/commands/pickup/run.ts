import { oneOf } from '../../base/choices.ts';
import { withDelivery } from '../../cli/delivery.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { pickupCharts, pickupColumns, pickupHeadline } from '../../reports/figures/compared-columns.ts';
import { figureColumns } from '../../reports/figures/figures.ts';
import { type PickupGrouping, pickupGroupings, pickupRecords } from '../../reports/figures/pickup.ts';
import { type ComparisonView, writeComparison } from './comparison-output.ts';
import type { PickupOptions } from './flags.ts';
import {
  type ArchivedProperty,
  archivedProperties,
  dateFlag,
  layerOfDay,
  periodFlag,
  rowsWithin,
} from './layer-options.ts';

/** `hotelctl pickup`: compares two layers of each property, offline. */
export async function runPickup(open: OpenInvocation, options: PickupOptions): Promise<void> {
  const grouping = oneOf('--by', options.by, pickupGroupings);
  dateFlag('--since', options.since, '2000-01-15');
  periodFlag(options.for, '2000-01-15');
  const invocation = await open(options);
  const nearest = options.nearest ?? false;
  const table = grouping === 'unit-group' ? 'unit-groups' : 'days';
  const columns = [
    ...figureColumns,
    ...(grouping === 'unit-group' ? ['unitGroup.id', 'unitGroup.name'] : []),
  ];
  const recordsOf = async (archived: ArchivedProperty) => {
    const { property, today } = archived;
    const period = periodFlag(options.for, today);
    const now = await layerOfDay(invocation, archived, today, nearest);
    const since = dateFlag('--since', options.since, now.taken);
    const before = await layerOfDay(invocation, archived, since, nearest);
    // Read concurrently, but awaited in order, so that of two refused layers the earlier one is always named.
    const reading = [before, now].map(layer => rowsWithin(layer, table, period, columns));
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
  const write = () => writeComparison(invocation, options, pickupView(grouping), { properties, recordsOf });
  await withDelivery(invocation, options, 'pickup', write);
}

const pickupView = (grouping: PickupGrouping): ComparisonView => ({
  name: 'Pick-up',
  columns: pickupColumns(grouping),
  table: { columns: pickupHeadline(grouping), title: pickupTitle },
  charts: pickupCharts(grouping),
});

/** `Pick-up · MUC · snapshot of 2026-11-14 to snapshot of 2026-11-21`: the compared layers. */
function pickupTitle([first]: readonly ReportRecord[]): string {
  if (!first) return 'Pick-up';
  return `Pick-up · ${first['propertyId']} · snapshot of ${first['beforeTaken']} to snapshot of ${first['nowTaken']}`;
}
