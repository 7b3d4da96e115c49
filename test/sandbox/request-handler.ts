import { text } from 'node:stream/consumers';
import type { Handler } from '../../src/http/local-server.ts';
import { plantedErrors } from '../../src/sandbox/faults/books.ts';
import type { Hotel } from '../../src/sandbox/hotel/hotel.ts';
import { createProcessor } from '../../src/sandbox/payments/payments-host.ts';
import { createApi } from '../../src/sandbox/sandbox.ts';

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is if it is text, else as JSON. */
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test expects a different body.
  readonly body: any;
}

/** Passes requests to a host's handler as a server would; addresses begin with the path. */
export const passTo =
  (handle: Handler) =>
  (address: string, { method = 'GET', headers = {}, body = '' }: Sending = {}) => {
    const { pathname, search } = new URL(`http://127.0.0.1${address}`);
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return handle({ method, path: pathname, query: new URLSearchParams(search), headers, body: sent });
  };

/** The same, with the response complete and its JSON parsed. */
export function clientOf(handler: Handler) {
  const pass = passTo(handler);
  return async (...sending: Parameters<typeof pass>): Promise<Received> => {
    const { status, headers, body = '' } = await pass(...sending);
    const received = typeof body === 'string' ? body : await text(body);
    return {
      status,
      headers,
      text: received,
      body: received.startsWith('{') ? JSON.parse(received) : undefined,
    };
  };
}

/** Tokens: name -> scopes; each belongs to a hotel user with that name. */
const grants: Readonly<Record<string, readonly string[]>> = {
  reception: ['offline_access', 'reports.read'],
  owner: ['admin'],
  booker: ['reservations.create'],
  guest: ['offers.read'],
};

export interface Asking {
  readonly token?: string;
  readonly key?: string;
  readonly method?: string;
  /** In place of the token as a bearer. */
  readonly authorization?: string;
  readonly body?: unknown;
}

/** Sends requests to the API as a client would, with hand-written URLs. */
export function requestApi(hotel: Hotel, more: Partial<Parameters<typeof createApi>[0]> = {}) {
  let made = 0;
  const random = { bytes: (count: number) => new Uint8Array(count).fill(++made) };
  const api = createApi({
    hotel,
    verifyToken: async token => {
      const scopes = grants[token];
      return scopes && { scopes, subject: token };
    },
    random,
    processor: createProcessor(hotel.clock, random),
    bookings: [],
    errors: plantedErrors(),
    ...more,
  });
  const sending = (
    address: string,
    { token = 'reception', key, method, authorization = `Bearer ${token}`, body }: Asking = {},
  ): [string, Sending] => [
    address,
    {
      method: method ?? (/\/gross-transactions(\?|$)/.test(address) ? 'POST' : 'GET'),
      headers: {
        ...(authorization === '' ? {} : { authorization }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
    },
  ];
  return {
    handle: (address: string) => passTo(api)(...sending(address)),
    ask: (address: string, asking?: Asking) => clientOf(api)(...sending(address, asking)),
  };
}
