import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../http/serve.ts';

export type FaultyProxy = Awaited<ReturnType<typeof faultyProxy>>;

/** A proxy between hotelctl and the sandbox's API, which can lose the response to a POST request. */
export async function faultyProxy(target: string) {
  const proxy = {
    url: '',
    /** The response to the next booking is lost after the platform has carried it out. */
    losesNext: false,
    /** How far the platform's clock, as in its Date headers, is from the real time, in milliseconds. */
    clockOffset: 0,
    /** Bookings that arrived so far. */
    arrived: 0,
  };
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url } = incoming;
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headersDistinct;
    const body = method === 'POST' ? await buffer(incoming) : null;
    const entries = Object.entries(headers).map(([name, values]) => [name, String(values)] as const);
    const response = await fetch(`${target}${url}`, { method, body, headers: Object.fromEntries(entries) });
    const received = Buffer.from(await response.arrayBuffer());
    if (body) proxy.arrived += 1;
    if (body && proxy.losesNext) {
      proxy.losesNext = false;
      return void outgoing.destroy();
    }
    const type = response.headers.get('content-type') ?? '';
    const date = new Date(Date.now() + proxy.clockOffset).toUTCString();
    outgoing.writeHead(response.status, { date, 'content-type': type }).end(received);
  });
  proxy.url = await listen(server);
  return proxy;
}
