import { type Parameters, valuesOf } from '../../platform/parameters.ts';
import { type Day, localDateTime, parseDate } from '../hotel/calendar.ts';
import { isBlocked } from '../hotel/group-blocks.ts';
import { cityTaxOf } from '../hotel/guest-folio.ts';
import type { Minor, VatType } from '../hotel/money.ts';
import {
  closureOn,
  type Fee,
  type Property,
  type RatePlan,
  type Unit,
  type UnitGroup,
} from '../hotel/property.ts';
import { priceStay } from '../hotel/rate-plans.ts';
import { isOverNight, statusOf, type TimeSlice } from '../hotel/reservation.ts';

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

/** The first day after the stay on which a unit can be sold again. */
export const endOf = ({ arrival, departure }: Stay): Day => Math.max(departure, arrival + 1);

export const slicesOf = (property: Property, plan: RatePlan, stay: Stay): TimeSlice[] =>
  priceStay(property, { ...stay, ratePlan: plan, persons: guestCount(stay) }, null);

export const grossOf = (parts: readonly { readonly gross: number }[]): number =>
  parts.reduce((sum, { gross }) => sum + gross, 0);

export const cityTaxOfStay = (property: Property, slices: readonly TimeSlice[], adults: number): number =>
  slices.reduce((sum, slice) => sum + cityTaxOf(property, slice, adults), 0);

/** How often each fee is charged: once for each room and night that is paid for. */
export const feesOfStay = (
  property: Property,
  slices: readonly TimeSlice[],
): readonly { readonly fee: Fee; readonly nights: number }[] => {
  const nights = slices.filter(slice => isOverNight(slice) && !slice.ratePlan.isComplimentary).length;
  return nights === 0 ? [] : property.fees.map(fee => ({ fee, nights }));
};

/** From check-in to check-out, in the property's own time. */
export const timesOf = (property: Property, { timeSliceDefinition }: RatePlan, from: Day, to: Day) => ({
  from: localDateTime(property.timeZone, from, timeSliceDefinition.checkIn),
  to: localDateTime(property.timeZone, to, timeSliceDefinition.checkOut),
});

/**
 * Plans that can be booked by name: a company's plan requires its code, and the plan for house use cannot be booked.
 */
export const isOffered = (plan: RatePlan, corporateCode: string | undefined): boolean =>
  !plan.isComplimentary && (!plan.isCorporate || corporateCode !== undefined);

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

/** Minor units of an amount in a request; undefined if it has more digits than the currency. */
export function minorUnitsOf(property: Property, amount: number): Minor | undefined {
  const scaled = amount * 10 ** property.currency.digits;
  const minor = Math.round(scaled);
  return Math.abs(scaled - minor) < 1e-6 && minor >= 0 ? minor : undefined;
}

/** Free units from one day to another (exclusive), as of `today`. */
export interface Availability {
  /** Units of a group that can still be sold on a day. */
  left(group: UnitGroup, day: Day): number;
  /** Units of a group that are free on all of the days: as many bookings of the whole stay are accepted. */
  leftThroughout(group: UnitGroup): number;
  /** A unit that is free on all of the days and not in `besides`; undefined if there is none. */
  freeUnit(group: UnitGroup, besides: readonly Unit[]): Unit | undefined;
}

export function availabilityOf(property: Property, from: Day, to: Day, today: Day): Availability {
  const days = Array.from({ length: to - from }, (_, index) => from + index);
  const taken = new Set<string>();
  for (const reservation of property.reservations) {
    const { arrival, departure, timeSlices } = reservation;
    if (arrival >= to || Math.max(departure, arrival + 1) <= from) continue;
    if (['Canceled', 'NoShow'].includes(statusOf(reservation, today))) continue;
    for (const { unit, day } of timeSlices) if (unit) taken.add(`${unit.id} ${day}`);
  }
  const isFree = (unit: Unit, day: Day) => !closureOn(unit, day) && !taken.has(`${unit.id} ${day}`);
  const unitsOf = (group: UnitGroup) => property.units.filter(unit => unit.unitGroup === group);
  const blocked = (group: UnitGroup, day: Day) =>
    property.groupBlocks
      .filter(
        block => block.unitGroup === group && block.status === 'Definite' && isBlocked(block, day, today),
      )
      .reduce((sum, block) => sum + block.units, 0);
  return {
    left: (group, day) =>
      Math.max(0, unitsOf(group).filter(unit => isFree(unit, day)).length - blocked(group, day)),
    leftThroughout: group => {
      const free = unitsOf(group).filter(unit => days.every(day => isFree(unit, day))).length;
      return Math.max(0, free - Math.max(0, ...days.map(day => blocked(group, day))));
    },
    freeUnit: (group, besides) =>
      unitsOf(group).find(unit => !besides.includes(unit) && days.every(day => isFree(unit, day))),
  };
}
