import { dayNumber } from '../../src/platform/dates.ts';
import type { Hotel } from '../../src/sandbox/hotel/hotel.ts';
import type { Property } from '../../src/sandbox/hotel/property.ts';

/**
 * The same hotel, changed so that it has fewer bookings: a quarter of them, or those of guests who arrived since a day. Most
 * tests need some of each kind, and a first close reads the whole ledger before it. For a clock that stands still.
 */
export function fewerBookings(hotel: Hotel, since?: string): Hotel {
  const first = since === undefined ? Number.NEGATIVE_INFINITY : dayNumber(since);
  const booked = since === undefined ? /[BCDF]$/ : /./;
  for (const property of hotel.properties) {
    const whole = Object.defineProperties({}, Object.getOwnPropertyDescriptors(property)) as Property;
    let kept: typeof whole.reservations | undefined;
    const isKept = ({ arrival, bookingId }: Property['reservations'][number]) =>
      arrival >= first && booked.test(bookingId);
    Object.defineProperties(property, {
      reservations: { get: () => (kept ??= whole.reservations.filter(isKept)) },
      houseSales: { get: () => whole.houseSales.filter(({ day }) => day >= first) },
    });
  }
  return hotel;
}
