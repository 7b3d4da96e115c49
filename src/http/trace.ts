import { HotelctlError } from '../base/errors.ts';
import { redacted, type Secrets } from '../base/secrets.ts';
import { uriDecoded } from '../base/text.ts';
import { safeText } from '../platform/safe-text.ts';
import { findTrackingId, type HttpPorts, type Send } from './exchange.ts';

/**
 * A layer that writes each request and response in lines, for `--verbose`: `>` what is sent, `<` what was received, `*`
 * what happened. Bodies are never shown, secrets are removed, and control characters are made visible.
 *
 * @param write receives one line, without a line feed
 * @param origins hosts of the platform. For others (a UI integration's own server) every query value is removed,
 * because integrations keep their secret there.
 */
export function trace(
  send: Send,
  write: (line: string) => void,
  clock: HttpPorts['clock'],
  origins: readonly string[],
): Send {
  return async (request, signal) => {
    const known = URL.canParse(request.url) && origins.includes(new URL(request.url).origin);
    write(`> ${request.method} ${redactUrl(request.url, known ? 'secret' : 'all')}`);
    for (const [name, value] of Object.entries(redactHeaders(request.headers))) write(`> ${name}: ${value}`);
    if (request.body !== undefined) write(`> (body of ${Buffer.byteLength(request.body)} bytes)`);
    const started = clock.now();
    const took = () => `${Math.round(clock.now() - started)} ms`;
    try {
      const response = await send(request, signal);
      const trackingId = findTrackingId(response.headers);
      write(`< ${response.status} after ${took()}${trackingId ? `, tracking id ${trackingId}` : ''}`);
      for (const [name, value] of Object.entries(redactHeaders(response.headers)))
        write(`< ${name}: ${value}`);
      return response;
    } catch (error) {
      // An unexpected error's text may contain anything; hotelctl's own errors are safe to show.
      const message = error instanceof HotelctlError ? error.message : 'failed';
      write(`* ${safeText(message)} after ${took()}`);
      throw error;
    }
  };
}

/** Names of query parameters and headers whose values are secrets, or may be. */
const secretName =
  /^(code|state|nonce|sid|sig|otp|pin|pwd|jwt|session|key|auth)$|token|secret|passw|signature|credential|assertion|verifier|challenge|cookie|authori[sz]ation|api[-_]?key|access[-_]?key/i;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** The same of a field or a parameter of a command, where a code and a state are of a hotel, and not of a sign-in. */
export const isSecretField = (name: string): boolean => isSecretName(name) && !/^(code|state)$/i.test(name);

/** With the slashes and backslashes that the URL parser accepts. */
const userInfo = /^([a-z][a-z0-9+.-]*:[\\/]*|[\\/]{2,})[^\\/]*@/i;

const addressHeaders: ReadonlySet<string> = new Set(['location', 'content-location', 'referer', 'origin']);

/**
 * A URL to show: no user, password, fragment or secret value of its query. Works on the text, also of a malformed one.
 *
 * @param values `all` removes every query value: for URLs whose parameters are not the platform's
 */
export function redactUrl(url: string, values: 'secret' | 'all' = 'secret'): string {
  const [beforeFragment = '', ...fragment] = url.split('#');
  const [place = '', ...query] = beforeFragment.split('?');
  // The URL parser drops spaces and control characters at the beginning, and some of them anywhere.
  const visible = place.replace(/[^!-\u{10ffff}]+/gu, '');
  const shownPlace = userInfo.test(visible) ? visible.replace(userInfo, `$1${redacted}@`) : place;
  const shown = (part: string): string => {
    const [name = '', ...value] = part.split('=');
    if (value.length === 0) return values === 'all' ? redacted : part;
    return values === 'all' || secretName.test(uriDecoded(name)) ? `${name}=${redacted}` : part;
  };
  const shownQuery = query.join('?').replace(/[^&;]+/g, shown);
  return safeText(
    shownPlace + (query.length > 0 ? `?${shownQuery}` : '') + (fragment.length > 0 ? `#${redacted}` : ''),
  );
}

export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      safeText(name),
      secretName.test(name) ? redacted : addressHeaders.has(name) ? redactUrl(value, 'all') : safeText(value),
    ]),
  );
}

/** The queries of the URLs in a text are secrets from now on. */
export function registerUrls(text: string, secrets: Secrets): void {
  for (const [url] of text.replaceAll('\\/', '/').matchAll(/\bhttps?:\/\/[^\s"'<>\\]+/gi))
    secrets.registerUrl(url.replace(/[.,;:)\]]+$/, ''));
}

/** Redacts the query values of every URL in a text, also in JSON with escaped slashes. */
export const redactUrls = (text: string): string =>
  text.replaceAll('\\/', '/').replace(/\bhttps?:\/\/[^\s"'<>]+/gi, url => redactUrl(url, 'all'));
