import * as z from 'zod/mini';
import {
  type HotelctlError,
  RefusedError,
  TemporaryError,
  UndocumentedResponseError,
} from '../base/errors.ts';
import { isSuccess } from '../base/http-status.ts';
import { ownValue, toFields } from '../base/text.ts';
import { readJson, responseDetails } from '../http/body.ts';
import { getJson, type HttpResponse, type Send, sizeCaps } from '../http/exchange.ts';
import { certainlyNotSent } from '../http/network-error.ts';
import { describeError, readMessages, readRefusal } from '../http/refusal.ts';
import { restsOn } from '../platform/assumptions.ts';
import { bookingScopes } from '../platform/bookings/booking-request.ts';
import { type OffersDefinition, serviceOffers, stayOffers } from '../platform/bookings/offers.ts';
import {
  type ServiceOffer,
  type StayOffer,
  serviceOffersResponse,
  stayOffersResponse,
} from '../platform/bookings/quote-model.ts';
import { stringifyJson } from '../platform/json.ts';
import { checkAgainstModel, type Schema } from '../platform/models.ts';
import type { Money } from '../platform/money.ts';
import type { NamePairs } from '../platform/names.ts';
import { type Parameters, queryString } from '../platform/parameters.ts';
import { propertiesPath } from '../platform/properties.ts';
import { joinSome } from '../platform/safe-text.ts';

export interface Platform {
  readonly send: Send;
  /** URL of the API host, without a trailing slash. */
  readonly baseUrl: string;
}

/** The response as received; undefined is 204, no offers. @throws RefusedError and the like; UndocumentedResponseError */
const fetcherOf =
  <Body>(definition: OffersDefinition, schema: Schema) =>
  async ({ send, baseUrl }: Platform, parameters: Parameters): Promise<Body | undefined> => {
    const { path, what, scopes, assumes } = definition;
    const response = await send(getJson(`${baseUrl}${path}?${queryString(definition, parameters)}`));
    if (response.status === 204) {
      await response.discard();
      return undefined;
    }
    if (response.status !== 200) {
      const refusal = await readRefusal(response, what, scopes);
      const mayBeNames = response.status === 400 || response.status === 422;
      throw mayBeNames ? restsOn(refusal, `assume.${assumes}.parameters`) : refusal;
    }
    const body = await readJson(response, sizeCaps.small);
    const { faults } = checkAgainstModel(schema, body);
    if (faults.length === 0) return body as Body;
    const problem = `${what} are not as documented: ${joinSome(faults, 3, '; ')}`;
    const hint = 'report this; hotelctl never guesses amounts';
    const error = new UndocumentedResponseError(problem, { hint, ...responseDetails(response) });
    throw restsOn(error, `assume.${assumes}.fields`);
  };

export const fetchStayOffers = fetcherOf<{ readonly offers: readonly StayOffer[] }>(
  stayOffers,
  stayOffersResponse,
);
export const fetchServiceOffers = fetcherOf<{ readonly services: readonly ServiceOffer[] }>(
  serviceOffers,
  serviceOffersResponse,
);

const created = z.looseObject({
  id: z.string().check(z.minLength(1)),
  reservationIds: z.array(z.looseObject({ id: z.string() })),
});
type CreatedBooking = z.infer<typeof created>;

/** A booking that was made, with the key and the total under which it was sent, if they are known. */
export interface SentBooking {
  readonly booking: CreatedBooking;
  readonly key: string;
  readonly total: Money | undefined;
}

/** The certain outcome of sending a booking once; every other outcome is `unknown`. */
export type Outcome =
  | { readonly kind: 'created'; readonly booking: CreatedBooking }
  | { readonly kind: 'refused'; readonly status: number; readonly error: HotelctlError }
  | { readonly kind: 'not-sent'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly why: string; readonly response?: HotelctlError | undefined };

/** What the specification does not show of the creation of a booking: the values of `assume.bookings`. */
export type BookingCreation = Readonly<Record<'path' | 'status' | 'id' | 'reservationIds', string>> & {
  readonly fields: NamePairs;
};

/**
 * The statuses with which the platform refuses a booking (platform.md, Errors; platform-facts, Booking). Every other status may
 * come from a proxy, after the booking was made.
 */
const refusing: ReadonlySet<number> = new Set([400, 401, 403, 404, 415, 422]);

/** POST /booking/v1/bookings, once: the layers below retry only if the request certainly never left this machine. */
export async function postBooking(
  { send, baseUrl }: Platform,
  creation: BookingCreation,
  { key, body }: { readonly key: string; readonly body: string },
  signInFailed: () => boolean,
): Promise<Outcome> {
  let response: HttpResponse;
  try {
    response = await send({
      method: 'POST',
      url: `${baseUrl}${creation.path}`,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key },
      body,
      repeatable: false,
      authorize: true,
    });
  } catch (error) {
    if (signInFailed() || certainlyNotSent(error)) return { kind: 'not-sent', error };
    return { kind: 'unknown', why: describeError(error) };
  }
  const { status } = response;
  if (String(status) === creation.status) return readCreated(response, creation);
  const refusal = await readRefusal(response, 'the booking', bookingScopes);
  const assumption =
    status === 404
      ? 'assume.bookings.path'
      : status === 400 || namesField(refusal, body)
        ? 'assume.bookings.fields'
        : undefined;
  const error = assumption ? restsOn(refusal, assumption) : refusal;
  if (refusing.has(status)) return { kind: 'refused', status, error };
  // Rejected before it was carried out.
  if (status === 429) return { kind: 'not-sent', error };
  const assumed = isSuccess(status)
    ? `; hotelctl assumes ${creation.status} (assume.bookings.status)`
    : status === 405
      ? `; hotelctl assumes the path ${creation.path} (assume.bookings.path)`
      : '';
  return { kind: 'unknown', why: `the platform responded with status ${status}${assumed}`, response: error };
}

/** Whether a refusal is about a name that was sent, rather than about the stay. */
const namesField = ({ details }: HotelctlError, body: string): boolean =>
  (details.messages ?? []).some(words =>
    (words.match(/[a-z]+[A-Z][A-Za-z]+/g) ?? []).some(name => body.includes(`"${name}"`)),
  );

async function readCreated(response: HttpResponse, creation: BookingCreation): Promise<Outcome> {
  let problem = 'not with a booking as documented';
  let messages: readonly string[] = [];
  try {
    const body = await readJson(response, sizeCaps.small);
    // One of the fields may be the id with which the outcome can be settled.
    messages = readMessages(stringifyJson(body));
    const fields = toFields(body);
    const [id, reservationIds] = [ownValue(fields, creation.id), ownValue(fields, creation.reservationIds)];
    const booking = created.safeParse({ ...fields, id, reservationIds });
    if (booking.success) return { kind: 'created', booking: booking.data };
    const missing = (['id', 'reservationIds'] as const)
      .filter(name => ownValue(fields, creation[name]) === undefined)
      .map(name => `\`${creation[name]}\`, which hotelctl assumes (assume.bookings.${name})`);
    if (missing.length > 0) problem = `without ${missing.join(' and ')}`;
  } catch (error) {
    problem = describeError(error);
  }
  const why = `the platform responded with status ${response.status}, but ${problem}`;
  const error = new RefusedError(why, { hint: '', ...responseDetails(response), messages });
  return { kind: 'unknown', why, response: error };
}

/**
 * The platform's time in milliseconds since 1970, from the Date header of a response; undefined without one. The
 * request is the smallest that needs no scope; its status does not matter, and a booking can do without it.
 */
export async function fetchPlatformTime({ send, baseUrl }: Platform): Promise<number | undefined> {
  const url = `${baseUrl}${propertiesPath}?pageNumber=1&pageSize=1`;
  const response = await send({ ...getJson(url), repeatable: false }).catch(error => {
    if (error instanceof TemporaryError || error instanceof UndocumentedResponseError) return undefined;
    throw error;
  });
  await response?.discard();
  const time = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time;
}
