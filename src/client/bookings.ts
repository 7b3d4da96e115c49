import * as z from 'zod/mini';
import { HotelctlError, RefusedError } from '../base/errors.ts';
import { readJson, trackingIdOf } from '../http/body.ts';
import { type HttpResponse, sizeCaps } from '../http/exchange.ts';
import { certainlyNotSent } from '../http/network-error.ts';
import { refusalOf } from '../http/refusal.ts';
import { isUncertain } from '../http/status.ts';
import { bookingScopes, bookingsPath } from '../platform/booking/booking-request.ts';
import type { Platform } from './offers.ts';

export interface CreatedBooking {
  readonly id: string;
  readonly reservationIds: readonly { readonly id: string }[];
}

/** A request body and the Idempotency-Key that it is sent under. */
export interface KeyedRequest {
  readonly key: string;
  readonly body: string;
}

/** What is certain after one sending; `unknown` is everything that is not. */
export type Outcome =
  | { readonly kind: 'created'; readonly booking: CreatedBooking }
  | { readonly kind: 'refused'; readonly status: number; readonly error: HotelctlError }
  | { readonly kind: 'not-sent'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly why: string; readonly answer?: HotelctlError | undefined };

const created = z.looseObject({
  id: z.string().check(z.minLength(1)),
  reservationIds: z.array(z.looseObject({ id: z.string() })),
});

/** Whether the sign-in was what failed: such a request was never carried out. */
export type SignInFailed = () => boolean;

/** The message of an unforeseen error may hold anything. */
const wordsOf = (error: unknown): string =>
  error instanceof HotelctlError ? error.message : 'something unexpected happened';

/** POST /booking/v1/bookings, once: only what certainly never left this machine is tried again by the layers below. */
export async function postBooking(
  { send, baseUrl }: Platform,
  { key, body }: KeyedRequest,
  signInFailed: SignInFailed,
): Promise<Outcome> {
  let response: HttpResponse;
  try {
    response = await send({
      method: 'POST',
      url: `${baseUrl}${bookingsPath}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
      repeatable: false,
      authorize: true,
    });
  } catch (error) {
    if (signInFailed() || certainlyNotSent(error)) return { kind: 'not-sent', error };
    return { kind: 'unknown', why: wordsOf(error) };
  }
  return outcomeOf(response);
}

async function outcomeOf(response: HttpResponse): Promise<Outcome> {
  const { status } = response;
  if (status === 201) return createdOutcome(response);
  if (status === 200 || status === 202 || status === 204 || isUncertain(status)) {
    const answer = await refusalOf(response, 'the booking', bookingScopes);
    return { kind: 'unknown', why: `the platform answered ${status}`, answer };
  }
  const error = await refusalOf(response, 'the booking', bookingScopes);
  // 429: turned away at the door.
  return status === 429 ? { kind: 'not-sent', error } : { kind: 'refused', status, error };
}

async function createdOutcome(response: HttpResponse): Promise<Outcome> {
  const details = { hint: '', status: response.status, trackingId: trackingIdOf(response.headers) };
  try {
    const booking = created.safeParse(await readJson(response, sizeCaps.small));
    if (booking.success) return { kind: 'created', booking: booking.data };
    return unreadable('the platform answered 201, but not with a booking as documented', details);
  } catch (error) {
    return unreadable(`the platform answered 201, but ${wordsOf(error)}`, details);
  }
}

const unreadable = (why: string, details: ConstructorParameters<typeof RefusedError>[1]): Outcome => ({
  kind: 'unknown',
  why,
  answer: new RefusedError(why, details),
});
