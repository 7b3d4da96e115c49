import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { localServer, signedIn } from '../local-server.ts';

/** The sandbox's hotels, with changed responses: those about the property, or all if it is empty; without a text, 204. */
export async function hotelWith(property: string, change: (text: string) => string) {
  const { url } = await servedHotel(smallHotel('2026-11-21'));
  const server = await localServer(async (request, response) => {
    const { method = 'GET', headers } = request;
    const { authorization = '' } = headers;
    const body = await fetch(`${url}${request.url}`, {
      method,
      headers: { authorization, 'idempotency-key': String(headers['idempotency-key'] ?? '1') },
    }).catch(() => undefined);
    const text = await body?.text().catch(() => undefined);
    // The hotel may close a connection that it kept, or be gone with the test: the command tries again, or has ended.
    if (!body || text === undefined) return void request.destroy();
    const isChanged = property === '' || request.url?.includes(`propertyId=${property}`);
    const sent = isChanged ? change(text) : text;
    response.writeHead(sent === '' ? 204 : body.status, { 'content-type': 'application/json' }).end(sent);
  });
  return signedIn(server.url);
}
