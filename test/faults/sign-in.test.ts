import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultRule } from '../../src/commands/sandbox/options.ts';
import { authorizeAsHotelUser } from '../../src/sandbox/identity/client.ts';
import {
  authorize,
  createArgs,
  openWorkbench,
  quote,
  totalOf,
  type Workbench,
} from '../bookings/workbench.ts';
import { settingsOf } from '../commands/sign-in.ts';
import { type Cell, differences, type Seen, see } from './cell.ts';
import { begins, expectedOf, faultsInOrder, isRepeated, type Kind } from './expectations.ts';

/** Each command that sends requests to the identity host, against each of its faults: exit code, attempts, same credentials. */

let bench: Workbench;
let total: string;
/** The credential file of a signed-in user. */
let signedIn: string;
/** The URL of the sign-in pages, while they are available. */
let reachable = '';

beforeAll(async () => {
  bench = await openWorkbench('offers.read reservations.create reports.read offline_access');
  total = totalOf(await quote(bench));
  await authorize(bench);
  reachable = bench.sandbox.authUrl;
  signedIn = (await login()).credentials ?? '';
  expect(JSON.stringify(itemsOf(signedIn))).toContain('refresh-token');
});
afterAll(() => bench.sandbox.stop());

const itemsOf = (credentials: string | undefined): Record<string, string> =>
  JSON.parse(credentials ?? '{"items":{}}').items;

/** The same sign-in at the host's current URL, with an expired access token. */
const due = () =>
  JSON.stringify({
    ...JSON.parse(signedIn),
    items: Object.fromEntries(
      Object.entries(itemsOf(signedIn))
        .filter(([name]) => !name.endsWith('access-token'))
        .map(([name, value]) => [name.replace(/https?:\/\/\S+/, bench.sandbox.authUrl), value]),
    ),
  });

const withoutAccess = (credentials: string | undefined) =>
  Object.entries(itemsOf(credentials)).filter(([name]) => !name.endsWith('access-token'));

type Command = Omit<Cell, 'timeout' | 'env'>;

const run = (command: Command, timeout = 60) => {
  const { HOTELCTL_ACCESS_TOKEN: _, ...env } = bench.env;
  return see({ ...command, timeout, env: { ...env, ...settingsOf(bench.sandbox) } });
};

const token = { method: 'POST', address: '/connect/token' };
const renewing = (args: string): (() => Command) => {
  return () => ({ args: args.split(' '), credentials: due(), counted: token });
};

/** Signs in by a pasted URL; with an invalid code if the host is not available. */
function login(timeout = 60, credentials?: string): Promise<Seen> {
  let pasted: (address: string) => void = () => {};
  const address = new Promise<string>(resolve => {
    pasted = resolve;
  });
  const visit = async (url: string) => {
    const { searchParams, origin } = new URL(url);
    if (bench.sandbox.authUrl !== reachable) {
      const state = searchParams.get('state') ?? '';
      const query = new URLSearchParams({ code: 'made-up', state, iss: origin });
      return `${searchParams.get('redirect_uri')}?${query}`;
    }
    return authorizeAsHotelUser(url, { allow: true });
  };
  return run(
    {
      args: ['login', '--paste', '--no-browser'],
      counted: token,
      ...(credentials === undefined ? {} : { credentials }),
      stdinLines: (async function* () {
        yield await address;
      })(),
      onLine: line => {
        const [url] = /http\S+\/connect\/authorize\?\S+/.exec(line) ?? [];
        if (url) visit(url).then(pasted, () => pasted(''));
      },
    },
    timeout,
  );
}

const commands: readonly (readonly [name: string, kind: Kind, command: () => Command])[] = [
  ['auth token', 'refresh', renewing('auth token')],
  [
    'reports room-nights',
    'refresh',
    renewing('reports room-nights --property MUC --month 10 --year 2026 --output {output-file}'),
  ],
  [
    'bookings create',
    'refresh',
    () => ({
      args: createArgs(bench, total),
      credentials: due(),
      state: bench.env['HOTELCTL_STATE_DIR'],
      counted: token,
    }),
  ],
  [
    'ui-integration delete',
    'refresh',
    renewing('ui-integration delete DashboardPropertyContext ABCDEFGH --yes'),
  ],
];

describe('the identity host', () => {
  it.each(faultsInOrder)('with %s', async fault => {
    // Real seconds pass while the host is silent: the request that revokes waits at the same time, not the one before it.
    const isSilent = /^(mute|slow)/.test(fault);
    const timeout = isSilent ? 10 : 60;
    // Of the variants of a status, only refreshing.
    const isVariant = fault.includes(',') && !process.env['FULL_COUNTS'];
    // Signing out revokes, so it uses a separate sign-in.
    const leaving = begins(fault) || isVariant ? signedIn : ((await login()).credentials ?? '');
    const leavingNow = () => leaving.replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, bench.sandbox.authUrl);
    if (begins(fault)) reachable = '';
    // The pages of the sign-in stay available, so that there is a code.
    const ruleOf = (path: string) => faultRule(`auth=${fault}${begins(fault) ? '' : `,path=${path}`}`);
    const meet = (...paths: readonly string[]) => bench.sandbox.meetFaults(paths.map(ruleOf));
    const leave = (address: string) =>
      run({ args: ['logout'], credentials: leavingNow(), counted: { address } }, timeout);
    const problems: string[] = [];
    // One of those that refresh, where the others would show nothing new.
    const chosen = isRepeated(fault) || isVariant ? commands.slice(0, 1) : commands;

    const revocation = '/connect/revocation';
    await meet('/connect/token', ...(isSilent ? [revocation] : []));
    const [leftInSilence, ...seen] = await Promise.all([
      isSilent ? leave(revocation) : undefined,
      ...chosen.map(([, , command]) => run(command(), timeout)),
      ...(isVariant ? [] : [login(timeout, due())]),
    ]);
    for (const [index, one] of seen.entries()) {
      const [name, kind] = chosen[index] ?? (['login', 'login'] as const);
      const { exit } = one;
      const wanted = expectedOf(fault, kind);
      // What is deleted or booked does not exist; only the request with a refreshed token matters here.
      const expected = wanted.exit === 0 && name === 'ui-integration delete' ? { ...wanted, exit } : wanted;
      problems.push(...differences(name, expected, one));
      const kept = kind === 'login' && exit === 0 ? withoutAccess(due()) : withoutAccess(one.credentials);
      if (JSON.stringify(kept) !== JSON.stringify(withoutAccess(due())))
        problems.push(`${name}: credentials`);
      if (wanted.exit !== 0 && one.credentials !== due())
        problems.push(`${name}: the credential file changed`);
    }

    if (isVariant) {
      await bench.sandbox.meetFaults([]);
      return expect(problems).toEqual([]);
    }
    await meet('/');
    const left = leftInSilence ?? (await leave(new URL(bench.sandbox.authUrl).host));
    const { exit, tries } = expectedOf(fault, 'logout');
    const wanted = { exit, tries: exit === 0 && tries === 1 ? left.tries : tries };
    problems.push(...differences('logout', wanted, left));
    if (Object.keys(itemsOf(left.credentials)).length > 0) problems.push('logout: something is still stored');
    await bench.sandbox.meetFaults([]);
    expect(problems).toEqual([]);
  });
});
