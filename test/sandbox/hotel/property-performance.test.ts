import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';
import type { UnitGroup } from '../../../src/sandbox/hotel/units.ts';
import { averages, counts, type Measures, type Performance, revenues } from './performance-body.ts';
import { bodyOf, dateOfNumber, datesFrom, minorOf, sumBy } from './report-bodies.ts';

const hotel = createHotel({ seed: 'performance', today: '2026-11-21' });
const today = '2026-11-21';
const todayNumber = hotel.clock.today();

const report = (property: Property, from: string, to: string, filters = {}) =>
  bodyOf<Performance>(hotel, property, 'property-performance', { from, to, ...filters });

const byDay = (property: Property, from: string, to: string) =>
  report(property, from, to, { expand: ['businessDays'] }) as Required<Performance>;

const isThere = ({ course, arrival, canceledOn }: Reservation) =>
  canceledOn === null
    ? course === 'Stay' || dateOfNumber(arrival) >= today
    : dateOfNumber(canceledOn) > today;

interface Part {
  readonly units: Property['units'];
  readonly reservations: readonly Reservation[];
  readonly there: readonly Reservation[];
}
const partOfGroup = new Map<UnitGroup, Part>();

/** The units and reservations of a unit group, selected once for all days. */
function partOf(property: Property, group: UnitGroup): Part {
  const known = partOfGroup.get(group);
  if (known) return known;
  const reservations = property.reservations.filter(one => one.timeSlices[0]?.unitGroup.id === group.id);
  const part = {
    units: property.units.filter(({ unitGroup }) => unitGroup.id === group.id),
    reservations,
    there: reservations.filter(isThere),
  };
  partOfGroup.set(group, part);
  return part;
}

type ByHand = Record<(typeof counts)[number], number> & Record<(typeof revenues)[number], number>;

/**
 * An independent, slow implementation: one day, one unit group; for each unit whether it is closed, for each
 * reservation whether it covers the night by its dates, and the price from the slice of that night.
 */
function byHand(property: Property, group: UnitGroup, date: string): ByHand {
  const day = Date.parse(date) / 864e5;
  const { units, reservations: ofGroup, there } = partOf(property, group);
  const closed = (kind: string) =>
    units.filter(({ closures }) => closures.some(one => one.kind === kind && day >= one.from && day < one.to))
      .length;
  const blocked = (status: string) =>
    sumBy(
      property.groupBlocks.filter(
        one =>
          one.unitGroup.id === group.id &&
          one.status === status &&
          day >= one.from &&
          day < one.to &&
          dateOfNumber(one.from) > today,
      ),
      one => one.units,
    );
  const nights = there.flatMap(({ arrival, departure, timeSlices }) => {
    const sold = arrival === departure ? day === arrival : day >= arrival && day < departure;
    return sold ? timeSlices.filter(slice => slice.day === day) : [];
  });
  const included = (pick: 'gross' | 'net', kind: string) =>
    sumBy(
      nights.flatMap(night => night.included.filter(({ service }) => service.revenue === kind)),
      one => one[pick],
    );
  const house = units.length - closed('OutOfInventory');
  const sold = nights.length + blocked('Definite');
  return {
    houseCount: house,
    houseItemsCount: house * group.items,
    soldCount: sold,
    soldItemsCount: sold * group.items,
    unsoldCount: house - closed('OutOfOrder') - sold,
    unsoldItemsCount: (house - closed('OutOfOrder') - sold) * group.items,
    outOfOrderCount: closed('OutOfOrder'),
    outOfOrderItemsCount: closed('OutOfOrder') * group.items,
    tentativelyBlockedCount: blocked('Tentative'),
    tentativelyBlockedItemsCount: blocked('Tentative') * group.items,
    definitelyBlockedCount: blocked('Definite'),
    optionallyBlockedCount: blocked('Optional'),
    arrivalsCount: there.filter(one => one.arrival === day).length,
    departuresCount: there.filter(one => one.departure === day).length,
    noShowsCount: ofGroup.filter(one => one.course === 'NoShow' && !isThere(one) && one.arrival === day)
      .length,
    cancellationsCount: ofGroup.filter(
      one => one.course === 'Canceled' && !isThere(one) && one.arrival === day,
    ).length,
    grossUnitRevenue: sumBy(nights, night => night.baseGross),
    netUnitRevenue: sumBy(nights, night => night.baseNet),
    grossAccommodationRevenue: sumBy(nights, night => night.baseGross) + included('gross', 'Accommodation'),
    netAccommodationRevenue: sumBy(nights, night => night.baseNet) + included('net', 'Accommodation'),
    grossFoodAndBeveragesRevenue: included('gross', 'FoodAndBeverages'),
    netFoodAndBeveragesRevenue: included('net', 'FoodAndBeverages'),
    grossOtherRevenue: included('gross', 'Other'),
    netOtherRevenue: included('net', 'Other'),
  };
}

/** Counts and, in minor units, revenues: the additive figures. */
const additive = (property: Property, measures: Measures): ByHand =>
  Object.fromEntries([
    ...counts.map(name => [name, measures[name]]),
    ...revenues.map(name => [name, minorOf(property, measures[name].amount)]),
  ]) as ByHand;

function added(parts: readonly ByHand[]): ByHand {
  return Object.fromEntries(
    [...counts, ...revenues].map(name => [name, sumBy(parts, part => part[name])]),
  ) as ByHand;
}

/** Sold + unsold + out of order add up to the house, and the averages follow from the sums. */
function expectConsistent(property: Property, measures: Measures) {
  const { houseCount, outOfOrderCount, soldCount, unsoldCount } = measures;
  const available = houseCount - outOfOrderCount;
  expect(soldCount + unsoldCount).toBe(available);
  expect(measures.soldItemsCount + measures.unsoldItemsCount).toBe(
    measures.houseItemsCount - measures.outOfOrderItemsCount,
  );
  expect(measures.occupancyPercentage).toBeCloseTo(available === 0 ? 0 : (100 * soldCount) / available, 2);
  const minor = (name: (typeof revenues)[number] | (typeof averages)[number]) =>
    minorOf(property, measures[name].amount);
  const expectAverage = (name: (typeof averages)[number], sum: number, count: number) =>
    expect(Math.abs(minor(name) * count - sum) * 2, name).toBeLessThanOrEqual(count);
  expectAverage('grossAdr', soldCount === 0 ? 0 : minor('grossAccommodationRevenue'), soldCount);
  expectAverage('netAdr', soldCount === 0 ? 0 : minor('netAccommodationRevenue'), soldCount);
  expectAverage('revPar', available === 0 ? 0 : minor('netAccommodationRevenue'), available);
  for (const name of ['gross', 'net'] as const) {
    expect(minor(`${name}AccommodationRevenue`)).toBe(minor(`${name}UnitRevenue`));
  }
  for (const name of [...revenues, ...averages]) {
    expect(measures[name].currency).toBe(property.currency.code);
  }
}

const periods = [
  ['2024-10-30', '2024-11-20'],
  ['2026-10-01', '2026-10-31'],
  ['2026-11-10', '2026-12-31'],
] as const;
const cases = hotel.properties.flatMap(property =>
  periods.map(([from, to]) => ({ id: property.id, property, from, to })),
);

describe.each(cases)('$id from $from to $to', ({ property, from, to }) => {
  const body = byDay(property, from, to);

  test('matches an independent count, for each day and unit group', () => {
    const opened = datesFrom(from, to).filter(date => date >= '2024-11-01');
    expect(body.businessDays.map(({ businessDay }) => businessDay)).toEqual(opened);
    for (const { businessDay, unitGroups } of body.businessDays) {
      expect(unitGroups.map(({ unitGroup }) => unitGroup.id)).toEqual(
        property.unitGroups.map(({ id }) => id),
      );
      for (const [index, measures] of unitGroups.entries()) {
        const group = property.unitGroups[index] as UnitGroup;
        const expected = byHand(property, group, businessDay);
        expect(additive(property, measures), `${businessDay} ${group.id}`).toEqual(expected);
      }
    }
  });

  test('unit groups add up to the day, days to the whole, and averages follow from the sums', () => {
    for (const day of body.businessDays) {
      expect(additive(property, day)).toEqual(added(day.unitGroups.map(group => additive(property, group))));
      expectConsistent(property, day);
      for (const group of day.unitGroups) expectConsistent(property, group);
    }
    expect(additive(property, body)).toEqual(added(body.businessDays.map(day => additive(property, day))));
    expectConsistent(property, body);
    const { businessDays: _, ...aggregate } = body;
    expect(report(property, from, to)).toEqual(aggregate);
  });
});

test('booked accommodation matches its postings, without ordered services and allowances', () => {
  for (const property of hotel.properties) {
    const body = report(property, '2026-10-01', '2026-10-31') as Performance;
    const [first, last] = ['2026-10-01', '2026-11-01'].map(date => Date.parse(date) / 864e5) as [
      number,
      number,
    ];
    const posted = ledgerLines(property, first, last, todayNumber).filter(
      ({ credited, gross }) => credited.name.startsWith('Accommodation') && gross > 0,
    );
    const ordered = property.reservations
      .filter(isThere)
      .flatMap(({ services }) =>
        services.filter(
          ({ day, service }) => day >= first && day < last && service.revenue === 'Accommodation',
        ),
      );
    expect(minorOf(property, body.grossAccommodationRevenue.amount)).toBe(
      sumBy(posted, line => line.gross) - sumBy(ordered, one => one.gross),
    );
    expect(ordered.length).toBeGreaterThan(0);
  }
});

describe('the period', () => {
  const property = hotel.property('LND') as Property;

  test('both ends are inclusive', () => {
    const one = byDay(property, '2026-10-31', '2026-10-31');
    expect(one.businessDays.map(({ businessDay }) => businessDay)).toEqual(['2026-10-31']);
    expect(additive(property, one)).toEqual(
      added(property.unitGroups.map(group => byHand(property, group, '2026-10-31'))),
    );
  });

  test('expand adds business days, and ignores other values', () => {
    const ask = (expand: string | string[]) => report(property, '2026-10-01', '2026-10-02', { expand });
    expect(ask('everything')).toEqual(report(property, '2026-10-01', '2026-10-02'));
    expect(ask('everything')).not.toHaveProperty('businessDays');
    expect(ask(['everything', 'businessDays'])?.businessDays).toHaveLength(2);
  });

  test('nothing to report: no matching unit group, not yet open, beyond the planned days', () => {
    expect(report(property, '2026-10-01', '2026-10-31', { unitGroupIds: ['LND-NONE'] })).toBeNull();
    expect(report(property, '2026-10-01', '2026-10-31', { unitGroupTypes: ['Other'] })).toBeNull();
    const apart = { unitGroupTypes: ['ParkingLot'], unitGroupIds: ['LND-CLS'] };
    expect(report(property, '2026-10-01', '2026-10-31', apart)).toBeNull();
    expect(report(property, '2020-01-01', '2020-12-31')).toBeNull();
    expect(report(property, '2200-01-01', '9999-12-31')).toBeNull();
  });

  test('from before the opening until beyond the planned days: the days between', () => {
    const body = byDay(property, '1900-01-01', '9999-12-31');
    expect(body.businessDays[0]?.businessDay).toBe('2024-11-01');
    expect(body.businessDays.length).toBeLessThan(8 * 366);
    expect(body.soldCount).toBe(sumBy(body.businessDays, day => day.soldCount));
  });
});
