import { addDays, dayNumber } from '../dates.ts';
import type { Parameters } from '../parameters.ts';

/** One reservation to be quoted: who comes when, which offer, which services. */
export interface StayRequest {
  readonly propertyId: string;
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly childrenAges: readonly number[];
  /** Of the first night, and of all nights without `ratePlanIds`. */
  readonly ratePlanId: string;
  /** One for each night, where they differ. */
  readonly ratePlanIds?: readonly string[] | undefined;
  /** Needed only where a rate plan is offered for several unit groups. */
  readonly unitGroupId?: string | undefined;
  readonly timeSliceTemplate?: string | undefined;
  readonly channelCode?: string | undefined;
  readonly promoCode?: string | undefined;
  readonly corporateCode?: string | undefined;
  readonly services: readonly ServiceRequest[];
}

/** Without dates: the dates that the service is meant for. Without a count: the count that it is offered for. */
export interface ServiceRequest {
  readonly serviceId: string;
  /** How many for each date. */
  readonly count?: number | undefined;
  readonly dates?: readonly string[] | undefined;
}

const present = (values: Readonly<Record<string, string | readonly string[] | undefined>>): Parameters =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value.length > 0),
  ) as Parameters;

/** What GET /booking/v1/offers is asked for it. */
export const offerParameters = (
  request: Omit<StayRequest, 'ratePlanId' | 'ratePlanIds' | 'services'>,
): Parameters =>
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

type Nights = Pick<StayRequest, 'arrival' | 'departure' | 'ratePlanId' | 'ratePlanIds'>;

/** The rate plan of each time slice. */
export const ratePlansByNight = (stay: Nights): readonly string[] =>
  stay.ratePlanIds ?? Array.from({ length: sliceCount(stay) }, () => stay.ratePlanId);

/** Consecutive nights of a stay at one rate plan; the platform makes a stay offer for each part. */
export type StayPart = Pick<StayRequest, 'arrival' | 'departure' | 'ratePlanId'>;

/** The parts of a stay in their order: one, unless its nights have different rate plans. */
export function stayParts(stay: Nights): readonly StayPart[] {
  const { arrival, departure } = stay;
  const plans = ratePlansByNight(stay);
  const dayOf = (night: number) => addDays(arrival.slice(0, 10), night);
  const starts = plans.flatMap((plan, night) => (night === 0 || plan !== plans[night - 1] ? [night] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1];
    return {
      arrival: start === 0 ? arrival : dayOf(start),
      departure: end === undefined ? departure : dayOf(end),
      ratePlanId: plans[start] ?? stay.ratePlanId,
    };
  });
}
