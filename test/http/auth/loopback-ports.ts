import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A port that was free a moment ago: a redirect URI names its port before the listener is opened. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
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
