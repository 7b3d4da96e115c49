import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { HttpPorts, HttpRequest, HttpResponse, Send } from '../../src/http/exchange.ts';
import { createTransport } from '../../src/http/transport.ts';
import { deferred } from '../deferred.ts';
import { freePort } from './auth/loopback-ports.ts';

/** Listens on a free loopback port until the test is over, outside a test until the process ends; returns the URL, without a trailing slash. */
export async function listen(server: Server | TcpServer, scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    });
  } catch {
    server.unref();
  }
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A real HTTP server; each request gets the next response, and the last one is repeated. */
export async function serve(...listeners: RequestListener[]) {
  const requests: IncomingMessage[] = [];
  const url = await listen(
    createServer((request, response) => {
      const respond = listeners[Math.min(requests.length, listeners.length - 1)];
      requests.push(request);
      respond?.(request, response);
    }),
  );
  return { url, requests };
}

/** A server of bare TCP: responds with these bytes, then acts on the connection as configured. */
export async function serveBytes(bytes: string, then: (socket: Socket) => void = socket => socket.end()) {
  const sent: string[] = [];
  const url = await listen(
    createTcpServer(socket => {
      socket.once('data', data => {
        sent.push(data.toString('latin1'));
        socket.write(bytes, () => then(socket));
      });
    }),
  );
  return { url, sent };
}

/** Sends this part again and again, as fast as it is read; `isRead` resolves when its reader has taken the first ones. */
export function endless(part: string | Uint8Array, before = '') {
  const { promise: isRead, resolve } = deferred();
  const listener: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(before);
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response
      .on('error', () => {})
      .on('drain', () => {
        resolve();
        more();
      });
    more();
  };
  return { listener, isRead };
}

export const status =
  (code: number, headers: Record<string, string> = {}, body: string | Uint8Array = '') =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(code, headers).end(body);
  };

/** An address at which nothing listens (any more). */
export const unused = async () => `http://127.0.0.1:${await freePort()}`;

/** The real transport, closed when the test is over. */
export function transport(env: Record<string, string> = {}): Send {
  const { send, close } = createTransport(env);
  onTestFinished(close);
  return send;
}

export const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  repeatable: true,
  authorize: false,
  ...more,
});

/** A clock that advances only by its sleeps, which take no time and are recorded. */
export function fakePorts(start = Date.UTC(2026, 9, 1), fraction = 0.5) {
  const slept: number[] = [];
  let now = start;
  const ports: HttpPorts = {
    clock: {
      now: () => now,
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        slept.push(milliseconds);
        now += milliseconds;
      },
    },
    random: { fraction: () => fraction },
  };
  return { ports, slept };
}

/** A hand-written response, for code that reads responses. */
export const httpResponse = (
  code: number,
  headers: Record<string, string> = {},
  body: string | Uint8Array = '',
) => {
  const pieces = body.length > 0 ? [Buffer.from(body as string)] : [];
  const response: HttpResponse = {
    status: code,
    headers,
    body: Readable.from(pieces),
    discard: async () => {},
  };
  return response;
};

export const textOf = (response: HttpResponse): Promise<string> => text(response.body);
