import { expect, it } from 'vitest';
import { createHotelctl } from '../../../src/start/client/client.ts';
import { failureOf, thrownBy } from '../../failure-of.ts';

it.each<[Readonly<Record<string, unknown>>, string]>([
  // Without a token, the call would use the stored sign-in, which may be that of another user.
  [{ accessToken: '' }, 'accessToken must be a text, or a function that returns one'],
  [{ accessToken: null }, 'accessToken must be a text, or a function that returns one'],
  [{ accessToken: 5 }, 'accessToken must be a text, or a function that returns one'],
  [{ onNote: 'x' }, 'onNote must be a function'],
  [{ env: 'HOTELCTL_BASE_URL=x' }, 'env must be an object'],
])('a client with %j is refused', (options, what) => {
  expect(thrownBy(() => createHotelctl(options))).toMatchObject({
    code: 'usage',
    message: `createHotelctl cannot run: ${what}`,
  });
});

const none = { env: {} };
const open = (options: object = none) =>
  createHotelctl(options) as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;

it.each([
  ['an option', 'baseUrl', { env: {}, baseUrl: 'x' }],
  ['a variable', 'HOTELCTL_BASE_URL', { env: { HOTELCTL_BASE_URL: 'x' } }],
])('a wrong setting from %s is named %s', async (_, name, options) => {
  const failure = await failureOf(open(options)['request']?.('GET', '/x', {}) ?? Promise.resolve());
  expect(failure).toMatchObject({ message: `${name} must be an https:// address` });
});

it.each<[unknown[], string]>([
  [['GET', '/x', { query: null }], 'query must be an object'],
  [['GET', '/x', { headers: null }], 'headers must be an object'],
  [['GET', undefined, { query: { a: 1 } }], 'the path must be a text'],
])('a request %j is refused', async (given, what) => {
  expect(await failureOf(open()['request']?.(...given) ?? Promise.resolve())).toMatchObject({
    code: 'usage',
    message: `request cannot run: ${what}`,
  });
});

it('an empty list sets nothing, and is not all properties or the usual one', async () => {
  const pickup = (given: object) =>
    failureOf(Promise.resolve(open()['pickup']?.({ property: 'MUC', ...given })));
  expect(await pickup({ since: [] })).toMatchObject({ message: 'pickup requires since' });
  expect(await pickup({ since: '7d', property: [] })).toMatchObject({ message: 'no property is set' });
  const { roomNights } = open()['reports'] as unknown as Record<string, (given: object) => Promise<unknown>>;
  const none = Promise.resolve(roomNights?.({ property: 'MUC', period: [] }));
  expect(await failureOf(none)).toMatchObject({ message: 'month is required; year is required' });
});

it('a call that returns no rows is not read one by one, before anything is sent', async () => {
  const { quotes } = createHotelctl(none) as {
    readonly quotes: { readonly create: (given: object) => AsyncIterable<unknown> };
  };
  // Otherwise it would fail without a host.
  const rows = quotes.create({ reservation: 'x' })[Symbol.asyncIterator]();
  expect(await failureOf(rows.next())).toMatchObject({ message: 'quotes.create returns no rows' });
});
