import { type Day, monthBounds } from '../calendar.ts';
import type { Property } from '../property.ts';
import { isGuestStatus, isOverNight, personsOf, type Reservation, statusOf } from '../reservation.ts';
import { type ComputeBody, percentOf } from './compute.ts';

/** GuestReportModel's entries, as they appear in JSON: a field without a value is absent. */
export interface BreakdownEntry {
  readonly purpose?: string;
  readonly countryCode?: string;
  readonly number: number;
  readonly percent: number;
  readonly reservationIds: readonly string[];
}

interface Breakdowns {
  readonly travelPurposeBreakdown: readonly BreakdownEntry[];
  readonly nationalityBreakdown: readonly BreakdownEntry[];
  readonly countryOfResidenceBreakdown: readonly BreakdownEntry[];
}

/** A reservation with the number that it adds to a report. */
export interface Counted {
  readonly reservation: Reservation;
  readonly number: number;
}

/** Over-night slices of the month, for reservations whose status counts (platform.md, room-nights). */
export function nightsInMonth(property: Property, year: number, month: number, today: Day): Counted[] {
  const { from, to } = monthBounds(year, month);
  const counted: Counted[] = [];
  for (const reservation of property.reservations) {
    if (reservation.arrival >= to || reservation.departure <= from) continue;
    if (!isGuestStatus(statusOf(reservation, today))) continue;
    const inMonth = reservation.timeSlices.filter(
      slice => isOverNight(slice) && slice.day >= from && slice.day < to,
    );
    if (inMonth.length > 0) counted.push({ reservation, number: inMonth.length });
  }
  return counted;
}

export const totalOf = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { number }) => sum + number, 0);

/**
 * The three breakdowns; nationality and residence are those of the primary guest. The numbers of each add up to the
 * total.
 */
export const breakdownsOf = (counted: readonly Counted[]): Breakdowns => ({
  travelPurposeBreakdown: breakdown(counted, 'purpose', one => one.travelPurpose),
  nationalityBreakdown: breakdown(counted, 'countryCode', one => one.primaryGuest.nationality),
  countryOfResidenceBreakdown: breakdown(counted, 'countryCode', one => one.primaryGuest.countryOfResidence),
});

/** Largest first, then by key; among equals, unknown is last. */
function breakdown(
  counted: readonly Counted[],
  field: 'purpose' | 'countryCode',
  keyOf: (reservation: Reservation) => string | null,
): BreakdownEntry[] {
  const total = totalOf(counted);
  const groups = new Map<string | null, { number: number; reservationIds: string[] }>();
  for (const { reservation, number } of counted) {
    const key = keyOf(reservation);
    const group = groups.get(key) ?? { number: 0, reservationIds: [] };
    group.number += number;
    group.reservationIds.push(reservation.id);
    groups.set(key, group);
  }
  return [...groups]
    .sort(([key, one], [otherKey, other]) => other.number - one.number || compareKeys(key, otherKey))
    .map(([key, { number, reservationIds }]) => ({
      ...(key === null ? {} : { [field]: key }),
      number,
      percent: percentOf(number, total),
      reservationIds,
    }));
}

/** By code unit, so that the order does not depend on a locale. */
function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/**
 * Guests who arrive in one month (platform.md, "GET /reports/v0-nsfw/reports/arrivals"), each counted once, broken down
 * by the data of the primary guest. Day-use guests count as arrivals too: only the reports on nights are limited to
 * over-night slices.
 */
export const arrivals: ComputeBody = (property, parameters, today) => {
  const { from, to } = monthBounds(Number(parameters['year']), Number(parameters['month']));
  const arriving = property.reservations.filter(
    reservation =>
      reservation.arrival >= from && reservation.arrival < to && isGuestStatus(statusOf(reservation, today)),
  );
  const counted = arriving.map(reservation => ({ reservation, number: personsOf(reservation) }));
  return {
    total: totalOf(counted),
    totalAdults: arriving.reduce((sum, { adults }) => sum + adults, 0),
    totalChildren: arriving.reduce((sum, { childrenAges }) => sum + childrenAges.length, 0),
    ...breakdownsOf(counted),
  };
};

/**
 * Bed nights of one month (platform.md, "GET /reports/v0-nsfw/reports/bed-nights"): each night counts once for every
 * adult and child in the room, broken down by the data of the primary guest.
 */
export const bedNights: ComputeBody = (property, { year, month }, today) => {
  const counted = nightsInMonth(property, Number(year), Number(month), today).map(
    ({ reservation, number }) => ({ reservation, number: number * personsOf(reservation) }),
  );
  return { total: totalOf(counted), ...breakdownsOf(counted) };
};

/**
 * Room nights of one month (platform.md, "GET /reports/v0-nsfw/reports/room-nights"): each night of a room counts once,
 * whatever the number of guests. A month without any has a total of 0 and empty breakdowns.
 */
export const roomNights: ComputeBody = (property, { year, month }, today) => {
  const counted = nightsInMonth(property, Number(year), Number(month), today);
  return { total: totalOf(counted), ...breakdownsOf(counted) };
};
