/** One of the sandbox's hosts on a loopback port: opened first, so that its URL is known, then given its work. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../base/errors.ts';
import type { Handler } from './http-handler.ts';
import { isLoopbackHost, loopbackUrl } from './loopback-host.ts';

/** More than any documented request body; what is larger is refused with 413. */
const bodyLimit = 1 << 20;

export interface LoopbackServer {
  readonly port: number;
  /** Without a trailing slash. */
  readonly url: string;
  /** Requests that came before wait for it. */
  serve(listener: RequestListener): void;
  /** Ends at once: open connections are cut, also a browser's idle ones. A second time does no harm. */
  stop(): Promise<void>;
  /** From now on whoever begins a TLS handshake is cut off, instead of being told that this is plain HTTP. */
  cutTls(): void;
}

/**
 * Listens on a loopback address; port 0 takes any free one.
 * @throws UsageError where the port is taken or not allowed.
 */
export async function openServer(address: string, port: number): Promise<LoopbackServer> {
  let serve: (listener: RequestListener) => void = () => {};
  const listener = new Promise<RequestListener>(resolve => {
    serve = resolve;
  });
  const server = createServer(async (request, response) => {
    const { port: ownPort } = server.address() as AddressInfo;
    if (!isLoopbackHost(request.headers.host, ownPort)) {
      refuse(response, 421, `This sandbox answers to 127.0.0.1:${ownPort} and localhost:${ownPort} alone.\n`);
      return;
    }
    (await listener)(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(error, port)));
    server.listen({ host: address, port, exclusive: true }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: loopbackUrl(address, bound),
    serve,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    cutTls: () => void server.on('clientError', (_, socket) => socket.destroy()),
  };
}

/** Puts a Handler behind node:http. A handler that throws is a defect: 500 without a body, and `onDefect` hears of it. */
export function serveHandler(handler: Handler, onDefect: (error: unknown) => void): RequestListener {
  return async (request, response) => {
    try {
      const target = request.url ?? '';
      if (!target.startsWith('/')) return refuse(response, 400, '');
      const body = await readText(request, bodyLimit);
      if (body === undefined) return refuse(response, 413, '');
      const queryStart = target.indexOf('?');
      const answer = await handler.handle({
        method: request.method ?? 'GET',
        path: queryStart < 0 ? target : target.slice(0, queryStart),
        query: new URLSearchParams(queryStart < 0 ? '' : target.slice(queryStart + 1)),
        headers: joinedHeaders(request),
        body,
      });
      response.writeHead(answer.status, { ...answer.headers });
      if (answer.body === undefined || typeof answer.body === 'string') response.end(answer.body);
      else await pipeline(Readable.from(answer.body), response);
    } catch (error) {
      // A client that went away is nobody's defect.
      if (request.readableAborted || response.destroyed) return;
      onDefect(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, '');
    }
  };
}

/** The request's body as UTF-8 text; undefined where it is longer than `limit` bytes. */
export async function readText(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= limit) chunks.push(chunk as Buffer);
  }
  return size <= limit ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct))
    headers[name] = (values ?? []).join(', ');
  return headers;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function cannotListen(error: NodeJS.ErrnoException, port: number): Error {
  const hint = 'choose another with --port, or any free one with --port 0';
  if (error.code === 'EADDRINUSE')
    return new UsageError(`port ${port} is in use by another program`, { hint, cause: error });
  if (error.code === 'EACCES')
    return new UsageError(`port ${port} is not allowed to you`, { hint, cause: error });
  return new UsageError(`the sandbox can't listen on port ${port} (${error.code ?? error.message})`, {
    hint,
    cause: error,
  });
}
