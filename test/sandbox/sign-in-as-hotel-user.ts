import { authorizeAsHotelUser } from '../../src/sandbox/identity/client.ts';
import { getText } from '../http/get-text.ts';

/** A sign-in up to the page at the redirect URI (plain http only). @throws RefusedError if the identity host shows an error. */
export const signInAsHotelUser = async (
  authorizeUrl: string,
  choice: Parameters<typeof authorizeAsHotelUser>[1],
) => getText(await authorizeAsHotelUser(authorizeUrl, choice));
