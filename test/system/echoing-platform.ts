import type { OutgoingHttpHeaders } from 'node:http';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/serve.ts';
import { type Canaries, canariesIn } from './canaries.ts';

export interface Failure {
  readonly status: number;
  readonly body: keyof ReturnType<typeof bodiesOf>;
}

/**
 * Identity host and API in one that, on request, fails and repeats every secret that the
 * running command has sent to it or received from it: in plain text, in headers, in a redirect, in the
 * middle of truncated text.
 * Ends with the running test.
 */
export async function echoingPlatform(canaries: Canaries) {
  /** How the next responses are, by the first part of the path; documented by default. */
  const failures = new Map<'connect' | 'reports', Failure>();
  /** States and verifiers of all sign-ins: hotelctl generates them, the identity host receives them. */
  const seen: string[] = [];
  const secret = (name: string) => canaries.get(name) ?? '';
  /** The secrets that the next failure repeats; a test clears them before each command. */
  const heard = new Set<string>();
  /** `expiresIn`: seconds that a new access token lasts. */
  const platform = { failures, seen, heard, expiresIn: 3600 };
  const hear = (...names: readonly string[]) => {
    for (const name of names) heard.add(secret(name));
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await text(request);
    const form = new URLSearchParams(body);
    hear(...canariesIn([request.url, body, ...request.rawHeaders].join('\n'), canaries));
    for (const [name, value] of [...searchParams, ...form]) {
      if (name !== 'state' && name !== 'code_verifier') continue;
      seen.push(value);
      heard.add(value);
    }
    if (pathname === '/connect/authorize') return comeBack(searchParams, response);
    const failure = failures.get(pathname.split('/')[1] as 'connect' | 'reports');
    if (failure) return echo(failure, [...heard], response);
    const content = documented(pathname);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(content === undefined ? '' : JSON.stringify(content));
  });
  /** Acts like the browser of a user who consents, or whose redirect was tampered with. */
  const comeBack = (query: URLSearchParams, response: ServerResponse) => {
    const back = new URL(query.get('redirect_uri') ?? '');
    const denied = failures.has('connect') && failures.get('connect')?.body === 'html';
    back.search = new URLSearchParams({
      state: query.get('state') ?? '',
      ...(denied
        ? { error: 'access_denied', error_description: [...heard].join(' ') }
        : { code: secret('code') }),
    }).toString();
    response.writeHead(302, { location: back.href }).end();
  };
  const documented = (path: string): object | undefined => {
    if (path === '/connect/token') {
      hear('access', 'refresh', 'id');
      return {
        access_token: secret('access'),
        refresh_token: secret('refresh'),
        id_token: `e30.${Buffer.from(JSON.stringify({ sub: 'u', name: 'Anna', jti: secret('id') })).toString('base64url')}.e30`,
        token_type: 'Bearer',
        expires_in: platform.expiresIn,
      };
    }
    if (path.endsWith('/properties'))
      return {
        properties: [
          { id: 'MUC', code: 'MUC', name: 'Munich', timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
        ],
        count: 1,
      };
    if (path.endsWith('/room-nights')) return { total: 7 };
    return undefined;
  };
  return Object.assign(platform, { url: await listen(server) });
}

function echo({ status, body }: Failure, secrets: readonly string[], response: ServerResponse): void {
  const printed = secrets.join(' ');
  // Only Latin letters are allowed in a header.
  const headers: OutgoingHttpHeaders = {
    'x-tracking-id': secrets[0] ?? '',
    'x-echo': printed,
    'www-authenticate': `Bearer error="invalid_token", error_description="${encodeURIComponent(printed)}"`,
    'set-cookie': `sid=${encodeURIComponent(printed)}`,
    location: `https://elsewhere.example/${encodeURIComponent(printed)}?token=${encodeURIComponent(printed)}`,
    'retry-after': '0',
    'content-type': body === 'text' ? 'text/plain' : body === 'html' ? 'text/html' : 'application/json',
  };
  response.writeHead(status, headers).end(bodiesOf(secrets)[body]);
}

function bodiesOf(secrets: readonly string[]) {
  const printed = secrets.join(' ');
  return {
    oauth: JSON.stringify({ error: 'invalid_grant', error_description: printed, error_uri: printed }),
    text: printed,
    html: `<h1>${printed}</h1>`,
    'unknown-field': JSON.stringify({ total: 7, [secrets.at(-1) ?? '']: printed }),
    'wrong-type': JSON.stringify({ total: printed }),
    cut: `{"echo": ${JSON.stringify(printed)}, `,
  };
}
