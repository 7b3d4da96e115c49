import { askForName } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { BookingSender } from '../../bookings/create-booking.ts';
import type { Journal } from '../../bookings/journal.ts';
import { makeQuote, withDigest } from '../../bookings/quoting.ts';
import { type AuthorizationRequested, listAuthorizations } from '../../bookings/standing.ts';
import { duration } from '../../cli/flags.ts';
import { givenOrPrompted, missingFlags, readJsonInput } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import {
  type AuthorizationResponse,
  readAuthorizationResponse,
  uuidForm,
} from '../../platform/bookings/authorization.ts';
import { type BookingRequest, bookingModel } from '../../platform/bookings/booking-request.ts';
import type { BookingAuthorization } from '../../platform/bookings/booking-rules.ts';
import { isDateTime, sliceCount } from '../../platform/bookings/offers.ts';
import { listProperties, readQuote } from '../../platform/bookings/quote.ts';
import type { Quote, StayRequest } from '../../platform/bookings/quote-model.ts';
import { clockDifference } from '../../platform/dates.ts';
import { filledFields } from '../../platform/json.ts';
import { checkAgainstModel } from '../../platform/models.ts';
import { listOurNames, readNamePairs, withOurNames } from '../../platform/names.ts';
import { safeText } from '../../platform/safe-text.ts';
import { refuseFlagsWithFile } from './details.ts';
import type { CreateOptions } from './flags.ts';

/**
 * The processor's response, with details of the request: requests made on this machine are in the journal; for others the
 * flags must supply the details, because neither a payer nor a time is guessed. @throws UsageError
 */
export async function planAuthorized(
  invocation: Invocation,
  options: CreateOptions,
  quote: Quote | undefined,
): Promise<(journal: Journal) => Promise<BookingAuthorization | undefined>> {
  const { authorization, shopperReference, authorizedAt } = options;
  if (authorization === undefined && (shopperReference ?? authorizedAt) !== undefined)
    throw new UsageError('--shopper-reference and --authorized-at belong to --authorization', {
      hint: "add --authorization FILE with the processor's response",
    });
  if (authorization === undefined) return async () => undefined;
  const response = readAuthorizationResponse(
    await readJsonInput(invocation, '--authorization', authorization),
  );
  if (shopperReference !== undefined && !uuidForm.test(shopperReference))
    throw new UsageError('--shopper-reference must be a UUID', {
      hint: 'it is that of the authorization request',
    });
  if (authorizedAt !== undefined && !isDateTime(authorizedAt))
    throw new UsageError('--authorized-at must be a time such as 2026-12-01T15:00:00Z', {
      hint: 'with its offset from UTC, or with Z',
    });
  return journal => findAuthorization(invocation, options, quote, response, journal);
}

async function findAuthorization(
  { context, settings }: Invocation,
  options: CreateOptions,
  quote: Quote | undefined,
  response: AuthorizationResponse,
  journal: Journal,
): Promise<BookingAuthorization> {
  const requests = quote ? listAuthorizations(await journal.read([quote.id]), quote.id) : [];
  const request = findAnsweredRequest(response, requests, options);
  refuseOtherShopper(options.shopperReference, response, requests, request);
  const shopperReference = options.shopperReference ?? request?.shopperReference;
  const time = options.authorizedAt ?? request?.at;
  if (shopperReference === undefined || time === undefined)
    throw missingFlags(
      { '--shopper-reference': shopperReference, '--authorized-at': time },
      'the request of this authorization was not made on this machine with `hotelctl bookings authorization`',
    );
  // A setting never chooses among the properties of a quote: it would decide whose bank account gets the money.
  const [only, ...others] = quote ? listProperties(quote) : [settings.find('property')?.value];
  const propertyId = options.property ?? request?.propertyId ?? (others.length === 0 ? only : undefined);
  if (propertyId === undefined)
    throw new UsageError('--property must name the property that gets the payout', {
      hint: 'it is the propertyId of the authorization request',
    });
  const authorizedAt = Date.parse(time);
  // An invalid time of the journal is refused as well.
  if (!(authorizedAt <= context.clock.now() + clockDifference))
    throw new UsageError('the authorization is in the future', {
      hint: "check this machine's clock and --authorized-at",
    });
  return { response, shopperReference, propertyId, authorizedAt };
}

/** A flag never overrides what the processor or the journal says about this authorization. @throws UsageError */
function refuseOtherShopper(
  given: string | undefined,
  { shopperReference: responded, merchantReference }: AuthorizationResponse,
  requests: readonly AuthorizationRequested[],
  answered: AuthorizationRequested | undefined,
): void {
  if (given === undefined) return;
  const latest = merchantReference ? undefined : requests.at(-1);
  const known = responded ?? (answered ?? latest)?.shopperReference;
  if (known === undefined || known.toLowerCase() === given.toLowerCase()) return;
  throw new UsageError(`--shopper-reference is not that of this authorization, ${safeText(known, 100)}`, {
    hint: 'omit --shopper-reference',
  });
}

/**
 * The one with its merchant reference, or else the latest one of the shopper. A quote may have several, because an
 * authorization expires after two hours.
 */
function findAnsweredRequest(
  response: AuthorizationResponse,
  requests: readonly AuthorizationRequested[],
  options: CreateOptions,
): AuthorizationRequested | undefined {
  const { merchantReference } = response;
  const named = requests.find(
    request => request.merchantReference !== undefined && request.merchantReference === merchantReference,
  );
  if (named) return named;
  const shopper = options.shopperReference ?? response.shopperReference;
  const possible = requests.filter(
    ({ shopperReference }) => (shopper ?? shopperReference) === shopperReference,
  );
  if (new Set(possible.map(({ shopperReference }) => shopperReference)).size <= 1) return possible.at(-1);
  throw new UsageError('--shopper-reference is required: the quote was authorized for several shoppers', {
    hint: 'it must match the authorization request that the processor responded to',
  });
}

export async function readGivenQuote(invocation: Invocation, given: string | undefined): Promise<Quote> {
  const { settings } = invocation;
  const path = await givenOrPrompted(invocation, given, 'File of the quote');
  if (path === undefined)
    throw new UsageError('--quote is required', {
      hint: 'create one with `hotelctl bookings quote --output quote.json`',
    });
  const quote = readQuoteFile(await readJsonInput(invocation, '--quote', path));
  const host = settings.requireHost('baseUrl');
  if (quote.host === host) return quote;
  throw new UsageError(`this quote came from another API host, ${safeText(quote.host, 200)}`, {
    hint: `this command uses ${host}: quote again, or choose the profile of the quote's host`,
  });
}

/** `--max-age` in milliseconds; 0 requests the prices each time. */
export const readMaxAge = (text = '15m') => (/^0[smh]?$/.test(text) ? 0 : duration('--max-age', text));

/** `--file`: the booking request as it will be sent, also with the platform's names. @throws UsageError */
export async function readBookingFile(invocation: Invocation, options: CreateOptions, path: string) {
  refuseFlagsWithFile(options);
  const fields = readNamePairs(invocation.settings.require('assume.bookings.fields'));
  const value = withOurNames(await readJsonInput(invocation, '--file', path), fields);
  const { faults, unknownFields } = checkAgainstModel(bookingModel, value);
  const [fault] = faults;
  if (fault !== undefined)
    throw new UsageError(`the booking of --file is not valid: ${fault}`, {
      hint: 'add `--dry-run` to a booking from a quote to see the format',
    });
  for (const path of unknownFields) {
    const near = askForName(path.replace(/^.*\./, ''), listOurNames('assume.bookings.fields'));
    await invocation.warn(
      `warning: --file has an unknown field, ${path}; it is sent${near ? `; ${near}` : ''}`,
    );
  }
  return () => value as BookingRequest;
}

/** Quotes a booking file that is given without a quote. @throws UsageError, RefusedError */
export async function quoteRequest(sender: BookingSender, { settings }: Invocation, request: BookingRequest) {
  const propertyId = settings.require('property');
  const requests = request.reservations.map((reservation, index): StayRequest => {
    const { arrival, departure, adults, childrenAges = [], channelCode, services = [] } = reservation;
    const ratePlanIds = reservation.timeSlices.map(slice => slice.ratePlanId);
    const [ratePlanId] = ratePlanIds;
    if (ratePlanId === undefined || ratePlanIds.length !== sliceCount(reservation))
      throw new UsageError(`reservation ${index + 1} must have one time slice for each night`, {
        hint: 'add a ratePlanId to each element of timeSlices',
      });
    return {
      propertyId,
      arrival,
      departure,
      adults,
      childrenAges,
      ratePlanId,
      ...(new Set(ratePlanIds).size > 1 ? { ratePlanIds } : {}),
      channelCode,
      ...(arrival.slice(0, 10) === departure.slice(0, 10) ? { timeSliceTemplate: 'DayUse' } : {}),
      services: services.map(({ serviceId, count, dates }) => ({
        serviceId,
        ...filledFields({ count, dates: dates?.map(({ serviceDate }) => serviceDate) }),
      })),
    };
  });
  return makeQuote(sender, requests);
}

/**
 * Reads a quote from its file. An edited one is refused: it would book other dates, guests or prices than were offered.
 * @throws UsageError
 */
function readQuoteFile(value: unknown): Quote {
  return readQuote(value, quote => {
    if (withDigest(quote).digest === quote.digest) return;
    throw new UsageError('the quote was changed: its content does not match its digest', {
      hint: 'quote again',
    });
  });
}
