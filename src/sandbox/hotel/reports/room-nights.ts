import { breakdownsOf, nightsInMonth, totalOf } from './guest-counts.ts';
import type { ComputeReport } from './index.ts';

/**
 * Room nights of one month (platform.md, "GET /reports/v0-nsfw/reports/room-nights"): each night of a room
 * counts once, whoever sleeps there. A month without any has a total of 0 and empty breakdowns.
 */
export const roomNights: ComputeReport = (hotel, property, parameters) => {
  const { year, month } = parameters;
  const counted = nightsInMonth(property, Number(year), Number(month), hotel.clock.today());
  return { total: totalOf(counted), ...breakdownsOf(counted) };
};
