import { dayNumber, isDate } from '../../platform/dates.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import type { Day } from '../hotel/calendar.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { addUp } from '../hotel/money.ts';
import { isBlocked } from '../hotel/occupancy.ts';
import type { Property } from '../hotel/property.ts';
import { daysTaken, priceStay, type RatePlan, type Service, type TimeSlice } from '../hotel/rate-plans.ts';
import { countPersons, isExpected, type Reservation } from '../hotel/reservation.ts';
import { closureOn, type Unit, type UnitGroup } from '../hotel/units.ts';

export type Stay = Pick<Reservation, 'arrival' | 'departure' | 'adults' | 'childrenAges'>;

/** Requires validated parameters. */
export const readStay = (parameters: Parameters): Stay => ({
  arrival: calendarDay(String(parameters['arrival'])),
  departure: calendarDay(String(parameters['departure'])),
  adults: Number(parameters['adults']),
  childrenAges: listValues(parameters, 'childrenAges').map(Number),
});

/** The day of a date, or of a date and time in the property's time zone; NaN if the date does not exist. */
export function calendarDay(text: string): Day {
  const date = text.slice(0, 10);
  return isDate(date) ? dayNumber(date) : Number.NaN;
}

export const makeSlices = (property: Property, ratePlan: RatePlan, stay: Stay): TimeSlice[] =>
  priceStay(property, { ...stay, ratePlan, persons: countPersons(stay) }, null);

export interface PlanOfProperty {
  readonly property: Property;
  readonly plan: RatePlan;
}

/** The id of a rate plan identifies its property. */
export function planOfId(hotel: Hotel, id: string): PlanOfProperty | undefined {
  for (const property of hotel.properties) {
    const plan = property.ratePlans.find(one => one.id === id);
    if (plan) return { property, plan };
  }
  return undefined;
}

/** The services that can be ordered with a plan: those that it does not include already. */
export const listServices = ({ property, plan }: PlanOfProperty): Service[] =>
  property.services.filter(service => !plan.includedServices.includes(service));

/**
 * The days on which a service is available: every day of the stay. It is delivered on the default days if no days are
 * requested.
 */
export const serviceDays = ({ daily }: Service, stay: Stay) =>
  daysTaken(stay).map(day => ({ day, isDefault: daily || day === stay.arrival }));

export type Availability = ReturnType<typeof computeAvailability>;

/**
 * Free units on the days of a stay. A booking becomes a reservation of the hotel, so that fewer are left.
 * @param besides the nights of earlier reservations of the same booking
 */
export function computeAvailability(
  property: Property,
  stay: Stay,
  today: Day,
  besides: readonly TimeSlice[] = [],
) {
  const days = daysTaken(stay);
  const end = stay.arrival + days.length;
  const taken = new Set<string>();
  const take = ({ unit, day }: TimeSlice) => unit && taken.add(`${unit.id} ${day}`);
  besides.forEach(take);
  for (const reservation of property.reservations) {
    const { arrival, departure, timeSlices } = reservation;
    if (arrival >= end || Math.max(departure, arrival + 1) <= stay.arrival) continue;
    if (isExpected(reservation, today)) timeSlices.forEach(take);
  }
  const freeOn = (group: UnitGroup, when: readonly Day[]) =>
    property.units.filter(
      unit =>
        unit.unitGroup === group &&
        when.every(day => !closureOn(unit, day) && !taken.has(`${unit.id} ${day}`)),
    );
  const blocks = property.groupBlocks.filter(({ status }) => status === 'Definite');
  const blocked = (group: UnitGroup, day: Day) =>
    addUp(blocks, block => (block.unitGroup === group && isBlocked(block, day, today) ? block.units : 0));
  return {
    /** For each day, the units of a group that can still be sold. */
    left: (group: UnitGroup) =>
      days.map(day => Math.max(0, freeOn(group, [day]).length - blocked(group, day))),
    /** Units of a group that are free on all of the days: as many bookings of the whole stay are accepted. */
    leftThroughout: (group: UnitGroup) => {
      const reserved = Math.max(0, ...days.map(day => blocked(group, day)));
      return Math.max(0, freeOn(group, days).length - reserved);
    },
    /** A unit that is free on all of the days; undefined if there is none. */
    freeUnit: (group: UnitGroup): Unit | undefined => freeOn(group, days)[0],
  };
}
