import { describe, expect, it } from 'vitest';
import { SignInError } from '../../../src/base/errors.ts';
import {
  type AccessGrant,
  accessGrant,
  accountName,
  makeGrant,
  type OAuthClient,
  serves,
  type TokenResponse,
} from '../../../src/http/auth/credentials.ts';
import { environmentToken } from '../../../src/http/client.ts';
import { failureOf, thrownBy } from '../../failure-of.ts';

/** What is stored of a token response and read back from a store; the access token from the environment. */
const noon = Date.UTC(2026, 9, 15, 12);
const user = { subject: 'u1', name: 'Ada' };
const grant: AccessGrant = { token: 'access', expiresAt: noon, scopes: ['reports.read'], user };

describe('a grant', () => {
  it('serves for half the time of a token that lives less than two minutes', () => {
    const client: OAuthClient = { authUrl: 'h', clientId: 'c', redirectUri: 'r', scopes: [] };
    const lasting = (expiresIn: number) =>
      makeGrant({ accessToken: 'a', expiresIn, scopes: [] }, client, noon);
    for (const seconds of [1, 30, 60, 119]) {
      expect(serves(lasting(seconds), noon + seconds * 500 - 1)).toBe(true);
      expect(serves(lasting(seconds), noon + seconds * 500)).toBe(false);
    }
    expect(serves(lasting(0), noon)).toBe(false);
    expect(lasting(120).renewAt).toBeUndefined();
  });

  it('contains the redirect URI of its sign-in only if that is known, also after a refresh', () => {
    const client: OAuthClient = { authUrl: 'h', clientId: 'c', redirectUri: 'setting', scopes: [] };
    const response = { accessToken: 'a', expiresIn: 3600, scopes: [] };
    const signedIn = makeGrant(response, client, noon, { redirectUri: 'signed-in' });
    expect(accessGrant(JSON.stringify(makeGrant(response, client, noon, signedIn)))?.redirectUri).toBe(
      'signed-in',
    );
    expect(makeGrant(response, client, noon).redirectUri).toBeUndefined();
    expect(accessGrant(JSON.stringify({ ...signedIn, redirectUri: 1 }))).toBeUndefined();
    expect(accessGrant(JSON.stringify({ ...signedIn, renewAt: 'x' }))).toBeUndefined();
  });

  it('is created from the response, the requested scopes if it names none, and the user known before', () => {
    const client: OAuthClient = { authUrl: 'h', clientId: 'c', redirectUri: 'r', scopes: ['asked'] };
    const response = { accessToken: 'new', expiresIn: 3600, scopes: [] } as unknown as TokenResponse;
    const made = { token: 'new', expiresAt: noon + 3_600_000, scopes: ['asked'] };
    expect(makeGrant(response, client, noon)).toEqual(made);
    expect(makeGrant(response, client, noon, grant)).toEqual({ ...made, user: grant.user });
    const given = { scopes: ['given'], user: { subject: 'u2' } };
    const printed = { ...response, ...given };
    expect(makeGrant(printed, client, noon, grant)).toEqual({ ...made, ...given });
  });

  it('is read from a store unchanged', () => {
    const { user: _, ...nameless } = grant;
    for (const kept of [grant, nameless, { ...grant, user: { subject: 'u1' } }, { ...grant, scopes: [] }])
      expect(accessGrant(JSON.stringify(kept))).toEqual(kept);
    expect(accessGrant(undefined)).toBeUndefined();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '1',
    ...[{ token: 1 }, { token: undefined }, { expiresAt: '1' }, { expiresAt: null }].map(changed),
    ...[{ scopes: 'reports.read' }, { scopes: ['a', 1] }, { scopes: undefined }].map(changed),
    ...[{ user: null }, { user: 'Ada' }, { user: {} }, { user: { subject: 1 } }].map(changed),
    changed({ user: { subject: 'u1', name: 1 } }),
  ])('is not read from invalid text: %s', text => {
    expect(accessGrant(text)).toBeUndefined();
  });
});

function changed(fields: object): string {
  return JSON.stringify({ ...grant, ...fields });
}

describe('the access token of the environment', () => {
  it.each(['a\nb', 'a b', 'a\u0000b', 'tökén'])('is refused as %j before it becomes a header', token => {
    const work = () => environmentToken({ HOTELCTL_ACCESS_TOKEN: token });
    expect(thrownBy(work, SignInError)).toMatchObject({
      message: 'HOTELCTL_ACCESS_TOKEN is not one line of printable characters',
      hint: 'set it to only the token, for example the output of `hotelctl auth token`',
    });
  });

  it('is used if the environment variable is not blank', async () => {
    expect(environmentToken({})).toBeUndefined();
    expect(environmentToken({ HOTELCTL_ACCESS_TOKEN: '' })).toBeUndefined();
    expect(environmentToken({ HOTELCTL_ACCESS_TOKEN: ' \n' })).toBeUndefined();
    const token = environmentToken({ HOTELCTL_ACCESS_TOKEN: ' made\n' });
    expect(await token?.()).toBe('made');
    expect(await token?.('another')).toBe('made');
  });

  it('that the platform refused is reported with a fix', async () => {
    const token = environmentToken({ HOTELCTL_ACCESS_TOKEN: 'made' });
    expect(await failureOf(token?.('made') ?? Promise.resolve())).toMatchObject({
      message: 'the platform refused the access token of HOTELCTL_ACCESS_TOKEN (401)',
      details: { hint: 'set a new token, or unset it to use the stored sign-in', status: 401 },
    });
  });
});

it('the name of a secret in a store has no spaces within its parts, so that no two are the same', () => {
  const key = { profile: 'a b', authUrl: 'https://identity.example', clientId: '50%20\t' };
  expect(accountName(key, 'refresh-token')).toBe('a%20b https://identity.example 50%2520%09 refresh-token');
});
