import { dayNumber } from '../dates.ts';
import type { Parameters } from '../parameters.ts';

/** One reservation to be quoted: who comes when, which offer, which services. */
export interface ReservationWish {
  readonly propertyId: string;
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly childrenAges: readonly number[];
  readonly ratePlanId: string;
  /** Needed only where a rate plan is offered for several unit groups. */
  readonly unitGroupId?: string | undefined;
  readonly timeSliceTemplate?: string | undefined;
  readonly channelCode?: string | undefined;
  readonly promoCode?: string | undefined;
  readonly corporateCode?: string | undefined;
  readonly services: readonly ServiceWish[];
}

/** Without dates: the dates that the service is meant for. */
export interface ServiceWish {
  readonly serviceId: string;
  readonly dates?: readonly string[] | undefined;
}

const present = (values: Readonly<Record<string, string | readonly string[] | undefined>>): Parameters =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value.length > 0),
  ) as Parameters;

/** What GET /booking/v1/offers is asked for it. */
export const offerParameters = (wish: Omit<ReservationWish, 'ratePlanId' | 'services'>): Parameters =>
  present({
    propertyId: wish.propertyId,
    arrival: wish.arrival,
    departure: wish.departure,
    adults: String(wish.adults),
    childrenAges: wish.childrenAges.map(String),
    timeSliceTemplate: wish.timeSliceTemplate,
    unitGroupIds: wish.unitGroupId === undefined ? undefined : [wish.unitGroupId],
    channelCode: wish.channelCode,
    promoCode: wish.promoCode,
    corporateCode: wish.corporateCode,
  });

/** What GET /booking/v1/service-offers is asked for it; chosen dates may lie outside of the default ones. */
export const serviceParameters = (wish: ReservationWish, onlyDefaultDates: boolean): Parameters =>
  present({
    ratePlanId: wish.ratePlanId,
    arrival: wish.arrival,
    departure: wish.departure,
    adults: String(wish.adults),
    channelCode: wish.channelCode,
    childrenAges: wish.childrenAges.map(String),
    onlyDefaultDates: onlyDefaultDates ? undefined : 'false',
  });

/** How many time slices a stay has: its nights, or one for day use. */
export const sliceCount = ({ arrival, departure }: Pick<ReservationWish, 'arrival' | 'departure'>): number =>
  Math.max(1, dayNumber(departure.slice(0, 10)) - dayNumber(arrival.slice(0, 10)));
