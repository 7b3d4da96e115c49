import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { authorizeAsHotelUser } from '../../src/sandbox/hotel-user.ts';

/**
 * A complete sign-in, up to the page that the client shows at its redirect URI (plain http only).
 * @throws RefusedError if the identity host shows an error page instead.
 */
export async function signInAsHotelUser(
  authorizeUrl: string,
  choice: Parameters<typeof authorizeAsHotelUser>[1],
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  // No agent: a connection kept open would prevent a client's callback server from closing.
  const sent = get(await authorizeAsHotelUser(authorizeUrl, choice), { agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}
