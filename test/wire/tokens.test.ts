import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { expectSuccess } from '../expect-run.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { getText } from '../http/get-text.ts';
import { runInProcess } from '../run-in-process.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { wordsOf } from '../words.ts';
import { type LiteralResponse, type RecordedRequest, recordingServer } from './recording-server.ts';

// Typed from platform.md, "Authentication". The program is the built one, and no name in a request or response comes
// from src/: what it sends and accepts must be what is written here.
const clientId = 'CLIENT-1 äß';
const clientSecret = 'canary-secret +&=%"ü/?';
const code = 'canary-code/+=&';
const idToken = `eyJhbGciOiJub25lIn0.${Buffer.from('{"sub":"user-7","name":"Anna Berger"}').toString('base64url')}.canary-signature`;
const granted = (accessToken: string, expiresIn: number, refreshToken?: string): LiteralResponse => ({
  status: 200,
  body: `{"id_token": "${idToken}", "access_token": "${accessToken}", "expires_in": ${expiresIn}, "token_type": "Bearer"${
    refreshToken === undefined ? '' : `, "refresh_token": "${refreshToken}"`
  }}`,
});
const refused = (error: string): LiteralResponse => ({ status: 400, body: `{"error": "${error}"}` });
/** Another one is requested for each command. */
const aboutToEnd = 0;

/** One server for identity and API host; the responses are sent in turn, and the last one is repeated. */
async function platform(
  tokenResponses: readonly LiteralResponse[],
  reportResponses: readonly LiteralResponse[] = [{ status: 200, body: '{"total": 7}' }],
  more: Readonly<Record<string, string | undefined>> = {},
) {
  const at = (path: string) => server.requests.filter(request => request.path === path);
  const inTurn = (responses: readonly LiteralResponse[], path: string) =>
    responses[Math.min(at(path).length, responses.length) - 1] ?? { status: 404 };
  const tokenPath = '/connect/token';
  const reportPath = '/reports/v0-nsfw/reports/room-nights';
  const server = await recordingServer(({ path }) => {
    if (path === tokenPath) return inTurn(tokenResponses, path);
    return path === reportPath ? inTurn(reportResponses, path) : { status: 404 };
  });
  const home = temporaryFolder();
  // A registered redirect URI is an exact string, including its trailing slash, its spelling and its capitals.
  const redirectUri = `http://127.0.0.1:${await freePort()}/sign%2Din/Callback/`;
  const env = {
    HOME: home,
    HOTELCTL_STATE_DIR: `${home}/state`,
    HOTELCTL_BASE_URL: server.url,
    HOTELCTL_AUTH_URL: server.url,
    HOTELCTL_CLIENT_ID: clientId,
    HOTELCTL_CLIENT_SECRET: clientSecret,
    HOTELCTL_REDIRECT_URI: redirectUri,
    HOTELCTL_CREDENTIAL_STORE: 'file',
    HOTELCTL_MAX_ATTEMPTS: '1',
    ...more,
  };
  const login = (flags: readonly string[] = [], input = '') =>
    startHotelctl(['login', '--no-browser', ...flags], { env, input });
  return {
    redirectUri,
    url: server.url,
    tokenRequests: () => at(tokenPath),
    reportRequests: () => at(reportPath),
    login,
    /** Opens the redirect URI as a browser with a code does. */
    async signIn(flags?: readonly string[], input?: string) {
      const running = login(flags, input);
      const address = await addressOf(running);
      const query = `code=${encodeURIComponent(code)}&state=${parameterOf(address, 'state')}`;
      const page = await visit(`${redirectUri}?${query}`);
      return { address, page, run: await running.ended };
    },
    report: (...flags: readonly string[]) =>
      runInProcess(wordsOf('reports room-nights --property MUC --month 10 --year 2026 --format csv', flags), {
        env,
      }),
  };
}

/** The URL that a user would open: on a separate line of standard error. */
async function addressOf(running: ReturnType<typeof startHotelctl>): Promise<string> {
  const [, address = ''] = await running.says('stderr', /^ *(https?:\/\/\S+\/connect\/authorize\?\S+) *\n/m);
  return address;
}

const parameterOf = (address: string, name: string) => new URL(address).searchParams.get(name) ?? '';

const visit = async (url: string) => (await getText(url)).text;

const fieldsOf = (request: RecordedRequest | undefined) =>
  [...new URLSearchParams(request?.body)].sort(([a], [b]) => (a < b ? -1 : 1));

function expectForm(request: RecordedRequest | undefined): void {
  expect(request?.method).toBe('POST');
  expect(request?.query).toBe('');
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(request?.headers['accept']).toBe('application/json');
  expect(request?.headers['authorization']).toBeUndefined();
  // Whatever characters the secret contains, it arrives unchanged.
  expect(request?.body).toContain('client_secret=canary-secret+%2B%26%3D%25%22%C3%BC%2F%3F');
}

it('authorize on the wire sends the parameters of platform.md, the documented scopes by default, and another state and challenge each time', async () => {
  const { login, redirectUri, url } = await platform([]);
  const running = login(['--scope', 'offline_access', '--scope', 'reports.read']);
  const address = await addressOf(running);
  running.signal('SIGINT');
  const run = await running.ended;
  const { origin, pathname, search, searchParams, hash } = new URL(address);
  expect([origin, pathname, hash]).toEqual([url, '/connect/authorize', '']);
  const names = 'client_id code_challenge code_challenge_method redirect_uri response_type scope state';
  expect([...searchParams.keys()].sort()).toEqual(wordsOf(names));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
  });
  expect(search).toMatch(/[?&]scope=offline_access%20reports\.read(&|$)/);
  expect(search).not.toContain('+');
  expect(searchParams.get('state')).toMatch(/^[A-Za-z0-9_-]{43,}$/);
  expect(searchParams.get('code_challenge')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect([run.exitCode, run.stdout]).toEqual([130, '']);
  expect(run.stderr).toMatch(/^hotelctl: sign-in canceled; nothing was changed\nhint: .*\n$/m);

  const again = login();
  const other = await addressOf(again);
  again.signal('SIGINT');
  await again.ended;
  const all =
    'offline_access reports.read reservations.create offers.read integration:ui-integrations.manage';
  expect(parameterOf(other, 'scope')).toBe(all);
  for (const name of ['state', 'code_challenge'])
    expect(parameterOf(other, name)).not.toBe(parameterOf(address, name));
});

it('the token exchange on the wire sends the fields of platform.md, and the report its token', async () => {
  const { signIn, report, tokenRequests, reportRequests, redirectUri, url } = await platform([
    granted('canary-access-1', 3600, 'canary-refresh-1'),
  ]);
  const { address, page, run } = await signIn(['--verbose']);
  expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  expect(run.stderr).toContain('Signed in as Anna Berger');
  expect(page).toContain('You are signed in');
  expect(tokenRequests()).toHaveLength(1);
  const [request] = tokenRequests();
  expectForm(request);
  const verifier = new URLSearchParams(request?.body).get('code_verifier') ?? '';
  expect(fieldsOf(request)).toEqual([
    ['client_id', clientId],
    ['client_secret', clientSecret],
    ['code', code],
    ['code_verifier', verifier],
    ['grant_type', 'authorization_code'],
    ['redirect_uri', redirectUri],
  ]);
  expect(request?.body).toContain(`redirect_uri=${encodeURIComponent(redirectUri)}`);
  expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  expect(challenge).toBe(parameterOf(address, 'code_challenge'));

  const reported = await expectSuccess(report('--verbose'));
  expect(reported.stdout).toContain('MUC,2026,10,total,,7,');
  expect(reportRequests().map(({ headers }) => headers['authorization'])).toEqual(['Bearer canary-access-1']);
  expect(tokenRequests()).toHaveLength(1);
  // In the URL that the user opens, and nowhere else.
  expect(run.stderr.split(parameterOf(address, 'state'))).toHaveLength(2);
  expect(run.stderr).toContain(`> POST ${url}/connect/token`);
  expect(reported.stderr).toContain(`> GET ${url}/reports/v0-nsfw/reports/room-nights?propertyId=MUC`);
});

describe('a refresh on the wire', () => {
  const signedIn = granted('canary-access-1', aboutToEnd, 'canary-refresh-1');
  const refreshOf = (redirectUri: string, refreshToken: string) => [
    ['client_id', clientId],
    ['client_secret', clientSecret],
    ['grant_type', 'refresh_token'],
    ['redirect_uri', redirectUri],
    ['refresh_token', refreshToken],
  ];

  it('sends the fields of platform.md; a response without a new refresh token keeps the old one', async () => {
    const { signIn, report, tokenRequests, reportRequests, redirectUri } = await platform([
      signedIn,
      granted('canary-access-2', aboutToEnd),
      granted('canary-access-3', 3600),
    ]);
    const { run } = await signIn();
    const runs = [run, await report('--verbose'), await report(), await report()];
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(tokenRequests()).toHaveLength(3);
    for (const request of tokenRequests().slice(1)) {
      expectForm(request);
      expect(fieldsOf(request)).toEqual(refreshOf(redirectUri, 'canary-refresh-1'));
      expect(request.body).toContain(`redirect_uri=${encodeURIComponent(redirectUri)}`);
    }
    const tokens = reportRequests().map(({ headers }) => headers['authorization']);
    expect(tokens).toEqual([2, 3, 3].map(number => `Bearer canary-access-${number}`));
  });

  it('of a token from the environment sends no redirect_uri: that of its sign-in is not known', async () => {
    const given = { HOTELCTL_REFRESH_TOKEN: 'canary-refresh-9' };
    const { report, tokenRequests } = await platform([granted('canary-access-1', 3600)], undefined, given);
    await expectSuccess(report());
    const fields = refreshOf('', 'canary-refresh-9').filter(([name]) => name !== 'redirect_uri');
    expect(tokenRequests().map(fieldsOf)).toEqual([fields]);
  });

  it('refused with invalid_grant: exit code 3, no report request, and the sign-in is kept', async () => {
    const { signIn, report, tokenRequests, reportRequests, redirectUri } = await platform([
      // Expired, so that it cannot be used.
      granted('canary-access-1', 0, 'canary-refresh-1'),
      refused('invalid_grant'),
      granted('canary-access-2', 3600),
    ]);
    await signIn();
    const failed = await report();
    expect([failed.exitCode, failed.stdout]).toEqual([3, '']);
    const message = /^hotelctl: the sign-in is no longer valid: .*\nhint: .*`hotelctl login.*\n$/m;
    expect(failed.stderr).toMatch(message);
    expect(reportRequests()).toEqual([]);
    // With another client secret the same sign-in continues.
    await expectSuccess(report());
    const refresh = refreshOf(redirectUri, 'canary-refresh-1');
    expect(tokenRequests().slice(1).map(fieldsOf)).toEqual([refresh, refresh]);
  });
});
