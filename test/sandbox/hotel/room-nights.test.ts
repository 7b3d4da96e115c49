import { beforeAll, describe, expect, test } from 'vitest';
import { dayOfDate } from '../../../src/sandbox/hotel/calendar.ts';
import { createHotel, type Hotel } from '../../../src/sandbox/hotel/hotel.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import { roomNights } from '../../../src/sandbox/hotel/reports/guest-counts.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';

interface Entry {
  readonly purpose?: string;
  readonly countryCode?: string;
  readonly number: number;
  readonly percent: number;
  readonly reservationIds: readonly string[];
}
interface Body {
  readonly total: number;
  readonly travelPurposeBreakdown: readonly Entry[];
  readonly nationalityBreakdown: readonly Entry[];
  readonly countryOfResidenceBreakdown: readonly Entry[];
}

const report = (hotel: Hotel, property: Property, year: number, month: number) =>
  roomNights(
    property,
    { propertyId: property.id, year: String(year), month: String(month) },
    hotel.clock.today(),
  ) as Body;

/**
 * An independent, slow implementation: every reservation, every night from arrival to departure as a JavaScript date,
 * checked whether it is in the month. It uses none of the report's own code and no time slices.
 */
function nightsByHand(property: Property, today: number, year: number, month: number) {
  const nights: { readonly reservation: Reservation }[] = [];
  for (const reservation of property.reservations) {
    const { arrival, departure, course, canceledOn } = reservation;
    const isGone = canceledOn === null ? course === 'NoShow' && arrival < today : canceledOn <= today;
    if (isGone) continue;
    for (const night = new Date(arrival * 864e5); night < new Date(departure * 864e5); ) {
      if (night.getUTCFullYear() === year && night.getUTCMonth() === month - 1) nights.push({ reservation });
      night.setUTCDate(night.getUTCDate() + 1);
    }
  }
  return nights;
}

describe('the report against an independent count', () => {
  const hotel = createHotel({ seed: 'room nights', today: '2026-11-21' });
  const months = [
    [2024, 11],
    [2025, 2],
    [2025, 12],
    [2026, 10],
    [2026, 11],
    [2026, 12],
    [2027, 7],
  ] as const;
  const cases = hotel.properties.flatMap(property =>
    months.map(([year, month]) => ({ property, year, month })),
  );

  test.each(cases)('$property.id $year-$month', ({ property, year, month }) => {
    const body = report(hotel, property, year, month);
    const nights = nightsByHand(property, hotel.clock.today(), year, month);
    expect(body.total).toBe(nights.length);
    expect(body.total).toBeGreaterThan(0);
    const keys: readonly [readonly Entry[], (one: Reservation) => string | null][] = [
      [body.travelPurposeBreakdown, one => one.travelPurpose],
      [body.nationalityBreakdown, one => one.primaryGuest.nationality],
      [body.countryOfResidenceBreakdown, one => one.primaryGuest.countryOfResidence],
    ];
    for (const [entries, keyOf] of keys) {
      for (const { purpose, countryCode, number, percent, reservationIds } of entries) {
        const key = purpose ?? countryCode ?? null;
        const own = nights.filter(({ reservation }) => keyOf(reservation) === key);
        expect(number).toBe(own.length);
        expect([...reservationIds].sort()).toEqual([...new Set(own.map(one => one.reservation.id))].sort());
        // Rounded to the nearest hundredth.
        const hundredths = Math.round(percent * 100);
        expect(hundredths / 100).toBe(percent);
        expect(Math.abs(hundredths * body.total - 10_000 * number) * 2).toBeLessThanOrEqual(body.total);
      }
      expect(entries.reduce((sum, { number }) => sum + number, 0)).toBe(body.total);
      const numbers = entries.map(({ number }) => number);
      expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
      expect(entries.filter(entry => !('purpose' in entry || 'countryCode' in entry)).length).toBeLessThan(2);
    }
  });

  test('each of the breakdowns has an entry without a key in a usual month', () => {
    const body = report(hotel, hotel.properties[0] as Property, 2026, 10);
    const { total, ...breakdowns } = body;
    expect(total).toBeGreaterThan(1000);
    for (const entries of Object.values(breakdowns)) {
      expect(entries.filter((entry: Entry) => !('purpose' in entry || 'countryCode' in entry))).toHaveLength(
        1,
      );
    }
  });
});

describe('the rule, with hand-written reservations', () => {
  const hotel = createHotel({ seed: 'by hand', today: '2026-10-15' });
  let model: Reservation;
  let house: Property;
  beforeAll(() => {
    house = hotel.properties[0] as Property;
    const found = house.reservations.find(
      ({ course, timeSlices, departure, arrival }) =>
        course === 'Stay' && departure > arrival && timeSlices[0]?.unit,
    );
    model = found as Reservation;
  });

  const day = (text: string) => dayOfDate(...(text.split('-').map(Number) as [number, number, number]));

  function stay(
    id: string,
    arrival: string,
    departure: string,
    changes: Partial<Reservation> = {},
  ): Reservation {
    const [first, last] = [day(arrival), day(departure)];
    const night = model.timeSlices[0] as Reservation['timeSlices'][number];
    const dayUse = house.ratePlans.find(({ code }) => code === 'DAY') as typeof night.ratePlan;
    const slices =
      first === last
        ? [{ ...night, day: first, ratePlan: dayUse }]
        : Array.from({ length: last - first }, (_, index) => ({ ...night, day: first + index }));
    const guest = { ...model.primaryGuest, nationality: 'DE', countryOfResidence: 'AT' };
    return {
      ...model,
      id,
      arrival: first,
      departure: last,
      created: first - 5,
      timeSlices: slices,
      primaryGuest: guest,
      travelPurpose: 'Leisure',
      ...changes,
    };
  }

  const october = (...reservations: Reservation[]) => report(hotel, { ...house, reservations }, 2026, 10);

  test("only the month's over-night nights of guests who come count", () => {
    const body = october(
      stay('INTO-1', '2026-09-29', '2026-10-03'),
      stay('OUTOF-1', '2026-10-30', '2026-11-02'),
      stay('BEFORE-1', '2026-09-29', '2026-10-01'),
      stay('AFTER-1', '2026-11-01', '2026-11-03'),
      stay('DAYUSE-1', '2026-10-10', '2026-10-10'),
      stay('CANCELED-1', '2026-10-10', '2026-10-12', { course: 'Canceled', canceledOn: day('2026-10-08') }),
      stay('NOSHOW-1', '2026-10-14', '2026-10-16', { course: 'NoShow' }),
      // Not yet a no-show: the night audit of the day has not happened yet.
      stay('LATE-1', '2026-10-15', '2026-10-16', { course: 'NoShow' }),
      stay('HERE-1', '2026-10-14', '2026-10-16'),
      stay('COMING-1', '2026-10-20', '2026-10-21'),
    );
    const ids = ['INTO-1', 'OUTOF-1', 'LATE-1', 'HERE-1', 'COMING-1'];
    expect(body).toEqual({
      total: 8,
      travelPurposeBreakdown: [{ purpose: 'Leisure', number: 8, percent: 100, reservationIds: ids }],
      nationalityBreakdown: [{ countryCode: 'DE', number: 8, percent: 100, reservationIds: ids }],
      countryOfResidenceBreakdown: [{ countryCode: 'AT', number: 8, percent: 100, reservationIds: ids }],
    });
  });

  test('largest first, then by key, unknown last among equals and without its field', () => {
    const of = (nationality: string | null) => ({
      primaryGuest: { ...model.primaryGuest, nationality, countryOfResidence: null },
      travelPurpose: null,
    });
    const body = october(
      stay('A-1', '2026-10-01', '2026-10-02', of('FR')),
      stay('B-1', '2026-10-01', '2026-10-02', of(null)),
      stay('C-1', '2026-10-01', '2026-10-02', of('CH')),
      stay('D-1', '2026-10-01', '2026-10-04', of('US')),
    );
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      total: 6,
      travelPurposeBreakdown: [{ number: 6, percent: 100, reservationIds: ['A-1', 'B-1', 'C-1', 'D-1'] }],
      nationalityBreakdown: [
        { countryCode: 'US', number: 3, percent: 50, reservationIds: ['D-1'] },
        { countryCode: 'CH', number: 1, percent: 16.67, reservationIds: ['C-1'] },
        { countryCode: 'FR', number: 1, percent: 16.67, reservationIds: ['A-1'] },
        { number: 1, percent: 16.67, reservationIds: ['B-1'] },
      ],
      countryOfResidenceBreakdown: [
        { number: 6, percent: 100, reservationIds: ['A-1', 'B-1', 'C-1', 'D-1'] },
      ],
    });
  });

  test('a month without nights has a total of zero', () => {
    expect(october()).toEqual({
      total: 0,
      travelPurposeBreakdown: [],
      nationalityBreakdown: [],
      countryOfResidenceBreakdown: [],
    });
  });
});
