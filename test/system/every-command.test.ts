import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request as requestOf, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { HotelctlError } from '../../src/base/errors.ts';
import { groups, loadCommand } from '../../src/commands/groups.ts';
import { calls, listOptions } from '../../src/start/client/calls.ts';
import { createHotelctl } from '../../src/start/client/client.ts';
import { makeClient } from '../agents/agent.ts';
import { bundle } from '../bundle.ts';
import { pathWithCrontab } from '../commands/path-programs.ts';
import { fakePostgres } from '../commands/sync/fake-postgres.ts';
import { filesBelow, temporaryFolder } from '../context.ts';
import { certificateFor } from '../http/certificate.ts';
import { listen } from '../http/serve.ts';
import { startMailServer } from '../mail-server.ts';
import { openProgramHome } from '../program-home.ts';
import { hotelctlFile, type Run, runHotelctl } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { startS3Server } from '../s3-server.ts';
import { secureServer } from '../secure-server.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { jsonLines, wordsOf } from '../words.ts';
import { canariesIn, makeCanary } from './canaries.ts';

/**
 * A command line of each command, run with secrets in its environment, and observed from inside the process: where it
 * connects to, how TLS was verified, and what the programs that it starts receive. The command lines, the client and the
 * tools of agents show no secret, also when the platform refuses and repeats everything that it received.
 */

type Bench = Awaited<ReturnType<typeof bench>>;

/** @param words a command line; `KEY` is the key of the newest booking. */
interface CommandLine {
  readonly line: string;
  readonly exitCode?: number;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Interrupted after it has printed this on standard error. */
  readonly until?: RegExp;
  /** The platform refuses the requests of it with this method and path. */
  readonly refused?: RegExp;
  /** It prints a token, which is its purpose. */
  readonly isToShow?: boolean;
  /** It serves a platform or a view on ports of its own, and connects to them. */
  readonly ownServers?: boolean;
}

/** The first month of the sandbox's hotel, whose close would read all later ones: `frontOf` leaves them out. */
const month = '--period 2024-11';
const stay = '--arrival 2026-12-01 --departure 2026-12-03 --adults 2';
const quote = (days: string) =>
  `bookings quote --reservation ${days},adults=2,rate-plan=MUC-FLEX-DBL --output quote.json`;
const book = (total: string) =>
  `bookings create --quote quote.json --booker-last-name Doe --yes --expect-total ${total}EUR`;
const target = 'DashboardPropertyContext';
const view = `${target} --label Parking --source-url https://views.example/?token=secret-of-the-view --source-type`;
const unknown = { exitCode: 9, refused: /POST .*\/bookings/ };
const stored = { env: { HOTELCTL_ACCESS_TOKEN: undefined } };
const each = (group: string, ...verbs: readonly string[]) => verbs.map(verb => `${group} ${verb}`);
/** In their order: later ones read what earlier ones have written. */
const lines: readonly (CommandLine | string)[] = [
  { line: 'login', ...stored },
  ...each('auth', 'status', 'check'),
  { line: 'auth check --online', ...stored },
  { line: 'auth check --credential-store keychain', exitCode: 10, ...stored },
  { line: 'auth token', isToShow: true },
  'properties list',
  ...each('reports', 'list', 'columns revenues'),
  ...each('reports', 'room-nights', 'bed-nights', 'arrivals', 'property-performance', 'revenues').map(
    line => `${line} ${month}`,
  ),
  `reports gross-transactions ${month} --mail-to anna@hotel.example --output october.csv`,
  `reports ordered-services ${month} --service MUC-BRKF --output services.xlsx`,
  `reports company-invoices-vat ${month} --open`,
  ...['brief', `pack ${month} --format html --output pack.html`, `statistics totals ${month}`],
  ...each('snapshot', 'take', 'list', 'verify --property MUC', 'prune --keep daily=1 --dry-run'),
  'pace --period 2026-12',
  { line: 'pickup --since 1d --period 2026-12', exitCode: 4 },
  // Without the later months an invoice stays open.
  { line: `close ${month}`, exitCode: 10 },
  `close accept I4 ${month} --reason Agreed --by Berger`,
  ...each('close', `sign ${month} --prepared Berger`, 'list', 'verify'),
  ...each('journal', 'map', `${month} --format csv`, `evidence ${month} --output evidence`),
  ...each('sync', 'lake', 's3://hotel/lake', 'postgres').map(line => `${line} --report revenues ${month}`),
  'sync verify lake',
  ...each('offers', `list ${stay}`, `services ${stay} --rate-plan MUC-FLEX-DBL`),
  quote('arrival=2026-12-01,departure=2026-12-03'),
  { line: 'bookings authorization --quote quote.json --account-id S --card-holder-name N', exitCode: 2 },
  { line: book('314.02'), ...unknown },
  'bookings resume KEY',
  quote('arrival=2026-12-11,departure=2026-12-13'),
  { line: book('283.67'), ...unknown },
  'bookings settle KEY --not-made',
  'bookings list',
  `api /reports/v0-nsfw/reports/room-nights?propertyId=MUC&month=10&year=2026`,
  'ui-integration targets',
  { line: `ui-integration create ${view} private`, exitCode: 4 },
  `ui-integration create ${view} public`,
  ...each('ui-integration', 'list', `get ${target} VIEW`, `update ${target} VIEW --label Cars`),
  { line: `ui-integration test ${target} VIEW`, exitCode: 2 },
  `ui-integration delete ${target} VIEW --yes`,
  { line: 'ui-integration check https://127.0.0.1:1/view', exitCode: 10 },
  'ui-integration init parking',
  {
    line: 'ui-integration preview http://127.0.0.1:1/view --source-type public --allow-private-network --no-browser',
    until: /Ctrl-C/,
  },
  { line: 'ui-integration dev parking', until: /Ctrl-C/, ownServers: true },
  { line: 'sandbox start --port 0', until: /Ctrl-C/, isToShow: true, ownServers: true },
  { line: 'sandbox run -- hotelctl properties list', ownServers: true },
  { line: 'mcp', input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' },
  `schedule add nightly --every "day 06:30" -- reports revenues ${month} --output revenues.csv`,
  ...each('schedule', 'list', 'run nightly --now', 'history nightly', 'logs nightly'),
  { line: 'schedule doctor --online', exitCode: 10 },
  ...['schedule remove nightly', 'profile add second --property BER'],
  ...each('profile', 'list', 'show second', 'get property', 'export second', 'use second'),
  ...each('profile', 'set property MUC', 'remove second'),
  { line: 'profile import -', input: '{}', exitCode: 2 },
  ...['completion bash', 'version', 'doctor'],
  { line: 'doctor --cron', exitCode: 10 },
  { line: 'logout', ...stored },
  'uninstall --yes --data --closes',
];
const commandLines = lines.map((one): CommandLine => (typeof one === 'string' ? { line: one } : one));

interface Observation {
  readonly kind: 'connection' | 'tls' | 'child';
  readonly to?: string;
  readonly isVerified?: boolean;
  readonly protocol?: string;
  readonly args?: readonly string[];
  readonly env?: readonly string[];
}

async function bench() {
  const { home, bin, sandbox, settings, close } = await openProgramHome('commands');
  const names = ['mail', 'database', 'foreign', 'heartbeat'];
  const canaries = new Map(names.map(name => [name, makeCanary(name)]));
  const secret = (name: string) => canaries.get(name) ?? '';
  const s3 = await startS3Server();
  const front = frontOf(sandbox.apiUrl, sandbox.integrationUrl, s3.url);
  const secure = await secureServer(front.listener);
  const plain = await listen(createServer(front.listener));
  const own = certificateFor('127.0.0.1');
  const mail = await startMailServer({
    ...own,
    secure: true,
    onAuth: ({ username, password }, _, done) =>
      password === secret('mail') ? done(null, { user: username }) : done(new Error('refused')),
  });
  const database = await fakePostgres({ tls: own, signIn: 'clear-text' });
  const trusted = join(home, 'trusted.pem');
  writeFileSync(trusted, readFileSync(secure.ca, 'utf8') + own.cert);
  const log = join(home, 'observed.jsonl');
  writeFileSync(log, '');
  const ping = `/ping?key=${encodeURIComponent(secret('heartbeat'))}`;
  const env = {
    ...s3.env,
    PATH: `${bin}:${pathWithCrontab(join(home, 'crontab'))}`,
    HOME: home,
    BROWSER: join(bin, 'browser'),
    ...settings,
    HOTELCTL_BASE_URL: plain,
    HOTELCTL_INTEGRATION_URL: plain,
    HOTELCTL_CREDENTIAL_STORE: 'file',
    HOTELCTL_PROPERTY: 'MUC',
    HOTELCTL_MAX_ATTEMPTS: '1',
    HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS: 'yes',
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
    ...mail.env,
    HOTELCTL_SMTP_SECURITY: 'tls',
    HOTELCTL_SMTP_USER: 'reports',
    HOTELCTL_SMTP_PASSWORD: secret('mail'),
    HOTELCTL_HEARTBEAT: `${plain}${ping}`,
    PGHOST: '127.0.0.1',
    PGPORT: database.port,
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: own.file,
    PGUSER: 'hotel',
    PGDATABASE: 'hotel',
    PGPASSWORD: secret('database'),
    GITHUB_TOKEN: secret('foreign'),
  };
  const observing = {
    NODE_OPTIONS: `--require ${resolve(import.meta.dirname, 'observer.cjs')}`,
    OBSERVED_BY_TEST: log,
    NODE_EXTRA_CA_CERTS: trusted,
    HOTELCTL_BASE_URL: secure.url,
    HOTELCTL_INTEGRATION_URL: secure.url,
    AWS_ENDPOINT_URL_S3: secure.url,
    HOTELCTL_HEARTBEAT: `${secure.url}${ping}`,
  };
  const login = await runHotelctl('login', { env: { ...env, ...observing } });
  expect(login.exitCode, login.stderr).toBe(0);
  const { items } = JSON.parse(readFileSync(join(home, '.local/state/hotelctl/credentials.json'), 'utf8'));
  const stored = (item: string) =>
    String(Object.entries(items).find(([name]) => name.endsWith(` ${item}`))?.[1]);
  canaries.set('refresh token', stored('refresh-token'));
  const { token } = JSON.parse(stored('access-token'));
  canaries.set('access token', token);
  const allowed = [secure.url, sandbox.authUrl, settings.HOTELCTL_REDIRECT_URI].map(url => new URL(url).host);
  return {
    close,
    home,
    env: { ...env, HOTELCTL_ACCESS_TOKEN: String(token) },
    observing,
    front,
    allowed: [...allowed, `127.0.0.1:${mail.settings.port}`, `127.0.0.1:${database.port}`],
    /** Names of the secrets in a text. */
    secretsIn: (text: string) => [
      ...canariesIn(text, canaries),
      ...['sandbox-secret', 'secret-of-the-view'].filter(known => text.includes(known)),
    ],
    /** What processes have done since the last call. */
    observed: (): readonly Observation[] => {
      const text = readFileSync(log, 'utf8');
      writeFileSync(log, '');
      return jsonLines(text);
    },
  };
}

let made: Bench;
beforeAll(async () => {
  made = await bench();
});
afterAll(() => made.close());

/** The same servers and secrets, without refusals, for a user who has saved nothing. */
function otherHome() {
  made.front.pass();
  const home = temporaryFolder();
  return { ...made, home, env: { ...made.env, HOME: home } };
}

/** In front of the sandbox: passes requests on, or refuses them and repeats all that they contain. */
function frontOf(api: string, integration: string, s3: string) {
  let refusal: { readonly status: number; readonly path: RegExp } | undefined;
  const listener: RequestListener = async (request, response) => {
    const { method, headers, url = '/' } = request;
    if (url.startsWith('/ping')) return response.end();
    const body = await buffer(request);
    if (refusal?.path.test(`${method} ${url}`))
      return repeat(refusal.status, [url, ...request.rawHeaders, body].join(' '), response);
    const isStored = url.startsWith('/hotel');
    const ofPlatform = url.startsWith('/integration/') ? integration : api;
    const { hostname, port, host } = new URL(isStored ? s3 : ofPlatform);
    // A request to S3 is signed with the host that it was sent to.
    const sent = isStored ? headers : { ...headers, host };
    const later = /(?<=gross-transactions.*)gte_(2024-12|202[56])[\d-]+&dateFilter=lt_[\d-]+/;
    const path = url.replace(later, 'gte_2023-01-01&dateFilter=lt_2023-02-01');
    const onward = requestOf({ hostname, port, path, method, headers: sent }, received => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    return onward.on('error', () => response.destroy()).end(body);
  };
  return {
    listener,
    refuse: (status: number, path = /./) => {
      refusal = { status, path };
    },
    pass: () => {
      refusal = undefined;
    },
  };
}

function repeat(status: number, received: string, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-tracking-id': encodeURI(received).slice(0, 4000),
    location: 'https://elsewhere.example/',
    'retry-after': '0',
  });
  // As a field of a valid body it would be data, which is passed on.
  response.end(status === 200 ? received : JSON.stringify({ messages: [received], error: received }));
}

/** The words of a line, with the key of the newest booking and the id of the newest UI integration. */
function words({ home }: Bench, line: string): readonly string[] {
  const state = join(home, '.local/state/hotelctl');
  const newest = (file: RegExp, pattern: RegExp) => {
    const found = readdirSync(state).find(name => file.test(name));
    return (found && readFileSync(join(state, found), 'utf8').match(pattern)?.at(-1)) ?? 'NONE';
  };
  return wordsOf(line).map(word => {
    if (word === 'KEY') return newest(/^bookings.jsonl$/, /(?<="key":")[^"]+/g);
    return word === 'VIEW' ? newest(/^ui-integrations-/, /(?<="id":")[^"]+/g) : word;
  });
}

/** One process for most command lines. Those that are stopped, or print to its standard output, are the built program. */
async function observedProgram({ home, env, observing }: Bench) {
  const folder = join(temporaryFolder(), 'test');
  mkdirSync(folder);
  await bundle({ program: 'test/system/observed-program.ts' }, folder, 'esm');
  // It starts the built program for the command of a job, and for that of `sandbox run`.
  for (const name of ['bin', 'dist'])
    symlinkSync(resolve(import.meta.dirname, '../..', name), join(folder, '..', name));
  const program = ['--no-warnings', join(folder, 'program.mjs')];
  const child = spawn(process.execPath, program, { env: { ...env, ...observing } });
  onTestFinished(() => void child.stdin.end());
  child.stderr.pipe(process.stderr);
  const results = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (given: object): Promise<Run> => {
    child.stdin.write(`${JSON.stringify({ folder: home, ...given })}\n`);
    return JSON.parse((await results.next()).value);
  };
}

async function start(
  run: Awaited<ReturnType<typeof observedProgram>>,
  { line, env, input, until, refused, ownServers }: CommandLine,
) {
  const given = {
    env: { ...made.env, ...made.observing, ...env },
    ...(input === undefined ? {} : { input }),
  };
  if (until || ownServers) {
    const running = startHotelctl(words(made, line), given);
    if (until) {
      await running.says('stderr', until);
      running.signal('SIGINT');
    }
    return running.ended;
  }
  if (refused) made.front.refuse(500, refused);
  const ended = await run({ words: words(made, line), ...given });
  made.front.pass();
  return ended;
}

it('there is a command line of each command', async () => {
  const known = await Promise.all(
    groups.map(async ({ name, load }) => {
      const { command, commands = {} } = await load();
      return [...(command ? [name] : []), ...Object.keys(commands).map(verb => `${name} ${verb}`)];
    }),
  );
  const ofCommand = (path: string) => commandLines.some(({ line }) => `${line} `.startsWith(`${path} `));
  expect(known.flat().length).toBeGreaterThan(70);
  expect(known.flat().filter(path => !ofCommand(path))).toEqual([]);
});

const refusals = [400, 401, 403, 404, 422, 429, 500, 503, 302, 200];
/** Each command meets one of the ten refusals, and each refusal a tenth of the commands; all in a soak run. */
const meets = (index: number, status: number) =>
  Boolean(process.env['FULL_COUNTS']) || (index + refusals.indexOf(status)) % 10 === 0;

it('no command line shows a secret, whatever the platform refuses and repeats', {
  timeout: 600_000,
}, async () => {
  const { env, front, home, secretsIn } = otherHome();
  const asked =
    /^(prop|reports (?!list|col)|brief|pack|stat|snapshot t|close -|journal (m|-)|sync [ls]|offers|bookings q|api|doctor$|ui-integration [lgcut])/;
  const sent = commandLines.filter(({ line }) => asked.test(line) && !/target|check/.test(line));
  expect(sent.length).toBeGreaterThanOrEqual(30);
  for (const status of refusals) {
    front.refuse(status);
    for (const [index, { line }] of sent.entries()) {
      // A valid body of `api` is printed as it is.
      if (!meets(index, status) || (status === 200 && line.startsWith('api'))) continue;
      const format = ['--error-format', index % 2 === 0 ? 'text' : 'json'];
      // A lake belongs to the host that it was written from.
      const words = wordsOf(line.replace('hotel/lake', 'hotel/other').replace('VIEW', 'ABCD'));
      const run = await runInProcess([...words, '-v', ...format], { env, folder: home });
      expect(run.exitCode, `${status} ${line}`).not.toBe(0);
      expect([line, status, secretsIn(run.stdout + run.stderr)]).toEqual([line, status, []]);
    }
  }
});

/** What the functions of the client and the tools of agents need; each is given those that it knows. */
const given: Readonly<Record<string, unknown>> = {
  property: 'MUC',
  period: '2024-11',
  service: ['MUC-BRKF'],
  form: 'totals',
  report: 'revenues',
  arrival: '2026-12-01',
  departure: '2026-12-03',
  adults: 2,
  ratePlan: 'MUC-FLEX-DBL',
  reservation: ['arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL'],
  since: '1d',
  target: 'DashboardPropertyContext',
  id: 'ABCD',
  label: 'Cars',
  url: 'https://views.example/',
  sourceUrl: 'https://views.example/?token=secret-of-the-view',
  sourceType: 'private',
  keep: 'daily=1',
  key: 'K',
  check: 'G4',
  reason: 'Agreed',
  by: 'day',
  prepared: 'Berger',
  notMade: true,
  quoteId: 'x',
  expectTotal: '314.02EUR',
  bookerLastName: 'Doe',
  for: '2026-12',
};
/** Of functions in which a name means another thing, or excludes another. */
const otherwise: Readonly<Record<string, object>> = {
  'sync.write': { target: 'lake' },
  'sync.verify': { target: 'lake' },
  'close.accept': { by: 'Berger' },
  'offers.list': { ratePlan: undefined },
  'quotes.create': { service: undefined },
};
const otherwiseNamed: Readonly<Record<string, string>> = { quote_stay: 'service', list_offers: 'rate_plan' };
const named = (names: readonly string[], more: object = {}) => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'by' && names.includes(name))),
  ...more,
});
const shownWhole = (value: unknown) => inspect(value, { showHidden: true, depth: 20, maxStringLength: null });

it('no result and no error of the client contains a secret', { timeout: 600_000 }, async () => {
  const { env, front, home, secretsIn } = otherHome();
  const client = createHotelctl({ env }) as Record<string, Record<string, unknown>>;
  const before = process.cwd();
  process.chdir(home);
  onTestFinished(() => process.chdir(before));
  const thrown = new Set<string>();
  for (const status of [undefined, ...refusals]) {
    if (status) front.refuse(status);
    for (const [index, [path, command]] of [...calls].entries()) {
      if (status && !meets(index, status)) continue;
      const [group = '', name] = path.split('.');
      const names = listOptions(command, await loadCommand(command)).map(option => option.name);
      const call = (name ? client[group]?.[name] : client[group]) as (given: object) => Promise<unknown>;
      const result = await call(named(names, otherwise[path])).catch((error: unknown) => {
        thrown.add(`${status} ${path}`);
        expect([path, status, error]).toEqual([path, status, expect.any(HotelctlError)]);
        return error;
      });
      expect([path, status, secretsIn(shownWhole(result))]).toEqual([path, status, []]);
    }
  }
  expect(thrown.size).toBeGreaterThan(10);
});

it('no result and no error of a tool of agents contains a secret', { timeout: 600_000 }, async () => {
  const { env, front, home, secretsIn } = otherHome();
  const client = makeClient();
  const args = [hotelctlFile, 'mcp', '--allow-bookings', '--with-guest-data', '--output-folder', home];
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' });
  let errors = '';
  transport.stderr?.on('data', chunk => {
    errors += String(chunk);
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(15);
  for (const status of [undefined, ...refusals]) {
    if (status) front.refuse(status);
    for (const [index, { name, inputSchema }] of tools.entries()) {
      if (status && !meets(index, status)) continue;
      const known = Object.keys(inputSchema.properties ?? {});
      const camel = (text: string) => text.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
      const values = known
        .map(one => [one, given[camel(one)]])
        .filter(([one, value]) => one !== 'by' && one !== otherwiseNamed[name] && value !== undefined);
      const result = await client.callTool({ name, arguments: Object.fromEntries(values) });

      expect([name, status, secretsIn(JSON.stringify(result))]).toEqual([name, status, []]);
    }
  }
  expect(errors).toBe('');
});

// The last one: it signs out, and uninstalls.
it('each command connects only to the hosts of its settings, with verified TLS, and starts no other program with a secret', {
  timeout: 600_000,
}, async () => {
  made.front.pass();
  const { allowed, observed, secretsIn } = made;
  const kinds = new Set<string>();
  const run = await observedProgram(made);
  observed();
  for (const one of commandLines) {
    const { line, exitCode = 0, isToShow, ownServers } = one;
    const ended = await start(run, one);
    expect([line, ended.exitCode, ended.stderr]).toEqual([line, exitCode, ended.stderr]);
    expect([line, isToShow ? [] : secretsIn(ended.stdout + ended.stderr)]).toEqual([line, []]);
    for (const { kind, to = '', isVerified, protocol, args = [], env = [] } of observed()) {
      kinds.add(kind);
      if (kind === 'connection' && !ownServers)
        expect([line, allowed]).toEqual([line, expect.arrayContaining([to])]);
      if (kind === 'tls') expect([line, isVerified, protocol]).toEqual([line, true, 'TLSv1.3']);
      if (kind !== 'child') continue;
      expect([line, secretsIn(args.join(' '))]).toEqual([line, []]);
      // Another hotelctl: the command of a job, and that of `sandbox run`, which receives a sign-in to the sandbox.
      const isOwn = args.some(word => word.endsWith('bin/hotelctl.js'));
      if (!isOwn) expect([line, secretsIn(env.join('\n'))]).toEqual([line, []]);
      if (line.startsWith('sandbox run')) expect(secretsIn(env.join('\n'))).not.toContain('access token');
    }
  }
  expect([...kinds].sort()).toEqual(['child', 'connection', 'tls']);
  // Later Node.js follows the link to the libraries of the tests.
  const files = filesBelow(made.home).filter(file => !file.includes('node_modules'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect([file, secretsIn(readFileSync(file, 'latin1'))]).toEqual([file, []]);
});
