import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OAuthClient, TokenResponse } from '../../../src/http/auth/credentials.ts';
import { login } from '../../../src/http/auth/login.ts';
import { refreshGrant, revoke } from '../../../src/http/auth/oauth.ts';
import { createTransport, type Transport } from '../../../src/http/transport.ts';
import { authorizeAsHotelUser } from '../../../src/sandbox/hotel-user.ts';
import type { RunningSandbox } from '../../../src/sandbox/sandbox.ts';
import { testContext } from '../../context.ts';
import { signInAsHotelUser } from '../../sandbox/sign-in-as-hotel-user.ts';
import { startTestSandbox } from '../../sandbox/start-test-sandbox.ts';
import { freePort, isOpen } from './loopback-ports.ts';

/** The whole sign-in against a certified authorization server, with a hotel user that follows its pages. */
let sandbox: RunningSandbox;
let transport: Transport;
let port: number;
const defects: unknown[] = [];
const page = 'https://hotel.example.com/oauth?tenant=7';

beforeAll(async () => {
  port = await freePort();
  sandbox = await startTestSandbox({
    redirectUris: [`http://127.0.0.1:${port}/callback`, page],
    onDefect: error => defects.push(error),
  });
  transport = createTransport({ env: {} });
});
afterAll(async () => {
  await transport.close();
  await sandbox.stop();
  expect(defects).toEqual([]);
});

interface Visit {
  readonly redirectUri?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly stdinLines?: AsyncIterable<string>;
  readonly browser: (url: string) => Promise<void>;
}

const clientOf = ({ redirectUri, scopes }: Partial<Visit>): OAuthClient => ({
  authUrl: sandbox.authUrl,
  clientId: sandbox.client.clientId,
  redirectUri: redirectUri ?? `http://127.0.0.1:${port}/callback`,
  scopes: scopes ?? ['offline_access', 'reports.read'],
});

async function signIn(visit: Visit): Promise<TokenResponse> {
  const context = testContext({
    ...(visit.stdinLines ? { stdinLines: visit.stdinLines } : {}),
    replace: { random: { bytes: randomBytes, uuid: () => '', fraction: () => 0 } },
  });
  let browsing = Promise.resolve();
  try {
    return await login({
      context,
      client: clientOf(visit),
      clientSecret: visit.clientSecret ?? sandbox.client.clientSecret,
      send: transport.send,
      mode: { browser: false, paste: visit.stdinLines !== undefined },
      interactive: false,
      timeout: 300_000,
      keep: async () => {},
      tell: async line => {
        if (line.includes('/connect/authorize?')) browsing = visit.browser(line.trim());
      },
    });
  } finally {
    await browsing;
    expect(await isOpen(port)).toBe(false);
  }
}

describe('a sign-in at the sandbox', () => {
  it('returns tokens that can be refreshed until they are revoked', async () => {
    let shown = '';
    const tokens = await signIn({
      browser: async url => {
        shown = (await signInAsHotelUser(url, { allow: true })).text;
      },
    });
    expect(shown).toContain('You are signed in');
    expect(tokens).toMatchObject({ expiresIn: 3600, refreshToken: expect.any(String) });
    expect(tokens.scopes).toContain('reports.read');
    expect(tokens.user?.subject).toEqual(expect.any(String));
    const { clientSecret } = sandbox.client;
    const refreshToken = tokens.refreshToken ?? '';
    const refreshed = await refreshGrant(clientOf({}), clientSecret, refreshToken, undefined, transport.send);
    expect(refreshed.accessToken).not.toBe(tokens.accessToken);
    expect(refreshed.refreshToken).toBeUndefined();
    expect(await revoke(clientOf({}), clientSecret, refreshToken, transport.send)).toBe('revoked');
    await expect(
      refreshGrant(clientOf({}), clientSecret, refreshToken, undefined, transport.send),
    ).rejects.toMatchObject({
      exitCode: 3,
      details: { hint: 'run `hotelctl login`' },
    });
  });

  it('returns no refresh token if the scope was not requested', async () => {
    const tokens = await signIn({
      scopes: ['reports.read'],
      browser: async url => void (await signInAsHotelUser(url, { allow: true })),
    });
    expect(tokens.refreshToken).toBeUndefined();
  });

  it('ends at a registered https page, whose URL is piped', async () => {
    let paste: (address: string) => void = () => {};
    const pasted = new Promise<string>(resolve => {
      paste = resolve;
    });
    const tokens = await signIn({
      redirectUri: page,
      stdinLines: (async function* () {
        yield await pasted;
      })(),
      browser: async url => paste(await authorizeAsHotelUser(url, { allow: true })),
    });
    expect(tokens.accessToken).toEqual(expect.any(String));
  });
});
