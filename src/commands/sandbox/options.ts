import { UsageError } from '../../base/errors.ts';
import { oneOf } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { openVisit } from '../../cli/visit.ts';
import { dateIn, isDate, resolveDate } from '../../platform/dates.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { RunningSandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { SandboxFlags } from './index.ts';

/** The sandbox's options from the command line. */
export async function sandboxOptions(
  flags: SandboxFlags,
  invocation: Invocation,
  port: number,
): Promise<SandboxOptions> {
  const { context } = invocation;
  const here = dateIn(undefined, context.clock.now());
  const today = resolveDate(flags.today ?? 'today', here) ?? '';
  if (!isDate(today)) {
    throw new UsageError('--today must be a date of the calendar, YYYY-MM-DD', {
      hint: 'for example --today 2026-03-01',
    });
  }
  return {
    seed: flags.seed,
    today,
    port,
    random: context.random,
    redirectUris: flags.redirectUri ?? [],
    probe: { visit: await openVisit(invocation, flags), now: context.clock.now },
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

/** `--size large --records N`: gross transactions, ordered services and company invoices as long as asked. */
function listLength({ size, records }: SandboxFlags): { readonly records?: number } {
  if (oneOf('--size', size, ['usual', 'large']) === 'large') {
    return { records: records === undefined ? 100_000 : wholeNumber('--records', records, 9_999_999) };
  }
  if (records === undefined) return {};
  throw new UsageError('--records goes with --size large', {
    hint: 'for example --size large --records 100000',
  });
}

/** @param highest the largest one taken; a hint needs one that works, and 60 does wherever this is used */
export function wholeNumber(flag: string, text: string, highest: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= highest) return Number(text);
  throw new UsageError(`${flag} must be a whole number up to ${highest}`, { hint: `for example ${flag} 60` });
}

/** The settings that make any hotelctl, or any other client, use this sandbox. */
export const sandboxSettings = ({ apiUrl, authUrl, integrationUrl, client }: RunningSandbox) => ({
  baseUrl: apiUrl,
  authUrl,
  integrationUrl,
  clientId: client.clientId,
  // The one registered last: whoever asked for another than the usual one means to use it.
  redirectUri: client.redirectUris.at(-1) ?? '',
});

/** The same as environment variables; the client secret opens an invented hotel alone. */
export function sandboxEnvironment(sandbox: RunningSandbox): Record<string, string> {
  const { baseUrl, authUrl, integrationUrl, clientId, redirectUri } = sandboxSettings(sandbox);
  return {
    HOTELCTL_BASE_URL: baseUrl,
    HOTELCTL_AUTH_URL: authUrl,
    HOTELCTL_INTEGRATION_URL: integrationUrl,
    // Not a setting: hotelctl never talks to a processor, but whoever tries a booking has to.
    SANDBOX_PAYMENTS_URL: sandbox.paymentsUrl,
    HOTELCTL_CLIENT_ID: clientId,
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
    HOTELCTL_REDIRECT_URI: redirectUri,
  };
}
