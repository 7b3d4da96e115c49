import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Handler, type HandlerResponse, serveHandler } from '../../src/http/local-server.ts';
import { plantedErrors } from '../../src/sandbox/faults/books.ts';
import type { Hotel } from '../../src/sandbox/hotel/hotel.ts';
import { createProcessor } from '../../src/sandbox/payments/payments-host.ts';
import { createApi } from '../../src/sandbox/sandbox.ts';
import { localServer, signedIn } from '../commands/local-server.ts';

/** The same API, which computes each report once until a request changes something: most tests read the same ones. */
function computeOnce(api: Handler, { clock }: Hotel): Handler {
  const known = new Map<string, HandlerResponse>();
  return async request => {
    const { method, path, query } = request;
    if (!path.startsWith('/reports/')) {
      if (method !== 'GET') known.clear();
      return api(request);
    }
    const name = `${clock.today()} ${path}?${query}`;
    const kept = known.get(name);
    if (kept) return kept;
    const { body, ...response } = await api(request);
    const whole =
      body === undefined
        ? response
        : { ...response, body: typeof body === 'string' ? body : await text(body) };
    known.set(name, whole);
    return whole;
  };
}

const listeners = new WeakMap<Hotel, RequestListener>();

/** The sandbox's API for this hotel, without an identity host: every token is valid. The tests of a file share it. */
export function hotelListener(hotel: Hotel, errors?: ReturnType<typeof plantedErrors>): RequestListener {
  const known = errors ? undefined : listeners.get(hotel);
  if (known) return known;
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const api = createApi({
    hotel,
    verifyToken: async () => ({ scopes: ['admin', 'offers.read', 'reservations.manage'], subject: 'owner' }),
    random,
    processor: createProcessor(hotel.clock, random),
    bookings: [],
    errors: errors ?? plantedErrors(),
  });
  // Planted errors change.
  const listener = serveHandler(errors ? api : computeOnce(api, hotel), error => {
    throw error;
  });
  if (!errors) listeners.set(hotel, listener);
  return listener;
}

/** A server of that API. `show` serves the same hotel on another day at the same address. */
export async function servedHotel(hotel: Hotel, errors?: ReturnType<typeof plantedErrors>) {
  let listener = hotelListener(hotel, errors);
  const show = (shown: Hotel) => {
    listener = hotelListener(shown, errors);
  };
  const requests: string[] = [];
  const server = await localServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  return { url: server.url, env: signedIn(server.url), requests, show };
}
