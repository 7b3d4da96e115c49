import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { get, serveBytes, textOf, transport } from './serve.ts';

/** A host that ends its connection while the reader of a body is behind: undici 7 crashes without the patch. */

const kibibytes = [16, 64, 65, 128, 1024];

/** The response's header has arrived, its body is unread, and the host has ended the connection and seen it closed. */
async function unreadResponse(length: number, sent: number, ending: (socket: Socket) => void) {
  let close = () => {};
  const closed = new Promise<void>(resolve => {
    close = resolve;
  });
  const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;
  const server = await serveBytes(head + 'b'.repeat(sent), socket => {
    void once(socket, 'close').then(() => close());
    ending(socket);
  });
  const response = await transport()(get(server.url));
  return { response, closed };
}

describe.each(kibibytes)('a body of %i KiB whose host ends the connection before it is read', kib => {
  const length = kib << 10;

  it('is read completely', async () => {
    const { response, closed } = await unreadResponse(length, length, socket => socket.end());
    // Fits into the buffers on the way: the end arrives while the body is not read.
    if (kib <= 65) await closed;
    expect((await textOf(response)).length).toBe(length);
  });

  it('is incomplete when half of it is missing', async () => {
    const { response, closed } = await unreadResponse(length, length >> 1, socket => socket.end());
    if (kib <= 65) await closed;
    await expect(textOf(response)).rejects.toThrow('broke before the response was complete');
  });

  it('is incomplete when the connection is reset', async () => {
    const { response, closed } = await unreadResponse(length, length >> 1, socket =>
      socket.resetAndDestroy(),
    );
    await closed;
    await expect(textOf(response)).rejects.toThrow('broke before the response was complete');
  });
});
