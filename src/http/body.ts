import { UndocumentedResponseError } from '../base/errors.ts';
import { parseJson } from '../platform/json.ts';
import { safeText } from '../platform/safe-text.ts';
import type { HttpResponse } from './exchange.ts';

/**
 * The whole body as text, up to `cap` bytes after inflating. What is not UTF-8 becomes U+FFFD.
 *
 * @throws UndocumentedResponseError when it is larger; TemporaryError when the connection breaks
 */
export async function readText(response: HttpResponse, cap: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, cap));
}

/**
 * The whole body as JSON, read exactly (see parseJson): numbers keep every digit that was sent. The content type
 * is not trusted either way.
 *
 * @throws UndocumentedResponseError when it is larger than `cap` bytes, empty, not UTF-8 or no JSON;
 * TemporaryError when the connection breaks
 */
export async function readJson(response: HttpResponse, cap: number): Promise<unknown> {
  const bytes = await readBytes(response, cap);
  const came = (why: string, text = '') =>
    new UndocumentedResponseError(`the answer is ${why}${describe(response, text)}`, {
      hint: 'check the address; if it is right, report this with the tracking id',
      status: response.status,
      trackingId: trackingIdOf(response.headers),
    });
  if (bytes.length === 0) throw came('empty');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw came('not UTF-8 text');
  }
  try {
    return parseJson(text);
  } catch (error) {
    throw came((error as SyntaxError).message, text);
  }
}

async function readBytes(response: HttpResponse, cap: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > cap) {
      throw new UndocumentedResponseError(`the answer is larger than ${inUnits(cap)}`, {
        hint: 'ask for less, for example a shorter period; no such answer is documented',
        status: response.status,
        trackingId: trackingIdOf(response.headers),
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Value of any header that ends in `-tracking-id`: the platform's support asks for it. Made safe to show. */
export function trackingIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find(header => header.endsWith('-tracking-id'));
  return name === undefined ? undefined : safeText(headers[name] ?? '', 100) || undefined;
}

/** ` (text/html: <!doctype html>...)`: enough to see what answered, nothing that could be a token. */
function describe(response: HttpResponse, text: string): string {
  const type = safeText(response.headers['content-type'] ?? 'without a content type', 60);
  return ` (${type}${text ? `: ${excerpt(text, 60)}` : ''})`;
}

/**
 * The first characters of an untrusted text on one line. A word with a long unbroken run in it may be a secret and is
 * left out, all of it: what surrounds the run may be the rest of the secret.
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
