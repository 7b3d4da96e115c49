import type { Day } from '../calendar.ts';
import type { Property } from '../property.ts';
import type { Reservation, TimeSlice } from '../reservation.ts';
import { localDateTime } from '../time-zones.ts';

/** When a stay begins and ends, in the property's local time, by its time slice definitions. */
export function stayTimes(
  { timeZone }: Property,
  { arrival, departure, timeSlices }: Reservation,
): { readonly arrival: string; readonly departure: string } {
  const time = (day: Day, slice: TimeSlice | undefined, end: 'checkIn' | 'checkOut') =>
    localDateTime(timeZone, day, slice?.ratePlan.timeSliceDefinition[end] ?? 12 * 60);
  return {
    arrival: time(arrival, timeSlices[0], 'checkIn'),
    departure: time(departure, timeSlices.at(-1), 'checkOut'),
  };
}
