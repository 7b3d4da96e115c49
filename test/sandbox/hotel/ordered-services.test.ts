import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';
import { bodyOf, dateOfNumber, type Money, minorOf } from './report-bodies.ts';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly serviceDate: string;
  readonly count: number;
  readonly guest: { readonly title: string | null; readonly lastName: string };
  readonly reservation: { readonly id: string; arrival: string; departure: string; persons: number };
  readonly booking: { readonly id: string };
  readonly unit: { readonly id: string; readonly name: string };
  readonly unitGroup: { readonly id: string; readonly code: string; readonly name: string };
  readonly amount: Money;
}

const hotel = createHotel({ seed: 'ordered services', today: '2026-11-21' });

const report = (property: Property, serviceIds: readonly string[], from: string, to: string) =>
  bodyOf<{ orderedServices: Item[]; count: number }>(hotel, property, 'ordered-services', {
    serviceIds,
    from,
    to,
  });

/** Every order of every reservation, checked one by one. */
function byHand(property: Property, serviceIds: readonly string[], from: string, to: string): string[] {
  const rows: string[] = [];
  for (const { id, course, arrival, canceledOn, services } of property.reservations) {
    if (canceledOn !== null && dateOfNumber(canceledOn) <= '2026-11-21') continue;
    if (course === 'NoShow' && dateOfNumber(arrival) < '2026-11-21') continue;
    for (const { day, service, count, gross } of services) {
      const date = dateOfNumber(day);
      if (date >= from && date < to && serviceIds.includes(service.id))
        rows.push([date, id, service.id, count, gross].join(' '));
    }
  }
  return rows.sort();
}

const periods = [
  ['2026-10-01', '2026-11-01'],
  ['2026-11-15', '2027-01-15'],
  ['2026-10-15', '2026-10-16'],
] as const;
const cases = hotel.properties.flatMap(property =>
  periods.map(([from, to]) => ({ id: property.id, property, from, to })),
);

describe.each(cases)('$id from $from to $to', ({ property, from, to }) => {
  const ids = property.services.map(({ id }) => id);
  const items = report(property, ids, from, to)?.orderedServices ?? [];

  test('each order once, by day', () => {
    const rows = items.map(one =>
      [one.serviceDate, one.reservation.id, one.id, one.count, minorOf(property, one.amount.amount)].join(
        ' ',
      ),
    );
    expect([...rows].sort()).toEqual(byHand(property, ids, from, to));
    expect(rows.length).toBeGreaterThan(5);
    const dates = items.map(({ serviceDate }) => serviceDate);
    expect(dates).toEqual([...dates].sort());
  });

  test('contains guest, stay, unit and unit group of the order', () => {
    const reservations = new Map(property.reservations.map(one => [one.id, one]));
    for (const item of items) {
      const booked = reservations.get(item.reservation.id) as Reservation;
      const { adults, childrenAges, primaryGuest, bookingId, timeSlices } = booked;
      expect(item.reservation.persons).toBe(adults + childrenAges.length);
      expect([1, item.reservation.persons]).toContain(item.count);
      expect([item.guest.lastName, item.guest.title]).toEqual([primaryGuest.lastName, primaryGuest.title]);
      expect(item.booking).toEqual({ id: bookingId });
      const isDayUse = booked.arrival === booked.departure;
      expect(item.reservation.arrival.slice(10, 19)).toBe(isDayUse ? 'T12:00:00' : 'T15:00:00');
      expect(item.reservation.departure.slice(10, 19)).toBe(isDayUse ? 'T18:00:00' : 'T11:00:00');
      expect(item.reservation.arrival.slice(0, 10)).toBe(dateOfNumber(booked.arrival));
      expect(item.reservation.departure.slice(0, 10)).toBe(dateOfNumber(booked.departure));
      expect(item.unit?.id).toBe(timeSlices[0]?.unit?.id);
      expect(item.unitGroup.id).toBe(timeSlices[0]?.unitGroup.id);
      expect(item.amount.currency).toBe(property.currency.code);
    }
  });
});
