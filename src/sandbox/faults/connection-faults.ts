import type { Socket } from 'node:net';
import { bytesOf, type FaultyExchange, garbage, hasBody, wholeBytes } from './exchange.ts';

/** What networks, proxies and crashing hosts do to a connection. The request has been carried out each time. */

export async function resetBeforeHeaders({ socket, answer }: FaultyExchange): Promise<void> {
  await answer();
  socket.resetAndDestroy();
}

export async function resetAfterHeaders({ socket, answer }: FaultyExchange): Promise<void> {
  const whole = await answer();
  const framing = hasBody(whole) ? { 'content-length': whole.body.length } : {};
  socket.write(bytesOf(whole, framing), () => socket.resetAndDestroy());
}

export async function resetInBody({ socket, answer }: FaultyExchange): Promise<void> {
  const half = halfOf(await answer());
  socket.write(half, () => socket.resetAndDestroy());
}

/** Ends in the middle as if that were the end: only the content length tells. */
export async function truncate({ socket, answer }: FaultyExchange): Promise<void> {
  socket.end(halfOf(await answer()));
}

/** Carried out, and never answered; the connection stays open until the other side has had enough. */
export async function stayMute({ answer }: FaultyExchange): Promise<void> {
  await answer();
}

export async function sendSlowly({ socket, answer }: FaultyExchange): Promise<void> {
  const bytes = wholeBytes(await answer());
  let sent = 0;
  const drip = setInterval(() => {
    socket.write(bytes.subarray(sent, ++sent));
    if (sent >= bytes.length) socket.end();
  }, 200);
  socket.once('close', () => clearInterval(drip));
}

/** A harmless one: bytes have no obligation to come in the portions in which they were sent. */
export async function sendInSlices({ socket, answer }: FaultyExchange): Promise<void> {
  const bytes = wholeBytes(await answer());
  socket.setNoDelay(true);
  // Odd, so that it cuts lines, numbers and letters of several bytes; not so small that a report takes minutes.
  const size = Math.max(3, Math.ceil(bytes.length / 500) | 1);
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
    await flushed(socket, bytes.subarray(start, start + size));
  }
  socket.end();
}

/** Something listens there, and it is no web server. */
export async function sendGarbage({ socket, answer }: FaultyExchange): Promise<void> {
  await answer();
  socket.end(garbage);
}

function halfOf(whole: Awaited<ReturnType<FaultyExchange['answer']>>): Buffer {
  if (!hasBody(whole)) return wholeBytes(whole);
  const { body } = whole;
  return bytesOf(whole, { 'content-length': body.length }, body.subarray(0, body.length >> 1));
}

const flushed = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>(resolve => {
    socket.write(bytes, () => setImmediate(resolve));
  });
