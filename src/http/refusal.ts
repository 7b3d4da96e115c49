import {
  checkTheAddress,
  HotelctlError,
  OutcomeUnknownError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../base/errors.ts';
import { isClientError, isRedirect, isTemporary, namedStatus } from '../base/http-status.ts';
import { redacted } from '../base/secrets.ts';
import { resultOr } from '../base/text.ts';
import { parseJson, signInToNetwork } from '../platform/json.ts';
import { isExactNumber } from '../platform/numbers.ts';
import { safeText } from '../platform/safe-text.ts';
import { redirectWords } from '../platform/ui-integrations/fetch-result.ts';
import { excerpt, readText, responseDetails } from './body.ts';
import { type HttpResponse, sizeCaps } from './exchange.ts';
import { hintOfProxy } from './network-error.ts';
import { isSecretField, redactUrls } from './trace.ts';

/**
 * Explains a refusal to the user. Bodies of errors (platform.md, Errors) are mostly empty and never assumed to be JSON.
 *
 * @param what what was requested, as used in a sentence: `the room-nights report`
 * @param scopes of which one is sufficient; the hint of a 403 names them
 */
export async function readRefusal(response: HttpResponse, what: string, scopes: readonly string[] = []) {
  const { status } = response;
  const messages = readMessages(await readText(response, sizeCaps.error).catch(() => ''));
  const shown = messages.length > 0 ? messages : undefined;
  const details = (hint: string) => ({ hint, ...responseDetails(response), messages: shown });
  const named = namedStatus(status);
  if (status === 401) {
    // The token of the variable wins over that of a new sign-in.
    const hint = 'run `hotelctl login`, or replace HOTELCTL_REFRESH_TOKEN if it is set';
    return new SignInError(`the platform did not accept the sign-in for ${what}`, details(hint));
  }
  if (isTemporary(status)) {
    const message = `the platform could not process ${what} now: ${named}`;
    return new TemporaryError(message, details(tryAgainHint(response)));
  }
  if (isClientError(status)) {
    const hint = refusedHint(response, scopes, messages.length > 0);
    return new RefusedError(`the platform refused ${what}: ${named}`, details(hint));
  }
  if (isRedirect(status)) {
    const message = `${what} returned a redirect (${status})${redirectWords(response.headers['location'])}`;
    const hint = 'hotelctl follows no redirects, so that the token is not sent to another host';
    return new UndocumentedResponseError(message, details(`check the address; ${hint}`));
  }
  const message = `${what} returned status ${status}, which is not documented`;
  return new UndocumentedResponseError(message, details(checkTheAddress));
}

function refusedHint(response: HttpResponse, scopes: readonly string[], saysWhy: boolean): string {
  const { status } = response;
  // A portal or a web filter of the network sends it, in place of the platform.
  if (status === 403 && isWebPage(response)) return signInToNetwork;
  if (status === 403)
    return scopes.length > 0
      ? `the hotel user or the client lacks the scope ${scopes.join(' or ')}; sign in again with it, or ask the hotel`
      : 'the hotel user or the client lacks the permission; ask the hotel';
  if (status === 404) return 'check the ids, the property (`hotelctl properties list`) and --base-url';
  const reason = saysWhy ? 'read the messages and ' : 'the response does not say what is wrong: ';
  return hintOfProxy(status) ?? `${reason}correct the request`;
}

/** Retry-After is shown if it is a number of seconds; a date is not. */
export function tryAgainHint({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): string {
  if (status === 511) return signInToNetwork;
  const wait = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(wait) && Number(wait) > 0 ? `try again in ${Number(wait)} s` : 'try again later';
}

/** Messages are for people: twenty of 500 characters are enough. */
const mostMessages = 20;

/** What the body says, of whatever shape: untrusted text, without secrets, on single lines. */
export function readMessages(text: string): string[] {
  if (text.trim() === '') return [];
  const body = resultOr(undefined, () => parseJson(text));
  if (body !== undefined) return [...messagesIn(body, '', 0)].slice(0, mostMessages);
  const words = text.replace(/<(style|script)\b[\s\S]*?(<\/\1\s*>|$)|<[^>]*>/gi, ' ');
  return [excerpt(redactUrls(words), 200)].filter(message => message !== '');
}

/** The documented `messages` are passed on; of other fields the names are shown too. */
function* messagesIn(value: unknown, name: string, depth: number): Generator<string> {
  if (depth > 4 || value === null || value === '' || value === undefined) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, mostMessages)) yield* messagesIn(one, name, depth + 1);
  } else if (typeof value === 'object' && !isExactNumber(value)) {
    for (const [key, one] of Object.entries(value).slice(0, mostMessages))
      yield* messagesIn(one, key, depth + 1);
  } else if (/^(messages?|errors?)?$/i.test(name)) yield safeText(redactUrls(String(value)), 500);
  else {
    const shown = isSecretField(name) ? redacted : excerpt(redactUrls(String(value)), 400);
    yield `${safeText(name, 60)}: ${shown}`;
  }
}

/** The sign-in page that a guest network returns for every request; the platform never returns one. */
export const isWebPage = ({ headers }: HttpResponse) =>
  /^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');

/** The message of an unexpected error may contain anything. */
export const describeError = (error: unknown): string =>
  error instanceof HotelctlError ? error.message : 'something unexpected happened';

/** Exit 9: no conclusive response to a write. @param what was written: `the booking` @param cause the response or the error */
export function outcomeUnknown(what: string, why: string, hint: string, cause: unknown): OutcomeUnknownError {
  const { status, messages, trackingId } = cause instanceof HotelctlError ? cause.details : {};
  const details = { hint, cause, status, messages, trackingId };
  return new OutcomeUnknownError(`the outcome of ${what} is unknown: ${why}`, details);
}

/** The error of a write to a UI integration that was sent, whatever has ended it. */
export const unknownOutcome = (error: unknown, what: string): OutcomeUnknownError =>
  outcomeUnknown(
    what,
    describeError(error),
    'check with `hotelctl ui-integration list` before you try again',
    error,
  );
