import { UsageError } from '../../base/errors.ts';
import { checkStanding } from '../../bookings/create-booking.ts';
import { openJournal } from '../../bookings/journal.ts';
import { refreshQuote } from '../../bookings/quoting.ts';
import { givenOrPrompted, missingFlags, refuseCard } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readQuery } from '../../cli/shared-flags.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { jsonText } from '../../output/json.ts';
import { authorizationProblems, authorizationRequest } from '../../platform/bookings/authorization.ts';
import { listProperties } from '../../platform/bookings/quote.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { stringifyJson } from '../../platform/json.ts';
import { moneyText } from '../../platform/money.ts';
import { safeText } from '../../platform/safe-text.ts';
import { withBookingSender } from './booking-output.ts';
import { readGivenQuote, readMaxAge } from './create-input.ts';
import type { AuthorizationOptions } from './flags.ts';

/** `hotelctl bookings authorization`: the processor's request, for a quote whose prices are still valid. */
export async function planAuthorization(invocation: Invocation, options: AuthorizationOptions) {
  const { context, note } = invocation;
  const accountId = await givenOrPrompted(invocation, options.accountId, 'Account id of the hotel account');
  const cardHolderName = await givenOrPrompted(invocation, options.cardHolderName, 'Name on the card');
  if (!accountId || !cardHolderName)
    throw missingFlags(
      { '--account-id': accountId, '--card-holder-name': cardHolderName },
      'the platform requires every metadata field and the name of the card holder',
    );
  const maxAge = readMaxAge(options.maxAge);
  const query = await readQuery(options);
  const quote = await readGivenQuote(invocation, options.quote);
  const propertyId = await payoutProperty(invocation, quote, options.property);
  const request = authorizationRequest(quote, {
    accountId,
    propertyId,
    cardHolderName,
    reference: context.random.uuid(),
    shopperReference: options.shopperReference ?? quote.id,
    oneClick: options.oneClick ?? false,
    recurring: options.recurring ?? false,
  });
  const [problem] = authorizationProblems(JSON.parse(stringifyJson(request)));
  if (problem !== undefined)
    throw new UsageError(problem, {
      hint: '`hotelctl bookings authorization --help` lists its flags and arguments',
    });
  refuseCard(request, 'the authorization request');
  const honorsKeys = invocation.settings.require('assume.bookings.honorsKeys');
  return async () => {
    const journal = openJournal(context);
    // Another authorization would hold the money on the card a second time.
    await checkStanding(
      { quoteId: quote.id },
      { context, journal, honorsKeys },
      options.again ?? false,
      'add --again to authorize a second booking of it',
    );
    await withBookingSender(invocation, sender => refreshQuote(quote, sender, maxAge));
    const { prePayment } = quote.sums;
    // Saved before the request can be used, because the booking must follow within a time limit.
    await journal.append({
      event: 'authorization-requested',
      quoteId: quote.id,
      shopperReference: request.shopperReference,
      merchantReference: request.reference,
      propertyId,
      prePayment,
    });
    await deliverOutput(invocation, { chunks: [jsonText(request, query)] }, options.output);
    await note(`authorize ${moneyText(prePayment)}, then book within two hours`);
  };
}

/**
 * One property receives the payout (platform.md, booking rule 6): the quote's only one, or the one that the flag names.
 * A setting never chooses among several, because it would decide whose bank account gets the money.
 */
async function payoutProperty({ interactive, context }: Invocation, quote: Quote, named: string | undefined) {
  const properties = listProperties(quote);
  const [only] = properties;
  if (named === undefined && properties.length === 1 && only !== undefined) return only;
  if (named === undefined && interactive) {
    const choices = properties.map(id => ({ name: safeText(id, 100), value: id }));
    return context.prompts.select({ message: 'Property that gets the payout', choices });
  }
  if (named !== undefined && properties.includes(named)) return named;
  throw new UsageError('--property must name the one property of the quote that gets the payout', {
    hint: `the quote has ${properties.map(id => safeText(id, 100)).join(', ')}`,
  });
}
