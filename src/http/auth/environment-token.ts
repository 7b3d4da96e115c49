import { SignInError } from '../../base/errors.ts';
import type { TokenSource } from '../bearer.ts';

/**
 * The access token of HOTELCTL_ACCESS_TOKEN: it takes precedence over every other source, needs no store and no
 * identity host, and cannot be refreshed. In a separate file, so that a job with a token loads nothing else of the
 * sign-in.
 */
export function environmentToken(env: Readonly<Record<string, string | undefined>>): TokenSource | undefined {
  const token = env['HOTELCTL_ACCESS_TOKEN']?.trim();
  if (!token) return undefined;
  // It becomes a header, which a line break or a control character would end.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SignInError('HOTELCTL_ACCESS_TOKEN is not one line of printable characters', {
      hint: 'set it to only the token, for example the output of `hotelctl auth token`',
    });
  }
  return async rejected => {
    if (rejected !== token) return token;
    throw new SignInError('the platform refused the access token of HOTELCTL_ACCESS_TOKEN (401)', {
      hint: 'set a new token, or unset the variable to use the stored sign-in',
      status: 401,
    });
  };
}
