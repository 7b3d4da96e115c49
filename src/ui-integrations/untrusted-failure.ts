import { secondsText } from '../base/duration-text.ts';
import { HotelctlError } from '../base/errors.ts';
import { bareHost } from '../http/address.ts';
import { networkError, ownAuthority } from '../http/network-error.ts';
import type { FetchFailure } from '../platform/integrations/fetch-result.ts';
import { safeText } from '../platform/safe-text.ts';

/** Nothing was sent. @param address the address that is not public; undefined if the name has no address */
export function notPublic(url: URL, address: string | undefined): FetchFailure {
  const isLiteral = address === undefined || bareHost(url) === address;
  return {
    kind: 'failure',
    message:
      address === undefined
        ? `${url.hostname} has no address`
        : isLiteral
          ? `not requested: ${address} is not a public address`
          : `not requested: ${safeText(url.hostname, 100)} is ${address}, which is not a public address`,
    fix: 'the platform reaches only public addresses; --allow-private-network sends the request anyway',
    blocked: address !== undefined,
  };
}

export const tooSlow = (url: URL, timeLimit: number): FetchFailure => ({
  kind: 'failure',
  message: `no response from ${safeText(url.host, 100)} within ${secondsText(timeLimit)}`,
  fix: 'respond immediately; check that nothing on the way delays the connection',
  blocked: false,
});

/** Explains the network error; a defect of hotelctl is thrown unchanged. */
export function failureOf(error: unknown, url: URL): FetchFailure {
  const known = networkError(error, safeText(url.host, 100));
  if (!(known instanceof HotelctlError)) throw error;
  const isAuthority = known.details.hint === ownAuthority;
  return {
    kind: 'failure',
    message: known.message,
    fix: isAuthority
      ? 'use a certificate of a public authority, with its whole chain; to test your own, add --ca'
      : known.details.hint,
    blocked: false,
  };
}
