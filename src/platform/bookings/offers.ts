import { addDays, addMonths, dateForm, dayNumber, isDate } from '../dates.ts';
import {
  channelCodeKind,
  choice,
  countIn,
  dateKind,
  firstValue,
  id,
  optionalParameter,
  type Parameter,
  type ParameterKind,
  type Parameters,
  propertyId,
  type Rule,
  repeatedParameter,
  requiredParameter,
  suggestion,
} from '../parameters.ts';
import { unitGroupTypes } from '../reports/report.ts';
import { joinSome } from '../safe-text.ts';
import type { StayRequest } from './quote-model.ts';

/** The parameter kinds of offers and bookings, in addition to those of the reports. */

const moment = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** `2026-12-01T15:00:00+01:00`: platform.md's date-time, in UTC or with an offset. */
export const isDateTime = (text: string): boolean => isDate(moment.exec(text)?.[1] ?? '');

/** When a guest arrives or departs: a date, or a date with a time of day (platform-facts, Booking). */
const stayDate: ParameterKind = {
  ...dateKind,
  mustBe: value =>
    isDate(value) || isDateTime(value)
      ? undefined
      : `${dateForm(value)}, or a time such as 2026-12-01T15:00:00+01:00`,
  isRelative: value => !isDate(value) && !isDateTime(value),
};

export const adultCount = countIn(1, 99, 'N');
export const childAge = countIn(0, 17, 'AGE');

/** Codes that guests receive: any short text. */
const code: ParameterKind = { ...id, placeholder: 'CODE' };

const switched = (whenGiven: 'true' | 'false'): ParameterKind => ({
  ...choice('BOOLEAN', ['true', 'false']),
  whenGiven,
});
const sentWhenOn = switched('true');
const sentWhenOff = switched('false');

/** Closed sets of the booking request: help and completion offer them without loading a schema. */
export const guaranteeTypes = ['PM6Hold', 'CreditCard', 'Prepayment', 'Company'] as const;

/** Milliseconds: an authorization that no booking follows in time is cancelled (platform.md, Limits). */
export const authorizationLifetime = 2 * 3_600_000;
/** From this age on, a booking may be too late. */
export const warningAge = 105 * 60_000;

/** An Idempotency-Key expires after 24 hours (platform.md, Limits); 15 minutes are reserved for clock differences. */
export const keyLifetime = 24 * 3_600_000 - 15 * 60_000;

/** An operation that lists offers: its path, scopes, parameters and rules. The client and the sandbox share it. */
export interface OffersDefinition {
  /** As used in a sentence: `the offers`. */
  readonly what: string;
  readonly path: string;
  /** The names of its parameters and fields: `assume.offers.parameters`, `assume.offers.fields`. */
  readonly assumes: 'offers' | 'serviceOffers';
  /** One of them is sufficient. */
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
}

const offerScopes = ['offers.read', 'reservations.manage'] as const;

const arrival = requiredParameter('arrival', stayDate, 'arrival date, or date and time');
const departure = requiredParameter('departure', stayDate, 'departure date, or date and time');
const adults = requiredParameter('adults', adultCount, 'number of adults');
const childrenAges = repeatedParameter('childrenAges', childAge, 'age of a child', 'child-age');
const channelCode = optionalParameter('channelCode', channelCodeKind, 'sales channel');
const includeUnavailable = optionalParameter(
  'includeUnavailable',
  sentWhenOn,
  'include offers that cannot be booked, with the reasons',
);

const readDay = (values: Parameters, wire: string) => firstValue(values, wire).slice(0, 10);

const departureAfterArrival: Rule = {
  sentence: 'departure must be after arrival; for day use it may be on the same day',
  holds: values => {
    const [from, to] = [readDay(values, 'arrival'), readDay(values, 'departure')];
    return firstValue(values, 'timeSliceTemplate') === 'DayUse' ? from <= to : from < to;
  },
};
const atMostFiveYears: Rule = {
  sentence: 'arrival and departure may be at most 5 years apart',
  holds: values => readDay(values, 'departure') <= addMonths(readDay(values, 'arrival'), 60),
};

export const stayOffers: OffersDefinition = {
  what: 'the offers',
  path: '/booking/v1/offers',
  assumes: 'offers',
  scopes: offerScopes,
  parameters: [
    propertyId,
    arrival,
    departure,
    adults,
    childrenAges,
    optionalParameter(
      'timeSliceTemplate',
      choice('TEMPLATE', ['OverNight', 'DayUse']),
      'nights or day use (default OverNight)',
    ),
    repeatedParameter('timeSliceDefinitionIds', id, 'only this time slice definition'),
    repeatedParameter('unitGroupIds', id, 'only this unit group'),
    repeatedParameter('unitGroupTypes', suggestion('TYPE', unitGroupTypes), 'only unit groups of this type'),
    channelCode,
    optionalParameter('promoCode', code, 'promotion code, which makes its rate plans available'),
    optionalParameter('corporateCode', code, 'corporate code, which makes its rate plans available'),
    includeUnavailable,
  ],
  rules: [departureAfterArrival, atMostFiveYears],
};

/** Service offers for a rate plan: GET /booking/v1/service-offers (platform-facts, Booking). */
export const serviceOffers: OffersDefinition = {
  what: 'the service offers',
  path: '/booking/v1/service-offers',
  assumes: 'serviceOffers',
  scopes: offerScopes,
  parameters: [
    requiredParameter('ratePlanId', id, 'rate plan of the stay'),
    arrival,
    departure,
    adults,
    channelCode,
    childrenAges,
    optionalParameter(
      'onlyDefaultDates',
      sentWhenOff,
      'include every date on which a service is available, not only its default dates',
      'all-dates',
    ),
    includeUnavailable,
  ],
  // A service for day use has one day; the rule for nights would reject it, and no parameter distinguishes the two.
  rules: [
    {
      ...departureAfterArrival,
      holds: values => departureAfterArrival.holds({ ...values, timeSliceTemplate: 'DayUse' }),
    },
    atMostFiveYears,
  ],
};

/** The parts of offers with the ids that a booking needs; the specification shows only their names. */
export type OfferParts = Partial<
  Record<'ratePlan' | 'unitGroup' | 'service', Readonly<Record<string, unknown>>>
>;

/** What is wrong if none of the offers has an id in this part: its name on the platform differs. */
export function findMissingIds(offers: readonly OfferParts[], part: keyof OfferParts): string | undefined {
  const [first] = offers;
  if (!first || offers.some(offer => offer[part]?.['id'])) return undefined;
  const had = joinSome(Object.keys(first[part] ?? first), 10, ', ');
  return `the offers have no \`${part}.id\`; \`${part}\` had: ${had}`;
}

/** The values of a stay for the parameters of an operation; an absent or empty one is omitted. */
function parametersFor({ parameters }: OffersDefinition, values: Readonly<Record<string, unknown>>) {
  const sent = parameters.flatMap(({ wire }) => {
    const value = values[wire];
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [[wire, Array.isArray(value) ? value.map(String) : String(value)] as const];
  });
  return Object.fromEntries(sent);
}

export const offerParameters = (request: Omit<StayRequest, 'ratePlanId' | 'ratePlanIds' | 'services'>) =>
  parametersFor(stayOffers, { ...request, unitGroupIds: [request.unitGroupId].flatMap(id => id ?? []) });

/** Chosen dates may be outside the default ones. */
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
