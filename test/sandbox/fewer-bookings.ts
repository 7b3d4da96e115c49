import { dayNumber } from '../../src/platform/dates.ts';
import type { Hotel, Property } from '../../src/sandbox/hotel/hotel.ts';

/**
 * The same hotel, changed so that it has fewer bookings: an eighth of them, or those of guests who arrived since a day. Most
 * tests need some of each kind, and a first close reads the whole ledger before it. A day of the clock undoes what was booked.
 */
export function fewerBookings(hotel: Hotel, since?: string): Hotel {
  const first = since === undefined ? Number.NEGATIVE_INFINITY : dayNumber(since);
  const booked = since === undefined ? /[BC]$/ : /./;
  for (const property of hotel.properties) {
    const whole = Object.defineProperties({}, Object.getOwnPropertyDescriptors(property)) as Property;
    let kept: typeof whole.reservations = [];
    let day: number | undefined;
    const isKept = ({ arrival, bookingId }: (typeof kept)[number]) =>
      arrival >= first && booked.test(bookingId);
    const get = () => {
      if (day !== hotel.clock.today()) kept = whole.reservations.filter(isKept);
      day = hotel.clock.today();
      return kept;
    };
    const sales = { get: () => whole.houseSales.filter(sale => sale.day >= first) };
    Object.defineProperties(property, { reservations: { get }, houseSales: sales });
  }
  return hotel;
}

/** The same chain with only these hotels. */
export function onlyHotels(hotel: Hotel, ids: readonly string[]): Hotel {
  const properties = hotel.properties as Property[];
  properties.splice(0, properties.length, ...properties.filter(({ id }) => ids.includes(id)));
  return hotel;
}
