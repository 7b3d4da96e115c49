import type { Day } from '../../../src/sandbox/hotel/calendar.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import { isExpected, type Reservation } from '../../../src/sandbox/hotel/reservation.ts';

/** The property as it was at the end of an earlier day: without later bookings. Reports of that day follow from it. */
export const propertyAsOf = (property: Property, day: Day): Property => ({
  ...property,
  reservations: property.reservations.filter(({ created }) => created <= day),
});

/** The stays on the books at the end of a day: booked by then, and neither cancelled nor a no-show. */
export const reservationsOnTheBooks = (property: Property, day: Day): Reservation[] =>
  property.reservations.filter(one => one.created <= day && isExpected(one, day));
