import { UsageError } from '../../base/errors.ts';
import type { JournalContent } from '../../bookings/journal.ts';
import { type AuthorizationRequested, authorizationsOf } from '../../bookings/standing.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readJsonInput } from '../../cli/json-input.ts';
import {
  type AuthorizationResponse,
  readAuthorizationResponse,
  uuidForm,
} from '../../platform/bookings/authorization.ts';
import type { BookingAuthorization } from '../../platform/bookings/booking-rules.ts';
import { isDateTime } from '../../platform/bookings/kinds.ts';
import { propertiesOf } from '../../platform/bookings/quote.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { clockDifference } from '../../platform/bookings/time-limits.ts';
import type { CreateOptions } from './flags.ts';

/**
 * The authorization that pays for a booking: the processor's response, with details of the request. Requests made on
 * this machine are in the journal; otherwise the flags must supply the details, because neither a payer nor a time is
 * guessed.
 *
 * @throws UsageError
 */
export async function authorizationOfOptions(
  { context, settings }: Invocation,
  options: CreateOptions,
  quote: Quote | undefined,
  content: JournalContent,
): Promise<BookingAuthorization | undefined> {
  if (options.authorization === undefined) return undefined;
  const response = readAuthorizationResponse(
    await readJsonInput(context, '--authorization', options.authorization),
  );
  const request = quote && requestOf(response, authorizationsOf(content, quote.id), options);
  const shopperReference = options.shopperReference ?? request?.shopperReference;
  const time = options.authorizedAt ?? request?.at;
  const missing = [
    ...(shopperReference === undefined ? ['--shopper-reference'] : []),
    ...(time === undefined ? ['--authorized-at'] : []),
  ];
  if (shopperReference === undefined || time === undefined) {
    throw new UsageError(`${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} required here`, {
      hint: 'the request of this authorization was not made on this machine with `hotelctl bookings authorization`',
    });
  }
  if (!uuidForm.test(shopperReference)) {
    throw new UsageError('--shopper-reference must be a UUID', {
      hint: 'it is that of the authorization request',
    });
  }
  const properties = quote ? propertiesOf(quote) : [];
  const only = properties.length === 1 ? properties[0] : undefined;
  // A setting never chooses among the properties of a quote: it would decide whose bank account gets the money.
  const set = quote ? undefined : settings.find('property')?.value;
  const propertyId = options.property ?? request?.propertyId ?? only ?? set;
  if (propertyId === undefined) {
    throw new UsageError('--property must name the property that gets the payout', {
      hint: 'it is the propertyId of the authorization request',
    });
  }
  return {
    response,
    shopperReference,
    propertyId,
    authorizedAt: momentOf(time, options, context.clock.now()),
  };
}

/**
 * The request that the processor responded to: the one with its merchant reference, or else the latest one of the
 * shopper. A quote may have several, because an authorization expires after two hours.
 */
function requestOf(
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

function momentOf(text: string, { authorizedAt }: CreateOptions, now: number): number {
  if (authorizedAt !== undefined && !isDateTime(authorizedAt)) {
    throw new UsageError('--authorized-at must be a time such as 2026-12-01T15:00:00Z', {
      hint: 'with its offset from UTC, or with Z',
    });
  }
  const moment = Date.parse(text);
  if (moment <= now + clockDifference) return moment;
  throw new UsageError('the authorization is in the future', {
    hint: "check this machine's clock, and --authorized-at",
  });
}
