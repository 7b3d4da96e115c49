import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';

/**
 * A URL from the command line; `-` reads it from standard input, because a private URL contains a secret, and other
 * users of a machine can read a command's arguments.
 */
export async function addressFrom({ context }: Invocation, given: string): Promise<string> {
  const address = given === '-' ? await oneLine(context) : given;
  context.secrets.registerUrl(address);
  return address;
}

async function oneLine(context: Context): Promise<string> {
  const lines = (await context.stdin.readText())
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  const [address] = lines;
  if (address !== undefined && lines.length === 1) return address;
  throw new UsageError('standard input must be one line with the URL', {
    hint: 'for example: hotelctl ui-integration check - < address.txt',
  });
}
