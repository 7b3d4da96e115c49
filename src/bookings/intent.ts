import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { BookingRequest } from '../platform/bookings/booking-request.ts';
import { sortedByName, stringifyJson } from '../platform/json.ts';
import { type NamePairs, withTheirNames } from '../platform/names.ts';

export const optionalText = z.optional(z.string());

/**
 * The fields that identify a booking, whatever the other flags are: two requests with any of these in common are the
 * same booking.
 */
export const identityFields = {
  quoteId: optionalText,
  /** The processor's reference: one authorization pays for one booking. */
  transactionReference: optionalText,
  /** SHA-256 of host, booker's last name and stays; it identifies a booking that has no quote. */
  stays: optionalText,
  /** The caller's own name of the order: `--reference`. */
  reference: optionalText,
  /** SHA-256 of host, quote and request. */
  digest: optionalText,
};
export type BookingIdentity = Readonly<Partial<Record<keyof typeof identityFields, string | undefined>>>;

/** The booker's last name and the days of the stay, by which people recognize a booking. */
export const summaryFields = { guest: optionalText, arrival: optionalText, departure: optionalText };
type BookingSummary = Readonly<Partial<Record<keyof typeof summaryFields, string | undefined>>>;

export interface BookingIntent extends BookingIdentity, BookingSummary {
  readonly body: string;
  readonly digest: string;
}

/** The texts by which the lines of a booking are found in the journal: also by its key, where the line of its sending is lost. */
export const listNames = (identity: BookingIdentity): string[] => [
  ...Object.keys(identityFields).flatMap(name => identity[name as keyof BookingIdentity] ?? []),
  ...(identity.digest === undefined ? [] : [deriveKey(identity.digest, 0)]),
];

export function intentToBook(
  request: BookingRequest,
  host: string,
  quoteId: string | undefined,
  reference?: string,
  names: NamePairs = [],
): BookingIntent {
  const body = stringifyJson(sortedByName(withTheirNames(sortedByName(request), names)));
  const days = (field: 'arrival' | 'departure') =>
    request.reservations.map(stay => stay[field].slice(0, 10)).sort();
  return {
    body,
    reference,
    guest: request.booker.lastName,
    arrival: days('arrival')[0],
    departure: days('departure').at(-1),
    digest: digestRequest(host, quoteId, body),
    quoteId,
    transactionReference: request.paymentAccount?.transactionReference,
    stays: staysDigest(request, host),
  };
}

export const digestRequest = (host: string, quoteId: string | undefined, body: string): string =>
  digestOfText(JSON.stringify([host, quoteId ?? null, body]));

/**
 * The Idempotency-Key: the same for every attempt of one request until the platform responds to it. A request that the
 * platform has refused, or that is deliberately booked again, gets a new key, because the platform repeats its response
 * to a key.
 *
 * @param responses the number of keys of this request that have received a conclusive response
 */
export const deriveKey = (digest: string, responses: number): string =>
  formatUuid(responses === 0 ? digest : digestOfText(JSON.stringify([digest, responses])));

/** Contact details, comments, services and payment are excluded: they differ between two attempts at one booking. */
function staysDigest({ booker, reservations }: BookingRequest, host: string): string {
  const stays = reservations.map(({ arrival, departure, adults, childrenAges = [], timeSlices }) => [
    arrival.slice(0, 10),
    departure.slice(0, 10),
    adults,
    childrenAges,
    timeSlices.map(({ ratePlanId }) => ratePlanId),
  ]);
  return digestOfText(JSON.stringify([host, booker.lastName.trim().toLowerCase(), stays]));
}

export const digestOfText = (text: string): string => hash('sha256', text);

/** RFC 9562, version 8: a UUID computed from a digest. */
const formatUuid = (digest: string): string =>
  digest.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5');
