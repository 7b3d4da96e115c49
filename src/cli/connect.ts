import type { CredentialKey, OAuthClient } from '../auth/client.ts';
import { environmentToken } from '../auth/environment-token.ts';
import type { Session } from '../auth/session.ts';
import { TemporaryError } from '../base/errors.ts';
import { createHttp, type Http } from '../http/client.ts';
import type { HttpLimits } from '../http/exchange.ts';
import { NetworkError } from '../http/network-error.ts';
import type { Settings } from '../settings/resolve.ts';
import type { Invocation } from './invocation.ts';

/** The way to the platform for one command: signed in, with retries, traced under `--verbose`. */
interface Connection {
  readonly http: Http;
  /** Lets the process end; connections that are kept alive would hold it. */
  close(): Promise<void>;
  /** Whether a request failed for want of a token: the platform has not carried it out. */
  signInFailed(): boolean;
}

/**
 * @param hosts addresses from the settings that may be sent the access token
 * @param connections as many as requests are sent at a time
 */
export function connect(invocation: Invocation, hosts: readonly string[], connections?: number): Connection {
  let signInFailed = false;
  const anonymous = openHttp(invocation);
  let session: Promise<Session> | undefined;
  const ofSession = async (rejected?: string) => {
    session ??= openSession(invocation, anonymous);
    return (await session).accessToken(rejected);
  };
  const source = environmentToken(invocation.context.env) ?? ofSession;
  const http = openHttp(invocation, {
    token: rejected =>
      source(rejected).catch(error => {
        signInFailed = true;
        // It has had its own tries: the layer above must not begin them anew.
        throw error instanceof NetworkError ? new TemporaryError(error.message, error.details) : error;
      }),
    origins: hosts.map(url => new URL(url).origin),
    connections,
  });
  return {
    http,
    signInFailed: () => signInFailed,
    close: async () => {
      await Promise.all([anonymous.close(), http.close()]);
    },
  };
}

/** HTTP by this command's settings; without `authorization` for the identity host, which takes no token. */
export function openHttp(
  { context, settings, flags }: Invocation,
  authorization: Pick<Parameters<typeof createHttp>[0], 'token' | 'origins' | 'connections'> = {},
): Http {
  return createHttp({
    ports: context,
    limits: limitsOf(settings),
    env: context.env,
    interrupted: context.interrupted,
    trace: flags.verbose ? line => void context.stderr.write(`${line}\n`) : undefined,
    ...authorization,
  });
}

const limitsOf = (settings: Settings): HttpLimits => ({
  timeout: settings.requireCount('timeout') * 1000,
  maxAttempts: settings.requireCount('maxAttempts'),
});

export function oauthClient(settings: Settings): OAuthClient {
  settings.requireAll(['authUrl', 'clientId']);
  return {
    authUrl: settings.requireHost('authUrl'),
    clientId: settings.require('clientId'),
    redirectUri: settings.require('redirectUri'),
    scopes: settings.require('scopes').split(/\s+/).filter(Boolean),
  };
}

export function credentialKey(settings: Settings): CredentialKey {
  const { authUrl, clientId } = oauthClient(settings);
  return { profile: settings.profileName, authUrl, clientId };
}

/** The session of this command's settings. A ready-made access token needs no identity host and no client. */
export async function openSession(
  { context, settings, warn }: Invocation,
  anonymous: Http,
): Promise<Session> {
  const [{ createSession }, { openStore }] = await Promise.all([
    import('../auth/session.ts'),
    import('../auth/store/open.ts'),
  ]);
  const readyMade = environmentToken(context.env) !== undefined;
  const nobody = { authUrl: '', clientId: '', redirectUri: '', scopes: [] };
  return createSession({
    context,
    client: readyMade ? nobody : oauthClient(settings),
    key: readyMade ? { profile: settings.profileName, authUrl: '', clientId: '' } : credentialKey(settings),
    store: openStore(settings.require('credentialStore'), context),
    send: anonymous.send,
    warn,
  });
}
