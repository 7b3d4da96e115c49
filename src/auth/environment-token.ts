import { SignInError } from '../base/errors.ts';
import type { TokenSource } from '../http/bearer.ts';

/**
 * HOTELCTL_ACCESS_TOKEN as it is: it wins over every other source, needs no store and no identity host, and can't be
 * renewed. A file of its own, so that a job that brings its token loads nothing else of the sign-in.
 */
export function environmentToken(env: Readonly<Record<string, string | undefined>>): TokenSource | undefined {
  const token = env['HOTELCTL_ACCESS_TOKEN']?.trim();
  if (!token) return undefined;
  return async rejected => {
    if (rejected !== token) return token;
    throw new SignInError('the platform refused the access token of HOTELCTL_ACCESS_TOKEN (401)', {
      hint: 'set a new one, or unset it to use the sign-in that is stored',
      status: 401,
    });
  };
}
