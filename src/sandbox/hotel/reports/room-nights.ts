import type { ComputeBody } from './compute.ts';
import { breakdownsOf, nightsInMonth, totalOf } from './guest-counts.ts';

/**
 * Room nights of one month (platform.md, "GET /reports/v0-nsfw/reports/room-nights"): each night of a room counts once,
 * whatever the number of guests. A month without any has a total of 0 and empty breakdowns.
 */
export const roomNights: ComputeBody = (property, { year, month }, today) => {
  const counted = nightsInMonth(property, Number(year), Number(month), today);
  return { total: totalOf(counted), ...breakdownsOf(counted) };
};
