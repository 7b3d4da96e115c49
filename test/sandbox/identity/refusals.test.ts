import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { authorizeAsHotelUser } from '../../../src/sandbox/identity/client.ts';
import { rawRequest } from '../../http/auth/loopback-ports.ts';
import { startTestSandbox } from '../start-test-sandbox.ts';
import { authorizeUrl, exchange, post, sharedSandbox } from './client-application.ts';

describe('what the identity host refuses', () => {
  const shared = sharedSandbox();

  it.each(['http://[', '//', '*'])('responds 400 to the request target %s', async target => {
    const { host, port } = new URL(shared().authUrl);
    const request = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const response = await rawRequest(Number(port), request);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('issues a token that the API accepts, and no other', async () => {
    const callback = new URL(await authorizeAsHotelUser(authorizeUrl(shared()), { allow: true }));
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      state: 'a-state-of-this-very-request',
      iss: shared().authUrl,
    });
    const { body } = await exchange(shared(), callback.searchParams.get('code') ?? '');
    const token = String(body['access_token']);
    const statuses = [token, `${token}x`].map(async sent => {
      const headers = { authorization: `Bearer ${sent}` };
      return (await fetch(`${shared().apiUrl}/inventory/v1/properties`, { headers })).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401]);
  });

  it('signs a hotel user in without fetch, which NODE_USE_ENV_PROXY sends through a proxy', async () => {
    let fetches = 0;
    const count = () => {
      fetches += 1;
    };
    subscribe('undici:request:create', count);
    await authorizeAsHotelUser(authorizeUrl(shared()), { allow: true });
    unsubscribe('undici:request:create', count);
    expect(fetches).toBe(0);
  });

  it('shows a page for a redirect URI that is not registered', async () => {
    const parameters = { redirect_uri: '"><script>alert(1)</script>' };
    const response = await fetch(authorizeUrl(shared(), parameters), { redirect: 'manual' });
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain('<h1>This redirect URI is not registered</h1>');
    expect(page).toContain('<dd>http://127.0.0.1:8976/callback</dd>');
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('requires the redirect URI at both endpoints, also if one is registered', async () => {
    const without = authorizeUrl(shared()).replace(/&redirect_uri=[^&]*/, '');
    await expect(authorizeAsHotelUser(without, { allow: true })).rejects.toThrow('returned 400');
    const callback = new URL(await authorizeAsHotelUser(authorizeUrl(shared()), { allow: true }));
    const code = callback.searchParams.get('code') ?? '';
    const refused = await post(shared(), '/connect/token', { grant_type: 'authorization_code', code });
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_request']);
  });

  it('shows a page for an unknown client', async () => {
    const sandbox = shared();
    await expect(
      authorizeAsHotelUser(authorizeUrl(sandbox, { client_id: 'someone-else' }), { allow: true }),
    ).rejects.toThrow('the identity host returned 400: This client is not registered');
  });

  it('refuses a wrong secret in the body or the header with 400, never 401', async () => {
    const sandbox = shared();
    const fields = { grant_type: 'refresh_token', refresh_token: 'r' };
    const inBody = await post(sandbox, '/connect/token', { ...fields, client_secret: 'wrong' });
    expect(inBody).toMatchObject({ status: 400, text: '{"error":"invalid_client"}' });
    const inHeader = await fetch(`${sandbox.authUrl}/connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${sandbox.client.clientId}:wrong`)}` },
      body: new URLSearchParams(fields),
    });
    expect([inHeader.status, await inHeader.text()]).toEqual([400, '{"error":"invalid_client"}']);
    expect(inHeader.headers.get('www-authenticate')).toBeNull();
  });

  it('prevents a submitted sign-in from being submitted again, or by another browser', async () => {
    const sandbox = shared();
    const started = await fetch(authorizeUrl(sandbox), { redirect: 'manual' });
    const url = new URL(started.headers.get('location') ?? '', sandbox.authUrl);
    const cookie = started.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ');
    const submit = async (address: string, fields: Record<string, string>, by: object = { cookie }) => {
      const body = new URLSearchParams(fields);
      return fetch(address, { method: 'POST', body, headers: { ...by }, redirect: 'manual' });
    };
    const user = { user: 'anna.berger' };
    const stranger = await submit(`${url}/sign-in`, user, {});
    expect([stranger.status, await stranger.text()]).toEqual([
      400,
      expect.stringContaining('This sign-in is over'),
    ]);
    expect((await submit(`${sandbox.authUrl}/interaction/guess/sign-in`, user)).status).toBe(400);
    expect((await submit(`${url}/sign-in`, { user: 'nobody' })).status).toBe(400);
    expect((await submit(`${url}/consent`, { decision: 'allow' })).status).toBe(404);
    expect((await submit(`${url}/sign-in`, user)).status).toBe(303);
  });

  it.each(['http://pms.example/back', 'https://pms.example/#x', 'ftp://127.0.0.1/', 'back'])(
    'does not register the redirect URI %s',
    async uri => {
      await expect(startTestSandbox({ redirectUris: [uri] })).rejects.toThrow(UsageError);
    },
  );
});
