import { checkTheAddress, UndocumentedResponseError, UsageError } from '../base/errors.ts';
import { isWebPageText, parseJson, WebPageError } from '../platform/json.ts';
import { safeText } from '../platform/safe-text.ts';

/**
 * The shared HTTP core: one function type, plain readonly data on both sides, and layers from Send to Send that
 * are composed once: `retry(bearer(trace(transport)))`. This file is pure; `transport.ts` is where undici begins.
 */

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

/**
 * The whole body as text, up to `cap` bytes after inflating. Invalid UTF-8 becomes U+FFFD.
 *
 * @throws UndocumentedResponseError when it is larger; TemporaryError when the connection breaks
 */
export async function readText(response: HttpResponse, cap: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, cap));
}

/**
 * The whole body as JSON, read exactly (see parseJson): numbers keep every digit that was sent. The content type is
 * ignored.
 *
 * @throws UndocumentedResponseError if it has more than `cap` bytes or too many values, is empty, not UTF-8 or not
 * JSON; TemporaryError if the connection breaks
 */
export async function readJson(response: HttpResponse, cap: number): Promise<unknown> {
  const bytes = await readBytes(response, cap);
  const undocumented = (why: string, text = '') =>
    new UndocumentedResponseError(`the response is ${why}${describe(response, text)}`, {
      hint: checkTheAddress,
      ...responseDetails(response),
    });
  if (bytes.length === 0) throw undocumented('empty');
  if (hasTooManyValues(bytes)) throw undocumented(`larger than ${mostValues} values`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw undocumented('not UTF-8 text');
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (isWebPageText(text))
      throw new WebPageError('the response', responseDetails(response), describe(response, text));
    throw undocumented((error as SyntaxError).message, text);
  }
}

/** Values (keys not counted) of one JSON body. A year of a hotel's days and unit groups has some 800,000. */
const mostValues = 2_000_000;

/**
 * Whether parsing a body would create more values than fit into memory: 60 KB of gzip can contain 20 million empty
 * objects, which take 4 GB after JSON.parse. Each value but the first follows a comma or an opening bracket, outside
 * strings.
 */
function hasTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length <= mostValues) return false;
  let count = 1;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c && inString) at += 1;
    else if (byte === 0x22) inString = !inString;
    else if (!inString && (byte === 0x2c || byte === 0x5b || byte === 0x7b)) count += 1;
  }
  return count > mostValues;
}

async function readBytes(response: HttpResponse, cap: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > cap) {
      throw new UndocumentedResponseError(`the response is larger than ${inUnits(cap)}`, {
        hint: 'request less, for example a shorter period',
        ...responseDetails(response),
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** What an error says of the response that caused it. */
export const responseDetails = ({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>) => ({
  status,
  trackingId: findTrackingId(headers),
});

/** ` (text/html: <!doctype html>...)`: enough to recognize the sender, nothing that could be a token. */
function describe(response: HttpResponse, text: string): string {
  const type = safeText(response.headers['content-type'] ?? 'without a content type', 60);
  return ` (${type}${text ? `: ${excerpt(text, 60)}` : ''})`;
}

/**
 * The first characters of an untrusted text on one line. A word with a long unbroken run may be a secret and is omitted
 * completely, because the characters around the run may be the rest of the secret.
 */
export const excerpt = (text: string, limit: number): string =>
  safeText(
    text
      .slice(0, limit * 8)
      .replace(/\S+/g, word => (/[\w.~+/=-]{20,}/.test(word) ? '…' : word))
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );

const inUnits = (bytes: number): string =>
  bytes >= 1 << 20
    ? `${bytes / (1 << 20)} MiB`
    : bytes >= 1 << 10
      ? `${bytes / (1 << 10)} KiB`
      : `${bytes} bytes`;

/**
 * The URLs that a request may have: HTTPS anywhere, plain HTTP only to this machine. Checked before anything is sent,
 * because a token that was sent over plain HTTP once is not a secret any more.
 *
 * @throws UsageError
 */
export function checkedUrl(text: string, env: Readonly<Record<string, string | undefined>>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('an address must begin with https://', {
      hint: 'check --base-url, --auth-url and --integration-url',
    });
  }
  if (url.username || url.password) {
    throw new UsageError(`the address of ${url.host} contains a user name or password`, {
      hint: 'remove it: hotelctl signs in with a token',
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(`plain HTTP to ${url.host} is refused`, {
      hint: `use https://${url.host}; plain HTTP is accepted only for loopback addresses`,
    });
  }
  if (url.protocol === 'https:') assertTlsVerification(env);
  return url;
}

/**
 * Called before any connection with TLS is opened: to the platform, a mail server, a database, a monitoring service.
 *
 * @throws UsageError if Node is configured to accept any certificate
 */
export function assertTlsVerification(env: Readonly<Record<string, string | undefined>>): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new UsageError('NODE_TLS_REJECT_UNAUTHORIZED=0 would allow anyone to impersonate a server', {
    hint: 'unset it; to trust your own certificate authority set NODE_EXTRA_CA_CERTS to its file',
  });
}

/** Whether a URL's host name (as the URL class writes it) is this machine: localhost, 127.0.0.0/8 or ::1. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** A URL's host name, an IPv6 address without its brackets. */
export const bareHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '');
