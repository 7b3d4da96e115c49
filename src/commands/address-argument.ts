import { UsageError } from '../errors.ts';
import type { Runtime } from './runtime.ts';

/**
 * An address from the command line; `-` reads it from standard input, because a private URL holds a secret, and other
 * users of a machine can read a command's arguments.
 */
export async function addressFrom({ context }: Runtime, given: string): Promise<string> {
  if (given !== '-') return given;
  const lines = (await context.stdin.readText())
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  const [address] = lines;
  if (address !== undefined && lines.length === 1) return address;
  throw new UsageError('standard input must be one line with the address', {
    hint: 'for example: hotelctl ui-integration check - < address.txt',
  });
}
