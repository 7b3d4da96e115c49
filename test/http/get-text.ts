import { once } from 'node:events';
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';

/** A response without any of hotelctl's code; no agent: an open connection would keep a server from closing. */
export async function getText(url: string, options: RequestOptions = {}) {
  const [response] = (await once(get(url, { ...options, agent: false }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}
