import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoDate, millisecondsPerDay } from '../../../src/sandbox/hotel/calendar.ts';
import { isBlocked } from '../../../src/sandbox/hotel/group-blocks.ts';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { closureOn } from '../../../src/sandbox/hotel/inventory.ts';
import { netOf } from '../../../src/sandbox/hotel/money.ts';
import { personsOf, statusOf } from '../../../src/sandbox/hotel/reservation.ts';

const hotel = createHotel({ seed: 'invariants', today: '2026-11-21' });
const today = hotel.clock.today();

/** One failure for each kind of violation, and not one assertion for each of 70,000 reservations. */
const broken = <T>(things: readonly T[], holds: (thing: T) => boolean) =>
  things.filter(thing => !holds(thing)).slice(0, 3);

test('ids are unique in the whole hotel', () => {
  const ids = hotel.properties.flatMap(property => [
    ...property.reservations.map(({ id }) => id),
    ...property.guests.map(({ id }) => id),
    ...property.units.map(({ id }) => id),
    ...property.ratePlans.map(({ id }) => id),
    ...property.houseSales.map(({ id }) => id),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  const owners = new Map<string, string>();
  for (const property of hotel.properties) {
    const holds = ({ id, bookingId }: (typeof property.reservations)[number]) => {
      const owner = owners.get(bookingId) ?? property.id;
      owners.set(bookingId, property.id);
      return id.startsWith(`${bookingId}-`) && owner === property.id;
    };
    expect(broken(property.reservations, holds)).toEqual([]);
  }
});

test('the account has three currencies and time zones, one currency without minor units', () => {
  expect(hotel.properties.map(({ id, currency, timeZone }) => [id, currency, timeZone])).toEqual([
    ['MUC', { code: 'EUR', digits: 2 }, 'Europe/Berlin'],
    ['LND', { code: 'GBP', digits: 2 }, 'Europe/London'],
    ['TYO', { code: 'JPY', digits: 0 }, 'Asia/Tokyo'],
  ]);
});

describe.each(hotel.properties.map(property => [property.id, property] as const))('%s', (_id, property) => {
  const { reservations } = property;

  test('no unit is sold twice for a night or a day, or while it is closed', () => {
    const taken = new Set<string>();
    const clashes: string[] = [];
    for (const { id, course, arrival, departure, timeSlices } of reservations) {
      for (const { unit } of timeSlices) if ((unit !== null) !== (course === 'Stay')) clashes.push(id);
      const unit = timeSlices[0]?.unit;
      if (!unit) continue;
      for (let day = arrival; day < Math.max(departure, arrival + 1); day++) {
        const key = `${unit.id} ${day}`;
        if (taken.has(key) || closureOn(unit, day)) clashes.push(`${id} ${key}`);
        taken.add(key);
      }
    }
    expect(clashes).toEqual([]);
    expect(taken.size).toBeGreaterThan(30_000);
  });

  test('time slices cover the nights in order, in one unit of the unit group of the rate plan', () => {
    const holds = (reservation: (typeof reservations)[number]) => {
      const { arrival, departure, timeSlices } = reservation;
      const template = departure > arrival ? 'OverNight' : 'DayUse';
      return (
        timeSlices.length === Math.max(departure - arrival, 1) &&
        timeSlices.every(
          (slice, index) =>
            slice.day === arrival + index &&
            slice.unit === timeSlices[0]?.unit &&
            (slice.unit === null || slice.unit.unitGroup === slice.unitGroup) &&
            slice.ratePlan.unitGroup === slice.unitGroup &&
            slice.ratePlan.timeSliceDefinition.template === template,
        )
      );
    };
    expect(broken(reservations, holds)).toEqual([]);
  });

  test('amounts are whole, and base and included services add up to the slice', () => {
    const holds = ({ timeSlices, services }: (typeof reservations)[number]) =>
      timeSlices.every(slice => {
        const gross = slice.included.reduce((sum, one) => sum + one.gross, slice.baseGross);
        const net = slice.included.reduce((sum, one) => sum + one.net, slice.baseNet);
        const free = slice.ratePlan.isComplimentary;
        return (
          Number.isSafeInteger(gross) &&
          Number.isSafeInteger(net) &&
          slice.gross === gross &&
          slice.net === net &&
          net <= gross &&
          (free ? gross === 0 : net > 0)
        );
      }) && services.every(one => Number.isSafeInteger(one.net) && one.net > 0 && one.net <= one.gross);
    expect(broken(reservations, holds)).toEqual([]);
  });

  test('every room has a guest, and no more than fit in', () => {
    const guests = new Set(property.guests);
    const holds = (reservation: (typeof reservations)[number]) =>
      reservation.adults >= 1 &&
      guests.has(reservation.primaryGuest) &&
      personsOf(reservation) <= (reservation.timeSlices[0]?.unitGroup.maxPersons ?? 0);
    expect(broken(reservations, holds)).toEqual([]);
    expect(reservations.some(({ childrenAges }) => childrenAges.length > 0)).toBe(true);
  });

  test('ordered services are on the stay’s days and not included in the rate', () => {
    const holds = ({ arrival, departure, services, timeSlices }: (typeof reservations)[number]) =>
      services.every(
        ({ day, service }) =>
          day >= arrival &&
          day < Math.max(departure, arrival + 1) &&
          !timeSlices[0]?.ratePlan.includedServices.includes(service),
      );
    expect(broken(reservations, holds)).toEqual([]);
  });

  test('statuses are consistent with the clock, and all five occur', () => {
    const seen = new Set<string>();
    const holds = (reservation: (typeof reservations)[number]) => {
      const status = statusOf(reservation, today);
      seen.add(status);
      const { arrival, departure, created, canceledOn } = reservation;
      if (created > today || created > arrival) return false;
      if (status === 'Canceled') {
        return canceledOn !== null && canceledOn >= created && canceledOn <= Math.min(arrival, today);
      }
      if (canceledOn !== null) return status === 'Confirmed' && canceledOn > today;
      if (departure <= today && arrival < today) return status === 'CheckedOut' || status === 'NoShow';
      if (arrival > today) return status === 'Confirmed';
      return arrival === departure || status === 'NoShow' || status === 'InHouse';
    };
    expect(broken(reservations, holds)).toEqual([]);
    expect([...seen].sort()).toEqual(['Canceled', 'CheckedOut', 'Confirmed', 'InHouse', 'NoShow']);
  });

  test('three years: two back and one ahead, by arrival', () => {
    const arrivals = reservations.map(({ arrival }) => arrival);
    expect(arrivals).toEqual([...arrivals].sort((one, other) => one - other));
    expect(isoDate(arrivals[0] ?? 0)).toBe('2024-11-01');
    expect(isoDate(arrivals.at(-1) ?? 0) > '2027-11-01').toBe(true);
    expect(isoDate(arrivals.at(-1) ?? 0) <= '2027-11-21').toBe(true);
  });

  test('sold and definitely blocked units fit into the house, by group and day', () => {
    const sold = new Map<string, number>();
    for (const { course, timeSlices } of reservations) {
      if (course !== 'Stay') continue;
      for (const { unitGroup, day } of timeSlices) {
        const key = `${unitGroup.id} ${day}`;
        sold.set(key, (sold.get(key) ?? 0) + 1);
      }
    }
    const over: string[] = [];
    for (let day = property.opened; day < today + 366; day++) {
      for (const group of property.unitGroups) {
        const units = property.units.filter(({ unitGroup }) => unitGroup === group);
        const open = units.filter(unit => !closureOn(unit, day)).length;
        const blocked = property.groupBlocks
          .filter(block => block.unitGroup === group && isBlocked(block, day, today))
          .reduce((sum, block) => sum + block.units, 0);
        if ((sold.get(`${group.id} ${day}`) ?? 0) + blocked > open) over.push(`${group.id} ${isoDate(day)}`);
      }
    }
    expect(over).toEqual([]);
    expect(new Set(property.groupBlocks.map(({ status }) => status)).size).toBe(3);
  });

  test('optional values are missing for some and present for most', () => {
    const share = <T>(list: readonly T[], isMissing: (one: T) => boolean) =>
      list.filter(isMissing).length / list.length;
    for (const missing of [
      share(property.guests, guest => guest.nationality === null),
      share(property.guests, guest => guest.countryOfResidence === null),
      share(property.guests, guest => guest.title === null),
      share(property.guests, guest => guest.gender === null),
      share(reservations, reservation => reservation.travelPurpose === null),
      share(property.companies, company => company.taxId === undefined),
    ]) {
      expect(missing).toBeGreaterThan(0.02);
      expect(missing).toBeLessThan(0.5);
    }
    const kinds = new Set(property.units.flatMap(unit => unit.closures.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['OutOfInventory', 'OutOfOrder']);
    const bookings = new Set(reservations.map(({ bookingId }) => bookingId));
    expect(bookings.size).toBeLessThan(reservations.length);
  });
});

test('the clock moves statuses forward and never back', () => {
  const other = createHotel({ seed: 'invariants', today: '2026-11-21' });
  const before = other.clock.today();
  other.clock.advance(12 * 3_600_000 - 1);
  expect(other.clock.today()).toBe(before);
  other.clock.advance(1);
  expect(other.clock.today()).toBe(before + 1);
  expect(other.clock.now()).toBe((before + 1) * millisecondsPerDay);
  expect(() => other.clock.advance(-1)).toThrow(RangeError);
  const reservations = other.property('MUC')?.reservations ?? [];
  const arriving = reservations.filter(
    ({ arrival, departure, course }) => arrival === before + 1 && departure > arrival && course === 'Stay',
  );
  expect(arriving.length).toBeGreaterThan(0);
  for (const reservation of arriving) {
    expect(statusOf(reservation, before)).toBe('Confirmed');
    expect(statusOf(reservation, before + 1)).toBe('InHouse');
    expect(statusOf(reservation, reservation.departure)).toBe('CheckedOut');
  }
});

test('net is the nearest whole amount, and refunds split like charges', () => {
  const vat = fc.constantFrom(0, 5, 7, 8, 10, 19, 20);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), vat, (gross, percent) => {
      const net = netOf(gross, percent);
      const error = BigInt(net) * BigInt(100 + percent) - BigInt(gross) * 100n;
      expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(BigInt(100 + percent));
      expect(netOf(-gross, percent) + net).toBe(0);
    }),
    { numRuns: 1000 },
  );
  expect([netOf(10_700, 7), netOf(100, 19), netOf(1, 20), netOf(3, 20)]).toEqual([10_000, 84, 1, 3]);
});
