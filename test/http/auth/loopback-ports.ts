import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';

/**
 * A port that was free a moment ago: a redirect URI names its port before the listener is opened. Below those that the system
 * gives to whoever asks for any, which another test would get in the meantime.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = randomInt(20_000, 32_768);
  const isFree = await new Promise<boolean>(resolve =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (!isFree) return freePort();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Sends raw bytes and resolves with everything received until the other side closes. */
export const rawRequest = (port: number, bytes: string, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, host, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', text => {
      response += text;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });

/** Whether something accepts connections there. */
export const isOpen = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
