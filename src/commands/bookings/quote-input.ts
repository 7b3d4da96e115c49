import { UsageError } from '../../base/errors.ts';
import { refreshQuote } from '../../bookings/quoting.ts';
import { connect } from '../../cli/connect.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readJsonInput } from '../../cli/json-input.ts';
import { givenOrAsked } from '../../cli/questions.ts';
import { type Quote, readQuote } from '../../platform/booking/quote.ts';
import { safeText } from '../../platform/safe-text.ts';

/** A quote from its file; it must be of the host that is spoken to. @throws UsageError */
export async function quoteOfFile(invocation: Invocation, given: string | undefined): Promise<Quote> {
  const { context, settings } = invocation;
  const path = await givenOrAsked(invocation, given, 'File of the quote');
  if (path === undefined) {
    throw new UsageError('--quote is required', {
      hint: 'make one with `hotelctl bookings quote --output quote.json`',
    });
  }
  const quote = readQuote(await readJsonInput(context, '--quote', path));
  const host = settings.requireHost('baseUrl');
  if (quote.host === host) return quote;
  throw new UsageError(`the quote is of another API host, ${safeText(quote.host, 200)}`, {
    hint: `this command speaks to ${host}: quote again, or choose the profile of the quote's host`,
  });
}

/** `--max-age`; 0 asks for the prices each time. */
export const maxAgeOf = (text: string): number => (/^0[smh]?$/.test(text) ? 0 : duration('--max-age', text));

/** Asks for the prices again when the quote is older than `--max-age`. @throws RefusedError when one changed */
export async function freshQuote(invocation: Invocation, quote: Quote, maxAge: number): Promise<void> {
  const baseUrl = invocation.settings.requireHost('baseUrl');
  let close = async () => {};
  const platform = () => {
    const connection = connect(invocation, [baseUrl]);
    close = connection.close;
    return { send: connection.http.send, baseUrl };
  };
  try {
    await refreshQuote(quote, { now: invocation.context.clock.now(), maxAge, platform });
  } finally {
    await close();
  }
}
