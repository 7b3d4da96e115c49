import { UsageError } from '../base/errors.ts';
import { type FaultyHost, faultyHost, hostNames } from './faults/faulty-host.ts';
import { openServer } from './server.ts';

type Four<T> = readonly [T, T, T, T];

/** The ports of the four hosts. @throws UsageError for one that the sandbox can't begin with */
export function portsFrom(port: number): Four<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_532) {
    throw new UsageError(`${port} is not a port that the sandbox can begin with`, {
      hint: 'it takes four in a row: give one from 1024 to 65532, or 0 for any free ones',
    });
  }
  return port === 0 ? [0, 0, 0, 0] : [port, port + 1, port + 2, port + 3];
}

/** All four or none; 0 takes any free port. @throws UsageError for a port that is taken */
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
