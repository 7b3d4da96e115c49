/**
 * The sandbox's API host: finds the operation, checks who asks, and answers from the hotel. Report routes are made
 * of the platform's own definitions, so a definition that is added is a route that is checked.
 *
 * In this order: unknown path 404, wrong method 405, no or bad token 401, none of the scopes 403, then the
 * operation's own checks. Errors have no body but 422 (platform.md, Errors).
 */
import type { Context } from '../../base/context.ts';
import { authorize } from '../authorize.ts';
import { createBookings, type MadeBooking } from '../booking/bookings.ts';
import { listServiceOffers } from '../booking/service-offers.ts';
import { listStayOffers } from '../booking/stay-offers.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { Handler, HandlerRequest, HandlerResponse, VerifyToken } from '../http-handler.ts';
import { createProcessor, type Processor } from '../payments/processor.ts';
import { empty, type Operation } from './operation.ts';
import { listProperties } from './properties.ts';
import { reportOperations } from './reports.ts';

export interface ApiOptions {
  readonly hotel: Hotel;
  readonly verifyToken: VerifyToken;
  /** Makes the tracking ids that every answer carries. */
  readonly random: Pick<Context['random'], 'bytes'>;
  /** The list reports answer with exactly so many records; as many as the hotel has when it is left out. */
  readonly records?: number | undefined;
  /** Where bookings capture their pre-payments; one of its own when it is left out, which nobody else sees. */
  readonly processor?: Processor | undefined;
  /** Every booking that is made is appended. */
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
    listStayOffers,
    listServiceOffers,
    createBookings(hotel, processor, bookings),
  ];
  return {
    async handle(request) {
      const answer = await dispatch(operations, hotel, verifyToken, request);
      const trackingId = Buffer.from(random.bytes(16)).toString('hex');
      return { ...answer, headers: { ...answer.headers, 'Sandbox-Tracking-Id': trackingId } };
    },
  };
}

async function dispatch(
  operations: readonly Operation[],
  hotel: Hotel,
  verifyToken: VerifyToken,
  request: HandlerRequest,
): Promise<HandlerResponse> {
  const here = operations.filter(operation => operation.path === request.path);
  if (here.length === 0) return empty(404);
  const operation = here.find(({ method }) => method === request.method);
  if (!operation) return empty(405, { Allow: here.map(({ method }) => method).join(', ') });
  const caller = await authorize(request, verifyToken, operation.scopes);
  return 'refusal' in caller ? caller.refusal : operation.answer(hotel, request, caller.subject);
}
