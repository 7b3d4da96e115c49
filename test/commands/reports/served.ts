import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContextOptions } from '../../context.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

/** The response of a test's platform: a status, or a body for 200. */
export type Served = number | string | object;

/**
 * `hotelctl WORDS` against a test server: `respond` returns the body of each request, and the list of properties has
 * MUC (Europe/Berlin) and TYO (Asia/Tokyo) unless `properties` names others, or responds to its request.
 */
export async function runAgainst(
  line: Line,
  respond: (query: URLSearchParams, request: IncomingMessage) => Served | Promise<Served>,
  {
    properties = listed,
    ...options
  }: TestContextOptions & { properties?: readonly object[] | ((query: URLSearchParams) => Served) } = {},
) {
  const requests: string[] = [];
  const server = await localServer(async (request, response) => {
    requests.push(request.url ?? '');
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const isList = request.url?.startsWith('/inventory/v1/properties');
    const list = () =>
      typeof properties === 'function' ? properties(query) : { properties, count: properties.length };
    send(response, isList ? list() : await respond(query, request));
  });
  const outcome = await runMain(wordsOf(line, '--max-attempts 1'), {
    ...options,
    env: { ...signedIn(server.url), TZ: 'UTC', ...options.env },
  });
  return { ...outcome, requests };
}

function send(response: ServerResponse, served: Served): void {
  const status = typeof served === 'number' ? served : 200;
  const body = typeof served === 'string' ? served : typeof served === 'number' ? '' : JSON.stringify(served);
  response.writeHead(status, { 'content-type': 'application/json', 'X-Tracking-Id': 'track-7' }).end(body);
}

const listed = [
  { id: 'MUC', name: 'Munich', timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
  { id: 'TYO', name: 'Tokyo', timeZone: 'Asia/Tokyo', currencyCode: 'JPY' },
];
