import type { RequestListener } from 'node:http';
import Big from 'big.js';
import { germanHotel, platformListener } from '../../commands/reports-platform.ts';
import { allMeasures, requestedDays, unitGroupOf } from '../../measures.ts';

/**
 * Hotels with everything that makes figures differ, and the figures as a controller would add them up with a pocket
 * calculator: from the bodies that the platform sends, by definitions that are typed here once more. Nothing of src is used.
 */
interface Hotel {
  readonly region: string;
  readonly currency: string;
  /** What RevPAR of the platform divides. */
  readonly revPar: 'net' | 'gross';
  readonly opened: string;
  readonly groups: Readonly<Record<string, string | null>>;
  readonly house: (group: string, day: string) => number;
}

const sizes: Readonly<Record<string, number>> = { DBL: 40, SGL: 25, CAR: 60, LOFT: 3, HALL: 2 };
const size = (group: string) => sizes[group] ?? 0;

const swiss = { currency: 'CHF', revPar: 'gross' } as const;
const usual = { currency: 'EUR', revPar: 'net', opened: '2000-01-01', house: size } as const;

/** MUC has a garage and lofts without a type; HAM was enlarged in 2028; NEW opened in 2028; of ZRH RevPAR is gross. */
export const hotels: Readonly<Record<string, Hotel>> = {
  MUC: { ...usual, region: 'South', groups: { DBL: 'BedRoom', CAR: 'ParkingLot', LOFT: null } },
  HAM: {
    ...usual,
    region: 'North',
    groups: { DBL: 'BedRoom', SGL: 'BedRoom', HALL: 'EventSpace' },
    house: (group, day) => size(group) + (group === 'SGL' && day >= '2028-01-01' ? 17 : 0),
  },
  NEW: { ...usual, region: 'North', opened: '2028-02-01', groups: { SGL: 'BedRoom' } },
  ZRH: { ...usual, region: 'South', ...swiss, groups: { DBL: 'BedRoom', CAR: 'ParkingLot' } },
  TYO: { ...usual, region: 'Asia', currency: 'JPY', groups: { DBL: 'BedRoom', SGL: 'BedRoom' } },
};

/** A number from 0 to 1 that depends on the text. */
function chance(text: string): number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
  return ((Math.imul(state ^ (state >>> 13), 2654435761) >>> 0) % 100_000) / 100_000;
}

interface Row {
  readonly day: string;
  readonly group: string;
  readonly type: string | null;
  readonly sold: number;
  readonly house: number;
  readonly outOfOrder: number;
  readonly gross: Big;
  readonly net: Big;
  readonly currency: string;
}

const rows = new Map<string, Row>();

/** The books of a stay date as of a day; they only change before arrival, with bookings and with cancellations. */
export function rowOf(id: string, group: string, day: string, asOf: string): Row {
  const name = `${id} ${group} ${day} ${asOf}`;
  const row = rows.get(name) ?? makeRow(id, group, day, asOf);
  rows.set(name, row);
  return row;
}

function makeRow(id: string, group: string, day: string, asOf: string): Row {
  const { house, opened, currency, groups } = hotels[id] as Hotel;
  const units = day < opened ? 0 : house(group, day);
  const outOfOrder = units > 3 && chance(`${id}${group}${day} broken`) < 0.3 ? 1 : 0;
  const ahead = Math.max(0, (Date.parse(day) - Date.parse(asOf)) / 86_400_000);
  const share = (0.4 + 0.6 * chance(`${id}${group}${day}`)) * (1 - Math.min(ahead, 60) / 90);
  const moving = ahead === 0 ? 0 : Math.round(4 * chance(`${id}${group}${day} on ${asOf}`)) - 2;
  const sold = Math.max(0, Math.min(units - outOfOrder, Math.floor(units * share) + moving));
  const cents = currency === 'JPY' ? 0 : 2;
  const price = new Big(Math.floor(8_000 + 9_000 * chance(`${id}${day} price`))).times(
    currency === 'JPY' ? 1 : 0.01,
  );
  const gross = price.times(sold).round(cents, 1);
  const net = gross.div('1.07').round(cents, 1);
  return { day, group, type: groups[group] ?? null, sold, house: units, outOfOrder, gross, net, currency };
}

function measures(rows: readonly Row[], { currency, revPar }: Hotel) {
  const sum = (read: (row: Row) => number | Big) =>
    rows.reduce((total, row) => total.plus(read(row)), new Big(0));
  const money = (amount: Big) => ({ amount: Number(amount), currency });
  const available = sum(row => row.house - row.outOfOrder);
  const revenue = sum(row => row[revPar]);
  return {
    ...allMeasures(0, 0, currency),
    houseCount: Number(sum(row => row.house)),
    outOfOrderCount: Number(sum(row => row.outOfOrder)),
    soldCount: Number(sum(row => row.sold)),
    grossAccommodationRevenue: money(sum(row => row.gross)),
    netAccommodationRevenue: money(sum(row => row.net)),
    revPar: money(available.eq(0) ? available : revenue.div(available).round(currency === 'JPY' ? 0 : 2, 1)),
  };
}

/** The platform as of the day that `today` returns. */
export function hotelsAsOf(today: () => string): RequestListener {
  const properties = Object.entries(hotels).map(([id, { currency }]) => ({
    ...germanHotel(id, `Hotel ${id}`),
    timeZone: 'UTC',
    currencyCode: currency,
  }));
  return platformListener(properties, (report, query) => {
    if (report !== 'property-performance') return 404;
    const id = query.get('propertyId') ?? '';
    const hotel = hotels[id] as Hotel;
    const days = requestedDays(query);
    const rowsOn = (day: string) => Object.keys(hotel.groups).map(group => rowOf(id, group, day, today()));
    const groupOf = (row: Row) => {
      return { unitGroup: unitGroupOf(row.group, row.type), ...measures([row], hotel) };
    };
    const businessDays = days.map(businessDay => {
      const rows = rowsOn(businessDay);
      return { businessDay, ...measures(rows, hotel), unitGroups: rows.map(groupOf) };
    });
    return { ...measures(days.flatMap(rowsOn), hotel), businessDays };
  });
}

/** What a line of a page says. */
export interface Sums {
  readonly sold: number;
  readonly available: number;
  readonly revenue: Big;
  readonly occupancy: string | null;
  readonly adr: string | null;
  readonly revPar: string | null;
}

export interface Wanted {
  readonly amounts: 'net' | 'gross';
  /** What one unit of a currency is worth. */
  readonly rateOf?: (currency: string, day: string) => string;
}

/** Bedrooms, and unit groups of which the platform does not say what they are. */
export const bedroomsOf = (id: string, days: readonly string[], asOf: string): Row[] =>
  days.flatMap(day =>
    Object.keys(hotels[id]?.groups ?? {})
      .map(group => rowOf(id, group, day, asOf))
      .filter(({ type, house }) => (type ?? 'BedRoom') === 'BedRoom' && house > 0),
  );

/** Undefined without rows: the hotel was not open. */
export function addUp(rows: readonly Row[], { amounts, rateOf = () => '1' }: Wanted): Sums | undefined {
  if (rows.length === 0) return undefined;
  let [sold, available, revenue] = [0, 0, new Big(0)];
  for (const row of rows) {
    sold += row.sold;
    available += row.house - row.outOfOrder;
    revenue = revenue.plus(row[amounts].times(rateOf(row.currency, row.day)));
  }
  const per = (above: Big | number, below: number) =>
    below === 0 ? null : new Big(above).div(below).toFixed();
  const [adr, revPar] = [sold, available].map(below => per(revenue, below)) as [string | null, string | null];
  return { sold, available, revenue, occupancy: per(sold * 100, available), adr, revPar };
}

/** Rounded once, when it is written. */
export const rounded = (value: string | number | null | undefined, places: number) =>
  value == null ? null : Number(new Big(value).round(places, 1)) + 0;

export const minus = (after: string | null | undefined, before: string | null | undefined) =>
  after == null || before == null ? null : new Big(after).minus(before).toFixed();

export const percent = (after: string | null | undefined, before: string | null | undefined) =>
  after == null || before == null || Number(before) === 0
    ? null
    : new Big(after).minus(before).times(100).div(before).toFixed();
