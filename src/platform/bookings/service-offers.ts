import { id } from '../parameters.ts';
import { sentWhenOff } from './kinds.ts';
import type { OffersDefinition } from './offers.ts';
import {
  adults,
  arrival,
  atMostFiveYears,
  channelCode,
  childrenAges,
  departure,
  departureAfterArrival,
  includeUnavailable,
  offerScopes,
} from './offers.ts';

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
