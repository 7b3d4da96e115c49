import type { Context } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { readPemFile } from '../base/named-file.ts';
import { resultOr } from '../base/text.ts';
import { assertTlsVerification } from '../http/address.ts';
import type { UntrustedFetch } from '../platform/ui-integrations/fetch-result.ts';
import type { Options } from './flags.ts';
import type { Invocation } from './invocation.ts';

export const fetchFlags = {
  'Network flags:': {
    '--ca <file>':
      'additional certificate authority to trust (PEM file), for example of a self-signed certificate',
    '--allow-private-network':
      'also connect to addresses that are not public, such as this machine and your network',
  },
} as const;

export type FetchOptions = Options<typeof fetchFlags>;

/** The SSRF-safe fetch, configured by the flags. @throws UsageError for a file that is not a PEM certificate */
export async function openUntrustedFetch(
  { context, flags }: Pick<Invocation, 'context' | 'flags'>,
  { ca, allowPrivateNetwork = false }: FetchOptions,
): Promise<UntrustedFetch> {
  const [{ untrustedFetch }, authorities] = await Promise.all([
    import('../views/untrusted-fetch.ts'),
    readAuthorities(ca, context),
  ]);
  const visit = untrustedFetch({
    clock: context.clock,
    interrupted: context.interrupted,
    allowPrivateNetwork,
    authorities,
    trace: flags.verbose ? line => void context.stderr.write(`${line}\n`) : undefined,
  });
  return async address => {
    if (address.startsWith('https:')) assertTlsVerification(context.env);
    return visit(address);
  };
}

/** An additional authority must not replace those of NODE_EXTRA_CA_CERTS, which Node ignores if it is given a list. */
async function readAuthorities(file: string | undefined, context: Context): Promise<readonly string[]> {
  if (file === undefined) return [];
  const { createSecureContext } = await import('node:tls');
  const read = async (path: string) => (await readPemFile('--ca', path, context)).toString();
  const extra = context.env['NODE_EXTRA_CA_CERTS'];
  const other = extra ? await read(extra).catch(() => undefined) : undefined;
  const pem = await read(file);
  const isValid = resultOr(undefined, () => createSecureContext({ ca: pem })) !== undefined;
  if (isValid && pem.includes('-----BEGIN CERTIFICATE-----')) return [pem, other ?? []].flat();
  throw new UsageError('--ca is not a PEM certificate', {
    hint: `specify the path of a PEM file, not ${JSON.stringify(file)}`,
  });
}
