import { durationText } from '../../base/duration-text.ts';
import { OutcomeUnknownError, UsageError } from '../../base/errors.ts';
import { type BookingSender, createBooking, standingNow } from '../../bookings/create-booking.ts';
import { refuseSecondBooking, resumeHint } from '../../bookings/earlier-attempt.ts';
import { type BookingIntent, intentOf } from '../../bookings/intent.ts';
import { resumeBooking } from '../../bookings/resume-booking.ts';
import type { CreatedBooking } from '../../bookings/send-booking.ts';
import type { Attempt } from '../../bookings/standing.ts';
import { refuseCard } from '../../cli/card-refusal.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { givenOrPrompted } from '../../cli/questions.ts';
import { type BookingRequest, bookingRequest } from '../../platform/bookings/booking-request.ts';
import { type BookingAuthorization, brokenRules } from '../../platform/bookings/booking-rules.ts';
import { propertiesOf } from '../../platform/bookings/quote.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { authorizationLifetime, warningAge } from '../../platform/bookings/time-limits.ts';
import { isZero } from '../../platform/money.ts';
import { bookingOfFile, quoteOfRequest } from './booking-file.ts';
import { checkBookingOutput, withBookingSender, writeBooking } from './booking-output.ts';
import { confirmBooking, expectedTotal, printDryRun } from './confirmation.ts';
import { checkPaymentFlags, detailsOfFlags } from './details.ts';
import type { CreateOptions } from './flags.ts';
import { authorizationOfOptions } from './payment-account.ts';
import { freshQuote, maxAgeOf, quoteOfFile } from './quote-input.ts';

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
