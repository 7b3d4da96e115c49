import { text } from 'node:stream/consumers';
import type { HandlerResponse } from '../../../src/http/local-server.ts';
import { createApi } from '../../../src/sandbox/api/api.ts';
import type { Hotel } from '../../../src/sandbox/hotel/hotel.ts';

/** Tokens: name -> scopes; each belongs to a hotel user with that name. */
const grants: Readonly<Record<string, readonly string[]>> = {
  reception: ['offline_access', 'reports.read'],
  owner: ['admin'],
  booker: ['reservations.create'],
};

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test expects a different body.
  readonly body: any;
}

export interface Asking {
  readonly token?: string;
  readonly key?: string;
  readonly method?: string;
  /** In place of the token as a bearer. */
  readonly authorization?: string;
}

/** Sends requests to the API as a client would, with hand-written URLs. */
export function requestApi(
  hotel: Hotel,
  records?: number,
  errors?: Parameters<typeof createApi>[0]['errors'],
) {
  let made = 0;
  const api = createApi({
    hotel,
    verifyToken: async token => {
      const scopes = grants[token];
      return scopes && { scopes, subject: token };
    },
    random: { bytes: count => new Uint8Array(count).fill(++made) },
    records,
    errors,
  });
  const handle = (
    address: string,
    { token = 'reception', key, method, authorization = `Bearer ${token}` }: Asking = {},
  ) => {
    const { pathname, search } = new URL(`http://127.0.0.1${address}`);
    return api.handle({
      method: method ?? (pathname.endsWith('/gross-transactions') ? 'POST' : 'GET'),
      path: pathname,
      query: new URLSearchParams(search),
      headers: {
        ...(authorization === '' ? {} : { authorization }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: '',
    });
  };
  return {
    handle,
    ask: async (address: string, asking?: Asking): Promise<ApiResponse> => {
      const { status, headers, body } = await handle(address, asking);
      const text = await textOf(body);
      return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

export const textOf = async (body: HandlerResponse['body']): Promise<string> =>
  body === undefined || typeof body === 'string' ? (body ?? '') : text(body);
