import { type Parameters, valuesOf } from '../../platform/parameters.ts';
import { type Day, localDateTime, parseDate } from '../hotel/calendar.ts';
import { isBlocked } from '../hotel/group-blocks.ts';
import { closureOn, type RatePlan, type Unit, type UnitGroup } from '../hotel/inventory.ts';
import { type Minor, sumOf, type VatType } from '../hotel/money.ts';
import type { Property } from '../hotel/property.ts';
import { priceStay } from '../hotel/rate-plans.ts';
import { statusOf, type TimeSlice } from '../hotel/reservation.ts';

/** The days and the guests of a request for offers. */
export interface Stay {
  readonly arrival: Day;
  readonly departure: Day;
  readonly adults: number;
  readonly childrenAges: readonly number[];
}

/** Requires validated parameters. */
export const stayOf = (parameters: Parameters): Stay => ({
  arrival: calendarDay(String(parameters['arrival'])),
  departure: calendarDay(String(parameters['departure'])),
  adults: Number(parameters['adults']),
  childrenAges: valuesOf(parameters, 'childrenAges').map(Number),
});

/** The day of a date, or of a date and time in the property's time zone. */
export const calendarDay = (text: string): Day => parseDate(text.slice(0, 10)) as Day;

export const guestCount = ({ adults, childrenAges }: Stay): number => adults + childrenAges.length;

/** The days for which a unit is taken: the nights, or the one day of day use. */
export const daysTaken = ({ arrival, departure }: Stay): Day[] =>
  Array.from({ length: Math.max(departure - arrival, 1) }, (_, index) => arrival + index);

export const slicesOf = (property: Property, ratePlan: RatePlan, stay: Stay): TimeSlice[] =>
  priceStay(property, { ...stay, ratePlan, persons: guestCount(stay) }, null);

/** From check-in to check-out, in the property's own time. */
export const timesOf = (property: Property, { timeSliceDefinition }: RatePlan, from: Day, to: Day) => ({
  from: localDateTime(property.timeZone, from, timeSliceDefinition.checkIn),
  to: localDateTime(property.timeZone, to, timeSliceDefinition.checkOut),
});

/** `{grossAmount, netAmount, vatType, vatPercent, currency}` (platform-facts, Booking). */
export function offerAmount(property: Property, gross: Minor, net: Minor, vatType: VatType) {
  const { code, digits } = property.currency;
  return {
    grossAmount: gross / 10 ** digits,
    netAmount: net / 10 ** digits,
    vatType,
    vatPercent: property.vatRates[vatType] ?? 0,
    currency: code,
  };
}

/** Free units on the days of a stay. A booking becomes a reservation of the hotel, so that fewer are left. */
export interface Availability {
  /** Units of a group that can still be sold on a day. */
  left(group: UnitGroup, day: Day): number;
  /** Units of a group that are free on all of the days: as many bookings of the whole stay are accepted. */
  leftThroughout(group: UnitGroup): number;
  /** A unit that is free on all of the days and not in `besides`; undefined if there is none. */
  freeUnit(group: UnitGroup, besides: readonly Unit[]): Unit | undefined;
}

export function availabilityOf(property: Property, stay: Stay, today: Day): Availability {
  const days = daysTaken(stay);
  const end = stay.arrival + days.length;
  const taken = new Set<string>();
  for (const reservation of property.reservations) {
    const { arrival, departure, timeSlices } = reservation;
    if (arrival >= end || Math.max(departure, arrival + 1) <= stay.arrival) continue;
    if (['Canceled', 'NoShow'].includes(statusOf(reservation, today))) continue;
    for (const { unit, day } of timeSlices) if (unit) taken.add(`${unit.id} ${day}`);
  }
  const freeOn = (group: UnitGroup, when: readonly Day[]) =>
    property.units.filter(
      unit =>
        unit.unitGroup === group &&
        when.every(day => !closureOn(unit, day) && !taken.has(`${unit.id} ${day}`)),
    );
  const blocks = property.groupBlocks.filter(({ status }) => status === 'Definite');
  const blocked = (group: UnitGroup, day: Day) =>
    sumOf(blocks, block => (block.unitGroup === group && isBlocked(block, day, today) ? block.units : 0));
  return {
    left: (group, day) => Math.max(0, freeOn(group, [day]).length - blocked(group, day)),
    leftThroughout: group => {
      const taken = Math.max(0, ...days.map(day => blocked(group, day)));
      return Math.max(0, freeOn(group, days).length - taken);
    },
    freeUnit: (group, besides) => freeOn(group, days).find(unit => !besides.includes(unit)),
  };
}
