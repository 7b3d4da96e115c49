import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/serve.ts';

/** A loopback server for the duration of the test, with the number of its connections. */
export async function localServer(respond: RequestListener = (_, response) => response.writeHead(500).end()) {
  let connections = 0;
  const arrivals: (() => void)[] = [];
  const server = createServer((request, response) => {
    respond(request, response);
    for (const arrived of arrivals.splice(0)) arrived();
  }).on('connection', () => {
    connections += 1;
  });
  return {
    url: await listen(server),
    connections: () => connections,
    /** Resolves when the next request has come. */
    request: () => new Promise<void>(resolve => arrivals.push(resolve)),
  };
}

/** A monitoring service: method, path and body of each call. */
export async function monitoringService(status = () => 200) {
  const calls: string[] = [];
  const { url } = await localServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(status()).end();
  });
  return { calls, url };
}

/**
 * A platform whose room nights have this many nationalities, all of the number that `numberOf` returns; it has nothing else.
 *
 * @param reservation the id of the reservation of each
 */
export const roomNightsListener =
  (rows: number, numberOf: () => number, reservation?: (index: number) => string): RequestListener =>
  (request, response) => {
    if (!request.url?.includes('/room-nights')) return response.writeHead(404).end();
    const number = numberOf();
    const nationalityBreakdown = Array.from({ length: rows }, (_, index) => ({
      countryCode: `C${index}`,
      number,
      percent: 12.345678901234567,
      ...(reservation ? { reservationIds: [reservation(index)] } : {}),
    }));
    return response.end(JSON.stringify({ total: number, nationalityBreakdown }));
  };

/** The minimum for sending a report: a URL and a token. */
export const signedIn = (url: string) => ({
  HOTELCTL_BASE_URL: url,
  HOTELCTL_ACCESS_TOKEN: 'a-token-of-the-test',
});

export const roomNights = ['reports', 'room-nights', '--property', 'MUC', '--month', '10', '--year', '2026'];
export const emptyReport = '{"total": 0}';
