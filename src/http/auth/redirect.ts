import { UsageError } from '../../base/errors.ts';
import { bareHost, isLoopback } from '../address.ts';

/** hotelctl's own listener receives the redirect. */
export interface LoopbackTarget {
  readonly kind: 'loopback';
  readonly https: boolean;
  /** Literal addresses to listen on: one, or both families for `localhost`. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** The browser's Host header. */
  readonly authority: string;
  /** The path in the request line, without a query. */
  readonly path: string;
}

/** Where the identity host redirects the browser; `page` is another server, and the user pastes the URL. */
type RedirectTarget = LoopbackTarget | { readonly kind: 'page' };

/**
 * Parses a registered redirect URI. The identity host compares it as an exact string (including port and trailing
 * slash), so it is never rewritten. UsageError if no sign-in can end there.
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
    hint: 'set --redirect-uri exactly as it is registered with the platform, for example http://127.0.0.1:8976/callback',
  });
