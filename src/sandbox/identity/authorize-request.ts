/**
 * platform.md's authorize step asks for less ceremony than OpenID Connect does, so the request is completed before
 * the library reads it. What the client really asked for travels along as `requested_scope`.
 */
export const authorizePath = '/connect/authorize';

/**
 * The query that the library gets for the client's own.
 *
 * - `openid` is always among the scopes, because every token answer has an id token (platform.md, Step 2).
 * - The hotel user is always asked to consent: OpenID Connect ignores `offline_access` without `prompt=consent`,
 *   which platform.md's clients do not send. `prompt=none` stays what it is, an error.
 *
 * A parameter that is sent twice is left alone for the library to refuse.
 */
export function completeAuthorizeQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  const scopes = parameters.getAll('scope');
  parameters.delete('requested_scope');
  if (scopes.length <= 1) {
    const requested = scopes[0] ?? '';
    parameters.set('requested_scope', requested);
    parameters.set('scope', /(^| )openid( |$)/.test(requested) ? requested : `openid ${requested}`.trim());
  }
  const prompts = parameters.getAll('prompt');
  if (prompts.length <= 1 && !/(^| )(none|consent)( |$)/.test(prompts[0] ?? '')) {
    parameters.set('prompt', `${prompts[0] ?? ''} consent`.trim());
  }
  return parameters.toString();
}

/** The address that starts the same request anew, to sign in as another hotel user. */
export function restartUrl(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string' && name !== 'requested_scope' && name !== 'prompt') query.set(name, value);
  }
  query.set('scope', String(parameters['requested_scope'] ?? ''));
  return `${authorizePath}?${query}`;
}

/**
 * A Cookie header without the session's cookies. Each sign-in starts with the choice of a hotel user: in the
 * sandbox that choice is the point, and a remembered one would have to be signed out first.
 */
export function withoutCookies(header: string | undefined, names: readonly string[]): string | undefined {
  return header
    ?.split(/; */)
    .filter(pair => !names.includes(pair.slice(0, pair.indexOf('='))))
    .join('; ');
}
