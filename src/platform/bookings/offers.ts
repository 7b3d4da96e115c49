import { restingOn } from '../assumptions.ts';
import { addMonths } from '../dates.ts';
import {
  channelCodeKind,
  choice,
  id,
  listValues,
  optionalParameter,
  type Parameter,
  type Rule,
  repeatedParameter,
  requiredParameter,
  suggestion,
} from '../parameters.ts';
import { unitGroupTypes } from '../reports/report.ts';
import { joinSome } from '../safe-text.ts';
import { adultCount, childAge, code, sentWhenOff, sentWhenOn, stayDate } from './kinds.ts';

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

const arrival = requiredParameter('arrival', 'arrival', stayDate, 'arrival date, or date and time');
const departure = requiredParameter('departure', 'departure', stayDate, 'departure date, or date and time');
const adults = requiredParameter('adults', 'adults', adultCount, 'number of adults');
const childrenAges = repeatedParameter('childrenAges', 'child-age', childAge, 'age of a child');
const channelCode = optionalParameter('channelCode', 'channel-code', channelCodeKind, 'sales channel');
const includeUnavailable = optionalParameter(
  'includeUnavailable',
  'include-unavailable',
  sentWhenOn,
  'include offers that cannot be booked, with the reasons',
);

const day = (text: string | undefined) => (text ?? '').slice(0, 10);

const departureAfterArrival: Rule = {
  sentence: 'departure must be after arrival; for day use it may be on the same day',
  holds: values => {
    const [from, to] = [day(listValues(values, 'arrival')[0]), day(listValues(values, 'departure')[0])];
    return listValues(values, 'timeSliceTemplate')[0] === 'DayUse' ? from <= to : from < to;
  },
};
const atMostFiveYears: Rule = {
  sentence: 'arrival and departure may be at most 5 years apart',
  holds: values =>
    day(listValues(values, 'departure')[0]) <= addMonths(day(listValues(values, 'arrival')[0]), 60),
};

export const stayOffers: OffersDefinition = {
  what: 'the offers',
  path: '/booking/v1/offers',
  assumes: 'offers',
  scopes: offerScopes,
  parameters: [
    requiredParameter('propertyId', 'property', id, 'property id'),
    arrival,
    departure,
    adults,
    childrenAges,
    optionalParameter(
      'timeSliceTemplate',
      'time-slice-template',
      choice('template', ['OverNight', 'DayUse']),
      'nights or day use (default OverNight)',
    ),
    repeatedParameter(
      'timeSliceDefinitionIds',
      'time-slice-definition',
      id,
      'only this time slice definition',
    ),
    repeatedParameter('unitGroupIds', 'unit-group', id, 'only this unit group'),
    repeatedParameter(
      'unitGroupTypes',
      'unit-group-type',
      suggestion('type', unitGroupTypes),
      'only this type of unit group',
    ),
    channelCode,
    optionalParameter(
      'promoCode',
      'promo-code',
      code,
      'promotion code, which makes its rate plans available',
    ),
    optionalParameter(
      'corporateCode',
      'corporate-code',
      code,
      'corporate code, which makes its rate plans available',
    ),
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
    requiredParameter('ratePlanId', 'rate-plan', id, 'rate plan of the stay'),
    arrival,
    departure,
    adults,
    channelCode,
    childrenAges,
    optionalParameter(
      'onlyDefaultDates',
      'all-dates',
      sentWhenOff,
      'include every date on which a service is available, not only its default dates',
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
export interface OfferParts {
  readonly ratePlan?: Readonly<Record<string, unknown>>;
  readonly unitGroup?: Readonly<Record<string, unknown>>;
  readonly service?: Readonly<Record<string, unknown>>;
}

/** What is wrong if none of the offers has an id in this part: its name on the platform differs. */
export function findMissingIds(offers: readonly OfferParts[], part: keyof OfferParts): string | undefined {
  const [first] = offers;
  if (!first || offers.some(offer => offer[part]?.['id'])) return undefined;
  const had = joinSome(Object.keys(first[part] ?? first), 10, ', ');
  const key = part === 'service' ? 'assume.serviceOffers.fields' : 'assume.offers.fields';
  return `the offers have no \`${part}.id\`; \`${part}\` had: ${had}; ${restingOn(key)}`;
}
