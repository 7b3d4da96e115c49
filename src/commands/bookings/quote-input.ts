import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import type { Platform } from '../../bookings/offers.ts';
import { readQuoteFile } from '../../bookings/quote-file.ts';
import { refreshQuote } from '../../bookings/quoting.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readJsonInput } from '../../cli/json-input.ts';
import { givenOrPrompted } from '../../cli/questions.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { safeText } from '../../platform/safe-text.ts';

/** Reads a quote from its file; it must belong to the configured API host. @throws UsageError */
export async function quoteOfFile(invocation: Invocation, given: string | undefined): Promise<Quote> {
  const { context, settings } = invocation;
  const path = await givenOrPrompted(invocation, given, 'File of the quote');
  if (path === undefined) {
    throw new UsageError('--quote is required', {
      hint: 'create one with `hotelctl bookings quote --output quote.json`',
    });
  }
  const quote = readQuoteFile(await readJsonInput(context, '--quote', path));
  const host = settings.requireHost('baseUrl');
  if (quote.host === host) return quote;
  throw new UsageError(`the quote is of another API host, ${safeText(quote.host, 200)}`, {
    hint: `this command uses ${host}: quote again, or choose the profile of the quote's host`,
  });
}

/** `--max-age` in milliseconds; 0 requests the prices each time. */
export const maxAgeOf = (text = '15m'): number => (/^0[smh]?$/.test(text) ? 0 : duration('--max-age', text));

/** Requests the prices again if the quote is older than `maxAge`. @throws RefusedError if one has changed */
export const freshQuote = (
  platform: Platform,
  { clock }: Pick<Context, 'clock'>,
  quote: Quote,
  maxAge: number,
): Promise<void> => refreshQuote(quote, { now: clock.now(), maxAge, platform });
