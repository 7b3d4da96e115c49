import type {
  Aggregation,
  ChartDefinition,
  Column,
  MeasureUnit,
  SideOfChange,
} from '../../platform/records.ts';
import { groupingColumns } from './grouping.ts';
import type { PickupGrouping } from './pickup.ts';

/** The names of the two sides and of their difference, with their headings. */
interface Sides {
  readonly names: readonly [string, string, string];
  readonly headings: readonly [string, string, string];
}

const pickupSides: Sides = {
  names: ['before', 'now', 'pickup'],
  headings: ['before', 'now', 'pick-up'],
};
const briefSides: Sides = {
  names: ['lastYear', 'now', 'change'],
  headings: ['last year', 'now', 'change'],
};
const paceSides: Sides = {
  names: ['versus', 'now', 'difference'],
  headings: ['versus', 'now', 'difference'],
};

const amount: MeasureUnit = { kind: 'money', currency: 'currency' };
const adr: MeasureUnit = { ...amount, rounded: true };
const occupancy: MeasureUnit = { kind: 'percent', rounded: true };

/** How a measure of one side adds up; the total of the third column is the change between the totals of the first two. */
function ofSides(
  side: string,
  [before, now]: Sides['names'],
  measure: string,
  unit: MeasureUnit,
  aggregationOf: (side: string) => SideOfChange['aggregation'],
): Aggregation {
  if (side === before || side === now) return aggregationOf(side);
  const part = (name: string): SideOfChange => ({
    name: `${measure}.${name}`,
    unit,
    aggregation: aggregationOf(name),
  });
  return { kind: 'change', now: part(now), before: part(before) };
}

/** Units, revenue, ADR and occupancy of both sides; the ratios declare the sums that they are computed from. */
function measureColumns({ names, headings }: Sides): Column[] {
  const both = names.map((side, index) => ({ side, words: headings[index] ?? side }));
  return [
    ...both.map(
      ({ side, words }): Column => ({
        name: `sold.${side}`,
        type: 'number',
        storage: 'int32',
        heading: `Sold ${words}`,
        unit: { kind: 'count' },
        aggregation: ofSides(side, names, 'sold', { kind: 'count' }, () => ({ kind: 'sum' })),
      }),
    ),
    ...both.map(
      ({ side, words }): Column => ({
        name: `grossRevenue.${side}`,
        type: 'number',
        heading: `Revenue ${words}`,
        tax: 'gross',
        unit: amount,
        aggregation: ofSides(side, names, 'grossRevenue', amount, () => ({ kind: 'sum' })),
      }),
    ),
    { name: 'currency', type: 'text', heading: 'Currency', role: 'technical' },
    ...both.map(
      ({ side, words }): Column => ({
        name: `grossAdr.${side}`,
        type: 'number',
        heading: `ADR ${words}`,
        tax: 'gross',
        unit: adr,
        aggregation: ofSides(side, names, 'grossAdr', adr, of => ({
          kind: 'ratio',
          of: `grossRevenue.${of}`,
          per: `sold.${of}`,
        })),
      }),
    ),
    ...both.map(
      ({ side, words }): Column => ({
        name: `occupancyPercentage.${side}`,
        type: 'number',
        heading: `Occupancy ${words}`,
        unit: occupancy,
        ...(side === names[0] || side === names[1] ? {} : { unitWord: 'points' }),
        aggregation: ofSides(side, names, 'occupancyPercentage', occupancy, of => ({
          kind: 'ratio',
          of: `sold.${of}`,
          per: `available.${of}`,
          factor: 100,
        })),
      }),
    ),
    ...both.slice(0, 2).map(
      ({ side, words }): Column => ({
        name: `available.${side}`,
        type: 'number',
        storage: 'int32',
        heading: `Available ${words}`,
        unit: { kind: 'count' },
        aggregation: { kind: 'sum' },
        role: 'technical',
      }),
    ),
  ];
}

const propertyColumn: Column = {
  name: 'propertyId',
  type: 'text',
  heading: 'Property',
  role: 'identifier',
};
const stayDateColumn: Column = { name: 'stayDate', type: 'date', heading: 'Stay date', weekday: true };

const labelColumns: Readonly<Record<PickupGrouping, readonly Column[]>> = {
  day: [stayDateColumn],
  week: groupingColumns.week,
  month: groupingColumns.month,
  'unit-group': groupingColumns['unit-group'],
};

/** The column that identifies a row for people. */
const labelOf = (grouping: PickupGrouping): string =>
  grouping === 'unit-group' ? 'unitGroup.name' : (labelColumns[grouping][0]?.name ?? '');

export const pickupColumns = (grouping: PickupGrouping): readonly Column[] => [
  propertyColumn,
  ...labelColumns[grouping],
  ...measureColumns(pickupSides),
  { name: 'beforeTaken', type: 'date', heading: 'Before: snapshot of' },
  { name: 'nowTaken', type: 'date', heading: 'Now: snapshot of' },
];

/** The default columns of a table. */
export const pickupHeadline = (grouping: PickupGrouping): readonly string[] => [
  labelOf(grouping),
  ...['sold.before', 'sold.now', 'sold.pickup', 'grossRevenue.pickup'],
  ...['grossAdr.before', 'grossAdr.now', 'occupancyPercentage.before', 'occupancyPercentage.now'],
];

export const pickupCharts = (grouping: PickupGrouping): readonly ChartDefinition[] => [
  {
    title: 'Pick-up: units sold',
    kind: grouping === 'day' ? 'days' : 'bars',
    label: labelOf(grouping),
    value: 'sold.pickup',
    unit: { kind: 'count' },
  },
];

export const paceColumns: readonly Column[] = [
  propertyColumn,
  stayDateColumn,
  { name: 'daysBefore', type: 'number', storage: 'int32', heading: 'Days before' },
  { name: 'versusDate', type: 'date', heading: 'Versus date' },
  { name: 'versusBasis', type: 'text', heading: 'Versus is' },
  { name: 'versusTaken', type: 'date', heading: 'Versus: snapshot of' },
  ...measureColumns(paceSides),
];

export const paceHeadline: readonly string[] = [
  ...['stayDate', 'daysBefore', 'versusDate', 'versusBasis', 'sold.now', 'sold.versus', 'sold.difference'],
  ...['grossRevenue.now', 'grossRevenue.versus', 'occupancyPercentage.now', 'occupancyPercentage.versus'],
];

export const paceCharts: readonly ChartDefinition[] = [
  {
    title: 'Occupancy on the books',
    kind: 'days',
    label: 'stayDate',
    value: 'occupancyPercentage.now',
    unit: occupancy,
    versus: {
      value: 'occupancyPercentage.versus',
      unit: occupancy,
      names: ['now', 'versus'],
    },
  },
];

export const briefColumns: readonly Column[] = [
  propertyColumn,
  { name: 'part', type: 'text', heading: 'Period' },
  { name: 'from', type: 'date', heading: 'From' },
  { name: 'to', type: 'date', heading: 'To' },
  // The parts overlap: yesterday is in the month as well. A total of them would count it twice.
  ...measureColumns(briefSides).map(({ aggregation: _aggregation, ...column }) => column),
  {
    name: 'pickup.sold',
    type: 'number',
    storage: 'int32',
    heading: 'Pick-up since yesterday: sold',
    unit: { kind: 'count' },
  },
  {
    name: 'pickup.grossRevenue',
    type: 'number',
    heading: 'Pick-up since yesterday: revenue',
    tax: 'gross',
    unit: amount,
  },
];

export const briefHeadline: readonly string[] = [
  ...['part', 'from', 'to'],
  ...['sold.now', 'sold.lastYear', 'sold.change', 'occupancyPercentage.now', 'occupancyPercentage.lastYear'],
  ...['grossAdr.now', 'grossAdr.lastYear', 'grossRevenue.now', 'grossRevenue.lastYear', 'pickup.sold'],
];
