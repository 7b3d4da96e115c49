/**
 * A hotel user without a browser: follows the identity host's redirects, keeps its cookies and submits its forms, as a
 * browser would. `hotelctl sandbox run` signs in with it, and so do tests.
 */
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { RefusedError } from '../base/errors.ts';
import { hotelUsers } from './identity/client.ts';

/**
 * Follows redirects from the authorize URL to the redirect URI, without requesting the redirect URI.
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
  let form: string | undefined;
  for (;;) {
    const response = await visit(url, form, cookies);
    const page = await text(response);
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name === undefined) continue;
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
    if (response.statusCode !== 200 || action === undefined) throw refusal(response.statusCode ?? 0, page);
    url = new URL(action, url).href;
    form = action.endsWith('/sign-in')
      ? `user=${encodeURIComponent(user)}`
      : `decision=${allow ? 'allow' : 'deny'}`;
  }
}

function visit(
  url: string,
  form: string | undefined,
  cookies: ReadonlyMap<string, string>,
): Promise<IncomingMessage> {
  const headers = {
    accept: 'text/html',
    ...(cookies.size > 0 ? { cookie: Array.from(cookies, pair => pair.join('=')).join('; ') } : {}),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve, reject) => {
    // No agent: a connection kept open would prevent a client's callback server from closing.
    request(url, { method: form === undefined ? 'GET' : 'POST', headers, agent: false }, resolve)
      .on('error', reject)
      .end(form);
  });
}

function refusal(status: number, page: string): RefusedError {
  const [, title] = /<h1>([^<]*)<\/h1>/.exec(page) ?? [];
  return new RefusedError(`the identity host returned ${status}${title ? `: ${title}` : ''}`, {
    hint: 'open the address in a browser to see its page',
    status,
  });
}
