import { UsageError } from '../base/errors.ts';
import { bareHost, isLoopback } from '../http/address.ts';

/** Our own listener receives the browser's return. */
export interface LoopbackTarget {
  readonly kind: 'loopback';
  readonly https: boolean;
  /** Literal addresses to listen on: one, or both families for `localhost`. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** What the browser's Host header says. */
  readonly authority: string;
  /** As it stands in the request line, without a query. */
  readonly path: string;
}

/** Where the identity host sends the browser back to; `page` is elsewhere, and the person brings the address back. */
export type RedirectTarget = LoopbackTarget | { readonly kind: 'page' };

/**
 * Understands a registered redirect URI. It is compared as an exact string by the identity host (port and trailing
 * slash included), so it is never rewritten, only read. UsageError when no sign-in can end there.
 */
export function parseRedirectUri(redirectUri: string): RedirectTarget {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const https = url?.protocol === 'https:';
  if (!url || (!https && url.protocol !== 'http:')) throw unusable('is not an http or https address');
  if (url.hash || url.username || url.password) throw unusable('must have no fragment, user or password');
  if (!isLoopback(url.hostname)) {
    if (!https) throw unusable('must be https, unless it is on a loopback address');
    return { kind: 'page' };
  }
  const port = url.port === '' ? (https ? 443 : 80) : Number(url.port);
  if (port === 0) throw unusable('must name its port: it is registered as an exact address');
  const address = bareHost(url);
  return {
    kind: 'loopback',
    https,
    addresses: address === 'localhost' ? ['127.0.0.1', '::1'] : [address],
    port,
    authority: url.host,
    path: url.pathname,
  };
}

const unusable = (problem: string) =>
  new UsageError(`the redirect URI ${problem}`, {
    hint: 'give --redirect-uri exactly as it is registered with the platform, like http://127.0.0.1:8976/callback',
  });
