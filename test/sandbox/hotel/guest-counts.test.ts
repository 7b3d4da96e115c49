import { describe, expect, test } from 'vitest';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';
import { testHotel } from '../test-hotel.ts';
import { bodyOf, dateOfNumber, sumBy } from './report-bodies.ts';

interface Entry {
  readonly purpose?: string;
  readonly countryCode?: string;
  readonly number: number;
  readonly percent: number;
  readonly reservationIds: readonly string[];
}
interface Body {
  readonly total: number;
  readonly totalAdults: number;
  readonly totalChildren: number;
  readonly travelPurposeBreakdown: readonly Entry[];
  readonly nationalityBreakdown: readonly Entry[];
  readonly countryOfResidenceBreakdown: readonly Entry[];
}

const hotel = testHotel();
const today = '2026-11-21';
const months = ['2025-02', '2026-11'];

const report = (property: Property, name: string, month: string) =>
  bodyOf<Body>(hotel, property, name, {
    year: month.slice(0, 4),
    month: String(Number(month.slice(5))),
  }) as Body;

/** In-house, confirmed or checked out, derived from the outcome of the reservation and not from its status. */
const isThere = ({ course, arrival, canceledOn }: Reservation) =>
  canceledOn === null
    ? course === 'Stay' || dateOfNumber(arrival) >= today
    : dateOfNumber(canceledOn) > today;

/** An independent, slow implementation: one line for each night, for each guest and night, or for each guest who arrives. */
function nightsByHand(property: Property, month: string): Reservation[] {
  const nights: Reservation[] = [];
  for (const reservation of property.reservations.filter(isThere)) {
    for (let night = reservation.arrival; night < reservation.departure; night++) {
      if (dateOfNumber(night).startsWith(month)) nights.push(reservation);
    }
  }
  return nights;
}

const bedsByHand = (property: Property, month: string): Reservation[] =>
  nightsByHand(property, month).flatMap(one => Array(one.adults + one.childrenAges.length).fill(one));

function guestsByHand(property: Property, month: string): { adults: Reservation[]; children: Reservation[] } {
  const arriving = property.reservations.filter(
    reservation => isThere(reservation) && dateOfNumber(reservation.arrival).startsWith(month),
  );
  return {
    adults: arriving.flatMap(one => Array.from({ length: one.adults }, () => one)),
    children: arriving.flatMap(one => one.childrenAges.map(() => one)),
  };
}

function expectBreakdowns(body: Body, lines: readonly Reservation[]) {
  const keys: readonly [readonly Entry[], (one: Reservation) => string | null][] = [
    [body.travelPurposeBreakdown, one => one.travelPurpose],
    [body.nationalityBreakdown, one => one.primaryGuest.nationality],
    [body.countryOfResidenceBreakdown, one => one.primaryGuest.countryOfResidence],
  ];
  expect(body.total).toBe(lines.length);
  expect(body.total).toBeGreaterThan(0);
  for (const [entries, keyOf] of keys) {
    const byHand = new Map<string, Reservation[]>();
    for (const line of lines) {
      const key = keyOf(line) ?? 'none';
      byHand.set(key, [...(byHand.get(key) ?? []), line]);
    }
    const keyOfEntry = ({ purpose, countryCode }: Entry) => purpose ?? countryCode ?? 'none';
    expect(new Set(entries.map(keyOfEntry))).toEqual(new Set(byHand.keys()));
    for (const entry of entries) {
      const own = byHand.get(keyOfEntry(entry)) ?? [];
      expect(entry.number).toBe(own.length);
      // Rounded to two decimals; a half may be rounded either way in binary floats.
      const exact = (100 * own.length) / lines.length;
      expect(Math.abs(entry.percent - exact)).toBeLessThan(0.005 + 1e-9);
      expect([...entry.reservationIds].sort()).toEqual([...new Set(own.map(({ id }) => id))].sort());
    }
    expect(sumBy(entries, ({ number }) => number)).toBe(body.total);
    const numbers = entries.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  }
}

const cases = hotel.properties.flatMap(property =>
  months.map(month => ({ id: property.id, property, month })),
);

describe('room nights and bed nights against an independent count', () => {
  test.each(cases)('$id $month', ({ property, month }) => {
    expectBreakdowns(report(property, 'room-nights', month), nightsByHand(property, month));
    expectBreakdowns(report(property, 'bed-nights', month), bedsByHand(property, month));
  });
});

describe('arrivals against an independent count', () => {
  test.each(cases)('$id $month', ({ property, month }) => {
    const body = report(property, 'arrivals', month);
    const { adults, children } = guestsByHand(property, month);
    expectBreakdowns(body, [...adults, ...children]);
    expect([body.totalAdults, body.totalChildren]).toEqual([adults.length, children.length]);
    expect(body.total).toBe(body.totalAdults + body.totalChildren);
    expect(body.totalChildren).toBeGreaterThan(0);
  });
});
