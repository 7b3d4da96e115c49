import { durationText } from '../../base/duration-text.ts';
import { OutcomeUnknownError, UsageError } from '../../base/errors.ts';
import {
  type BookingSender,
  createBooking,
  resumeBooking,
  standingNow,
} from '../../bookings/create-booking.ts';
import { type BookingIntent, intentOf } from '../../bookings/intent.ts';
import type { Journal } from '../../bookings/journal.ts';
import type { CreatedBooking } from '../../bookings/requests.ts';
import { type Attempt, nextKey, refuseSecondBooking, resumeHint } from '../../bookings/standing.ts';
import { refuseCard } from '../../cli/card-refusal.ts';
import { deliverOutput } from '../../cli/deliver-output.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { queryOf } from '../../cli/query-flag.ts';
import { givenOrPrompted } from '../../cli/questions.ts';
import { jsonText } from '../../output/json.ts';
import { uuidForm } from '../../platform/bookings/authorization.ts';
import {
  type BookingRequest,
  bookingRequest,
  bookingsPath,
} from '../../platform/bookings/booking-request.ts';
import { type BookingAuthorization, brokenRules } from '../../platform/bookings/booking-rules.ts';
import { authorizationLifetime, warningAge } from '../../platform/bookings/kinds.ts';
import { propertiesOf } from '../../platform/bookings/quote.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { parseJson } from '../../platform/json.ts';
import { isZero, type Money, moneyText, parseMoney, sameMoney } from '../../platform/money.ts';
import { safeText } from '../../platform/safe-text.ts';
import { checkBookingOutput, withBookingSender, writeBooking } from './booking-output.ts';
import {
  authorizationOfOptions,
  bookingOfFile,
  freshQuote,
  maxAgeOf,
  quoteOfFile,
  quoteOfRequest,
} from './create-input.ts';
import { type CreateOptions, checkPaymentFlags, detailsOfFlags } from './details.ts';

export type { CreateOptions } from './details.ts';

/** `hotelctl bookings create`: builds, checks and confirms the booking, and sends it at most once. */
export async function createFromOptions(open: OpenInvocation, options: CreateOptions): Promise<void> {
  const invocation = await open(options);
  // Settings, flags and the output are checked first, so that they cannot fail after the booking is sent.
  invocation.settings.requireHost('baseUrl');
  maxAgeOf(options.maxAge);
  expectedTotal(invocation, options);
  await checkBookingOutput(invocation, options);
  const booking = await withBookingSender(invocation, sender => create(invocation, options, sender));
  if (booking) await writeBooking(invocation, options, booking);
}

/** @returns undefined after a dry run */
async function create(
  invocation: Invocation,
  options: CreateOptions,
  sender: BookingSender,
): Promise<CreatedBooking | undefined> {
  const { context, journal } = sender;
  const host = sender.platform.baseUrl;
  const { again = false, dryRun = false, resume = false, yes = false } = options;
  const quoted = await quotedOf(invocation, options);
  const authorization = await authorizationOfOptions(invocation, options, quoted, await journal.read());
  const request = options.file
    ? await bookingOfFile(invocation, options, options.file)
    : requestOf(await withBooker(invocation, options), quoted as Quote, authorization);
  refuseCard(request, 'the booking');
  const intent = intentOf(request, host, quoted?.id);
  const before = dryRun ? undefined : await standingNow(intent, context);
  if (before && resume) return resumeSame(before, intent, sender);
  refuseSecondBooking(before, intent, again);
  const expected = expectedTotal(invocation, options);
  const maxAge = maxAgeOf(options.maxAge);
  const quote = quoted ?? (await quoteOfRequest(context, sender.platform, invocation, request));
  // An agreed total must be correct at the moment of sending, however recent the quote is.
  if (quoted && !dryRun) await freshQuote(sender.platform, context, quoted, yes || expected ? 0 : maxAge);
  await checkTime(invocation, authorization);
  checkRules(request, quote, authorization, context.clock.now());
  const { grandTotal } = quote.sums;
  if (dryRun) {
    await printDryRun(invocation, options, { host, intent, journal, grandTotal, expected, quoted, maxAge });
    return undefined;
  }
  const reservations = request.reservations.length;
  await confirmBooking(invocation, options, { expected, grandTotal, reservations, before });
  const { authorizedAt } = authorization ?? {};
  const propertyIds = propertiesOf(quote);
  return createBooking({ intent, host, propertyIds, grandTotal, authorizedAt, again }, sender, () =>
    checkStillInTime(authorization, context.clock.now()),
  );
}

/** `--resume` is `bookings resume` for this request only. */
async function resumeSame(
  before: Attempt,
  intent: BookingIntent,
  sender: BookingSender,
): Promise<CreatedBooking> {
  const { key, digest, state } = before;
  if (key === undefined || (digest !== intent.digest && state === 'created')) {
    refuseSecondBooking(before, intent, false);
  }
  if (digest === intent.digest && key !== undefined) return resumeBooking(key, sender, intent.body);
  throw new OutcomeUnknownError('the booking differs from the one that was sent, whose outcome is unknown', {
    hint: resumeHint(before),
  });
}

/** On a terminal, hotelctl prompts for the booker's name, which a booking requires. */
async function withBooker(invocation: Invocation, options: CreateOptions): Promise<CreateOptions> {
  const bookerLastName = await givenOrPrompted(invocation, options.bookerLastName, 'Last name of the booker');
  return bookerLastName === undefined ? options : { ...options, bookerLastName };
}

const quotedOf = (invocation: Invocation, options: CreateOptions): Promise<Quote | undefined> =>
  options.file !== undefined && options.quote === undefined
    ? Promise.resolve(undefined)
    : quoteOfFile(invocation, options.quote);

/** The request that results from a quote and the flags. */
function requestOf(
  options: CreateOptions,
  quote: Quote,
  authorization: BookingAuthorization | undefined,
): BookingRequest {
  if (isZero(quote.sums.prePayment)) checkPaymentFlags(options);
  else if (!authorization) {
    throw new UsageError('--authorization is required: the quote has a prepayment', {
      hint: "specify the payment processor's response to the request of `hotelctl bookings authorization`",
    });
  }
  const references = authorization && {
    payerReference: authorization.shopperReference,
    transactionReference: authorization.response.pspReference,
  };
  return bookingRequest(quote, detailsOfFlags(options, quote.reservations.length, references));
}

/** Checks every rule of the platform before anything is sent. @throws UsageError that lists each broken rule */
function checkRules(
  request: BookingRequest,
  quote: Quote,
  authorization: BookingAuthorization | undefined,
  now: number,
): void {
  const broken = brokenRules({ request, quote, authorization, now });
  const [first] = broken;
  if (first === undefined) return;
  throw new UsageError(broken.length > 1 ? `the booking breaks ${broken.length} rules` : first, {
    hint: 'nothing was sent; fix the booking, or quote and authorize again',
    ...(broken.length > 1 ? { messages: broken } : {}),
  });
}

/** An authorization expires two hours after it was made. @throws UsageError */
function checkStillInTime(authorization: BookingAuthorization | undefined, now: number): void {
  if (!authorization) return;
  const age = now - authorization.authorizedAt;
  if (age <= authorizationLifetime) return;
  throw new UsageError(
    `the authorization is ${durationText(age, 'min')} old, and the platform cancels it after two hours`,
    { hint: 'nothing was sent; authorize again, or set the time of the authorization with --authorized-at' },
  );
}

/** The same, with a warning if little time is left. */
async function checkTime(
  { context, note }: Pick<Invocation, 'context' | 'note'>,
  authorization: BookingAuthorization | undefined,
): Promise<void> {
  const now = context.clock.now();
  checkStillInTime(authorization, now);
  if (!authorization) return;
  const age = now - authorization.authorizedAt;
  if (age < warningAge) return;
  const left = durationText(authorizationLifetime - age, 'min');
  await note(
    `warning: the authorization is ${durationText(age, 'min')} old; it is cancelled in ${left} unless this booking follows`,
  );
}

/** `--expect-total`, which is required with `--yes`, because no person confirms the price. @throws UsageError */
function expectedTotal({ interactive }: Invocation, options: CreateOptions): Money | undefined {
  const { expectTotal, yes = false, dryRun = false } = options;
  const expected = expectTotal === undefined ? undefined : parseMoney(expectTotal);
  if (expectTotal !== undefined && expected === undefined) {
    throw new UsageError('--expect-total must be an amount in its currency, such as 123.45EUR', {
      hint: 'use no more decimal places than the currency has, for example 12000JPY',
    });
  }
  if (dryRun || (interactive && !yes) || (yes && expected)) return expected;
  throw new UsageError(
    yes
      ? '--yes requires --expect-total, the grand total that was agreed'
      : 'a booking without a terminal requires --yes and --expect-total',
    { hint: '--dry-run prints the grand total; for example --yes --expect-total 123.45EUR' },
  );
}

/** The last check before the booking is sent: the expected total, and a person's confirmation. @throws UsageError */
async function confirmBooking(
  invocation: Invocation,
  { yes = false }: CreateOptions,
  {
    expected,
    grandTotal,
    reservations,
    before,
  }: {
    readonly expected: Money | undefined;
    readonly grandTotal: Money;
    readonly reservations: number;
    /** The earlier booking that this one would duplicate. */
    readonly before: Attempt | undefined;
  },
): Promise<void> {
  checkExpected(expected, grandTotal);
  if (yes) return;
  const what = reservations === 1 ? 'one reservation' : `${reservations} reservations`;
  const beside = before ? ` in addition to booking ${safeText(before.bookingId ?? '', 100)}` : '';
  const message = `Book ${what} for ${moneyText(grandTotal)}, city tax and fees included${beside}?`;
  if (await invocation.context.prompts.confirm({ message, initial: false })) return;
  throw new UsageError('not confirmed', { hint: 'nothing was sent' });
}

function checkExpected(expected: Money | undefined, grandTotal: Money): void {
  if (!expected || sameMoney(expected, grandTotal)) return;
  throw new UsageError(`the grand total is ${moneyText(grandTotal)}, not ${moneyText(expected)}`, {
    hint: 'nothing was sent; set --expect-total to what the booker pays, including city tax and fees',
  });
}

/** `--dry-run`: the exact request and the grand total, as JSON on standard output or in --output's file. */
async function printDryRun(
  invocation: Invocation,
  options: CreateOptions,
  dry: {
    readonly host: string;
    readonly intent: BookingIntent;
    readonly journal: Journal;
    readonly grandTotal: Money;
    readonly expected: Money | undefined;
    readonly quoted: Quote | undefined;
    readonly maxAge: number;
  },
): Promise<void> {
  const { context, note } = invocation;
  const { host, intent, journal, grandTotal, expected, quoted, maxAge } = dry;
  checkExpected(expected, grandTotal);
  const key = nextKey(await journal.read(), intent.digest);
  const printed = {
    request: {
      method: 'POST',
      url: `${host}${bookingsPath}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: parseJson(intent.body),
    },
    grandTotal,
  };
  await deliverOutput(invocation, { chunks: [jsonText(printed, await queryOf(options))] }, options.output);
  const age = context.clock.now() - Date.parse(quoted?.quotedAt ?? '');
  if (age > maxAge)
    await note(`the quote is ${durationText(age, 'min')} old: its prices would be requested again first`);
  await note(`grand total ${moneyText(grandTotal)}; nothing was sent`);
}

/** `hotelctl bookings resume KEY`: sends again exactly the request that was sent with this key. */
export async function resumeByKey(open: OpenInvocation, key: string, options: OutputOptions): Promise<void> {
  const invocation = await open(options);
  if (!uuidForm.test(key)) {
    throw new UsageError('KEY must be the Idempotency-Key of a booking that was sent, a UUID', {
      hint: 'see the keys with `hotelctl bookings list --columns state,key`',
    });
  }
  await checkBookingOutput(invocation, options);
  const booking = await withBookingSender(invocation, sender => resumeBooking(key.toLowerCase(), sender));
  await writeBooking(invocation, options, booking);
}
