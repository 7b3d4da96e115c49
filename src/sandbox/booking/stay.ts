import type { Parameters } from '../../platform/parameters.ts';
import { valuesOf } from '../../platform/parameters.ts';
import { type Day, localDateTime, parseDate } from '../hotel/calendar.ts';
import { cityTaxOf } from '../hotel/guest-folio.ts';
import type { RatePlan } from '../hotel/products.ts';
import type { Fee, Property } from '../hotel/property.ts';
import { isOverNight, type TimeSlice } from '../hotel/reservation.ts';
import { priceStay } from '../hotel/stay-prices.ts';

/** Who asks for what days. */
export interface Stay {
  readonly arrival: Day;
  readonly departure: Day;
  readonly adults: number;
  readonly childrenAges: readonly number[];
}

/** Of parameters that are known to be right. */
export const stayOf = (parameters: Parameters): Stay => ({
  arrival: dayOf(String(parameters['arrival'])),
  departure: dayOf(String(parameters['departure'])),
  adults: Number(parameters['adults']),
  childrenAges: valuesOf(parameters, 'childrenAges').map(Number),
});

/** The day of a date, or of a date and time as the property's guests read it. */
export const dayOf = (text: string): Day => parseDate(text.slice(0, 10)) as Day;

export const personsOf = ({ adults, childrenAges }: Stay): number => adults + childrenAges.length;

/** The first day after the stay that a unit can be sold for again. */
export const endOf = ({ arrival, departure }: Stay): Day => Math.max(departure, arrival + 1);

export const slicesOf = (property: Property, plan: RatePlan, stay: Stay): TimeSlice[] =>
  priceStay(property, plan, null, stay.arrival, stay.departure, personsOf(stay));

export const grossOf = (parts: readonly { readonly gross: number }[]): number =>
  parts.reduce((sum, { gross }) => sum + gross, 0);

export const cityTaxOfStay = (property: Property, slices: readonly TimeSlice[], adults: number): number =>
  slices.reduce((sum, slice) => sum + cityTaxOf(property, slice, adults), 0);

/** How often each fee is charged: for each room and night that is paid for. */
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

/** Plans that are sold by name: a company's with its code, the house's own use never. */
export const isOffered = (plan: RatePlan, corporateCode: string | undefined): boolean =>
  !plan.isComplimentary && (!plan.isCorporate || corporateCode !== undefined);
