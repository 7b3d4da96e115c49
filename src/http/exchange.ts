import { safeText } from '../platform/safe-text.ts';

/** The shared HTTP core: one function type, plain readonly data on both sides. Pure: undici begins in `transport.ts`. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** May be sent again if the outcome is uncertain: a GET, or a POST with an idempotency key that does not change. */
  readonly repeatable: boolean;
  /** The request that follows a response that failed: with another key, because a stored failure would be repeated. */
  readonly renewed?: () => HttpRequest;
  /** The bearer layer adds a token; only to the host that it was made for. */
  readonly authorize: boolean;
}

/** A request of the platform's API for JSON. */
export const getJson = (url: string): HttpRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json' },
  repeatable: true,
  authorize: true,
});

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, ` (set-cookie too). */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as they arrive, inflated. Throws TemporaryError if the connection breaks before the end. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes of the body as it is sent that have not arrived; not a number if its length is unknown. */
  readonly missing?: () => number;
  /** Reads and drops the rest, so that the connection can be reused; closes it if too much is left. */
  discard(): Promise<void>;
}

export type Send = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/** Maximum sizes of a body in bytes. Reports that stream have no cap: they go to a file. */
export const sizeCaps = { token: 1 << 20, error: 1 << 16, small: 64 << 20 } as const;

/** Clock and random numbers are parameters, so that tests of retries do not wait. */
export interface HttpPorts {
  readonly clock: { now(): number; sleep(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly random: { fraction(): number };
}

export interface HttpLimits {
  /** Total time for one request, retries included, in milliseconds (`--timeout`). */
  readonly timeout: number;
  /** The first attempt included (`--max-attempts`). */
  readonly maxAttempts: number;
}

/** Value of any header that ends in `-tracking-id`: the platform's support needs it. Safe to print. */
export function findTrackingId(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find(header => header.endsWith('-tracking-id'));
  return name === undefined ? undefined : safeText(headers[name] ?? '', 100) || undefined;
}

/** The pages of a list (`pageNumber`), from that of the address until one without content; the caller may end it earlier. */
export async function* eachPage(address: string, ask: (url: string) => Promise<HttpResponse>) {
  const url = new URL(address);
  for (let page = Number(url.searchParams.get('pageNumber')); ; page += 1) {
    url.searchParams.set('pageNumber', String(page));
    const response = await ask(url.href);
    if (response.status === 204) return response.discard();
    yield response;
  }
}
