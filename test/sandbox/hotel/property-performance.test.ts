import { describe, expect, test } from 'vitest';
import type { Parameters } from '../../../src/platform/parameters.ts';
import type { Property } from '../../../src/sandbox/hotel/hotel.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';
import type { UnitGroup } from '../../../src/sandbox/hotel/units.ts';
import { daysBetween } from '../../measures.ts';
import { wordsOf } from '../../words.ts';
import { testHotel } from '../test-hotel.ts';
import { bodyOf, dateOfNumber, type Money, minorOf, sumBy } from './report-bodies.ts';

/** The measures that add up, typed from platform.md. */
const counts =
  wordsOf(`houseCount houseItemsCount soldCount soldItemsCount unsoldCount unsoldItemsCount outOfOrderCount
  outOfOrderItemsCount tentativelyBlockedCount tentativelyBlockedItemsCount definitelyBlockedCount
  optionallyBlockedCount arrivalsCount departuresCount noShowsCount cancellationsCount`);
const revenues = wordsOf(`grossUnitRevenue netUnitRevenue grossAccommodationRevenue netAccommodationRevenue
  grossFoodAndBeveragesRevenue netFoodAndBeveragesRevenue grossOtherRevenue netOtherRevenue`);
type Measures = Readonly<Record<string, number | Money>>;
interface Performance {
  readonly businessDays: readonly {
    readonly businessDay: string;
    readonly unitGroups: readonly (Measures & { readonly unitGroup: { readonly id: string } })[];
  }[];
}

const hotel = testHotel();
const today = '2026-11-21';

const byDay = (property: Property, from: string, to: string) => {
  const parameters = { from, to, expand: ['businessDays'] };
  return bodyOf<Performance>(hotel, property, 'property-performance', parameters) as Performance;
};

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

type ByHand = Readonly<Record<string, number>>;

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
  const later = property.groupBlocks.filter(({ from }) => dateOfNumber(from) > today);
  const onDay = later.filter(one => one.unitGroup.id === group.id && day >= one.from && day < one.to);
  const blocked = (status: string) =>
    sumBy(
      onDay.filter(one => one.status === status),
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
    ...revenues.map(name => [name, minorOf(property, (measures[name] as Money).amount)]),
  ]) as ByHand;

describe.each(hotel.properties)('$id', property => {
  const [from, to] = ['2026-11-14', '2026-12-05'];
  const body = byDay(property, from, to);

  test('matches an independent count, for each day and unit group', () => {
    expect(body.businessDays.map(({ businessDay }) => businessDay)).toEqual(daysBetween(from, to));
    for (const { businessDay, unitGroups } of body.businessDays) {
      const ids = property.unitGroups.map(({ id }) => id);
      expect(unitGroups.map(({ unitGroup }) => unitGroup.id)).toEqual(ids);
      for (const [index, measures] of unitGroups.entries()) {
        const group = property.unitGroups[index] as UnitGroup;
        const expected = byHand(property, group, businessDay);
        expect(additive(property, measures), `${businessDay} ${group.id}`).toEqual(expected);
      }
    }
  });
});

test.each<[string, (one: Reservation) => string | null | undefined]>([
  ['companyIds', one => one.company?.id],
  ['channelCodes', one => one.channelCode],
  ['sources', one => one.source],
  ['marketSegmentIds', one => one.marketSegment],
  ['travelPurpose', one => one.travelPurpose],
])('%s counts the reservations that have one of its values, and no others', (wire, read) => {
  const [property] = hotel.properties as [Property];
  const [from, to] = ['2026-10-01', '2026-10-31'];
  const soldOf = (filter: Parameters) =>
    bodyOf<Measures>(hotel, property, 'property-performance', { from, to, ...filter })?.['soldCount'];
  const nightsOf = ({ arrival, timeSlices }: Reservation) =>
    timeSlices.map((_, night) => dateOfNumber(arrival + night)).filter(day => day >= from && day <= to)
      .length;
  const all = property.reservations.filter(isThere);
  const values = [...new Set(all.map(read))].flatMap(value => value ?? []).slice(0, 3);
  expect(values.length).toBeGreaterThan(1);
  for (const value of values) {
    const matching = all.filter(one => read(one) === value);
    expect(soldOf({ [wire]: [value] })).toBe(sumBy(matching, nightsOf));
  }
});
