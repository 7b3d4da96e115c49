import { addDays, dayNumber } from '../dates.ts';
import type { Parameters } from '../parameters.ts';
import type { StayRequest } from './quote-model.ts';

const present = (values: Readonly<Record<string, string | readonly string[] | undefined>>): Parameters =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value.length > 0),
  ) as Parameters;

/** The parameters of GET /booking/v1/offers for this stay. */
export const offerParameters = (
  request: Omit<StayRequest, 'ratePlanId' | 'ratePlanIds' | 'services'>,
): Parameters =>
  present({
    propertyId: request.propertyId,
    arrival: request.arrival,
    departure: request.departure,
    adults: String(request.adults),
    childrenAges: request.childrenAges?.map(String),
    timeSliceTemplate: request.timeSliceTemplate,
    unitGroupIds: request.unitGroupId === undefined ? undefined : [request.unitGroupId],
    channelCode: request.channelCode,
    promoCode: request.promoCode,
    corporateCode: request.corporateCode,
  });

/** The parameters of GET /booking/v1/service-offers for this stay; chosen dates may be outside the default ones. */
export const serviceParameters = (request: StayRequest, onlyDefaultDates: boolean): Parameters =>
  present({
    ratePlanId: request.ratePlanId,
    arrival: request.arrival,
    departure: request.departure,
    adults: String(request.adults),
    channelCode: request.channelCode,
    childrenAges: request.childrenAges?.map(String),
    onlyDefaultDates: onlyDefaultDates ? undefined : 'false',
  });

/** The number of time slices of a stay: its nights, or one for day use. */
export const sliceCount = ({ arrival, departure }: Pick<StayRequest, 'arrival' | 'departure'>): number =>
  Math.max(1, dayNumber(departure.slice(0, 10)) - dayNumber(arrival.slice(0, 10)));

type Nights = Pick<StayRequest, 'arrival' | 'departure' | 'ratePlanId' | 'ratePlanIds'>;

/** The rate plan of each time slice. */
export const ratePlansByNight = (stay: Nights): readonly string[] =>
  stay.ratePlanIds ?? Array.from({ length: sliceCount(stay) }, () => stay.ratePlanId);

/** Consecutive nights of a stay at one rate plan; the platform returns a stay offer for each part. */
export type StayPart = Pick<StayRequest, 'arrival' | 'departure' | 'ratePlanId'>;

/** The parts of a stay in order: one, unless its nights have different rate plans. */
export function stayParts(stay: Nights): readonly StayPart[] {
  const { arrival, departure } = stay;
  const plans = ratePlansByNight(stay);
  const findDay = (night: number) => addDays(arrival.slice(0, 10), night);
  const starts = plans.flatMap((plan, night) => (night === 0 || plan !== plans[night - 1] ? [night] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1];
    return {
      arrival: start === 0 ? arrival : findDay(start),
      departure: end === undefined ? departure : findDay(end),
      ratePlanId: plans[start] ?? stay.ratePlanId,
    };
  });
}
