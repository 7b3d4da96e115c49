import { UsageError } from '../../base/errors.ts';
import { durationText } from '../../base/text.ts';
import {
  type BookingSender,
  checkStanding,
  createBooking,
  resumeBooking,
  settleBooking,
} from '../../bookings/create-booking.ts';
import { type BookingIntent, intentToBook } from '../../bookings/intent.ts';
import { type Journal, openJournal } from '../../bookings/journal.ts';
import { refreshQuote } from '../../bookings/quoting.ts';
import type { SentBooking } from '../../bookings/requests.ts';
import { type Attempt, listAttempts, nextKey } from '../../bookings/standing.ts';
import { givenOrPrompted, refuseCard } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { type OutputOptions, readQuery } from '../../cli/shared-flags.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { chooseFormat } from '../../output/format.ts';
import { jsonText } from '../../output/json.ts';
import { uuidForm } from '../../platform/bookings/authorization.ts';
import {
  type BookingRequest,
  bookingLines,
  bookingRequest,
  unknownChoices,
} from '../../platform/bookings/booking-request.ts';
import {
  type BookingAuthorization,
  type BookingMaterial,
  bindsPrice,
  bookingRules,
} from '../../platform/bookings/booking-rules.ts';
import { authorizationLifetime, warningAge } from '../../platform/bookings/offers.ts';
import { listProperties } from '../../platform/bookings/quote.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { parseJson } from '../../platform/json.ts';
import { isZero, type Money, moneyText, parseMoney, sameMoney } from '../../platform/money.ts';
import { brokenRules } from '../../platform/parameters.ts';
import { safeText } from '../../platform/safe-text.ts';
import { planBookingOutput, withBookingSender } from './booking-output.ts';
import { planAuthorized, quoteRequest, readBookingFile, readGivenQuote, readMaxAge } from './create-input.ts';
import { checkPaymentFlags, readDetails } from './details.ts';
import type { CreateOptions, SettleOptions } from './flags.ts';

/** `hotelctl bookings create`: builds, checks and confirms the booking, and sends it at most once. */
export async function planBooking(invocation: Invocation, options: CreateOptions) {
  // Settings, flags, files and the output are checked first, so that they cannot fail after the booking is sent.
  invocation.settings.requireHost('baseUrl');
  const maxAge = readMaxAge(options.maxAge);
  const expected = readExpectedTotal(invocation, options);
  checkReference(options.reference);
  const write = await planBookingOutput(invocation, options);
  const format = chooseFormat(options);
  if (options.dryRun && format !== 'json' && format !== 'table')
    throw new UsageError(`--dry-run prints JSON; the format is ${format}`, {
      hint: 'omit --format, or name a file that ends in .json',
    });
  const { file, property } = options;
  const hasQuote = file === undefined || options.quote !== undefined;
  const quoted = hasQuote ? await readGivenQuote(invocation, options.quote) : undefined;
  const quotedAt = quoted && listProperties(quoted);
  if (property !== undefined && quotedAt?.includes(property) === false)
    throw new UsageError('--property must name a property of the quote', {
      hint: `the quote has ${safeText(quotedAt.join(', '), 200)}`,
    });
  if (quoted && file === undefined && isZero(quoted.sums.prePayment)) checkPaymentFlags(options);
  const findAuthorization = await planAuthorized(invocation, options, quoted);
  const makeRequest = file
    ? await readBookingFile(invocation, options, file)
    : await requestFromFlags(invocation, options, quoted as Quote);
  const material = { maxAge, expected, quoted, findAuthorization, makeRequest };
  return async () => {
    const booking = await withBookingSender(invocation, sender =>
      create(invocation, options, material, sender),
    );
    if (booking) await write(booking);
  };
}

/** What a booking is made from. */
interface Material {
  readonly maxAge: number;
  readonly expected: Money | undefined;
  readonly quoted: Quote | undefined;
  readonly findAuthorization: (journal: Journal) => Promise<BookingAuthorization | undefined>;
  readonly makeRequest: (authorization: BookingAuthorization | undefined) => BookingRequest;
}

/** @returns undefined after a dry run */
async function create(
  invocation: Invocation,
  options: CreateOptions,
  { maxAge, expected, quoted, findAuthorization, makeRequest }: Material,
  sender: BookingSender,
): Promise<SentBooking | undefined> {
  const { context, journal, platform, creation } = sender;
  const { note, warn, warned } = invocation;
  const { again = false, dryRun = false, yes = false, file } = options;
  const authorization = await findAuthorization(journal);
  const request = makeRequest(authorization);
  refuseCard(request, 'the booking');
  for (const unknown of unknownChoices(request)) await warn(`warning: ${safeText(unknown, 200)}; it is sent`);
  const intent = intentToBook(request, platform.baseUrl, quoted?.id, options.reference, creation.fields);
  const before = dryRun ? undefined : await checkStanding(intent, sender, again);
  if (!dryRun && options.reference === undefined) await warnOfSameStay(invocation, intent, journal);
  const quote = quoted ?? (await quoteRequest(sender, invocation, request));
  // An agreed total must be correct at the moment of sending, however recent the quote is.
  if (quoted && !dryRun) await refreshQuote(quoted, sender, yes || expected ? 0 : maxAge);
  const age = checkAuthorizationAge(authorization, context.clock.now());
  if (age >= warningAge) {
    const left = durationText(authorizationLifetime - age, 'min');
    await warn(
      `warning: the authorization is ${durationText(age, 'min')} old; it is canceled in ${left} unless this booking follows`,
    );
  }
  checkRules({ request, quote, authorization, now: context.clock.now() });
  const { grandTotal } = quote.sums;
  if (expected && !sameMoney(expected, grandTotal))
    throw new UsageError(`the grand total is ${moneyText(grandTotal)}, not ${moneyText(expected)}`, {
      hint: 'nothing was sent; set --expect-total to what the booker pays, including city tax and fees',
      fields: { total: grandTotal },
    });
  const isBound = bindsPrice({ request, quote });
  // --expect-total is a promise to the booker, which only amounts in the request keep.
  if (expected && !isBound)
    throw new UsageError(
      'the price cannot be fixed: the request has no amount for each night and service date, or they do not add up to the total',
      {
        hint: file
          ? 'nothing was sent; add totalAmount to each time slice and amount to each date of the file, as `--dry-run` of a quote shows them'
          : 'nothing was sent; the offer has no such amounts: confirm the booking in a terminal, without --yes and --expect-total',
      },
    );
  if (dryRun) {
    await printDryRun(invocation, options, intent, sender, grandTotal);
    const quoteAge = context.clock.now() - Date.parse(quoted?.quotedAt ?? '');
    if (quoteAge > maxAge)
      await note(
        `the quote is ${durationText(quoteAge, 'min')} old: its prices would be requested again first`,
      );
    await note(`grand total ${moneyText(grandTotal)}; nothing was sent`);
    return undefined;
  }
  const { approve } = context;
  if (approve && !(await approve([...warned, ...bookingLines(request, quote, options.reference)])))
    throw new UsageError('the person did not confirm, so nothing was booked', {
      hint: 'ask what should be changed',
    });
  if (!yes) {
    if (!isBound)
      await warn(
        'warning: the request has no amount for each night and date, so the platform sets the price',
      );
    await confirmBooking(invocation, request.reservations.length, grandTotal, before);
  }
  const authorizedAt = authorization && new Date(authorization.authorizedAt).toISOString();
  const propertyIds = listProperties(quote);
  return createBooking({ ...intent, propertyIds, grandTotal, authorizedAt, again }, sender, () => {
    checkAuthorizationAge(authorization, context.clock.now());
  });
}

/** A guest who reloads a page after an error gets another quote of the same stay. */
async function warnOfSameStay({ warn }: Invocation, { stays, quoteId }: BookingIntent, journal: Journal) {
  if (stays === undefined) return;
  const others = listAttempts(await journal.read([stays])).filter(
    other => other.state === 'unknown' && other.quoteId !== quoteId,
  );
  for (const { key } of others)
    await warn(
      `warning: a booking of the same stay for the same booker was sent before under the key ${safeText(key, 100)}; its outcome is unknown`,
    );
}

async function requestFromFlags(
  invocation: Invocation,
  options: CreateOptions,
  quote: Quote,
): Promise<Material['makeRequest']> {
  const lastName = await givenOrPrompted(invocation, options.bookerLastName, 'Last name of the booker');
  if (!isZero(quote.sums.prePayment) && options.authorization === undefined)
    throw new UsageError('--authorization is required: the quote has a prepayment', {
      hint: "pass the processor's response with --authorization FILE",
    });
  const detailsWith = readDetails(options, lastName, quote.reservations.length);
  return authorization => {
    const references = authorization && {
      payerReference: authorization.shopperReference,
      transactionReference: authorization.response.pspReference,
    };
    return bookingRequest(quote, detailsWith(references));
  };
}

function checkRules(material: BookingMaterial): void {
  const broken = brokenRules(bookingRules, material);
  const [first] = broken;
  if (first === undefined) return;
  throw new UsageError(broken.length > 1 ? `the booking breaks ${broken.length} rules` : first, {
    hint: 'nothing was sent; fix the booking, or quote and authorize again',
    ...(broken.length > 1 ? { messages: broken } : {}),
  });
}

function checkReference(reference: string | undefined): void {
  if (reference === undefined || /^[\x21-\x7e]{1,100}$/.test(reference)) return;
  throw new UsageError('--reference must be 1 to 100 visible characters without spaces', {
    hint: 'for example --reference ORDER-1047',
  });
}

/** The age of an authorization in milliseconds; 0 without one. @throws UsageError if the platform has cancelled it */
function checkAuthorizationAge(authorization: BookingAuthorization | undefined, now: number): number {
  const age = authorization ? now - authorization.authorizedAt : 0;
  if (age <= authorizationLifetime) return age;
  throw new UsageError(
    `the authorization is ${durationText(age, 'min')} old; the platform cancels it after two hours`,
    { hint: 'nothing was sent; authorize again, or set the time of the authorization with --authorized-at' },
  );
}

/** `--expect-total`, which is required with `--yes`, because no person confirms the price. @throws UsageError */
function readExpectedTotal({ interactive }: Invocation, options: CreateOptions): Money | undefined {
  const { expectTotal, yes = false, dryRun = false } = options;
  const expected = expectTotal === undefined ? undefined : parseMoney(expectTotal);
  if (expectTotal !== undefined && expected === undefined)
    throw new UsageError('--expect-total must be an amount in its currency, such as 123.45EUR', {
      hint: 'write a decimal point, and no more decimals than the currency has: 12000JPY',
    });
  if (dryRun || (interactive && !yes) || (yes && expected)) return expected;
  throw new UsageError(
    yes
      ? '--yes requires --expect-total, the grand total that was agreed'
      : 'a booking without a terminal requires --yes and --expect-total',
    { hint: '--dry-run prints the grand total; for example --yes --expect-total 123.45EUR' },
  );
}

/** A person's confirmation, the last check. @param before the earlier booking that this one would duplicate */
async function confirmBooking(
  { context }: Invocation,
  reservations: number,
  grandTotal: Money,
  before: Attempt | undefined,
) {
  const what = reservations === 1 ? 'one reservation' : `${reservations} reservations`;
  const beside = before ? ` in addition to booking ${safeText(before.bookingId ?? '', 100)}` : '';
  const message = `Book ${what} for ${moneyText(grandTotal)}, city tax and fees included${beside}?`;
  if (await context.prompts.confirm({ message, initial: false })) return;
  throw new UsageError('not confirmed', { hint: 'nothing was sent' });
}

async function printDryRun(
  invocation: Invocation,
  options: CreateOptions,
  { body, digest }: BookingIntent,
  { journal, platform, creation }: BookingSender,
  grandTotal: Money,
) {
  const printed = {
    request: {
      method: 'POST',
      url: `${platform.baseUrl}${creation.path}`,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': nextKey(await journal.read([digest]), digest),
      },
      body: parseJson(body),
    },
    grandTotal,
  };
  await deliverOutput(invocation, { chunks: [jsonText(printed, await readQuery(options))] }, options.output);
}

function checkKey(key: string): string {
  if (uuidForm.test(key)) return key.toLowerCase();
  throw new UsageError('KEY must be the Idempotency-Key of a booking that was sent, a UUID', {
    hint: 'see the keys with `hotelctl bookings list --columns state,key`',
  });
}

export async function planSettlement(
  { context, note }: Invocation,
  { bookingId, notMade = false }: SettleOptions,
  given: string,
) {
  const key = checkKey(given);
  if (notMade === (bookingId !== undefined))
    throw new UsageError('specify either --booking-id or --not-made', {
      hint: 'look for the booking in the platform first; --not-made allows it to be booked again',
    });
  if (bookingId !== undefined && !/^[\x21-\x7e]{1,100}$/.test(bookingId))
    throw new UsageError('--booking-id must be the id of the booking in the platform', {
      hint: 'for example --booking-id XPGMSXGF',
    });
  return async () => {
    await settleBooking(key, bookingId, { context, journal: openJournal(context) });
    await note(
      bookingId === undefined
        ? 'Recorded that the booking was not made: it may be booked again.'
        : `Recorded the booking ${bookingId}.`,
    );
  };
}

export async function planResumption(invocation: Invocation, options: OutputOptions, given: string) {
  const key = checkKey(given);
  const write = await planBookingOutput(invocation, options);
  return async () => write(await withBookingSender(invocation, sender => resumeBooking(key, sender)));
}
