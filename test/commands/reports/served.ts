import type { IncomingMessage } from 'node:http';
import type { TestContextOptions } from '../../context.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { platformListener, type Served } from '../reports-platform.ts';

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
  const listener = platformListener(properties, (_, query, request) => respond(query, request));
  const server = await localServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  const outcome = await runMain(wordsOf(line, '--max-attempts 1'), {
    ...options,
    env: { ...signedIn(server.url), TZ: 'UTC', ...options.env },
  });
  return { ...outcome, requests };
}

const listed = [
  { id: 'MUC', name: 'Munich', timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
  { id: 'TYO', name: 'Tokyo', timeZone: 'Asia/Tokyo', currencyCode: 'JPY' },
];
