import { onTestFinished } from 'vitest';
import { serveHandler } from '../../src/http/local-server.ts';
import { createApi } from '../../src/sandbox/api/api.ts';
import type { plantedErrors } from '../../src/sandbox/faults/books.ts';
import type { Hotel } from '../../src/sandbox/hotel/hotel.ts';
import { localServer, signedIn } from '../commands/local-server.ts';

/** The sandbox's API for this hotel, without an identity host: every token is valid. */
export async function servedHotel(hotel: Hotel, errors?: ReturnType<typeof plantedErrors>) {
  const api = createApi({
    hotel,
    verifyToken: async () => ({ scopes: ['admin'], subject: 'owner' }),
    random: { bytes: count => new Uint8Array(count) },
    errors,
  });
  const requests: string[] = [];
  const listener = serveHandler(api, error => {
    throw error;
  });
  const server = await localServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  onTestFinished(() => void requests.splice(0));
  return { url: server.url, env: signedIn(server.url), requests };
}
