import { createHash } from 'node:crypto';
import type { BookingRequest } from '../platform/booking/booking-request.ts';
import { stringifyJson } from '../platform/json.ts';

/** One intent to book: the exact request, and the key that is the same for every try of it. */
export interface Intent {
  readonly body: string;
  readonly digest: string;
  readonly key: string;
  readonly transactionReference?: string | undefined;
}

/**
 * The key is made of what is to be done and of nothing else: host, quote and request. Two quotes of the same stay are
 * two intents; the same quote sent again is the same.
 */
export function intentOf(request: BookingRequest, host: string, quoteId: string | undefined): Intent {
  const body = stringifyJson(request);
  const digest = createHash('sha256')
    .update(JSON.stringify([host, quoteId ?? null, body]))
    .digest('hex');
  return {
    body,
    digest,
    key: uuidOf(digest),
    transactionReference: request.paymentAccount?.transactionReference,
  };
}

/** RFC 9562, version 8: a UUID of one's own making. */
const uuidOf = (digest: string): string =>
  digest.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, first, second, third, fourth, fifth) => `${first}-${second}-8${third}-a${fourth}-${fifth}`,
  );
