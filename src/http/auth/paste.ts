/**
 * The sign-in without a listener: the user pastes the URL that the browser ends at. It works for every registered
 * redirect URI, also if the browser is on another machine and the page can't be reached.
 */
import type { Context } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import { isExpectedState } from './authorization.ts';

interface PasteRequest {
  readonly context: Pick<Context, 'stdin' | 'prompts'>;
  readonly redirectUri: string;
  readonly expectedState: string;
  /** Prompt for the URL; otherwise read the first line of standard input. */
  readonly interactive: boolean;
  /** Ends the wait; the promise rejects with its reason. */
  readonly signal: AbortSignal;
  tell(line: string): Promise<void>;
}

/**
 * The query of the pasted URL, after checking its state. The input is hidden, because the URL contains the code. A
 * wrong one is reported in one line, and the prompt is repeated; from a pipe it is a SignInError.
 */
export async function pastedCallback(request: PasteRequest): Promise<URLSearchParams> {
  if (!request.interactive) return readPiped(request);
  for (;;) {
    const pasted = await request.context.prompts.secret({
      message: 'Paste the address that the browser was sent to:',
      signal: request.signal,
    });
    const reading = readPastedAddress(pasted, request.redirectUri, request.expectedState);
    if (typeof reading !== 'string') return reading;
    await request.tell(`${reading}; try again`);
  }
}

async function readPiped({
  context,
  redirectUri,
  expectedState,
  signal,
}: PasteRequest): Promise<URLSearchParams> {
  for await (const line of context.stdin.lines(signal)) {
    if (line.trim() === '') continue;
    const reading = readPastedAddress(line, redirectUri, expectedState);
    if (typeof reading !== 'string') return reading;
    throw new SignInError(reading, { hint: 'run `hotelctl login --paste` again and pipe the whole address' });
  }
  signal.throwIfAborted();
  throw new SignInError('standard input ended without the address that the browser was sent to', {
    hint: 'pipe the address as one line, or run `hotelctl login --paste` in a terminal',
  });
}

/** Longer than any URL that a browser shows; a clipboard may contain any text. */
const longestAddress = 16 * 1024;

/**
 * The query of a pasted URL, or a description of the problem as the beginning of a sentence. No part of the URL is
 * quoted.
 */
export function readPastedAddress(
  pasted: string,
  redirectUri: string,
  expectedState: string,
): URLSearchParams | string {
  const address = pasted.trim();
  if (address === '') return 'nothing was pasted';
  if (address.length > longestAddress) return 'that is too long to be an address';
  // A browser adds a slash to `https://example.com`.
  const start = [redirectUri, new URL(redirectUri).href].find(
    beginning => address.startsWith(beginning) && /^[?&]/.test(address.slice(beginning.length)),
  );
  if (start === undefined) return 'that address does not begin with the redirect URI and a query';
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
  const params = new URLSearchParams(query);
  if (isExpectedState(params, expectedState)) return params;
  return params.has('state')
    ? 'that address belongs to another sign-in'
    : 'that address has no state parameter: copy the whole address';
}
