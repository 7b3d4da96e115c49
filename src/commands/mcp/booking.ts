import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { runCollected } from '../../cli/own-program.ts';
import { boundedRows, boundedValue } from '../../output/json.ts';
import { quoteLines, readQuote } from '../../platform/bookings/quote.ts';
import { parseJson } from '../../platform/json.ts';
import { textForAgents } from '../../platform/safe-text.ts';
import { failed, succeeded, type ToolCall, wordsOfCall } from './tools.ts';

/** Quotes stay with hotelctl: an agent passes on their ids, and cannot change them. The oldest are forgotten. */
const quotes = new Map<string, string>();
const mostQuotes = 1000;

export async function quoteStay(
  invocation: Invocation,
  { tool, given, signal, inWords }: ToolCall,
): Promise<CallToolResult> {
  const { exitCode, out, notes } = await runCollected(invocation, wordsOfCall(tool, given), {
    signal,
    inWords,
  });
  if (exitCode !== 0) return failed(notes);
  const value = parseJson(out);
  const quote = readQuote(value);
  quotes.set(quote.id, out);
  const [oldest] = quotes.keys();
  if (quotes.size > mostQuotes && oldest !== undefined) quotes.delete(oldest);
  const { quotedAt, sums } = value as Record<string, unknown>;
  return succeeded({ quote_id: quote.id, quotedAt, sums, lines: quoteLines(quote).map(boundedValue) });
}

/** A person has this long to read the booking and agree. */
const readingTime = 10 * 60_000;

/** Books a quote. The person reads the request that is sent, after every check; from then on a cancellation is too late. */
export async function makeBooking(
  invocation: Invocation,
  server: Server,
  { tool, given, signal, inWords }: ToolCall,
): Promise<CallToolResult> {
  if (!server.getClientCapabilities()?.elicitation?.form) {
    throw new UsageError('this client cannot ask a person, so nothing is booked', {
      hint: 'use a client that supports elicitation, or run hotelctl bookings create',
    });
  }
  const input = quotes.get(String(given['quote_id']));
  if (input === undefined)
    throw new UsageError('there is no quote with this quote_id', { hint: 'call quote_stay again' });
  const ended = new AbortController();
  let isApproved = false;
  const cancel = () => {
    if (!isApproved) ended.abort();
  };
  signal.addEventListener('abort', cancel, { once: true });
  const approve = async (lines: readonly string[]) => {
    const question = {
      message: ['Create this booking?', ...lines].map(textForAgents).join('\n'),
      requestedSchema: {
        type: 'object' as const,
        properties: { book: { type: 'boolean' as const, title: 'Book it, at this total' } },
        required: ['book'],
      },
    };
    const { action, content } = await server
      .elicitInput(question, { timeout: readingTime, signal })
      .catch(() => ({ action: 'cancel', content: undefined }));
    isApproved = action === 'accept' && content?.['book'] === true && !signal.aborted;
    return isApproved;
  };
  const { exitCode, out, notes } = await runCollected(invocation, wordsOfCall(tool, given), {
    input,
    signal: ended.signal,
    context: { approve },
    inWords,
  });
  if (exitCode !== 0) return failed(notes);
  return succeeded({ rows: boundedRows(out.split('\n').filter(Boolean)), notes });
}
