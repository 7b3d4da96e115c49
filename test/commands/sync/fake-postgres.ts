import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { listen } from '../../http/serve.ts';

/** What a server of the test does; without a part, it does what Postgres does. */
interface FakeServer {
  /** Its certificate; without one it offers no TLS. `mute`: it accepts TLS and never begins it. */
  readonly tls?: { readonly cert: string; readonly key: string } | 'mute';
  /** Instead of the sign-in; `repeats`: it repeats the clear-text password in an error. */
  readonly signIn?: 'clear-text' | 'repeats' | ((socket: Socket) => void);
  /** Instead of the response to a statement that contains this text. */
  readonly onStatement?: readonly [text: string, respond: (socket: Socket) => void];
}

const text = (value: string) => Buffer.from(`${value}\0`);
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** One message of the server. */
export const message = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};

export const errorMessage = (code: string, words: string): Buffer =>
  message('E', text(`SFATAL`), text(`VFATAL`), text(`C${code}`), text(`M${words}`), Buffer.from([0]));

const ready = message('Z', Buffer.from('I'));
const done = message('C', text('SELECT 0'));
const signedIn = Buffer.concat([message('R', int32(0)), ready]);
const column = (name: string) =>
  Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(65_535), int32(0), int16(0)]);
export const rowDescription = message('T', int16(1), column('partition'));
export const row = (value: string) => message('D', int16(1), int32(value.length), Buffer.from(value));

/** A server that speaks as much of Postgres' protocol as hotelctl needs, until the test is over. */
export async function fakePostgres(server: FakeServer = {}) {
  const passwords: string[] = [];
  let connections = 0;
  const arrivals: (() => void)[] = [];
  const own = createServer(socket => {
    connections += 1;
    for (const arrived of arrivals.splice(0)) arrived();
    greet(socket, server, passwords);
  });
  const { port } = new URL(await listen(own));
  return {
    port,
    passwords,
    connections: () => connections,
    /** Resolves when the next client has connected. */
    connection: () => new Promise<void>(resolve => arrivals.push(resolve)),
  };
}

function greet(socket: Socket, server: FakeServer, passwords: string[]): void {
  socket.on('error', () => {});
  socket.once('data', (first: Buffer) => {
    const wantsTls = first.length === 8 && first.readUInt32BE(4) === 80_877_103;
    if (!wantsTls) return begin(socket, server, passwords);
    if (server.tls === undefined) {
      socket.write('N');
      return greet(socket, server, passwords);
    }
    socket.write('S');
    if (server.tls === 'mute') return;
    const secure = new TLSSocket(socket, { isServer: true, ...server.tls });
    secure.on('error', () => {});
    secure.once('data', () => begin(secure, server, passwords));
  });
}

function begin(socket: Socket, { signIn, onStatement }: FakeServer, passwords: string[]): void {
  if (typeof signIn === 'function') {
    signIn(socket);
    return;
  }
  socket.write(signIn === undefined ? signedIn : message('R', int32(3)));
  let unread = Buffer.alloc(0);
  let statement = '';
  const respond = (extended: boolean) => {
    const begun = extended ? [message('1'), message('2'), message('n')] : [];
    if (onStatement && statement.includes(onStatement[0])) onStatement[1](socket);
    else if (statement.startsWith('copy')) socket.write(message('G', Buffer.from([0]), int16(0)));
    else socket.write(Buffer.concat([...begun, done, ready]));
  };
  socket.on('data', (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes]);
    while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
      const length = unread.readUInt32BE(1) + 1;
      const [type, body] = [String.fromCharCode(unread[0] ?? 0), unread.subarray(5, length)];
      unread = unread.subarray(length);
      if (type === 'p') {
        const password = body.toString().replace(/\0$/, '');
        passwords.push(password);
        const repeated = errorMessage('28P01', `password ${password} of "hotel" is wrong`);
        socket.write(signIn === 'repeats' ? repeated : signedIn);
      }
      if (type === 'Q' || type === 'P') statement = body.toString().replaceAll('\0', '').trim();
      if (type === 'Q' || type === 'S') respond(type === 'S');
      if (type === 'c') socket.write(Buffer.concat([done, ready]));
    }
  });
}
