import { HotelctlError } from '../base/errors.ts';
import { bareHost } from '../http/address.ts';
import { networkError, ownAuthority } from '../http/network-error.ts';
import type { SeenFailure } from '../platform/integrations/sighting.ts';
import { safeText } from '../platform/safe-text.ts';

/** Nothing was asked. @param address the one that is not public; undefined where the name has none at all */
export function notPublic(url: URL, address: string | undefined): SeenFailure {
  const literal = address === undefined || bareHost(url) === address;
  return {
    kind: 'failure',
    words:
      address === undefined
        ? `${url.hostname} has no address`
        : literal
          ? `not asked: ${address} is not a public address`
          : `not asked: ${safeText(url.hostname, 100)} is ${address}, which is not a public address`,
    mend: 'the platform reaches public addresses alone; --allow-private-network asks all the same',
    guarded: address !== undefined,
  };
}

export const tooSlow = (url: URL, timeLimit: number): SeenFailure => ({
  kind: 'failure',
  words: `no answer from ${safeText(url.host, 100)} within ${timeLimit / 1000} s`,
  mend: 'answer at once; check that nothing on the way holds the connection back',
  guarded: false,
});

/** What the network's error means; a defect of ours comes through as it is. */
export function failureOf(error: unknown, url: URL): SeenFailure {
  const known = networkError(error, safeText(url.host, 100));
  if (!(known instanceof HotelctlError)) throw error;
  const isAuthority = known.details.hint === ownAuthority;
  return {
    kind: 'failure',
    words: known.message,
    mend: isAuthority
      ? 'take a certificate of a public authority, with its whole chain; to test one of your own give it with --ca'
      : known.details.hint,
    guarded: false,
  };
}
