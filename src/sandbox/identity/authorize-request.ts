/**
 * platform.md's authorize step requires fewer parameters than OpenID Connect, so the request is completed before the
 * library reads it. The scopes that the client requested are passed on as `requested_scope`.
 */
export const authorizePath = '/connect/authorize';

/**
 * The query that the library gets in place of the client's.
 *
 * - `openid` is always among the scopes, because every token response has an id token (platform.md, Step 2).
 * - The hotel user is always prompted for consent: OpenID Connect ignores `offline_access` without `prompt=consent`,
 *   which platform.md's clients do not send. `prompt=none` stays an error.
 *
 * A parameter that is sent twice is not changed: the library rejects it.
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

/** The URL that restarts the same request, to sign in as another hotel user. */
export function restartUrl(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string' && name !== 'requested_scope' && name !== 'prompt') query.set(name, value);
  }
  query.set('scope', String(parameters['requested_scope'] ?? ''));
  return `${authorizePath}?${query}`;
}

/**
 * A Cookie header without the session's cookies. Each sign-in starts with the choice of a hotel user: in the sandbox
 * that choice is the purpose of the page, and a remembered one would require signing out first.
 */
export function withoutCookies(header: string | undefined, names: readonly string[]): string | undefined {
  return header
    ?.split(/; */)
    .filter(pair => !names.includes(pair.slice(0, pair.indexOf('='))))
    .join('; ');
}
