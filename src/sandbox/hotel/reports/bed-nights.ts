import { personsOf } from '../reservation.ts';
import type { ComputeBody } from './compute.ts';
import { breakdownsOf, nightsInMonth, totalOf } from './guest-counts.ts';

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
