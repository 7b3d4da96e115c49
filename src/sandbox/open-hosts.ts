import { UsageError } from '../base/errors.ts';
import { openServer } from '../http/local/server.ts';
import { type FaultyHost, faultyHost, hostNames } from './faults/faulty-host.ts';

const loopbackAddresses: Readonly<Record<string, string>> = {
  '127.0.0.1': '127.0.0.1',
  localhost: '127.0.0.1',
  '::1': '::1',
};

/** The address to bind for a `--host` value. @throws UsageError for anything but a loopback address. */
export function loopbackAddress(host: string): string {
  const address = Object.hasOwn(loopbackAddresses, host) ? loopbackAddresses[host] : undefined;
  if (address !== undefined) return address;
  throw new UsageError(`the sandbox cannot listen on ${JSON.stringify(host)}`, {
    hint: 'use 127.0.0.1, ::1 or localhost: the sandbox serves only this machine',
  });
}

type Four<T> = readonly [T, T, T, T];

/** The ports of the four hosts. @throws UsageError for a port without three more after it */
export function portsFrom(port: number): Four<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_532) {
    throw new UsageError(`${port} is not a valid first port for the sandbox`, {
      hint: 'use a port from 1024 to 65532, or 0 for any free ports: the sandbox takes four in a row',
    });
  }
  return port === 0 ? [0, 0, 0, 0] : [port, port + 1, port + 2, port + 3];
}

/** Opens all four or none; port 0 uses any free port. @throws UsageError for a port that is in use */
export async function openHosts(address: string, ports: Four<number>): Promise<Four<FaultyHost>> {
  const opened = await Promise.allSettled(
    hostNames.map(async (name, index) => faultyHost(name, await openServer(address, ports[index] ?? 0))),
  );
  const servers = opened.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  const [first, second, third, fourth] = servers;
  if (first && second && third && fourth) return [first, second, third, fourth];
  await Promise.all(servers.map(server => server.stop()));
  throw opened.find(result => result.status === 'rejected')?.reason;
}
