import { connect, type Socket } from 'node:net';
import { type BusCall, type BusReply, decodeReply, encodeCall } from './bus-message.ts';

/**
 * `silent`: a bus that is missing, refuses or does not respond; `stopped`: the bus responds, the keychain service does not.
 */
export type SecretServiceState = 'open' | 'locked' | 'no-collection' | 'no-service' | 'stopped' | 'silent';

/**
 * Examines the keychain from outside, which the keychain library does not support: whether there is a default
 * collection and whether it is locked. Used only if a call hangs or found nothing, so a normal run does not pay for it.
 * Stops when `wait` fires.
 */
export async function secretServiceState(
  busAddress: string,
  uid: number,
  wait: AbortSignal,
): Promise<SecretServiceState> {
  const path = socketPath(busAddress);
  if (path === undefined) return 'silent';
  const socket = connect(path);
  socket.on('error', () => {});
  const close = () => socket.destroy();
  wait.addEventListener('abort', close, { once: true });
  let state: SecretServiceState = 'silent';
  try {
    const bus = openBus(socket);
    await bus.authenticate(uid);
    await bus.call({ ...daemon, member: 'Hello', arguments: [] });
    state = 'stopped';
    const collection = await bus.call({
      ...service,
      path: '/org/freedesktop/secrets',
      interface: 'org.freedesktop.Secret.Service',
      member: 'ReadAlias',
      arguments: ['default'],
    });
    if (collection.isError || typeof collection.value !== 'string') return 'no-service';
    if (collection.value === '/') return 'no-collection';
    const locked = await bus.call({
      ...service,
      path: collection.value,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      arguments: ['org.freedesktop.Secret.Collection', 'Locked'],
    });
    return locked.value === true ? 'locked' : 'open';
  } catch {
    return state;
  } finally {
    wait.removeEventListener('abort', close);
    socket.destroy();
  }
}

const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};
const service = { destination: 'org.freedesktop.secrets' };

/** The first Unix socket of a D-Bus address (`unix:path=/run/user/1000/bus,guid=...;...`). */
function socketPath(address: string): string | undefined {
  for (const option of address.split(';')) {
    const [, kind, value] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(option) ?? [];
    if (value !== undefined) return (kind === 'abstract' ? '\0' : '') + decodeURIComponent(value);
  }
  return undefined;
}

interface Bus {
  authenticate(uid: number): Promise<void>;
  call(call: BusCall): Promise<BusReply>;
}

/** One call at a time; pending calls reject when the socket is closed. */
function openBus(socket: Socket): Bus {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let unread = Buffer.alloc(0);
  let serial = 0;
  const readMore = async () => {
    const { done, value } = await chunks.next();
    if (done || unread.length > 1 << 16) throw new Error('the session bus closed the connection');
    unread = Buffer.concat([unread, value]);
  };
  return {
    async authenticate(uid) {
      socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`);
      while (!unread.includes('\r\n')) await readMore();
      if (!unread.toString('latin1').startsWith('OK ')) throw new Error('the session bus refused this user');
      unread = unread.subarray(unread.indexOf('\r\n') + 2);
      socket.write('BEGIN\r\n');
    },
    async call(call) {
      serial += 1;
      socket.write(encodeCall(call, serial));
      for (;;) {
        const message = decodeReply(unread);
        if (message) unread = unread.subarray(message.size);
        else await readMore();
        // Other messages of the bus (signals) belong to no call and have no serial.
        if (message?.reply.serial === serial) return message.reply;
      }
    },
  };
}
