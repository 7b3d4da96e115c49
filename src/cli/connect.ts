import type { Clock } from '../base/context.ts';
import { TemporaryError, UsageError } from '../base/errors.ts';
import { secondsText } from '../base/text.ts';
import type { CredentialKey, OAuthClient } from '../http/auth/credentials.ts';
import { createHttp, environmentToken, type Http, type NameRule, translateNames } from '../http/client.ts';
import type { HttpResponse, Send } from '../http/exchange.ts';
import { NetworkError } from '../http/network-error.ts';
import type { RetryWait } from '../http/retry.ts';
import {
  type Assumption,
  type AssumptionKey,
  assumptionKeys,
  assumptions,
  findAssumption,
} from '../platform/assumptions.ts';
import { readNamePairs, theirName } from '../platform/names.ts';
import { isKnownVersion, type ReportDefinition, reportsVersions } from '../platform/reports/report.ts';
import type { ReportSource } from '../reports/fetch-report.ts';
import type { IntegrationApi } from '../views/operations.ts';
import type { PlannedRun } from './command.ts';
import type { Invocation } from './invocation.ts';
import type { Settings } from './settings/resolve.ts';
import { wordsOfSetting } from './settings/settings.ts';
import { type StatusLine, timeLeftText } from './status-line.ts';

/** @param baseUrl the host from the settings, without a trailing slash; only its origin is sent the access token */
export function connect(invocation: Invocation, baseUrl: string, connections?: number) {
  let signInFailed = false;
  let session: ReturnType<typeof openSession> | undefined;
  const ofSession = async (rejected?: string) => {
    session ??= openSession(invocation);
    return (await session).accessToken(rejected);
  };
  const source = environmentToken(invocation.context.env) ?? ofSession;
  const http = openHttp(invocation, {
    token: rejected =>
      source(rejected).catch(error => {
        signInFailed = true;
        // This request has been retried already: the layer above must not retry it again.
        throw error instanceof NetworkError ? new TemporaryError(error.message, error.details) : error;
      }),
    origins: [new URL(baseUrl).origin],
    connections,
  });
  return {
    send: translateNames(http.send, nameRules(invocation.settings)),
    /** Sends requests and returns responses with the platform's own names. */
    exactly: http.send,
    baseUrl,
    /** Who sent the requests so far, from what they read of the sign-in; empty with an access token of the environment. */
    identifyUser: async () => (await session)?.identifyUser() ?? '',
    /** Whether a request failed because no token was available: the platform has not carried it out. */
    signInFailed: () => signInFailed,
    /** Closes kept-alive connections, which would prevent the process from exiting. */
    close: async () => {
      await Promise.all([session?.then(opened => opened.close()).catch(() => {}), http.close()]);
    },
  };
}

export async function useAndClose<Opened extends { close(): Promise<void> }, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
) {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Runs `work` with the operations, and closes the connections. @throws UsageError without a UI integration host */
export async function withIntegrations<T>(invocation: Invocation, work: (api: IntegrationApi) => Promise<T>) {
  const { settings, context } = invocation;
  const host = settings.requireHost('integrationUrl');
  const { integrationApi } = await import('../views/operations.ts');
  return useAndClose(connect(invocation, host), async ({ send, signInFailed }) => {
    const assume = (what: 'names' | 'path' | 'update') => settings.require(`assume.uiIntegrations.${what}`);
    return work(integrationApi({ send, signInFailed, host, secrets: context.secrets, assume }));
  });
}

const nameRules = (settings: Settings): readonly NameRule[] =>
  assumptionKeys.flatMap(key => {
    const { of, at = [] }: Assumption = assumptions[key];
    if (!of || settings.find(key).source === 'default') return [];
    const paths = at.map(path => (findAssumption(path) ? settings.require(path as AssumptionKey) : path));
    return [{ of, at: paths, pairs: readNamePairs(settings.require(key)) }];
  });

/** HTTP with this command's settings; without `authorization` for the identity host, which takes no token. */
export function openHttp(
  { context, settings, flags, note, status }: Invocation,
  authorization: Pick<Parameters<typeof createHttp>[0], 'token' | 'origins' | 'connections'> = {},
): Http {
  const http = createHttp({
    context,
    limits: {
      timeout: settings.requireCount('timeout') * 1000,
      maxAttempts: settings.requireCount('maxAttempts'),
    },
    trace: flags.verbose ? line => void context.stderr.write(`${line}\n`) : undefined,
    // Under --verbose the trace reports it.
    onWait: context.stderr.isTerminal && !flags.verbose ? wait => void note(waitText(wait)) : undefined,
    ...authorization,
  });
  const send: Send = async (request, signal) => {
    const { host } = new URL(request.url);
    if (!status.isDrawn() && !context.runner) return http.send(request, signal);
    const response = await status.spinning(`waiting for ${host}`, () => http.send(request, signal));
    return { ...response, body: counted(response, host, context.clock, status) };
  };
  return { ...http, send };
}

function waitText({ cause, host, milliseconds, attempt, of }: RetryWait): string {
  const returned = cause === 429 ? 'limits the request rate' : `returned ${cause}`;
  const what = typeof cause === 'number' ? `${host} ${returned}` : cause;
  return `${what}; retrying in ${secondsText(Math.ceil(milliseconds / 1000) * 1000)} (attempt ${attempt} of ${of})`;
}

async function* counted(
  { body, headers, missing = () => Number.NaN }: HttpResponse,
  host: string,
  clock: Clock,
  status: StatusLine,
): AsyncGenerator<Uint8Array> {
  const startedAt = clock.now();
  const size = Number(headers['content-length']);
  const megabytes = (count: number) => (count / 1e6).toFixed(1);
  let shown = startedAt;
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (clock.now() - shown >= 1000) {
        shown = clock.now();
        const arrived = size - missing();
        const text =
          arrived > 0
            ? `${megabytes(arrived)} of ${megabytes(size)} MB from ${host}${timeLeftText(shown - startedAt, arrived, size)}`
            : `${megabytes(bytes)} MB from ${host}`;
        await status.showRequest(`received ${text}`);
      }
      yield chunk;
    }
  } finally {
    await status.showRequest(undefined);
  }
}

export function oauthClient(settings: Settings): OAuthClient {
  settings.requireAll(['authUrl', 'clientId']);
  return {
    authUrl: settings.requireHost('authUrl'),
    clientId: settings.require('clientId'),
    redirectUri: settings.require('redirectUri'),
    scopes: wordsOfSetting(settings.require('scopes')).map(scope =>
      theirName(readNamePairs(settings.require('assume.signIn.scopes')), scope),
    ),
    withoutPkce: settings.require('assume.signIn.pkce') === 'off',
  };
}

export function credentialKey(settings: Settings): CredentialKey {
  const { authUrl, clientId } = oauthClient(settings);
  return { profile: settings.profileName, authUrl, clientId };
}

/** The session of this command's settings. An access token from the environment needs no identity host and no client. */
export async function openSession(invocation: Invocation) {
  const [{ createSession, deferInterruption }, { openStore }] = await Promise.all([
    import('../http/auth/session.ts'),
    import('../http/auth/store/store.ts'),
  ]);
  const { settings, warn } = invocation;
  const { context, uninterrupted, release } = deferInterruption(invocation.context);
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
  return {
    ...session,
    close: () => {
      release();
      return http.close();
    },
  };
}

export type OpenReportSource = ReturnType<typeof openReportSource>;

/** Plans `run` with a source. @throws UsageError for a known version of the API that does not serve the report */
export function planWithReport(
  invocation: Invocation,
  { name, versions: served }: ReportDefinition,
  run: (source: OpenReportSource) => Promise<void>,
  connections?: number,
): PlannedRun {
  const { settings } = invocation;
  const version = settings.require('reportsVersion');
  if (isKnownVersion(version) && !served.includes(version))
    throw new UsageError(`${name} is not served in reports version ${version}`, {
      hint: `it is served in ${served.join(', ')}; ${version} comes from ${settings.origin('reportsVersion')}`,
    });
  return () => useAndClose(openReportSource(invocation, connections), run);
}

export function openReportSource(invocation: Invocation, connections?: number) {
  const { settings, context, warn, flags } = invocation;
  const version = settings.require('reportsVersion');
  if (!isKnownVersion(version))
    void warn(
      `warning: the reports version ${version} is sent, but hotelctl knows only ${reportsVersions.join(', ')}`,
    );
  const { send, baseUrl, identifyUser, close } = connect(
    invocation,
    settings.requireHost('baseUrl'),
    connections,
  );
  const source: ReportSource = {
    send,
    baseUrl,
    version,
    newKey: () => context.random.uuid(),
    warn,
    namesAssumptions: flags.verbose,
    explainRefusal: async (refusal, parameters) => {
      const { explainNotFound } = await import('./properties.ts');
      return explainNotFound(invocation, { send, baseUrl }, parameters, refusal);
    },
  };
  return { ...source, identifyUser, close };
}
