/** Room nights, bed nights and arrivals of one month: platform.md, "GET /reports/v0-nsfw/reports/room-nights" and so on. */
import { groupBy } from '../../../base/text.ts';
import type { Parameters } from '../../../platform/parameters.ts';
import { type Day, firstDayOf } from '../calendar.ts';
import type { Property } from '../hotel.ts';
import { addUp } from '../money.ts';
import { countPersons, isExpected, isOverNight, type Reservation } from '../reservation.ts';
import { type ComputeReport, computePercent } from './compute.ts';

/** A reservation, and the number that it adds to a report. */
type Counted = readonly [reservation: Reservation, number: number];

const readMonth = ({ year, month }: Parameters) => ({
  from: firstDayOf(Number(year), Number(month)),
  to: firstDayOf(Number(year), Number(month) + 1),
});

/** Each night of a room counts once, whatever the number of guests. */
export const roomNights: ComputeReport = (property, parameters, today) =>
  makeBody(nightsInMonth(property, parameters, today));

/** Each night counts once for every adult and child in the room. */
export const bedNights: ComputeReport = (property, parameters, today) =>
  makeBody(
    nightsInMonth(property, parameters, today).map(([one, number]) => [one, number * countPersons(one)]),
  );

/** Each guest who arrives counts once. Day-use guests do too: only the reports on nights are limited to over-night slices. */
export const arrivals: ComputeReport = (property, parameters, today) => {
  const { from, to } = readMonth(parameters);
  const arriving = property.reservations.filter(
    one => one.arrival >= from && one.arrival < to && isExpected(one, today),
  );
  const totals = {
    totalAdults: addUp(arriving, ({ adults }) => adults),
    totalChildren: addUp(arriving, ({ childrenAges }) => childrenAges.length),
  };
  return makeBody(
    arriving.map(one => [one, countPersons(one)]),
    totals,
  );
};

/** Over-night slices of the month, for reservations whose status counts (platform.md, room-nights). */
function nightsInMonth(property: Property, parameters: Parameters, today: Day): Counted[] {
  const { from, to } = readMonth(parameters);
  return property.reservations.flatMap(reservation => {
    if (reservation.arrival >= to || reservation.departure <= from) return [];
    if (!isExpected(reservation, today)) return [];
    const inMonth = reservation.timeSlices.filter(
      slice => isOverNight(slice) && slice.day >= from && slice.day < to,
    );
    return inMonth.length > 0 ? [[reservation, inMonth.length]] : [];
  });
}

/**
 * The total and the three breakdowns; nationality and residence are those of the primary guest. The numbers of each add
 * up to the total. A month without any has a total of 0 and empty breakdowns.
 */
function makeBody(counted: readonly Counted[], more: Readonly<Record<string, number>> = {}): object {
  const total = addUp(counted, ([, number]) => number);
  const breakdown = (field: string, keyOf: (reservation: Reservation) => string | null) =>
    makeGroups(counted, keyOf).map(({ key, number, reservationIds }) => ({
      // A field without a value is absent.
      ...(key === null ? {} : { [field]: key }),
      number,
      percent: computePercent(number, total),
      reservationIds,
    }));
  return {
    total,
    ...more,
    travelPurposeBreakdown: breakdown('purpose', one => one.travelPurpose),
    nationalityBreakdown: breakdown('countryCode', one => one.primaryGuest.nationality),
    countryOfResidenceBreakdown: breakdown('countryCode', one => one.primaryGuest.countryOfResidence),
  };
}

/** Largest first, then by key in the order of code units, not of a locale; among equals, unknown is last. */
function makeGroups(counted: readonly Counted[], keyOf: (reservation: Reservation) => string | null) {
  const groups = [...groupBy(counted, ([reservation]) => keyOf(reservation))].map(([key, own]) => ({
    key,
    number: addUp(own, ([, number]) => number),
    reservationIds: own.map(([{ id }]) => id),
  }));
  const isFirst = (key: string | null, other: string | null) =>
    other === null || (key !== null && key < other);
  return groups.sort((one, other) => other.number - one.number || (isFirst(one.key, other.key) ? -1 : 1));
}
