import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import type { UnitGroup } from '../../../src/sandbox/hotel/inventory.ts';
import { ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';
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
  const gross = sumBy(nights, night => night.gross);
  const net = sumBy(nights, night => night.net);
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
    grossUnitRevenue: gross,
    netUnitRevenue: net,
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
    expect(
      minor(`${name}AccommodationRevenue`) +
        minor(`${name}FoodAndBeveragesRevenue`) +
        minor(`${name}OtherRevenue`),
    ).toBe(minor(`${name}UnitRevenue`));
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

test('booked accommodation matches its postings, without ordered services', () => {
  for (const property of hotel.properties) {
    const body = report(property, '2026-10-01', '2026-10-31') as Performance;
    const [first, last] = ['2026-10-01', '2026-11-01'].map(date => Date.parse(date) / 864e5) as [
      number,
      number,
    ];
    const posted = ledgerLines(property, first, last, todayNumber).filter(({ credited }) =>
      credited.name.startsWith('Accommodation'),
    );
    const ordered = property.reservations
      .filter(isThere)
      .flatMap(({ services }) =>
        services.filter(
          ({ day, service }) => day >= first && day < last && service.revenue === 'Accommodation',
        ),
      );
    expect(minorOf(property, body.netAccommodationRevenue.amount)).toBe(
      sumBy(posted, line => line.net) - sumBy(ordered, one => one.net),
    );
    expect(ordered.length).toBeGreaterThan(0);
  }
});

describe('filters', () => {
  const property = hotel.property('MUC') as Property;
  const [from, to] = ['2026-11-01', '2027-02-28'] as const;
  const all = additive(property, report(property, from, to) as Performance);
  const filtered = (filters: object) =>
    additive(property, report(property, from, to, filters) as Performance);
  const houseSide = ['houseCount', 'houseItemsCount', 'outOfOrderCount', 'outOfOrderItemsCount'] as const;
  const blockSide = [
    'tentativelyBlockedCount',
    'tentativelyBlockedItemsCount',
    'definitelyBlockedCount',
    'optionallyBlockedCount',
  ] as const;
  const reservationSide = [
    'arrivalsCount',
    'departuresCount',
    'noShowsCount',
    'cancellationsCount',
    ...revenues,
  ] as const;
  const pick = (figures: ByHand, names: readonly (keyof ByHand)[]) => names.map(name => figures[name]);
  /** Units sold by a reservation, and not blocked. */
  const booked = (figures: ByHand) => figures.soldCount - figures.definitelyBlockedCount;
  const distinct = (list: readonly (string | null | undefined)[]) =>
    [...new Set(list.filter(value => value != null))] as string[];

  test.each([
    ['channelCodes', distinct(property.reservations.map(one => one.channelCode))],
    ['sources', distinct(property.reservations.map(one => one.source))],
    ['marketSegmentIds', property.marketSegments.map(({ id }) => id)],
    ['ratePlanIds', property.ratePlans.map(({ id }) => id)],
    ['timeSliceDefinitionIds', property.timeSliceDefinitions.map(({ id }) => id)],
  ])(
    '%s: the house is unchanged, blocks are excluded, and the values partition all bookings',
    (wire, values) => {
      expect(values.length).toBeGreaterThan(1);
      const parts = values.map(value => filtered({ [wire]: [value] }));
      for (const part of [...parts, filtered({ [wire]: ['nothing'] })]) {
        expect(pick(part, houseSide)).toEqual(pick(all, houseSide));
        expect(pick(part, blockSide)).toEqual([0, 0, 0, 0]);
        expect(part.soldCount + part.unsoldCount).toBe(all.houseCount - all.outOfOrderCount);
      }
      expect(pick(added(parts), reservationSide)).toEqual(pick(all, reservationSide));
      expect(sumBy(parts, booked)).toBe(booked(all));
      expect(parts.filter(part => part.soldCount > 0).length).toBeGreaterThan(1);
      // Alternatives of one parameter add up.
      const two = filtered({ [wire]: values.slice(0, 2) });
      expect(pick(two, reservationSide)).toEqual(pick(added(parts.slice(0, 2)), reservationSide));
      expect(pick(filtered({ [wire]: values }), reservationSide)).toEqual(pick(all, reservationSide));
      expect(filtered({ [wire]: ['nothing'] }).soldCount).toBe(0);
    },
  );

  test.each([
    ['unitGroupIds', property.unitGroups.map(({ id }) => id)],
    ['unitGroupTypes', ['BedRoom', 'MeetingRoom', 'EventSpace', 'ParkingLot']],
  ])('%s: the values partition the whole house', (wire, values) => {
    expect(added(values.map(value => filtered({ [wire]: [value] })))).toEqual(all);
    expect(all.definitelyBlockedCount).toBeGreaterThan(0);
    const [first, second] = values as [string, string];
    expect(filtered({ [wire]: [first, second] })).toEqual(
      added([filtered({ [wire]: [first] }), filtered({ [wire]: [second] })]),
    );
    const days = report(property, from, to, { [wire]: [first], expand: 'businessDays' })?.businessDays ?? [];
    const groups = new Set(days.flatMap(day => day.unitGroups.map(({ unitGroup }) => unitGroup.id)));
    expect([...groups].every(id => id === first || first === 'BedRoom')).toBe(true);
  });

  test('travelPurpose: business, leisure and the rest, which has neither', () => {
    const unknown = property.reservations.filter(one => one.travelPurpose === null);
    const rest = additive(
      property,
      bodyOf<Performance>(
        hotel,
        { ...property, reservations: unknown, groupBlocks: [] },
        'property-performance',
        {
          from,
          to,
        },
      ) as Performance,
    );
    const parts = [filtered({ travelPurpose: 'Business' }), filtered({ travelPurpose: 'Leisure' }), rest];
    expect(pick(added(parts), reservationSide)).toEqual(pick(all, reservationSide));
    expect(sumBy(parts, booked)).toBe(booked(all));
    expect(Math.min(...parts.map(booked))).toBeGreaterThan(0);
  });

  test('companyIds: the stays and the blocks of a company', () => {
    const parts = property.companies.map(({ id }) => filtered({ companyIds: [id] }));
    expect(pick(added(parts), blockSide)).toEqual(pick(all, blockSide));
    const ofCompanies = property.reservations.filter(({ company }) => company !== null);
    const expected = additive(
      property,
      bodyOf<Performance>(hotel, { ...property, reservations: ofCompanies }, 'property-performance', {
        from,
        to,
      }) as Performance,
    );
    expect(pick(added(parts), reservationSide)).toEqual(pick(expected, reservationSide));
    expect(sumBy(parts, one => one.soldCount)).toBe(expected.soldCount);
    for (const part of parts) expect(pick(part, houseSide)).toEqual(pick(all, houseSide));
  });

  test('different filters must all match', () => {
    const flexible = property.ratePlans.filter(({ code }) => code === 'FLEX').map(({ id }) => id);
    const both = filtered({
      ratePlanIds: flexible,
      channelCodes: ['BookingCom'],
      unitGroupTypes: ['BedRoom'],
    });
    const reservations = property.reservations.filter(
      ({ channelCode, timeSlices }) =>
        channelCode === 'BookingCom' && timeSlices[0]?.ratePlan.code === 'FLEX',
    );
    const [first, last] = [Date.parse(from) / 864e5, Date.parse(to) / 864e5];
    const nights = reservations
      .filter(isThere)
      .flatMap(({ timeSlices }) => timeSlices.filter(({ day }) => day >= first && day <= last));
    expect(both.soldCount).toBe(nights.length);
    expect(both.grossAccommodationRevenue).toBe(sumBy(nights, ({ baseGross }) => baseGross));
    expect(both.houseCount).toBe(filtered({ unitGroupTypes: ['BedRoom'] }).houseCount);
    expect(nights.length).toBeGreaterThan(20);
  });

  test('day use counts unless only over-night slices are requested; complimentary nights are sold and free', () => {
    const bedRooms = { unitGroupTypes: ['BedRoom'] };
    const over = filtered({ ...bedRooms, timeSliceDefinitionIds: ['MUC-OVERNIGHT'] });
    const dayUse = filtered({ ...bedRooms, timeSliceDefinitionIds: ['MUC-DAYUSE'] });
    expect(dayUse.soldCount).toBeGreaterThan(0);
    expect(booked(filtered(bedRooms))).toBe(over.soldCount + dayUse.soldCount);
    const free = filtered({ ratePlanIds: ['MUC-COMP-DBL', 'MUC-COMP-SGL'] });
    expect(free.soldCount).toBeGreaterThan(0);
    expect(free.grossUnitRevenue).toBe(0);
  });
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
