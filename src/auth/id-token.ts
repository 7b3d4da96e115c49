import type { TokenAnswer } from './client.ts';

/**
 * Who signed in, read from an id token for display alone: it came straight from the token endpoint over TLS, nothing
 * is decided by it, and so its signature is not checked. A malformed token gives undefined and never an error, for
 * the sign-in itself does not depend on it. Every text is untrusted: without control and direction characters, cut.
 */
export function displayedUser(idToken: unknown): TokenAnswer['user'] {
  const claims = claimsOf(idToken);
  const subject = displayText(claims?.['sub']);
  if (subject === undefined) return undefined;
  const name =
    displayText(claims?.['name']) ??
    displayText(claims?.['preferred_username']) ??
    displayText(claims?.['email']);
  return name === undefined ? { subject } : { subject, name };
}

function claimsOf(idToken: unknown): Readonly<Record<string, unknown>> | undefined {
  const payload = typeof idToken === 'string' ? idToken.split('.')[1] : undefined;
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/** One line that no terminal acts on; undefined when nothing is left of it. Joiners stay: names need them. */
function displayText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const visible = value.replace(/(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf})+/gu, ' ').trim();
  return visible === '' ? undefined : [...visible].slice(0, 200).join('');
}
