import { dayNumber } from '../dates.ts';
import type { Parameters } from '../parameters.ts';

/** One reservation to be quoted: who comes when, which offer, which services. */
export interface StayRequest {
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
  readonly services: readonly ServiceRequest[];
}

/** Without dates: the dates that the service is meant for. */
export interface ServiceRequest {
  readonly serviceId: string;
  readonly dates?: readonly string[] | undefined;
}

const present = (values: Readonly<Record<string, string | readonly string[] | undefined>>): Parameters =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value.length > 0),
  ) as Parameters;

/** What GET /booking/v1/offers is asked for it. */
export const offerParameters = (request: Omit<StayRequest, 'ratePlanId' | 'services'>): Parameters =>
  present({
    propertyId: request.propertyId,
    arrival: request.arrival,
    departure: request.departure,
    adults: String(request.adults),
    childrenAges: request.childrenAges.map(String),
    timeSliceTemplate: request.timeSliceTemplate,
    unitGroupIds: request.unitGroupId === undefined ? undefined : [request.unitGroupId],
    channelCode: request.channelCode,
    promoCode: request.promoCode,
    corporateCode: request.corporateCode,
  });

/** What GET /booking/v1/service-offers is asked for it; chosen dates may lie outside of the default ones. */
export const serviceParameters = (request: StayRequest, onlyDefaultDates: boolean): Parameters =>
  present({
    ratePlanId: request.ratePlanId,
    arrival: request.arrival,
    departure: request.departure,
    adults: String(request.adults),
    channelCode: request.channelCode,
    childrenAges: request.childrenAges.map(String),
    onlyDefaultDates: onlyDefaultDates ? undefined : 'false',
  });

/** How many time slices a stay has: its nights, or one for day use. */
export const sliceCount = ({ arrival, departure }: Pick<StayRequest, 'arrival' | 'departure'>): number =>
  Math.max(1, dayNumber(departure.slice(0, 10)) - dayNumber(arrival.slice(0, 10)));
