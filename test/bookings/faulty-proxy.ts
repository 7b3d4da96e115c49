import { createServer, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../http/serve.ts';

export type FaultyProxy = Awaited<ReturnType<typeof faultyProxy>>;

/** A proxy between hotelctl and the sandbox's API, which can lose the response to a POST request. */
export async function faultyProxy(target: string) {
  let isLost = false;
  let arrived = 0;
  let offset = 0;
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers, body } = await forward(target, incoming, await buffer(incoming));
    if (incoming.method === 'POST') {
      arrived += 1;
      if (isLost) {
        isLost = false;
        return void outgoing.destroy();
      }
    }
    const date = new Date(Date.now() + offset).toUTCString();
    outgoing.writeHead(status, { ...headers, date }).end(body);
  });
  return {
    url: await listen(server),
    /** The response to the next booking is lost after the platform has carried it out. */
    loseNextResponse: () => {
      isLost = true;
    },
    /** Shifts the platform's clock, as in its Date headers, by this many milliseconds from the real time. */
    moveClock: (by: number) => {
      offset = by;
    },
    /** Bookings that reached the proxy so far. */
    arrived: () => arrived,
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
      const { 'transfer-encoding': _, connection: __, ...kept } = response.headers;
      resolve({ status: response.statusCode ?? 0, headers: kept, body: await buffer(response) });
    });
    sent.on('error', reject).end(body);
  });
}
