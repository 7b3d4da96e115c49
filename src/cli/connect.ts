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
  let session: Promise<OpenSession> | undefined;
  const ofSession = async (rejected?: string) => {
    session ??= openSession(invocation);
    return (await session).accessToken(rejected);
  };
  const source = environmentToken(invocation.context.env) ?? ofSession;
  const http = openHttp(invocation, {
    token: rejected =>
      source(rejected).catch(error => {
        signInFailed = true;
        // It has had its own attempts: the layer above must not begin new ones.
        throw error instanceof NetworkError ? new TemporaryError(error.message, error.details) : error;
      }),
    origins: hosts.map(url => new URL(url).origin),
    connections,
  });
  return {
    http,
    signInFailed: () => signInFailed,
    close: async () => {
      await Promise.all([session?.then(opened => opened.close()).catch(() => {}), http.close()]);
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

interface OpenSession extends Session {
  /** Lets the process end. */
  close(): Promise<void>;
}

/**
 * The session of this command's settings. An access token from the environment needs no identity host and no client. An
 * interruption waits, a few seconds at most, while tokens are refreshed and stored.
 */
export async function openSession(invocation: Invocation): Promise<OpenSession> {
  const [{ createSession }, { openStore }, { deferInterruption }] = await Promise.all([
    import('../auth/session.ts'),
    import('../auth/store/open.ts'),
    import('../auth/deferred-interruption.ts'),
  ]);
  const { settings, warn } = invocation;
  const { context, uninterrupted } = deferInterruption(invocation.context);
  const http = openHttp({ ...invocation, context });
  const tokenGiven = environmentToken(context.env) !== undefined;
  const noClient = { authUrl: '', clientId: '', redirectUri: '', scopes: [] };
  const session = createSession({
    context,
    client: tokenGiven ? noClient : oauthClient(settings),
    key: tokenGiven ? { profile: settings.profileName, authUrl: '', clientId: '' } : credentialKey(settings),
    store: openStore(settings.require('credentialStore'), context),
    send: http.send,
    uninterrupted,
    warn,
  });
  return { ...session, close: () => http.close() };
}
