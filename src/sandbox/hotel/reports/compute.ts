import { remember } from '../../../base/text.ts';
import { dateMatches, dayNumber, findBounds } from '../../../platform/dates.ts';
import { type Parameters, readDateFilter } from '../../../platform/parameters.ts';
import { type Day, formatDay, localDateTime } from '../calendar.ts';
import type { Property } from '../hotel.ts';
import type { Minor } from '../money.ts';
import type { TimeSlice } from '../rate-plans.ts';
import type { Reservation } from '../reservation.ts';

/** The response body, or the elements of its list. */
export type ComputeReport = (property: Property, parameters: Parameters, today: Day) => object | null;

/** Converts minor units to the number in JSON: the nearest double, so 1999 cents are 19.99. */
export const toAmount = ({ currency }: Property, minor: Minor): number => minor / 10 ** currency.digits;

/** MonetaryValueModel. */
export const toMoney = (property: Property, minor: Minor) => ({
  amount: toAmount(property, minor),
  currency: property.currency.code,
});

/**
 * A share in percent, rounded half up to two decimals, in whole hundredths until the last division: 1 of 3 is 33.33.
 */
export const computePercent = (number: number, total: number): number =>
  total === 0 ? 0 : Math.round((10_000 * number) / total) / 100;

/** The day of a validated date parameter. */
export const readDay = (parameters: Parameters, wire: string): Day => dayNumber(String(parameters[wire]));

/** `dateFilter` as a range of days (end exclusive), unbounded without an expression or if an end is open. */
export function filteredDays(parameters: Parameters) {
  const expressions = readDateFilter(parameters);
  const { first, last } = findBounds(expressions);
  return {
    from: first === undefined ? Number.NEGATIVE_INFINITY : dayNumber(first),
    to: last === undefined ? Number.POSITIVE_INFINITY : dayNumber(last) + 1,
    has: remember((day: Day) => dateMatches(formatDay(day), expressions)),
  };
}

/** When a stay begins and ends, in the property's local time, by its time slice definitions. */
export function stayTimes({ timeZone }: Property, { arrival, departure, timeSlices }: Reservation) {
  const time = (day: Day, slice: TimeSlice | undefined, end: 'checkIn' | 'checkOut') =>
    localDateTime(timeZone, day, slice?.ratePlan.timeSliceDefinition[end] ?? 12 * 60);
  return {
    arrival: time(arrival, timeSlices[0], 'checkIn'),
    departure: time(departure, timeSlices.at(-1), 'checkOut'),
  };
}
