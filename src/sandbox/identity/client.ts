import { UsageError } from '../../base/errors.ts';

/** The one client application of the identity host, as the platform would have registered it. */
export interface SandboxClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Compared as exact strings, port and trailing slash included (platform-facts, Identity). */
  readonly redirectUris: readonly string[];
}

interface ClientOptions {
  readonly clientSecret?: string | undefined;
  /** Registered in addition to hotelctl's default redirect URI. */
  readonly redirectUris?: readonly string[] | undefined;
}

export const clientName = 'hotelctl';
const defaultRedirectUri = 'http://127.0.0.1:8976/callback';

/**
 * The same credentials at every start, so that an existing profile keeps working: they give access to an invented hotel
 * on this machine only.
 * @throws UsageError for a redirect URI that the platform would not register.
 */
export function sandboxClient({ clientSecret, redirectUris = [] }: ClientOptions): SandboxClient {
  for (const uri of redirectUris) checkRedirectUri(uri);
  return {
    clientId: 'hotelctl-sandbox',
    clientSecret: clientSecret ?? 'sandbox-secret',
    redirectUris: [...new Set([defaultRedirectUri, ...redirectUris])],
  };
}

function checkRedirectUri(uri: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '');
  const allowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback);
  if (allowed && !uri.includes('#')) return;
  throw new UsageError(`${JSON.stringify(uri)} cannot be registered as a redirect URI`, {
    hint: 'use an https URL, or http on a loopback address with a fixed port, without a fragment',
  });
}
