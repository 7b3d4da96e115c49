import type { Socket } from 'node:net';
import { bytesOf, type FaultyExchange, garbage, hasBody, wholeBytes } from './exchange.ts';

/** Faults of networks, proxies and crashing hosts. The request has been carried out each time. */

export async function resetBeforeHeaders({ socket, carryOut }: FaultyExchange): Promise<void> {
  await carryOut();
  socket.resetAndDestroy();
}

export async function resetAfterHeaders({ socket, carryOut }: FaultyExchange): Promise<void> {
  const whole = await carryOut();
  const framing = hasBody(whole) ? { 'content-length': whole.body.length } : {};
  socket.write(bytesOf(whole, framing), () => socket.resetAndDestroy());
}

export async function resetInBody({ socket, carryOut }: FaultyExchange): Promise<void> {
  const half = halfOf(await carryOut());
  socket.write(half, () => socket.resetAndDestroy());
}

/** Closes the connection halfway as if the response were complete: only the content length shows that it is not. */
export async function truncate({ socket, carryOut }: FaultyExchange): Promise<void> {
  socket.end(halfOf(await carryOut()));
}

/** The request is carried out, but no response is sent; the connection stays open until the client closes it. */
export async function stayMute({ carryOut }: FaultyExchange): Promise<void> {
  await carryOut();
}

export async function sendSlowly({ socket, carryOut }: FaultyExchange): Promise<void> {
  const bytes = wholeBytes(await carryOut());
  let sent = 0;
  const drip = setInterval(() => {
    socket.write(bytes.subarray(sent, ++sent));
    if (sent >= bytes.length) socket.end();
  }, 200);
  socket.once('close', () => clearInterval(drip));
}

/** Not an error: TCP does not preserve the boundaries of writes. */
export async function sendInSlices({ socket, carryOut }: FaultyExchange): Promise<void> {
  const bytes = wholeBytes(await carryOut());
  socket.setNoDelay(true);
  // Odd, so that it splits lines, numbers and multi-byte characters; not so small that a report takes minutes.
  const size = Math.max(3, Math.ceil(bytes.length / 500) | 1);
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
    await flushed(socket, bytes.subarray(start, start + size));
  }
  socket.end();
}

/** The port accepts connections, but the server does not speak HTTP. */
export async function sendGarbage({ socket, carryOut }: FaultyExchange): Promise<void> {
  await carryOut();
  socket.end(garbage);
}

function halfOf(whole: Awaited<ReturnType<FaultyExchange['carryOut']>>): Buffer {
  if (!hasBody(whole)) return wholeBytes(whole);
  const { body } = whole;
  return bytesOf(whole, { 'content-length': body.length }, body.subarray(0, body.length >> 1));
}

const flushed = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>(resolve => {
    socket.write(bytes, () => setImmediate(resolve));
  });
