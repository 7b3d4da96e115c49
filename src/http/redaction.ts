import { redacted } from '../base/secrets.ts';
import { safeText } from '../platform/safe-text.ts';

/** Names of query parameters and headers whose values are secrets, or may be. */
const secretName =
  /^(code|state|nonce|sid|sig|otp|pin|pwd|jwt|session|key|auth)$|token|secret|passw|signature|credential|assertion|verifier|challenge|cookie|authori[sz]ation|api[-_]?key|access[-_]?key/i;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** Headers whose value is an address. */
const addressHeaders: ReadonlySet<string> = new Set(['location', 'content-location', 'referer', 'origin']);

/**
 * An address that may be shown: user name, password, fragment and the values of query parameters whose names look
 * secret are taken out, control characters made visible. Works on the text, so that a malformed address is covered.
 *
 * @param values `all` takes out every query value: for addresses whose parameters are not the platform's
 */
export function redactUrl(url: string, values: 'secret' | 'all' = 'secret'): string {
  const [beforeFragment = '', ...fragment] = url.split('#');
  const [place = '', ...query] = beforeFragment.split('?');
  const shownPlace = place.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, `$1//${redacted}@`);
  const shown = (part: string): string => {
    const [name = '', ...value] = part.split('=');
    if (value.length === 0) return values === 'all' ? redacted : part;
    return values === 'all' || secretName.test(decoded(name)) ? `${name}=${redacted}` : part;
  };
  const shownQuery = query.join('?').replace(/[^&;]+/g, shown);
  return safeText(
    shownPlace + (query.length > 0 ? `?${shownQuery}` : '') + (fragment.length > 0 ? `#${redacted}` : ''),
  );
}

/** Headers that may be shown; names stay, values of secrets do not. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      safeText(name),
      secretName.test(name) ? redacted : addressHeaders.has(name) ? redactUrl(value, 'all') : safeText(value),
    ]),
  );
}

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
