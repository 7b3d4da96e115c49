import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FaultyProxy = Awaited<ReturnType<typeof faultyProxy>>;

/** A proxy between hotelctl and the sandbox's API, which can lose the response to a POST request. */
export async function faultyProxy(target: string) {
  let isLost = false;
  let arrived = 0;
  let offset = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { status, headers, body } = await forward(target, incoming, Buffer.concat(chunks));
    if (incoming.method === 'POST') {
      arrived += 1;
      if (isLost) {
        isLost = false;
        return void outgoing.destroy();
      }
    }
    const date = new Date(Date.now() + offset).toUTCString();
    outgoing.writeHead(status, { ...headers, date }).end(body);
  }).on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
    close: () =>
      new Promise<void>(resolve => {
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
