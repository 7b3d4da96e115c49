/** The API host of the sandbox. Report routes are derived from the platform's definitions: a new definition is a new, validated route. */
import type { Context } from '../../base/context.ts';
import type { Handler } from '../../http/local/handler.ts';
import { createBookings, type MadeBooking } from '../booking/bookings.ts';
import { serviceOffersOperation } from '../booking/service-offers.ts';
import { stayOffersOperation } from '../booking/stay-offers.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { createProcessor, type Processor } from '../payments/processor.ts';
import { type RoutedRequest, routeHandler, type VerifyToken } from '../routes.ts';
import { listProperties } from './properties.ts';
import { reportOperations } from './reports.ts';

export interface ApiOptions {
  readonly hotel: Hotel;
  readonly verifyToken: VerifyToken;
  /** Creates the tracking ids that every response has. */
  readonly random: Pick<Context['random'], 'bytes'>;
  /** The number of records in list reports; default: as many as the hotel has. */
  readonly records?: number | undefined;
  /** Where bookings capture their pre-payments; default: a new one. */
  readonly processor?: Processor | undefined;
  /** New bookings are appended. */
  readonly bookings?: MadeBooking[] | undefined;
}

export function createApi({
  hotel,
  verifyToken,
  random,
  records,
  processor = createProcessor(hotel.clock, random),
  bookings = [],
}: ApiOptions): Handler {
  const operations = [
    listProperties,
    ...reportOperations(hotel.clock, records),
    stayOffersOperation,
    serviceOffersOperation,
    createBookings(hotel, processor, bookings),
  ];
  const routes = operations.map(({ method, path, scopes, answer }) => ({
    method,
    path,
    scopes,
    respond: (request: RoutedRequest) => answer(hotel, request, request.subject),
  }));
  return routeHandler(routes, { verifyToken, random });
}
