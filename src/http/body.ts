import { isUtf8 } from 'node:buffer';
import { checkTheAddress, UndocumentedResponseError } from '../base/errors.ts';
import { isWebPageText, parseJson, WebPageError } from '../platform/json.ts';
import { safeText } from '../platform/safe-text.ts';
import { findTrackingId, type HttpResponse } from './exchange.ts';

/**
 * The whole body as text; invalid UTF-8 becomes U+FFFD.
 *
 * @param cap bytes after inflating
 * @throws UndocumentedResponseError when it is larger; TemporaryError when the connection breaks
 */
export async function readText(response: HttpResponse, cap: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, cap));
}

/**
 * Reads exactly (see parseJson), whatever the content type.
 *
 * @throws UndocumentedResponseError for more than `cap` bytes or too many values, and for what is empty, not UTF-8 or not
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
  if (!isUtf8(bytes)) throw undocumented('not UTF-8 text');
  const text = new TextDecoder().decode(bytes);
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
 * Whether a body fills the memory: 60 KB of gzip can be 20 million empty objects, 4 GB after JSON.parse. Each but the first
 * follows a comma or an opening bracket, outside strings.
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
    if (size > cap)
      throw new UndocumentedResponseError(`the response is larger than ${cap >> 20} MiB`, {
        hint: 'request less, for example a shorter period',
        ...responseDetails(response),
      });
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

/** The start of an untrusted text on one line. A word with a long unbroken run is omitted, as it may contain a secret. */
export const excerpt = (text: string, limit: number): string =>
  safeText(
    text
      .slice(0, limit * 8)
      .replace(/\S+/g, word => (/[\w.~+/=-]{20,}/.test(word) ? '…' : word))
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );
