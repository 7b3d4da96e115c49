/**
 * A client application that follows platform.md exactly: it builds its requests by hand and shares no code with the
 * sandbox.
 */
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { RunningSandbox, SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { localServer } from '../../commands/local-server.ts';
import { startTestSandbox } from '../start-test-sandbox.ts';

export interface Callback {
  readonly uri: string;
  /** Queries of the visits so far. */
  readonly visits: URLSearchParams[];
}

/** A page at a loopback redirect URI, as a command-line program opens it for a sign-in. */
export async function openCallback(): Promise<Callback> {
  const visits: URLSearchParams[] = [];
  const server = await localServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    // A browser requests an icon by itself.
    if (url.pathname !== '/callback') return response.writeHead(204).end();
    visits.push(url.searchParams);
    return response.end('<!doctype html><title>Landed</title><h1>Landed</h1>');
  });
  return { uri: `${server.url}/callback`, visits };
}

/** On free ports; stopped when the test ends. */
export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const sandbox = await startTestSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** One for all tests of a file, which only add to it. */
export function sharedSandbox(): () => RunningSandbox {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox.stop());
  return () => sandbox;
}

export function authorizeUrl(sandbox: RunningSandbox, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    scope: 'offline_access reports.read',
    client_id: sandbox.client.clientId,
    redirect_uri: sandbox.client.redirectUris.at(-1) ?? '',
    state: 'a-state-of-this-very-request',
    ...parameters,
  });
  return `${sandbox.authUrl}/connect/authorize?${query}`;
}

export interface TokenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** POST to a client endpoint with the client's id and secret in the body. */
export async function post(
  sandbox: RunningSandbox,
  path: string,
  fields: Record<string, string>,
): Promise<TokenResponse> {
  const response = await fetch(`${sandbox.authUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: sandbox.client.clientId,
      client_secret: sandbox.client.clientSecret,
      ...fields,
    }).toString(),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? {} : JSON.parse(text),
  };
}

/** platform.md, Step 2. */
export const exchange = (
  sandbox: RunningSandbox,
  code: string,
  redirectUri = sandbox.client.redirectUris.at(-1) ?? '',
) => post(sandbox, '/connect/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri });

/** platform.md, Refresh. */
export const refresh = (
  sandbox: RunningSandbox,
  refreshToken: unknown,
  fields: Record<string, string> = {},
) =>
  post(sandbox, '/connect/token', {
    grant_type: 'refresh_token',
    refresh_token: String(refreshToken),
    ...fields,
  });

export function idTokenClaims(response: TokenResponse): Record<string, unknown> {
  const [, payload = ''] = String(response.body['id_token']).split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** Whether the API accepts the token, for an operation that requires only a valid one. */
export async function isAccepted(sandbox: RunningSandbox, accessToken: unknown): Promise<boolean> {
  const response = await fetch(`${sandbox.apiUrl}/inventory/v1/properties`, {
    headers: { authorization: `Bearer ${String(accessToken)}` },
  });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 401)
    throw new Error(`the API responded with ${response.status}`);
  return response.status === 200;
}
