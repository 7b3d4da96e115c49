import { describe, expect, it } from 'vitest';
import { authorizeAsHotelUser } from '../../../src/sandbox/identity/client.ts';
import type { RunningSandbox } from '../../../src/sandbox/sandbox.ts';
import { wordsOf } from '../../words.ts';
import { signInAsHotelUser } from '../sign-in-as-hotel-user.ts';
import {
  authorizeUrl,
  exchange,
  idTokenClaims,
  isAccepted,
  openCallback,
  refresh,
  sharedSandbox,
  testSandbox,
} from './client-application.ts';

async function newCode(sandbox: RunningSandbox, parameters: Record<string, string> = {}): Promise<string> {
  const redirect = await authorizeAsHotelUser(authorizeUrl(sandbox, parameters), { allow: true });
  return new URL(redirect).searchParams.get('code') ?? '';
}

describe('the identity host by platform.md', () => {
  const shared = sharedSandbox();

  it('leads a hotel user from authorize to the redirect URI and returns tokens for the code', async () => {
    const callback = await openCallback();
    const sandbox = await testSandbox({ redirectUris: [callback.uri] });
    const landing = await signInAsHotelUser(authorizeUrl(sandbox), { user: 'daniel.okafor', allow: true });
    expect(landing).toEqual({ status: 200, text: expect.stringContaining('Landed') });
    const [visit] = callback.visits;
    expect([...(visit?.keys() ?? [])].sort()).toEqual(['code', 'iss', 'state']);
    expect(visit?.get('state')).toBe('a-state-of-this-very-request');
    expect(visit?.get('iss')).toBe(sandbox.authUrl);

    const response = await exchange(sandbox, visit?.get('code') ?? '');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id_token: expect.any(String),
      access_token: expect.any(String),
      expires_in: 3600,
      token_type: 'Bearer',
      refresh_token: expect.any(String),
      scope: 'offline_access reports.read',
    });
    expect(idTokenClaims(response)).toMatchObject({
      iss: sandbox.authUrl,
      aud: sandbox.client.clientId,
      sub: 'daniel.okafor',
      name: 'Daniel Okafor',
    });
    expect(await isAccepted(sandbox, response.body['access_token'])).toBe(true);
    expect(await isAccepted(sandbox, `${response.body['access_token']}x`)).toBe(false);
  });

  it('responds to a refresh without a new refresh token, repeatedly', async () => {
    const sandbox = shared();
    const first = await exchange(sandbox, await newCode(sandbox));
    for (let round = 0; round < 3; round += 1) {
      const response = await refresh(sandbox, first.body['refresh_token']);
      expect(response.status).toBe(200);
      expect(Object.keys(response.body).sort()).toEqual(
        wordsOf('access_token expires_in id_token scope token_type'),
      );
      expect(response.body).toMatchObject({ expires_in: 3600, token_type: 'Bearer' });
      expect(response.body['access_token']).not.toBe(first.body['access_token']);
      expect(await isAccepted(sandbox, response.body['access_token'])).toBe(true);
    }
  });
});
