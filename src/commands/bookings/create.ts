import { UsageError } from '../../base/errors.ts';
import { type BookingToSend, checkStanding, createBooking } from '../../bookings/create-booking.ts';
import { intentOf } from '../../bookings/intent.ts';
import { openJournal } from '../../bookings/journal.ts';
import { standingOf } from '../../bookings/standing.ts';
import { refuseCard } from '../../cli/card-refusal.ts';
import { connect } from '../../cli/connect.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { givenOrAsked } from '../../cli/questions.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { CreatedBooking } from '../../client/bookings.ts';
import { type BookingRequest, bookingRequest } from '../../platform/booking/booking-request.ts';
import type { BookingAuthorization } from '../../platform/booking/booking-rules.ts';
import { propertiesOf, type Quote } from '../../platform/booking/quote.ts';
import { isZero, type Money } from '../../platform/money.ts';
import type { Column } from '../../platform/records.ts';
import { bookingOfFile, quoteOfRequest } from './booking-file.ts';
import { checkRules, checkStillInTime, checkTime } from './checks.ts';
import { confirmBooking, expectedTotal, printDryRun } from './confirmation.ts';
import { type CreateOptions, detailsOfFlags } from './details.ts';
import { authorizationOfOptions } from './payment-account.ts';
import { freshQuote, maxAgeOf, quoteOfFile } from './quote-input.ts';

export type { CreateOptions } from './details.ts';

/** `hotelctl bookings create`: built, checked, confirmed, sent exactly once. */
export async function createFromOptions(open: OpenInvocation, options: CreateOptions): Promise<void> {
  const invocation = await open(options);
  const { context, settings } = invocation;
  const host = settings.requireHost('baseUrl');
  const maxAge = maxAgeOf(options.maxAge ?? '15m');
  const expected = expectedTotal(invocation, options);
  // Whatever is wrong with how it is to be written is told before the booking is sent.
  await renderOptions(invocation, options, view);
  const journal = openJournal(context);
  const content = await journal.read();
  const quoted = await quotedOf(invocation, options);
  const authorization = await authorizationOfOptions(invocation, options, quoted, content);
  const request = options.file
    ? await bookingOfFile(invocation, options, options.file)
    : requestOf(await withBooker(invocation, options), quoted as Quote, authorization);
  refuseCard(request, 'the booking');
  const intent = intentOf(request, host, quoted?.id);
  const before = standingOf(content, intent);
  const resume = options.resume ?? false;
  if (!options.dryRun) {
    const known = checkStanding(before, { intent, resume }, context.clock.now());
    if (known) return writeBooking(invocation, options, known);
  }
  // What is repeated was priced and checked when it was sent first; its own booking may have changed the offers since.
  const isRepeated = resume && before?.state === 'unknown' && before.digest === intent.digest;
  const quote = isRepeated ? quoted : (quoted ?? (await quoteOfRequest(invocation, request)));
  if (!isRepeated && quoted && !options.dryRun) await freshQuote(invocation, quoted, maxAge);
  await checkTime(invocation, authorization);
  if (quote) checkRules(request, quote, authorization, context.clock.now());
  const grandTotal = (quote?.sums.grandTotal ?? before?.grandTotal) as Money;
  if (options.dryRun) {
    await printDryRun(invocation, options, { host, intent, grandTotal, expected, quoted, maxAge });
    return;
  }
  await confirmBooking(invocation, options, {
    expected,
    grandTotal,
    reservations: request.reservations.length,
  });
  const booking: BookingToSend = {
    intent,
    host,
    quoteId: quoted?.id,
    propertyIds: quote ? propertiesOf(quote) : (before?.propertyIds ?? []),
    grandTotal,
    authorizedAt: authorization?.authorizedAt,
    resume,
  };
  await writeBooking(invocation, options, await send(invocation, host, booking, authorization));
}

export const bookingColumns: readonly Column[] = [
  { name: 'bookingId', type: 'text', heading: 'Booking' },
  { name: 'reservationId', type: 'text', heading: 'Reservation' },
];
const view = { name: 'booking', columns: bookingColumns };

/** Without a name nobody books; on a terminal it is asked for. */
async function withBooker(invocation: Invocation, options: CreateOptions): Promise<CreateOptions> {
  const bookerLastName = await givenOrAsked(invocation, options.bookerLastName, 'Last name of who books');
  return bookerLastName === undefined ? options : { ...options, bookerLastName };
}

/** A row for each reservation; as JSON the platform's own answer. */
const writeBooking = (
  invocation: Invocation,
  options: CreateOptions,
  booking: CreatedBooking,
): Promise<void> =>
  writeRecords(
    invocation,
    options,
    view,
    () => booking.reservationIds.map(({ id }) => ({ bookingId: booking.id, reservationId: id })),
    booking,
  );

const quotedOf = (invocation: Invocation, options: CreateOptions): Promise<Quote | undefined> =>
  options.file !== undefined && options.quote === undefined
    ? Promise.resolve(undefined)
    : quoteOfFile(invocation, options.quote);

/** The request that the flags make of a quote. */
function requestOf(
  options: CreateOptions,
  quote: Quote,
  authorization: BookingAuthorization | undefined,
): BookingRequest {
  if (!authorization && !isZero(quote.sums.prePayment)) {
    throw new UsageError('--authorization is required: the quote has a pre-payment', {
      hint: "give the payment processor's answer to the request of `hotelctl bookings authorization`",
    });
  }
  const references = authorization && {
    payerReference: authorization.shopperReference,
    transactionReference: authorization.answer.pspReference,
  };
  return bookingRequest(quote, detailsOfFlags(options, quote.reservations.length, references));
}

async function send(
  invocation: Invocation,
  host: string,
  booking: BookingToSend,
  authorization: BookingAuthorization | undefined,
): Promise<CreatedBooking> {
  const { context } = invocation;
  const connection = connect(invocation, [host]);
  try {
    return await createBooking(booking, {
      context,
      journal: openJournal(context),
      platform: { send: connection.http.send, baseUrl: host },
      signInFailed: connection.signInFailed,
      lastCheck: () => checkStillInTime(authorization, context.clock.now()),
    });
  } finally {
    await connection.close();
  }
}
