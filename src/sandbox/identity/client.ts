import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { RefusedError, UsageError } from '../../base/errors.ts';
import { parseTable } from '../table.ts';
import scopeTable from './scopes.txt?raw';

/** The one client application of the identity host, as the platform would have registered it. */
export type SandboxClient = ReturnType<typeof sandboxClient>;

export const clientName = 'hotelctl';
const defaultRedirectUri = 'http://127.0.0.1:8976/callback';

/**
 * The same credentials at every start, so that an existing profile keeps working: they give access to an invented hotel
 * on this machine only.
 * @throws UsageError for a redirect URI that the platform would not register.
 */
export function sandboxClient(redirectUris: readonly string[] = []) {
  for (const uri of redirectUris) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined;
    const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '');
    const allowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback);
    if (allowed && !uri.includes('#')) continue;
    throw new UsageError(`${JSON.stringify(uri)} cannot be registered as a redirect URI`, {
      hint: 'use an https URL, or http on a loopback address with a fixed port, without a fragment',
    });
  }
  return {
    clientId: 'hotelctl-sandbox',
    clientSecret: 'sandbox-secret',
    /** Compared as exact strings, port and trailing slash included (platform-facts, Identity). */
    redirectUris: [...new Set([defaultRedirectUri, ...redirectUris])] as readonly string[],
  };
}

/**
 * The scopes that the platform's documents name, described for hoteliers on the consent page, in its order: broad ones first, because
 * they matter most for the decision, and with a warning, because they allow far more than most clients need. Operations declare the
 * scopes that they require; this list defines only which scopes can be requested.
 */
export const scopeDescriptions = parseTable<'scope' | 'title' | 'allows' | 'broad'>(scopeTable);
export type ScopeDescription = (typeof scopeDescriptions)[number];

/** The scope parameter is a list separated by spaces (RFC 6749, section 3.3). */
export const splitScope = (scope: string | undefined): string[] => (scope ?? '').split(' ').filter(Boolean);

/** A hotel user who can sign in to the sandbox, without a password. Each of them has access to all properties. */
export type HotelUser = ReturnType<typeof makeUser>;

/** `id` is the id token's `sub`; the workplace is text, because the sandbox does not restrict access. */
function makeUser(name: string, role: string, workplace = 'All properties') {
  const id = name.toLowerCase().replace(' ', '.');
  return { id, name, email: `${id}@hotel.example`, role, workplace };
}

export const hotelUsers: readonly [HotelUser, ...HotelUser[]] = [
  makeUser('Anna Berger', 'Front office manager'),
  makeUser('Daniel Okafor', 'Revenue manager'),
  makeUser('Mira Lindqvist', 'Accountant', 'Head office, all properties'),
];

export const findHotelUser = (id: string): HotelUser | undefined => hotelUsers.find(user => user.id === id);

/**
 * A hotel user without a browser: follows redirects from the authorize URL to the redirect URI, keeps cookies and submits the
 * forms of the identity host. The redirect URI is not requested.
 *
 * @returns the redirect URI with `code` or `error` in its query; it is a secret that has not been used yet.
 * @throws RefusedError if the identity host shows an error page instead.
 */
export async function authorizeAsHotelUser(
  authorizeUrl: string,
  { user = hotelUsers[0].id, allow }: { readonly user?: string; readonly allow: boolean },
): Promise<string> {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();
  let url = authorizeUrl;
  let form: URLSearchParams | undefined;
  for (;;) {
    const headers = {
      accept: 'text/html',
      cookie: Array.from(cookies, pair => pair.join('=')).join('; '),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    // Not fetch, which uses a proxy for this machine too if NODE_USE_ENV_PROXY is set.
    const sent = request(url, { method: form ? 'POST' : 'GET', headers, agent: false }).end(form?.toString());
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const page = await text(response);
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    form = undefined;
    const { location } = response.headers;
    if (location !== undefined) {
      const next = new URL(location, url);
      if (next.origin !== origin) return next.href;
      url = next.href;
      continue;
    }
    const [, action] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
    const { statusCode = 0 } = response;
    if (statusCode !== 200 || action === undefined) throw refusal(statusCode, page);
    url = new URL(action, url).href;
    form = new URLSearchParams(
      action.endsWith('/sign-in') ? { user } : { decision: allow ? 'allow' : 'deny' },
    );
  }
}

function refusal(status: number, page: string): RefusedError {
  const [, title] = /<h1>([^<]*)<\/h1>/.exec(page) ?? [];
  return new RefusedError(`the identity host returned ${status}${title ? `: ${title}` : ''}`, {
    hint: 'open the address in a browser to see its page',
    status,
  });
}
