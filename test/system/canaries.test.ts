import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { bundle } from '../bundle.ts';
import { addProgram } from '../commands/path-programs.ts';
import { filesBelow, temporaryFolder } from '../context.ts';
import { expectSuccess } from '../expect-run.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { listen } from '../http/serve.ts';
import { textOfFile } from '../repository.ts';
import type { Run } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { type Line, wordsOf } from '../words.ts';
import { type Canaries, canariesIn, makeCanary } from './canaries.ts';
import { keyringPrerequisites, startKeyring } from './keyring.ts';
import { requires } from './prerequisites.ts';

/**
 * Unmistakable secrets planted everywhere, and a platform that repeats in every failure what it has received: none of
 * them is in the program's output or in a file that it leaves. `auth token` prints one because that is its purpose.
 * every-command.test.ts has every other command, and what the processes receive that are started.
 */
for (const [command, debianPackage] of keyringPrerequisites) beforeEach(requires(command, debianPackage));

const names = wordsOf('client-secret code access refresh id database foreign');

interface RunMore {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

interface Ended extends Run {
  readonly args: readonly string[];
}

interface Failure {
  readonly status: number;
  readonly body: keyof ReturnType<typeof bodiesOf>;
}

/**
 * Identity host and API in one that, on request, fails and repeats every secret that the
 * running command has sent to it or received from it: in plain text, in headers, in a redirect, in the
 * middle of truncated text.
 * Ends with the running test.
 */
async function echoingPlatform(canaries: Canaries) {
  /** How the next responses are, by the first part of the path; documented by default. */
  const failures = new Map<'connect' | 'reports', Failure>();
  /** States and verifiers of all sign-ins: hotelctl generates them, the identity host receives them. */
  const seen: string[] = [];
  const secret = (name: string) => canaries.get(name) ?? '';
  /** The secrets that the next failure repeats; a test clears them before each command. */
  const heard = new Set<string>();
  /** `expiresIn`: seconds that a new access token lasts. */
  const platform = { failures, seen, heard, expiresIn: 3600 };
  const hear = (...names: readonly string[]) => {
    for (const name of names) heard.add(secret(name));
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await text(request);
    const form = new URLSearchParams(body);
    hear(...canariesIn([request.url, body, ...request.rawHeaders].join('\n'), canaries));
    for (const [name, value] of [...searchParams, ...form]) {
      if (name !== 'state' && name !== 'code_verifier') continue;
      seen.push(value);
      heard.add(value);
    }
    if (pathname === '/connect/authorize') return comeBack(searchParams, response);
    const failure = failures.get(pathname.split('/')[1] as 'connect' | 'reports');
    if (failure) return echo(failure, [...heard], response);
    const isRequested = request.method === 'POST' || request.headers.authorization !== undefined;
    const content = isRequested ? documented(pathname) : undefined;
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(content === undefined ? '' : JSON.stringify(content));
  });
  /** Acts like the browser of a user who consents, or whose redirect was tampered with. */
  const comeBack = (query: URLSearchParams, response: ServerResponse) => {
    const back = new URL(query.get('redirect_uri') ?? '');
    const denied = failures.has('connect') && failures.get('connect')?.body === 'html';
    back.search = new URLSearchParams({
      state: query.get('state') ?? '',
      ...(denied
        ? { error: 'access_denied', error_description: [...heard].join(' ') }
        : { code: secret('code') }),
    }).toString();
    response.writeHead(302, { location: back.href }).end();
  };
  const documented = (path: string): object | undefined => {
    if (path === '/connect/token') {
      hear('access', 'refresh', 'id');
      return {
        access_token: secret('access'),
        refresh_token: secret('refresh'),
        id_token: `e30.${Buffer.from(JSON.stringify({ sub: 'u', name: 'Anna', jti: secret('id') })).toString('base64url')}.e30`,
        token_type: 'Bearer',
        expires_in: platform.expiresIn,
      };
    }
    if (path.endsWith('/properties'))
      return {
        properties: [
          { id: 'MUC', code: 'MUC', name: 'Munich', timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
        ],
        count: 1,
      };
    if (path.endsWith('/room-nights')) return { total: 7 };
    return undefined;
  };
  return Object.assign(platform, { url: await listen(server) });
}

function echo({ status, body }: Failure, secrets: readonly string[], response: ServerResponse): void {
  const printed = secrets.join(' ');
  // Only Latin letters are allowed in a header.
  const headers: OutgoingHttpHeaders = {
    'x-tracking-id': secrets[0] ?? '',
    'x-echo': printed,
    'www-authenticate': `Bearer error="invalid_token", error_description="${encodeURIComponent(printed)}"`,
    'set-cookie': `sid=${encodeURIComponent(printed)}`,
    location: `https://elsewhere.example/${encodeURIComponent(printed)}?token=${encodeURIComponent(printed)}`,
    'retry-after': '0',
    'content-type': body === 'text' ? 'text/plain' : body === 'html' ? 'text/html' : 'application/json',
  };
  response.writeHead(status, headers).end(bodiesOf(secrets)[body]);
}

function bodiesOf(secrets: readonly string[]) {
  const printed = secrets.join(' ');
  return {
    oauth: JSON.stringify({ error: 'invalid_grant', error_description: printed, error_uri: printed }),
    text: printed,
    html: `<h1>${printed}</h1>`,
    'unknown-field': JSON.stringify({ total: 7, [secrets.at(-1) ?? '']: printed }),
    'wrong-type': JSON.stringify({ total: printed }),
    cut: `{"echo": ${JSON.stringify(printed)}, `,
  };
}

let browserProgram: string;
beforeAll(async () => {
  browserProgram = await bundle({ browser: 'test/system/following-browser.ts' });
});

async function bench() {
  const canaries: Canaries = new Map(names.map(name => [name, makeCanary(name)]));
  const platform = await echoingPlatform(canaries);
  const keyring = await startKeyring('unlocked');
  const home = keyring.env.HOME;
  const temporary = join(home, 'tmp');
  const work = join(home, 'work');
  for (const folder of [temporary, work]) mkdirSync(folder);
  const script = `{ echo "$#"; env; } >> ${home}/browser.log\nexec "${process.execPath}" "${browserProgram}/browser.cjs" "$1"`;
  const browser = addProgram(browserProgram, 'browser', script);
  const env = {
    ...keyring.env,
    TMPDIR: temporary,
    BROWSER: browser,
    HOTELCTL_BASE_URL: platform.url,
    HOTELCTL_AUTH_URL: platform.url,
    HOTELCTL_CLIENT_ID: 'CLIENT',
    HOTELCTL_REDIRECT_URI: `http://127.0.0.1:${await freePort()}/callback`,
    HOTELCTL_PROPERTY: 'MUC',
    HOTELCTL_MAX_ATTEMPTS: '1',
    // Secrets of other programs, which a browser must not receive either: it prints its environment into a file.
    PGPASSWORD: canaries.get('database') ?? '',
    GITHUB_TOKEN: canaries.get('foreign') ?? '',
  };
  const runs: Ended[] = [];
  const run = async (line: Line, more: RunMore = {}): Promise<Ended> => {
    const args = wordsOf(line);
    const given = { env: { ...env, HOME: home, ...more.env }, folder: work, input: more.input ?? '' };
    platform.heard.clear();
    const run = { args, ...(await runInProcess(args, given)) };
    runs.push(run);
    return run;
  };
  const everySecret = () =>
    new Map([
      ...canaries,
      ...platform.seen.map((secret, index) => [`state or verifier ${index}`, secret] as const),
    ]);
  return {
    canaries,
    platform,
    home,
    run,
    /** Names of the secrets found anywhere, with their places; empty if there are none. */
    found() {
      const secrets = everySecret();
      const at = (where: string, text: string) =>
        canariesIn(text, secrets).map(name => `${name} in ${where}`);
      return [
        ...runs.flatMap(({ args, stdout, stderr }) => [
          ...at(`stdout of ${args.join(' ')}`, stdout),
          ...at(`stderr of ${args.join(' ')}`, withoutInvitation(stderr)),
        ]),
        // The keyring's own files too: they are encrypted.
        ...[home, keyring.env['XDG_DATA_HOME'] ?? '']
          .flatMap(filesBelow)
          .flatMap(file => at(file, readFileSync(file, 'latin1'))),
      ];
    },
  };
}

/** The URL that the user has to open is printed on a separate line, and contains the state. */
const withoutInvitation = (stderr: string) =>
  stderr.replace(/^ {2}http:\/\/127\.0\.0\.1:\d+\/connect\/authorize\?\S+$/gm, '');

const roomNights = ['reports', 'room-nights', '--month', '10', '--year', '2026'];

it('nothing shows a secret, whatever the platform repeats', { timeout: 600_000 }, async () => {
  const { canaries, platform, home, run, found } = await bench();
  const secret = (name: string) => canaries.get(name) ?? '';
  const fails = (part: Parameters<typeof platform.failures.set>[0], status: number, body: Failure['body']) =>
    platform.failures.set(part, { status, body });
  const signIn = () => run('login --client-secret-file - -v', { input: secret('client-secret') });
  const signInByEnvironment = () =>
    run('login -v', { env: { HOTELCTL_CLIENT_SECRET: secret('client-secret') } });

  // Sign-ins that fail, then one that does not.
  for (const [status, body, exitCode] of [
    [200, 'html', 3],
    [400, 'oauth', 3],
    [500, 'text', 5],
    [302, 'text', 6],
  ] as const) {
    fails('connect', status, body);
    expect(await signIn()).toMatchObject({ exitCode, stdout: '' });
  }
  platform.failures.clear();
  expect(await signIn()).toMatchObject({ exitCode: 0 });
  expect(platform.seen.length).toBeGreaterThan(5);
  for (const line of ['auth status', 'auth check', 'profile show', 'properties list'])
    expect(await run(`${line} -v`)).toMatchObject({ exitCode: 0 });
  for (const output of ['r.csv', 'r.html', 'r.xlsx'])
    await expectSuccess(run([...roomNights, '-v', '--output', output]));
  expect(await run([...roomNights, '-v', '--open'])).toMatchObject({ exitCode: 0 });
  for (const output of ['-', 'd.html'])
    expect(await run(['doctor', '-v', '--output', output])).toMatchObject({ exitCode: 0 });
  // The hosts are variables here, which a job does not have.
  expect(await run('doctor --cron -v --format json')).toMatchObject({ exitCode: 10 });

  // Reports, with each form of a body that repeats all secrets. What every-command.test.ts does with every request is not
  // repeated here: each status with messages of JSON.
  for (const [status, body, exitCode] of [
    [404, 'html', 4],
    [429, 'text', 5],
    [302, 'text', 6],
    [200, 'unknown-field', 0],
    [200, 'wrong-type', 6],
    [200, 'cut', 6],
    [200, 'text', 6],
  ] as const) {
    fails('reports', status, body);
    const format = ['--error-format', status % 2 === 0 ? 'json' : 'text'];
    const report = await run([...roomNights, '-v', ...format]);
    expect(report, `${status} ${body}: ${report.stderr}`).toMatchObject({ exitCode });
  }
  platform.failures.clear();

  // What runs unattended: the same failures through a data lake, and a job with its log.
  const job = ['--report', 'room-nights', '--period', '2026-10'];
  const nightly = `-v --output ${join(home, 'work/nightly.csv')}`;
  const add = wordsOf('schedule add nightly --every "day 06:30" --scheduler none --', roomNights, nightly);
  expect(await run(add)).toMatchObject({ exitCode: 0 });
  for (const [status, body, exitCode] of [
    [302, 'text', 6],
    [200, 'unknown-field', 0],
  ] as const) {
    fails('reports', status, body);
    expect(await run(['sync', 'lake', ...job, '-v'])).toMatchObject({ exitCode });
    expect(await run('schedule run nightly --now')).toMatchObject({ exitCode });
  }
  platform.failures.clear();
  for (const line of ['schedule history nightly', 'schedule doctor --format json'])
    expect(await run(line), line).toBeDefined();

  // A refresh that fails, with expired tokens.
  platform.expiresIn = 0;
  const signedIn = await signInByEnvironment();
  expect(signedIn, signedIn.stderr).toMatchObject({ exitCode: 0 });
  for (const [status, body, exitCode] of [
    [400, 'oauth', 3],
    [200, 'wrong-type', 6],
  ] as const) {
    fails('connect', status, body);
    expect(await run([...roomNights, '-v'])).toMatchObject({ exitCode });
    expect(await run('logout -v')).toBeDefined();
    platform.failures.clear();
    expect(await signInByEnvironment()).toMatchObject({ exitCode: 0 });
  }

  // A file store with a key.
  const key = join(temporaryFolder(), 'key');
  writeFileSync(key, '0f'.repeat(32), { mode: 0o600 });
  const filed = { HOTELCTL_CREDENTIAL_STORE: 'file', HOTELCTL_STORE_KEY_FILE: key };
  const given = { env: filed, input: secret('client-secret') };
  await expectSuccess(run('logout'));
  await expectSuccess(run('login --client-secret-file - -v', given));
  expect(await run([...roomNights, '-v'], { env: filed })).toMatchObject({ exitCode: 0 });

  expect(found()).toEqual([]);
  // Everything was there to be found: the files were written.
  const written = wordsOf(
    `browser.log work/r.csv work/nightly.csv .local/state/hotelctl/schedule/nightly.jsonl
      .local/state/hotelctl/credentials.json .config/hotelctl/profiles.json`,
  );
  const files = filesBelow(home).map(file => file.slice(home.length + 1));
  expect(files).toEqual(expect.arrayContaining(written));
  expectDocumentedFiles(home);
  expect(readFileSync(join(home, 'browser.log'), 'utf8')).toMatch(/^1\n/);
});

/** hotelctl's own files are those that SECURITY.md names, and only their owner can read them. */
function expectDocumentedFiles(home: string): void {
  const own = textOfFile('SECURITY.md').matchAll(/^\| `([\w*.-]+\/?)` \| (?:configuration|state) \|/gm);
  const names = ['credentials.json', ...[...own].map(([, name = '']) => name)];
  const patterns = names.map(name => name.replaceAll('.', '\\.').replace('*', '[\\w.%-]+'));
  const documented = new RegExp(`^(${patterns.join('|')})$`);
  for (const folder of ['.config/hotelctl', '.local/state/hotelctl']) {
    const path = join(home, folder);
    expect(statSync(path).mode & 0o777, folder).toBe(0o700);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      expect(entry.isDirectory() ? `${entry.name}/` : entry.name).toMatch(documented);
    }
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      // What Node.js 22 and later keeps in a folder that only the user can open has other modes.
      if (entry.parentPath.includes('/compiled')) continue;
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect(mode, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
  }
  expect(readdirSync(join(home, '.local/state/hotelctl/pages'))).toHaveLength(1);
  // Every lock was released.
  expect(readdirSync(join(home, '.local/state/hotelctl/locks'))).toEqual([]);
}

it('a planted secret is found in each spelling', () => {
  const secret = makeCanary('access');
  const canaries = new Map([['access', secret]]);
  const spelled = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString(),
    JSON.stringify({ secret }),
    Buffer.from(`user:${secret}`).toString('base64'),
    Buffer.from(`{"secret":"${secret}"}`).toString('base64url'),
    secret.slice(0, -3),
  ];
  for (const text of spelled) expect(canariesIn(`some ${text} words`, canaries), text).toEqual(['access']);
  expect(canariesIn('some words', canaries)).toEqual([]);
});
