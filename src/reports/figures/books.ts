import { RefusedError } from '../../base/errors.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Aggregation, Column, MeasureUnit, ReportRecord, View } from '../../platform/records.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import type { FlatRow } from '../snapshots/snapshot-manifest.ts';
import { groupedRecords } from './groups.ts';

/** What the books show: the rows of unit groups and the measures that `pickup`, `pace` and `brief` compare. */

/** The view of `pickup`, `pace` or `brief`. */
export type ComparedView = Pick<View<never>, 'name' | 'columns' | 'table' | 'charts'>;

/** The columns of the view `unit-groups` that the rows are made of. */
export const bookColumns = [
  'businessDay',
  ...['id', 'code', 'name', 'type'].map(name => `unitGroup.${name}`),
  ...['soldCount', 'houseCount', 'outOfOrderCount'],
  ...['grossAccommodationRevenue.amount', 'grossAccommodationRevenue.currency'],
  ...['netAccommodationRevenue.amount', 'revPar.amount'],
];

/** Records of a view as flat rows, like those of a snapshot. */
export function flatRows(records: Iterable<ReportRecord>, columns: readonly string[]): FlatRow[] {
  const readers = columns.map(name => [name, valueReader(name)] as const);
  return [...records].map(record =>
    Object.fromEntries(readers.map(([name, read]) => [name, read(record) ?? null])),
  );
}

/** What the platform calls bedrooms; a unit group without a type counts as bedrooms. */
export const bedrooms = 'BedRoom';

/**
 * The rows of unit groups of these types, with the measures below. Rows without units, bookings and revenue are omitted: the
 * property was not open then.
 *
 * @throws RefusedError for two currencies
 */
export function bookRows(
  property: string,
  rows: readonly FlatRow[],
  types: readonly string[],
): ReportRecord[] {
  let known: string | undefined;
  return rows.flatMap(row => {
    if (!types.includes(String(row['unitGroup.type'] ?? bedrooms))) return [];
    const count = (name: string) => Number(row[name] ?? 0);
    const [sold, house] = [count('soldCount'), count('houseCount')];
    const [grossRevenue, netRevenue] = amountKinds.map(kind => row[`${kind}AccommodationRevenue.amount`]);
    if (house === 0 && sold === 0 && !Number(grossRevenue ?? 0)) return [];
    const currency = row['grossAccommodationRevenue.currency'];
    if (typeof currency === 'string') known = oneCurrency(known, currency);
    const revPar = row['revPar.amount'];
    return [
      {
        propertyId: property,
        businessDay: row['businessDay'],
        unitGroup: {
          id: row['unitGroup.id'],
          name: row['unitGroup.name'] || row['unitGroup.code'] || row['unitGroup.id'],
        },
        ...{ sold, house, available: house - count('outOfOrderCount') },
        ...{ grossRevenue, netRevenue, currency },
        // Whether it is net or gross is read from the rows.
        ...{ grossRevPar: revPar, netRevPar: revPar },
      },
    ];
  });
}

const amountKinds: readonly Amounts[] = ['gross', 'net'];

/** The rows of each day: of those of its unit groups, sums and ratios of sums. */
export const addUnitGroups = (rows: readonly ReportRecord[]): ReportRecord[] =>
  groupedRecords(rows, bookMeasures, 'day').map(({ stayDate, ...day }) => ({
    ...day,
    businessDay: stayDate,
  }));

/** The unit groups that count as bedrooms without a type. */
export const withoutType = (rows: readonly FlatRow[]): string[] => [
  ...new Set(
    rows
      .filter(row => row['unitGroup.type'] == null)
      .map(row => String(row['unitGroup.name'] || row['unitGroup.id'])),
  ),
];

/** What `--compare`, `pace` and `brief` print about a property that was not open. */
export const noFigures = (periods: readonly Period[]): string =>
  `no figures for ${periods.map(nameOfPeriod).join(', ')}`;

/** The currency of both sides. Amounts in two currencies are never added or compared. */
export function oneCurrency(first: string | undefined, second: string | undefined): string | undefined {
  if (first !== undefined && second !== undefined && first !== second) {
    throw new RefusedError(`amounts in ${first} and ${second} cannot be compared`, {
      hint: 'choose a period with one currency',
    });
  }
  return first ?? second;
}

const money: MeasureUnit = { kind: 'money', currency: 'currency' };
const sum: Aggregation = { kind: 'sum' };
const ratio = (of: string, per: string) => ({ kind: 'ratio', of, per, currency: 'currency' }) as const;

/** The measures of the books. The ratios declare the sums that they are computed from. */
export const bookMeasures: readonly Column[] = [
  ...(['sold', 'available'] as const).map(
    (name): Column => ({
      ...{ name, type: 'number', storage: 'int32', unit: { kind: 'count' }, aggregation: sum },
      heading: { sold: 'Sold', available: 'Available' }[name],
      ...(name === 'available' ? { role: 'technical' as const } : {}),
    }),
  ),
  ...amountKinds.map(
    (tax): Column => ({
      ...{ name: `${tax}Revenue`, type: 'number', heading: 'Revenue', tax, unit: money, aggregation: sum },
    }),
  ),
  { name: 'currency', type: 'text', heading: 'Currency', role: 'technical' },
  ...amountKinds.map(
    (tax): Column => ({
      ...{ name: `${tax}Adr`, type: 'number', heading: 'ADR', tax, unit: money },
      aggregation: ratio(`${tax}Revenue`, 'sold'),
    }),
  ),
  ...amountKinds.map(
    (tax): Column => ({
      ...{ name: `${tax}RevPar`, type: 'number', heading: 'RevPAR', tax, unit: money },
      aggregation: {
        ...ratio(`${tax}Revenue`, 'available'),
        or: { of: `${tax === 'net' ? 'gross' : 'net'}Revenue`, currency: 'currency' },
        isChosen: true,
      },
    }),
  ),
  {
    ...{ name: 'occupancyPercentage', type: 'number', heading: 'Occ.', unit: { kind: 'percent' } },
    aggregation: { kind: 'ratio', of: 'sold', per: 'available', factor: 100 },
  },
];

/** Whether the platform's RevPAR agrees with neither net nor gross revenue, so that a total of the rows has none. */
export const lacksRevPar = (total: ReportRecord): boolean =>
  isExactNumber(total['netRevenue']) &&
  Number(total['available']) !== 0 &&
  !isExactNumber(total['netRevPar']);
