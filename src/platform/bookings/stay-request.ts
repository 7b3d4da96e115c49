import { addDays, dayNumber } from '../dates.ts';
import type { Parameters } from '../parameters.ts';
import { type OffersDefinition, serviceOffers, stayOffers } from './offers.ts';
import type { StayRequest } from './quote-model.ts';

/** The values of a stay for the parameters of an operation; an absent or empty one is omitted. */
function parametersFor(
  { parameters }: OffersDefinition,
  values: Readonly<Record<string, unknown>>,
): Parameters {
  const sent = parameters.flatMap(({ wire }) => {
    const value = values[wire];
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [[wire, Array.isArray(value) ? value.map(String) : String(value)] as const];
  });
  return Object.fromEntries(sent);
}

/** The parameters of GET /booking/v1/offers for this stay. */
export const offerParameters = (
  request: Omit<StayRequest, 'ratePlanId' | 'ratePlanIds' | 'services'>,
): Parameters =>
  parametersFor(stayOffers, { ...request, unitGroupIds: [request.unitGroupId].flatMap(id => id ?? []) });

/** The parameters of GET /booking/v1/service-offers for this stay; chosen dates may be outside the default ones. */
export const serviceParameters = (request: StayRequest, onlyDefaultDates: boolean): Parameters =>
  parametersFor(serviceOffers, { ...request, onlyDefaultDates: onlyDefaultDates ? undefined : 'false' });

/** The number of time slices of a stay: its nights, or one for day use. */
export const sliceCount = ({ arrival, departure }: Pick<StayRequest, 'arrival' | 'departure'>): number =>
  Math.max(1, dayNumber(departure.slice(0, 10)) - dayNumber(arrival.slice(0, 10)));

type Nights = Pick<StayRequest, 'arrival' | 'departure' | 'ratePlanId' | 'ratePlanIds'>;

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
