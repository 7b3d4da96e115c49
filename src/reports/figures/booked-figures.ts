import Big from 'big.js';
import { RefusedError } from '../../base/errors.ts';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { MeasureUnit, ReportRecord, View } from '../../platform/records.ts';
import type { FlatRow } from '../snapshots/read-snapshot.ts';
import { type Measure, sideBySide, type TwoSides } from './two-sides.ts';

/** Sums of units and gross accommodation revenue in one currency: what `pickup`, `pace` and `brief` compare. */
export interface BookedFigures {
  readonly sold: number;
  /** Units that can be sold: the house without those out of order. */
  readonly available: number;
  readonly grossRevenue: Big;
  /** Undefined without rows. */
  readonly currency: string | undefined;
}

/** The columns of a snapshot that the figures are computed from. */
export const figureColumns = [
  'businessDay',
  'soldCount',
  'houseCount',
  'outOfOrderCount',
  'grossAccommodationRevenue.amount',
  'grossAccommodationRevenue.currency',
] as const;

export const noBookedFigures: BookedFigures = {
  sold: 0,
  available: 0,
  grossRevenue: new Big(0),
  currency: undefined,
};

/** Adds one more row of a snapshot to the figures. Throws RefusedError for a second currency. */
export function addRow(figures: BookedFigures, row: FlatRow): BookedFigures {
  const count = (name: string) => (typeof row[name] === 'number' ? (row[name] as number) : 0);
  const amount = row['grossAccommodationRevenue.amount'];
  const currency = row['grossAccommodationRevenue.currency'];
  return {
    sold: figures.sold + count('soldCount'),
    available: figures.available + count('houseCount') - count('outOfOrderCount'),
    grossRevenue: isExactNumber(amount)
      ? figures.grossRevenue.plus(plainNumber(amount))
      : figures.grossRevenue,
    currency: oneCurrency(figures.currency, typeof currency === 'string' ? currency : undefined),
  };
}

/** What `--compare`, `pace` and `brief` print about a property that was not open. */
export const noFigures = (property: string, periods: readonly Period[]): string =>
  `${property}: no figures for ${periods.map(nameOfPeriod).join(', ')}`;

/** Whether a property was open: it had units, or something was booked. */
export const hasFigures = ({ sold, grossRevenue }: BookedFigures, house: number): boolean =>
  house !== 0 || sold !== 0 || !grossRevenue.eq(0);

/** The currency of both sides. Amounts in two currencies are never added or compared. */
export function oneCurrency(first: string | undefined, second: string | undefined): string | undefined {
  if (first !== undefined && second !== undefined && first !== second) {
    throw new RefusedError(`amounts in ${first} and ${second} cannot be compared`, {
      hint: 'choose a period with one currency',
    });
  }
  return first ?? second;
}

/** Ratios have more decimals than any amount, and are rounded half up there. */
const ratioDecimals = 10;

/** A ratio of two sums; null if the divisor is 0. */
export const ratioOf = (sum: Big, per: number, factor = 1): Big | null =>
  per === 0 ? null : exactQuotient(sum.times(factor), per);

/** Amounts of a snapshot have at most as many decimals. */
const amountDecimals = 18;
const beyondRatio = 10n ** BigInt(amountDecimals - ratioDecimals);

/** Uses integers: a report divides thousands of times, and the decimal library takes ten times as long. */
function exactQuotient(sum: Big, per: number): Big {
  const unscaled = BigInt(sum.toFixed(amountDecimals).replace('.', ''));
  const divisor = BigInt(per) * beyondRatio;
  const half = unscaled < 0n === divisor < 0n ? divisor : -divisor;
  const quotient = (2n * unscaled + half) / (2n * divisor);
  const digits = (quotient < 0n ? -quotient : quotient).toString().padStart(ratioDecimals + 1, '0');
  const point = digits.length - ratioDecimals;
  return new Big(`${quotient < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** The view of `pickup`, `pace` or `brief`. */
export type ComparedView = Pick<View<never>, 'name' | 'columns' | 'table' | 'charts'>;

const amount: MeasureUnit = { kind: 'money', currency: 'currency' };
const count: MeasureUnit = { kind: 'count' };
const sum = { kind: 'sum' } as const;

/** The measures of booked figures. The ratios declare the sums that they are computed from. */
const bookedMeasures: readonly Measure[] = [
  { name: 'sold', type: 'number', storage: 'int32', heading: 'Sold', unit: count, aggregation: sum },
  {
    name: 'available',
    type: 'number',
    storage: 'int32',
    heading: 'Available',
    unit: count,
    aggregation: sum,
    role: 'technical',
    isPart: true,
  },
  { name: 'grossRevenue', type: 'number', heading: 'Revenue', tax: 'gross', unit: amount, aggregation: sum },
  { name: 'currency', type: 'text', heading: 'Currency', role: 'technical' },
  {
    name: 'grossAdr',
    type: 'number',
    heading: 'ADR',
    tax: 'gross',
    unit: { ...amount, rounded: true },
    aggregation: { kind: 'ratio', of: 'grossRevenue', currency: 'currency', per: 'sold' },
  },
  {
    name: 'occupancyPercentage',
    type: 'number',
    heading: 'Occupancy',
    unit: { kind: 'percent', rounded: true },
    aggregation: { kind: 'ratio', of: 'sold', per: 'available', factor: 100 },
  },
];

const rowOfFigures = ({ sold, available, grossRevenue, currency }: BookedFigures): ReportRecord => ({
  sold,
  available,
  grossRevenue: settled(grossRevenue),
  currency,
  grossAdr: settledRatio(grossRevenue, sold),
  occupancyPercentage: settledRatio(new Big(sold), available, 100),
});

function settledRatio(above: Big, below: number, factor?: number): ExactNumber | null {
  const ratio = ratioOf(above, below, factor);
  return ratio && settled(ratio);
}

/** The columns of both sides, and the record of two sides, nested like the column names: `sold.before`, `sold.now`. */
export function bookedSides(sides: TwoSides) {
  const { columns, values } = sideBySide(bookedMeasures, sides);
  return {
    columns,
    /**
     * @param earlier undefined if there is nothing to compare with, or its figures are unknown
     * @param later undefined if its figures are unknown
     * @throws RefusedError for two currencies
     */
    recordOf(earlier: BookedFigures | undefined, later: BookedFigures | undefined): ReportRecord {
      oneCurrency(earlier?.currency, later?.currency);
      return nestedRecord(values(earlier && rowOfFigures(earlier), later && rowOfFigures(later)));
    },
  };
}
