import type { HttpResponse } from './exchange.ts';

/** First back-off, doubled with each try. */
const firstWait = 500;
const longestWait = 20_000;

/**
 * How long to wait before the next try, in milliseconds: what the answer's Retry-After asks for, otherwise
 * exponential back-off with full jitter (a random part of 0.5 s, 1 s, 2 s ... 20 s), so that many clients that failed
 * together do not come back together.
 *
 * @param tried tries so far, 1 or more
 * @param fraction a random number from 0 to below 1
 */
export function waitBefore(
  tried: number,
  answer: HttpResponse | undefined,
  now: number,
  fraction: number,
): number {
  return askedFor(answer, now) ?? fraction * Math.min(longestWait, firstWait * 2 ** (tried - 1));
}

/** Retry-After in seconds or as a date; undefined when it is absent, negative, past or no such thing. */
function askedFor(answer: HttpResponse | undefined, now: number): number | undefined {
  const value = answer?.headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Against the answer's own Date: this machine's clock may be minutes off.
  const wait = httpDate(value) - (httpDate(answer?.headers['date'] ?? '') || now);
  return wait > 0 ? wait : undefined;
}

/** The three forms of RFC 9110, 5.6.7; NaN for anything else, which Date.parse would guess at. */
function httpDate(text: string): number {
  if (/^\w{3,9}, \d\d[ -]\w{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text);
  if (/^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  return Number.NaN;
}
