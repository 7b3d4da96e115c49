import type { IncomingMessage, RequestListener } from 'node:http';

/** The response of a test's platform: a status, or a body for 200. */
export type Served = number | string | object;

/** Returns the response to a request, of which `report` is the last part of the path. */
export type Respond = (
  report: string,
  query: URLSearchParams,
  request: IncomingMessage,
) => Served | Promise<Served>;

/** A platform with these properties, or with this response to the request for their list. */
export const platformListener =
  (properties: readonly object[] | ((query: URLSearchParams) => Served), respond: Respond): RequestListener =>
  async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const list = () =>
      typeof properties === 'function' ? properties(searchParams) : { properties, count: properties.length };
    const served = pathname.startsWith('/inventory/v1/properties')
      ? list()
      : await respond(pathname.split('/').at(-1) ?? '', searchParams, request);
    const headers = { 'content-type': 'application/json', 'X-Tracking-Id': 'track-7' };
    if (typeof served === 'number') response.writeHead(served, headers).end();
    else response.writeHead(200, headers).end(typeof served === 'string' ? served : JSON.stringify(served));
  };

export const germanHotel = (id: string, name = id) => ({
  id,
  code: id,
  name,
  timeZone: 'Europe/Berlin',
  currencyCode: 'EUR',
});
