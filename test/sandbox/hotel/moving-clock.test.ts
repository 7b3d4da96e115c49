import { describe, expect, test } from 'vitest';
import { dayLength, dayNumber } from '../../../src/platform/dates.ts';
import { formatDay } from '../../../src/sandbox/hotel/calendar.ts';
import { createHotel, type Property } from '../../../src/sandbox/hotel/hotel.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';

const first = '2026-11-21';
const munichOn = (today: string): Property =>
  createHotel({ seed: 'hotelctl', today }).property('MUC') as Property;

/** Everything about a reservation except the objects that a hotel shares between reservations. */
const row = ({ company, timeSlices, services, ...rest }: Reservation) =>
  JSON.stringify([
    rest,
    company?.id,
    timeSlices.map(({ day, gross, unit }) => [day, gross, unit?.id]),
    services.map(({ day, gross, service }) => [day, gross, service.id]),
  ]);

const earlier = munichOn(first);
const later = munichOn('2026-12-21');

describe('thirty days later', () => {
  // The data of both begins two years back and ends a year ahead; four months have every kind of change.
  const [start, end] = [dayNumber(first) - 30, dayNumber(first) + 90];
  const rows = (property: Property, until = Number.POSITIVE_INFINITY) =>
    property.reservations
      .filter(({ created, arrival }) => created <= until && arrival >= start && arrival < end)
      .map(row)
      .sort();

  test('the books still contain the old entries, unchanged', () => {
    expect(rows(later, dayNumber(first)).join('\n') === rows(earlier, dayNumber(first)).join('\n')).toBe(
      true,
    );
    expect(rows(earlier).length).toBeGreaterThan(1500);
  });

  test('the clock of a running hotel leads to the same books', () => {
    const running = createHotel({ seed: 'hotelctl', today: first });
    const munich = running.property('MUC') as Property;
    expect(munich.reservations.length).toBe(earlier.reservations.length);
    for (let days = 0; days < 30; days += 3) running.clock.advance(3 * dayLength);
    expect(formatDay(running.clock.today())).toBe('2026-12-21');
    expect(rows(munich).join('\n') === rows(later).join('\n')).toBe(true);
  });
});
