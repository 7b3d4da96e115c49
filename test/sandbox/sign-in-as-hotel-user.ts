import { authorizeAsHotelUser } from '../../src/sandbox/identity/client.ts';
import { getText } from '../http/get-text.ts';

/**
 * A complete sign-in, up to the page that the client shows at its redirect URI (plain http only).
 * @throws RefusedError if the identity host shows an error page instead.
 */
export const signInAsHotelUser = async (
  authorizeUrl: string,
  choice: Parameters<typeof authorizeAsHotelUser>[1],
) => getText(await authorizeAsHotelUser(authorizeUrl, choice));
