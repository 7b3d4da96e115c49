import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { deferred } from '../deferred.ts';
import { get, serveBytes, textOf, transport } from './serve.ts';

/** A host that ends its connection while the reader of a body is behind: undici 7 crashes or loses the body without the patch. */

const kibibytes = [16, 64, 65, 128, 1024];
const announced = 'connection: close\r\n';

/** The response's header has arrived, its body is unread, and the host has ended the connection and seen it closed. */
async function unreadResponse(header: string, sent: number, ending: (socket: Socket) => void) {
  const { promise: closed, resolve: close } = deferred();
  const server = await serveBytes(`HTTP/1.1 200 OK\r\n${header}\r\n${'b'.repeat(sent)}`, socket => {
    void once(socket, 'close').then(() => close());
    ending(socket);
  });
  const response = await transport()(get(server.url));
  return { response, closed };
}

describe.each(kibibytes)('a body of %i KiB whose host ends the connection before it is read', kib => {
  const length = kib << 10;
  const declared = `content-length: ${length}\r\n`;

  it.each([
    ['that is announced', declared + announced],
    ['that is not announced', declared],
    ['that is the end of the body', announced],
  ])('is read completely after an end %s', async (_, header) => {
    const { response, closed } = await unreadResponse(header, length, socket => socket.end());
    // Fits into the buffers on the way: the end arrives while the body is not read.
    if (kib <= 65) await closed;
    expect((await textOf(response)).length).toBe(length);
  });

  it.each([
    ['half of it is missing', (socket: Socket) => socket.end(), kib <= 65],
    ['the connection is reset', (socket: Socket) => socket.resetAndDestroy(), true],
  ])('is incomplete when %s', async (_, ending, isSeen) => {
    const { response, closed } = await unreadResponse(declared + announced, length >> 1, ending);
    if (isSeen) await closed;
    await expect(textOf(response)).rejects.toThrow('broke before the response was complete');
  });
});
