import type { Server } from 'node:http';
import { SignInError, UsageError } from '../base/errors.ts';
import type { LoopbackTarget } from './redirect.ts';

/**
 * Opens the redirect URI's port on each of its addresses, all or none. On a machine without IPv6, `localhost` still
 * works, because its browser does not use IPv6 either.
 */
export async function openPort(target: LoopbackTarget, makeServer: () => Server): Promise<readonly Server[]> {
  const open: Server[] = [];
  for (const [index, address] of target.addresses.entries()) {
    const server = makeServer();
    try {
      await listen(server, address, target.port);
      open.push(server);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (index > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      for (const other of open) other.close();
      throw portError(code, address, target.port);
    }
  }
  return open;
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });

function portError(code: unknown, address: string, port: number) {
  if (code === 'EADDRINUSE') {
    return new SignInError(`port ${port} on ${address} is in use by another program`, {
      hint: 'end that program (perhaps another `hotelctl login`), give another registered --redirect-uri, or use --paste',
    });
  }
  return new UsageError(`port ${port} on ${address} can't be opened (${String(code)})`, {
    hint: 'give a --redirect-uri that is registered with a port above 1023, or use --paste',
  });
}
