import type * as OAuth from 'oauth4webapi';
import { UndocumentedResponseError } from '../base/errors.ts';
import type { OAuthClient, TokenAnswer } from './client.ts';
import { displayedUser } from './id-token.ts';
import { clientMetadata, identityHost } from './oauth-library.ts';

/**
 * Checks the token endpoint's answer (platform.md, Authentication, steps 2 and Refresh) and names its parts. Throws
 * oauth4webapi's errors, and UndocumentedResponseError for what it lets pass and we can't use.
 */
export async function readTokenAnswer(
  library: typeof OAuth,
  client: OAuthClient,
  response: Response,
): Promise<TokenAnswer> {
  const { rest, idToken } = await withoutIdToken(response);
  const answer = await library.processGenericTokenEndpointResponse(
    identityHost(client),
    clientMetadata(client),
    rest,
  );
  if (answer.token_type !== 'bearer') throw undocumented('token_type is not Bearer');
  if (answer.expires_in === undefined) throw undocumented('expires_in is missing');
  const { access_token: accessToken, refresh_token: refreshToken } = answer;
  for (const token of [accessToken, refreshToken]) {
    // It becomes a header and an item of the credential store: a line break in it must go no further.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw undocumented('a token is not printable text');
  }
  const user = displayedUser(idToken);
  return {
    accessToken,
    expiresIn: answer.expires_in,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scopes: grantedScopes(answer.scope) ?? client.scopes,
    ...(user === undefined ? {} : { user }),
  };
}

/** An answer without scopes grants those that were asked for (RFC 6749, 5.1); the platform's has none. */
function grantedScopes(scope: string | undefined): readonly string[] | undefined {
  const scopes = scope?.split(' ').filter(name => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name));
  return scopes?.length ? scopes : undefined;
}

/**
 * The id token is for display alone, and a malformed one must not spoil a sign-in that is otherwise good: it is
 * taken out before the library, which would reject the whole answer, sees it.
 */
async function withoutIdToken(response: Response): Promise<{ rest: Response; idToken: unknown }> {
  if (response.status !== 200) return { rest: response, idToken: undefined };
  const text = await response.text();
  const { status, headers } = response;
  try {
    const { id_token: idToken, ...rest } = JSON.parse(text);
    return { rest: new Response(JSON.stringify(rest), { status, headers }), idToken };
  } catch {
    return { rest: new Response(text, { status, headers }), idToken: undefined };
  }
}

const undocumented = (problem: string) =>
  new UndocumentedResponseError(`the identity host's token answer is not as documented: ${problem}`, {
    hint: 'check the identity host (--auth-url)',
  });
