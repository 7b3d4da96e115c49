/** A client application that follows platform.md exactly: it builds its requests by hand and shares no code with the sandbox. */
import { afterAll, beforeAll } from 'vitest';
import type { RunningSandbox } from '../../../src/sandbox/sandbox.ts';
import { startTestSandbox } from '../start-test-sandbox.ts';

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
