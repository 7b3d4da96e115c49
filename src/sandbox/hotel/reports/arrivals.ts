import { monthBounds } from '../calendar.ts';
import { isGuestStatus, personsOf, statusOf } from '../reservation.ts';
import type { ComputeBody } from './compute.ts';
import { breakdownsOf, totalOf } from './guest-counts.ts';

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
