import type { RequestListener } from 'node:http';
import { addDays, dayNumber } from '../../../src/platform/dates.ts';
import { dayMeasures, daysBetween, unitGroupOf } from '../../measures.ts';

/** A hotel whose books change from day to day, independent of the sandbox: the pick-up tests count its bookings again. */
export interface Booking {
  readonly created: string;
  readonly cancelled: string | null;
  readonly arrival: string;
  readonly nights: number;
  readonly group: 'DBL' | 'SGL';
  /** Per night, in cents. */
  readonly cents: number;
}

const rooms = { DBL: 40, SGL: 20 } as const;
const unitGroups = Object.keys(rooms) as (keyof typeof rooms)[];

/** Bookings from a separate generator, so that every run has the same ones. */
export function makeBookings(first: string, count: number): Booking[] {
  let state = 12345;
  const below = (limit: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
  return Array.from({ length: count }, () => {
    const created = addDays(first, below(60) - 30);
    const arrival = addDays(created, below(80));
    const stays = below(5) > 0;
    const ahead = Math.max(1, dayNumber(arrival) - dayNumber(created));
    const cancelled = stays ? null : addDays(created, below(ahead));
    const nights = 1 + below(4);
    const group = unitGroups[below(2)] ?? 'DBL';
    return { created, arrival, cancelled, nights, group, cents: 8_000 + below(9_999) };
  });
}

const departures = new WeakMap<Booking, string>();

/** Kept, because every day of every snapshot compares it. */
function departureOf(booking: Booking): string {
  const known = departures.get(booking);
  if (known !== undefined) return known;
  const departure = addDays(booking.arrival, booking.nights);
  departures.set(booking, departure);
  return departure;
}

/** The books on a day for one stay date: bookings made, and not cancelled, by that day. */
export const onTheBooks = (bookings: readonly Booking[], asOf: string, stayDate: string): Booking[] =>
  bookings.filter(
    booking =>
      booking.created <= asOf &&
      (booking.cancelled === null || booking.cancelled > asOf) &&
      booking.arrival <= stayDate &&
      stayDate < departureOf(booking),
  );

function measures(sold: readonly Booking[], house: number, outOfOrder: number, currency: string) {
  const gross = sold.reduce((sum, booking) => sum + booking.cents, 0);
  const net = sold.reduce((sum, booking) => sum + Math.round(booking.cents * 0.8), 0);
  return dayMeasures([sold.length, house, outOfOrder], { gross, net }, currency);
}

/** The body of property-performance as of a day. */
export function performanceBody(
  bookings: readonly Booking[],
  asOf: string,
  [from, to]: readonly [string, string],
  currency = 'EUR',
) {
  const all: Booking[] = [];
  const businessDays = daysBetween(from, to).map(businessDay => {
    const sold = onTheBooks(bookings, asOf, businessDay);
    all.push(...sold);
    return {
      businessDay,
      ...measures(sold, 60, 2, currency),
      unitGroups: unitGroups.map(group => {
        const own = sold.filter(booking => booking.group === group);
        const unitGroup = unitGroupOf(group, 'BedRoom', `${group} room`);
        return { unitGroup, ...measures(own, rooms[group], 1, currency) };
      }),
    };
  });
  const { length } = businessDays;
  return { ...measures(all, 60 * length, 2 * length, currency), businessDays };
}

/** Serves property-performance of these bookings, as of the day that `today` returns. */
export function booksListener(bookings: readonly Booking[], today: () => string): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (!pathname.endsWith('/property-performance')) return response.writeHead(404).end();
    const range = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''] as const;
    return response.end(JSON.stringify(performanceBody(bookings, today(), range)));
  };
}
