import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../base/errors.ts';

/** More than any documented request body. A larger body is refused with 413. */
const bodyLimit = 1 << 20;

export type LoopbackServer = Awaited<ReturnType<typeof openServer>>;

/** Listens on 127.0.0.1; port 0 uses any free one. @throws UsageError if the port is in use or not allowed. */
export async function openServer(port: number) {
  let serve: (listener: RequestListener) => void = () => {};
  const listener = new Promise<RequestListener>(resolve => {
    serve = resolve;
  });
  const server = createServer(async (request, response) => {
    const { port: ownPort } = server.address() as AddressInfo;
    // Exact comparison. Port 80 need not be omitted: these servers never use it.
    const own = ['127.0.0.1', 'localhost', '[::1]'].map(host => `${host}:${ownPort}`);
    if (!own.includes(request.headers.host ?? '')) {
      const hosts = `127.0.0.1:${ownPort} and localhost:${ownPort}`;
      return refuse(response, 421, `This server responds only to requests for ${hosts}.\n`);
    }
    (await listener)(request, response);
  });
  const bound = await openPort(server, port);
  return {
    port: bound,
    /** Without a trailing slash. */
    url: `http://127.0.0.1:${bound}`,
    /** Requests that arrive before the first call wait for it. */
    serve,
    /** Stops immediately and closes open connections, including idle ones of a browser. May be called twice. */
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** From now on each TLS handshake is cut off; without this call the client would get a plain HTTP error. */
    cutTls: () => void server.on('clientError', (_, socket) => socket.destroy()),
  };
}

/** An error thrown by a handler is a defect: the client gets 500 without a body, `onDefect` the error. */
export function serveHandler(handle: Handler, onDefect: (error: unknown) => void): RequestListener {
  return async (request, response) => {
    try {
      const target = request.url ?? '';
      if (!target.startsWith('/')) return refuse(response, 400, '');
      const body = await readRequestText(request, bodyLimit);
      if (body === undefined) return refuse(response, 413, '');
      const [path = '', ...query] = target.split('?');
      const result = await handle({
        method: request.method ?? 'GET',
        path,
        query: new URLSearchParams(query.join('?')),
        headers: Object.fromEntries(
          Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
        ),
        body,
      });
      response.writeHead(result.status, { ...result.headers });
      if (result.body === undefined || typeof result.body === 'string') response.end(result.body);
      else await pipeline(Readable.from(result.body), response);
    } catch (error) {
      // A client that disconnected is not a defect.
      if (request.readableAborted || response.destroyed) return;
      onDefect(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, '');
    }
  };
}

/** The request's body as UTF-8 text; undefined if it is longer than `limit` bytes. */
export async function readRequestText(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= limit) chunks.push(chunk as Buffer);
  }
  return size <= limit ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** Listens, without sharing the port. Rejects with the error of the system. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await once(server.listen({ host, port, exclusive: true }), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Listens on 127.0.0.1, port 0 on any free port, and returns the port. @throws UsageError that says why it cannot be opened */
export function openPort(server: Server, port: number): Promise<number> {
  return listenOn(server, '127.0.0.1', port).catch((error: NodeJS.ErrnoException) => {
    const problems: Readonly<Record<string, string>> = {
      EADDRINUSE: `port ${port} is in use by another program`,
      EACCES: `you are not allowed to listen on port ${port}`,
    };
    const { code = error.message } = error;
    throw new UsageError(problems[code] ?? `cannot listen on port ${port} (${code})`, {
      hint: 'choose another port with --port, or any free one with --port 0',
      cause: error,
    });
  });
}

/** Handlers of a local server: plain data in, plain data out. Only this file uses node:http. */
export interface HandlerRequest {
  readonly method: string;
  /** Path as sent, percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8 text; empty if the request has no body. */
  readonly body: string;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Chunks are sent as they are produced, so that a report of any size can be served. */
  readonly body?: string | AsyncIterable<string | Uint8Array>;
}

export type Handler = (request: HandlerRequest) => Promise<HandlerResponse>;

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): HandlerResponse => ({
  status,
  headers,
});

export const json = (status: number, body: object): HandlerResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});
