import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { wholeNumber } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { openUntrustedFetch } from '../../cli/untrusted-fetch-flags.ts';
import { assumptionVariable } from '../../platform/assumptions.ts';
import { dateIn, isDate, resolveDate } from '../../platform/dates.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { RunningSandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { SandboxFlags } from './flags.ts';

export async function sandboxOptions(
  flags: SandboxFlags,
  invocation: Invocation,
  port: number,
): Promise<SandboxOptions> {
  const { context } = invocation;
  const here = dateIn(undefined, context.clock.now());
  const today = resolveDate(flags.today ?? 'today', here) ?? '';
  if (!isDate(today)) {
    throw new UsageError('--today must be a date, YYYY-MM-DD', {
      hint: 'for example --today 2026-03-01',
    });
  }
  return {
    seed: flags.seed,
    today,
    port,
    random: context.random,
    redirectUris: flags.redirectUri ?? [],
    probe: { fetch: await openUntrustedFetch(invocation, flags), now: context.clock.now },
    ...(flags.tokenLifetime === undefined
      ? {}
      : { accessTokenLifetime: wholeNumber('--token-lifetime', flags.tokenLifetime, 86_400) }),
    ...(flags.properties === undefined
      ? {}
      : { properties: wholeNumber('--properties', flags.properties, 1000) }),
    ...listLength(flags),
    onDefect: error => {
      const kind = error instanceof Error ? error.message : typeof error;
      void context.stderr.write(`sandbox: an error in the sandbox itself: ${safeText(kind, 300)}\n`);
    },
  };
}

/** `--size large --records N`: the length of gross transactions, ordered services and company invoices. */
function listLength({ size, records }: SandboxFlags): { readonly records?: number } {
  if (oneOf('--size', size, ['usual', 'large']) === 'large') {
    return { records: records === undefined ? 100_000 : wholeNumber('--records', records, 9_999_999) };
  }
  if (records === undefined) return {};
  throw new UsageError('--records requires --size large', {
    hint: 'for example --size large --records 100000',
  });
}

/** The settings with which hotelctl, or any other client, uses this sandbox. */
export const sandboxSettings = ({ apiUrl, authUrl, integrationUrl, client }: RunningSandbox) => ({
  baseUrl: apiUrl,
  authUrl,
  integrationUrl,
  clientId: client.clientId,
  // The last registered one: --redirect-uri comes after the default.
  redirectUri: client.redirectUris.at(-1) ?? '',
});

/** The same as environment variables. The client secret gives access to invented data only. */
export function sandboxEnvironment(sandbox: RunningSandbox): Record<string, string> {
  const { baseUrl, authUrl, integrationUrl, clientId, redirectUri } = sandboxSettings(sandbox);
  return {
    HOTELCTL_BASE_URL: baseUrl,
    HOTELCTL_AUTH_URL: authUrl,
    HOTELCTL_INTEGRATION_URL: integrationUrl,
    // Not a setting: hotelctl never sends a request to a payment processor, but a trial booking needs one.
    SANDBOX_PAYMENTS_URL: sandbox.paymentsUrl,
    HOTELCTL_CLIENT_ID: clientId,
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
    HOTELCTL_REDIRECT_URI: redirectUri,
    [assumptionVariable('assume.bookings.honorsKeys')]: 'yes',
  };
}
