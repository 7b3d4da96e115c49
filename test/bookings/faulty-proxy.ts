import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a booking on its way to the platform, or back. */
export const faults = [
  'none',
  'reset before the platform',
  'reset after the platform',
  'half a response',
  '500 before the platform',
  '503 after the platform',
  'silence before the platform',
  'silence after the platform',
  'kill when it arrives',
  'kill after the platform',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultyProxy {
  readonly url: string;
  /** The fault of the next booking; other requests pass unchanged. */
  next(fault: Fault, kill: () => void): void;
  /** Shifts the platform's clock, as in its Date headers, by this many milliseconds from the real time. */
  moveClock(offset: number): void;
  /** Bookings that reached the proxy so far. */
  arrived(): number;
  close(): Promise<void>;
}

/** A proxy between hotelctl and the sandbox's API; only POST requests get faults. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  let fault: Fault = 'none';
  let kill = () => {};
  let arrived = 0;
  let offset = 0;
  const pass = ({ status, headers, body }: Forwarded, outgoing: ServerResponse) => {
    const date = new Date(Date.now() + offset).toUTCString();
    outgoing.writeHead(status, { ...headers, date }).end(body);
  };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (incoming.method !== 'POST') return pass(await forward(target, incoming, body), outgoing);
    arrived += 1;
    const [met, killNow] = [fault, kill];
    fault = 'none';
    if (met === 'reset before the platform') return void outgoing.destroy();
    if (met === '500 before the platform') return void outgoing.writeHead(500).end();
    if (met === 'silence before the platform') return;
    if (met === 'kill when it arrives') {
      killNow();
      return void outgoing.destroy();
    }
    const response = await forward(target, incoming, body);
    if (met === 'none') return pass(response, outgoing);
    if (met === 'reset after the platform') return void outgoing.destroy();
    if (met === '503 after the platform') return void outgoing.writeHead(503).end();
    if (met === 'silence after the platform') return;
    if (met === 'kill after the platform') killNow();
    // Half of it, whether the reader is still there or not.
    outgoing.writeHead(response.status, { ...response.headers, 'content-length': response.body.length });
    outgoing.write(response.body.subarray(0, response.body.length >> 1), () => outgoing.destroy());
  }).on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (following, killing) => {
      fault = following;
      kill = killing;
    },
    moveClock: by => {
      offset = by;
    },
    arrived: () => arrived,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, host: new URL(target).host };
    const url = `${target}${incoming.url}`;
    const sent = request(url, { method: incoming.method ?? 'GET', headers, agent: false }, async response => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { 'transfer-encoding': _, connection: __, ...kept } = response.headers;
      resolve({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject).end(body);
  });
}
