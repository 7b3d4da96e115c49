import { addMonths } from '../dates.ts';
import {
  channelCodeKind,
  choice,
  id,
  type Parameter,
  type Rule,
  suggestion,
  valuesOf,
} from '../parameters.ts';
import { adultCount, childAge, code, sentWhenOff, sentWhenOn, stayDate } from './kinds.ts';

/** An operation that lists offers: its path, scopes, parameters and rules. The client and the sandbox share it. */
export interface OffersDefinition {
  /** As used in a sentence: `the offers`. */
  readonly what: string;
  readonly path: string;
  /** One of them is sufficient. */
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
}

const offerScopes = ['offers.read', 'reservations.manage'] as const;

const required = { required: true, repeatable: false };
const optional = { required: false, repeatable: false };
const several = { required: false, repeatable: true };

export const arrival: Parameter = {
  wire: 'arrival',
  flag: 'arrival',
  kind: stayDate,
  ...required,
  summary: 'arrival date, or date and time',
};
export const departure: Parameter = {
  wire: 'departure',
  flag: 'departure',
  kind: stayDate,
  ...required,
  summary: 'departure date, or date and time',
};
export const adults: Parameter = {
  wire: 'adults',
  flag: 'adults',
  kind: adultCount,
  ...required,
  summary: 'number of adults',
};
export const childrenAges: Parameter = {
  wire: 'childrenAges',
  flag: 'child-age',
  kind: childAge,
  ...several,
  summary: 'age of a child',
};
export const channelCode: Parameter = {
  wire: 'channelCode',
  flag: 'channel-code',
  kind: channelCodeKind,
  ...optional,
  summary: 'sales channel',
};
export const includeUnavailable: Parameter = {
  wire: 'includeUnavailable',
  flag: 'include-unavailable',
  kind: sentWhenOn,
  ...optional,
  summary: 'include offers that cannot be booked, with the reasons',
};

const day = (text: string | undefined) => (text ?? '').slice(0, 10);

const departureAfterArrival: Rule = {
  sentence: 'departure must be after arrival; for day use it may be on the same day',
  holds: values => {
    const [from, to] = [day(valuesOf(values, 'arrival')[0]), day(valuesOf(values, 'departure')[0])];
    return valuesOf(values, 'timeSliceTemplate')[0] === 'DayUse' ? from <= to : from < to;
  },
};
const atMostFiveYears: Rule = {
  sentence: 'arrival and departure may be at most 5 years apart',
  holds: values =>
    day(valuesOf(values, 'departure')[0]) <= addMonths(day(valuesOf(values, 'arrival')[0]), 60),
};

export const stayOffers: OffersDefinition = {
  what: 'the offers',
  path: '/booking/v1/offers',
  scopes: offerScopes,
  parameters: [
    { wire: 'propertyId', flag: 'property', kind: id, ...required, summary: 'property id' },
    arrival,
    departure,
    adults,
    childrenAges,
    {
      wire: 'timeSliceTemplate',
      flag: 'time-slice-template',
      kind: choice('template', ['OverNight', 'DayUse']),
      ...optional,
      summary: 'nights or day use (default OverNight)',
    },
    {
      wire: 'timeSliceDefinitionIds',
      flag: 'time-slice-definition',
      kind: id,
      ...several,
      summary: 'only this time slice definition',
    },
    { wire: 'unitGroupIds', flag: 'unit-group', kind: id, ...several, summary: 'only this unit group' },
    {
      wire: 'unitGroupTypes',
      flag: 'unit-group-type',
      kind: suggestion('type', ['BedRoom', 'MeetingRoom', 'EventSpace', 'ParkingLot', 'Other']),
      ...several,
      summary: 'only this type of unit group',
    },
    channelCode,
    {
      wire: 'promoCode',
      flag: 'promo-code',
      kind: code,
      ...optional,
      summary: 'promotion code, which makes its rate plans available',
    },
    {
      wire: 'corporateCode',
      flag: 'corporate-code',
      kind: code,
      ...optional,
      summary: 'corporate code, which makes its rate plans available',
    },
    includeUnavailable,
  ],
  rules: [departureAfterArrival, atMostFiveYears],
};

/** Service offers for a rate plan: GET /booking/v1/service-offers (platform-facts, Booking). */
export const serviceOffers: OffersDefinition = {
  what: 'the service offers',
  path: '/booking/v1/service-offers',
  scopes: offerScopes,
  parameters: [
    {
      wire: 'ratePlanId',
      flag: 'rate-plan',
      kind: id,
      required: true,
      repeatable: false,
      summary: 'rate plan of the stay',
    },
    arrival,
    departure,
    adults,
    channelCode,
    childrenAges,
    {
      wire: 'onlyDefaultDates',
      flag: 'all-dates',
      kind: sentWhenOff,
      required: false,
      repeatable: false,
      summary: 'include every date on which a service is available, not only its default dates',
    },
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
