import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { authorizeAsHotelUser } from '../../src/sandbox/identity/client.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { runMain } from '../commands/in-process.ts';
import { type TestContextOptions, temporaryFolder } from '../context.ts';
import { expectExit } from '../expect-run.ts';
import { authorizeUrl, exchange } from '../sandbox/identity/client-application.ts';
import { startTestSandbox } from '../sandbox/start-test-sandbox.ts';
import { jsonLines, type Line, wordsOf } from '../words.ts';

export interface RunOptions extends Omit<TestContextOptions, 'replace'> {
  /** The client's clock, in milliseconds since 1970. */
  readonly now?: number;
}

/** The business day of every workbench, and the clock of its client unless a test changes it. */
export const today = '2026-11-21';
export const noon = Date.UTC(2026, 10, 21, 12);

/** A private endpoint of a view that passes every check, as the service of UI integrations calls it. */
export const validEndpoint = {
  fetch: async () => ({
    kind: 'response' as const,
    status: 200,
    headers: { 'content-type': ['application/json'] },
    body: Buffer.from('{"url":"https://views.example/secure","expTimestamp":"2026-11-21T12:10:00Z"}'),
    incomplete: undefined,
    receivedAt: noon,
    certificateEnds: Date.UTC(2027, 10, 21, 12),
  }),
  now: () => noon,
};

/**
 * @param scopes scopes that the hotel user allows
 * @param options how the UI integration service calls private URLs, and the length of the chain
 */
export async function openWorkbench(
  scopes = 'offers.read reservations.create reports.read',
  options: Partial<Pick<SandboxOptions, 'probe' | 'properties'>> = {},
) {
  const sandbox = await startTestSandbox({ ...options, seed: 'hotelctl', today });
  return benchOf(sandbox, await accessToken(sandbox, scopes));
}

/** A sandbox with a signed-in hotel user, and folders in which hotelctl runs against it, in this process. */
export type Workbench = ReturnType<typeof benchOf>;

/** The same sandbox and hotel user, with a separate journal and files. */
export const withOwnFolder = ({ sandbox, env }: Workbench) =>
  benchOf(sandbox, String(env['HOTELCTL_ACCESS_TOKEN']));

function benchOf(sandbox: RunningSandbox, token: string) {
  const folder = temporaryFolder();
  const state = join(folder, 'state');
  mkdirSync(state, { mode: 0o700 });
  const env: Readonly<Record<string, string>> = {
    HOTELCTL_BASE_URL: sandbox.apiUrl,
    HOTELCTL_ACCESS_TOKEN: token,
    HOTELCTL_STATE_DIR: state,
    // As the sandbox does.
    HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS: 'yes',
  };
  const folders = { data: join(folder, 'data'), config: join(folder, 'config'), state };
  return {
    sandbox,
    folder,
    /** Also for separate processes. */
    env,
    file: (name: string) => join(folder, name),
    run: (line: Line, options: RunOptions = {}) =>
      runMain(line, { now: noon, ...options, env: { ...env, ...options.env }, replace: { folders } }),
  };
}

/** One for all tests of a file, each of which has its own folder. */
export function sharedWorkbench(): () => Workbench {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench();
  });
  afterAll(() => bench.sandbox.stop());
  return () => withOwnFolder(bench);
}

export async function accessToken(sandbox: RunningSandbox, scope: string): Promise<string> {
  const callback = await authorizeAsHotelUser(authorizeUrl(sandbox, { scope }), { allow: true });
  const { body } = await exchange(sandbox, new URL(callback).searchParams.get('code') ?? '');
  return String(body['access_token']);
}

/** `--reservation` of a prepaid double room in Munich. */
export const reservation = (arrival = '2026-12-01', departure = '2026-12-03', more = '') =>
  `arrival=${arrival},departure=${departure},adults=2,rate-plan=MUC-NONREF-DBL${more}`;

/** quote.json of a workbench. */
export async function quote(bench: Workbench, ...args: readonly string[]): Promise<Record<string, never>> {
  const chosen = args.length > 0 ? args : ['--reservation', reservation()];
  const { stdout } = await expectExit(bench.run(['bookings', 'quote', '--property', 'MUC', ...chosen]), 0);
  writeFileSync(bench.file('quote.json'), stdout);
  return JSON.parse(stdout);
}

/** The number of prepaid double rooms that are left for two nights in Munich. */
export async function roomsLeft(bench: Workbench): Promise<number> {
  const nights = '--arrival 2026-12-01 --departure 2026-12-03';
  const { stdout } = await bench.run(`offers list --property MUC ${nights} --adults 2 --format ndjson`);
  return jsonLines(stdout).find(({ ratePlan }) => ratePlan.id === 'MUC-NONREF-DBL').availableUnits;
}

/** `bookings authorization` of quote.json. */
export const authorizationArgs = (bench: Workbench, holder = 'N', more: Line = []) =>
  wordsOf(
    `bookings authorization --quote ${bench.file('quote.json')} --account-id SANDBOX --card-holder-name`,
    [holder],
    more,
  );

/** The part of a shop's server: sends the request of `bookings authorization` to the processor. */
export async function authorize(bench: Workbench, holder = 'Jane Doe'): Promise<Record<string, unknown>> {
  const { stdout } = await expectExit(bench.run(authorizationArgs(bench, holder)), 0);
  const authorization = await pay(bench, stdout);
  writeFileSync(bench.file('response.json'), JSON.stringify(authorization));
  return authorization;
}

/** The processor's response to a request. */
export async function pay({ sandbox }: Workbench, request: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sandbox.paymentsUrl}/payments`, { method: 'POST', headers, body: request });
  return (await response.json()) as Record<string, unknown>;
}

/** `bookings create` of quote.json and response.json, as a script would run it. */
export const createArgs = (bench: Workbench, total: string, more: Line = []) =>
  wordsOf(
    `bookings create --quote ${bench.file('quote.json')} --authorization ${bench.file('response.json')}
      --booker-last-name Doe --yes --expect-total`,
    [total],
    more,
  );

/** The grand total of a quote, in the format of --expect-total. */
export function totalOf(quoted: unknown): string {
  const { amount, currency } = (quoted as { sums: { grandTotal: { amount: number; currency: string } } }).sums
    .grandTotal;
  return `${amount}${currency}`;
}
