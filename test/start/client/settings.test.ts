import { expect, it } from 'vitest';
import { createHotelctl } from '../../../src/start/client/client.ts';
import { makeRealContext } from '../../../src/start/real-context.ts';
import { signedIn } from '../../commands/local-server.ts';
import { temporaryFolder } from '../../context.ts';
import { failureOf, thrownBy } from '../../failure-of.ts';

it.each<[Readonly<Record<string, unknown>>, string]>([
  // Without a token, the call would use the stored sign-in, which may be that of another user.
  [{ accessToken: '' }, 'accessToken must be a text, or a function that returns one'],
  [{ accessToken: null }, 'accessToken must be a text, or a function that returns one'],
  [{ accessToken: 5 }, 'accessToken must be a text, or a function that returns one'],
  // As of a file that is empty.
  [{ accessToken: '\n' }, 'accessToken must be a text, or a function that returns one'],
  // Without a property, the call would read that of the profile.
  [{ property: '' }, 'property must be a text that is not empty'],
  [{ onNote: 'x' }, 'onNote must be a function'],
  [{ env: 'HOTELCTL_BASE_URL=x' }, 'env must be an object'],
  [{ env: Promise.resolve({}) }, 'env must be an object'],
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

const queryWords = 'query must be an object of texts, numbers, true or false, and lists of them';
const endless: Record<string, unknown> = {};
endless['itself'] = endless;
const bodyWords = 'body must be a text that is not empty, or a value of JSON';
it.each<[unknown[], string]>([
  [['GET', '/x', { query: null }], queryWords],
  [['GET', '/x', { query: { a: { b: 1 } } }], queryWords],
  // Neither has properties, so that nothing of them would be sent.
  [['GET', '/x', { query: new URLSearchParams('a=1') }], queryWords],
  [['GET', '/x', { headers: new Headers({ a: 'b' }) }], 'headers must be an object of texts'],
  [['GET', '/x', { headers: null }], 'headers must be an object of texts'],
  [['GET', '/x', { query: Promise.resolve({ a: 1 }) }], queryWords],
  [['POST', '/x', { body: () => 1 }], bodyWords],
  [['POST', '/x', { body: Promise.resolve({ a: 1 }) }], bodyWords],
  [['POST', '/x', { body: { a: new Map([['b', 1]]) } }], bodyWords],
  [['POST', '/x', { body: Buffer.from('{}') }], bodyWords],
  [['POST', '/x', { body: '' }], bodyWords],
  [['POST', '/x', { body: endless }], bodyWords],
  // JSON would have null in their place.
  [['POST', '/x', { body: { a: Number.NaN } }], bodyWords],
  [['POST', '/x', { body: [undefined] }], bodyWords],
  [['GET', undefined, { query: { a: 1 } }], 'the path must be a text'],
  [[undefined, '/x'], 'the method must be a text'],
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

it.each<[string, Readonly<Record<string, unknown>>, string, string?]>([
  // The output of the program that calls: nothing would be returned.
  ['roomNights', { output: '-' }, 'reports.roomNights cannot run: output must be the path of a file'],
  ['propertyPerformance', { by: 'month', view: 'days' }, 'by chooses the view itself'],
  ['roomNights', { columns: 'key' }, 'reports.roomNights returns bodies, which have no columns'],
  ['propertyPerformance', { compare: 5 }, 'compare: "5" is not a valid period'],
  [
    'roomNights',
    { period: undefined },
    'month is required; year is required',
    "for example `reports.roomNights({ property: 'MUC', period: '2026-10' })`",
  ],
])('%s with %j is refused in the words of a program', async (name, given, message, hint) => {
  const reports = open()['reports'] as unknown as Record<string, (given: object) => Promise<unknown>>;
  const call = Promise.resolve(reports[name]?.({ property: 'MUC', period: '2026-10', ...given }));
  expect(await failureOf(call)).toMatchObject({
    code: 'usage',
    message,
    ...(hint && { details: { hint } }),
  });
});

it('a quote that is not JSON is named as the option, which has its content', async () => {
  const env = { ...signedIn('http://127.0.0.1:1'), HOME: temporaryFolder() };
  const bookings = open({ env })['bookings'] as unknown as Record<
    string,
    (given: object) => Promise<unknown>
  >;
  const create = (quote: string) =>
    failureOf(
      Promise.resolve(bookings['create']?.({ quote, expectTotal: '1.00EUR', bookerLastName: 'Lovelace' })),
    );
  expect(await create('quote.json')).toMatchObject({
    message: 'quote cannot be read: not JSON',
    details: { hint: 'quote requires JSON' },
  });
  expect(await create('{"id":{"a":1,"a":2}}')).toMatchObject({
    message: 'quote has "a" twice, with different values',
  });
  expect(await create('-')).toMatchObject({
    message: 'bookings.create cannot run: quote must be the content of the file',
  });
});

it.each([
  [new DOMException('The operation was aborted', 'TimeoutError'), 'stopped at its time limit'],
  [new Error('enough'), 'stopped by its caller'],
])('what a call was doing when %s ended it names that, and no signal of the process', (reason, message) => {
  const { interrupted } = makeRealContext('', { env: {}, signal: AbortSignal.abort(reason) });
  expect(interrupted.reason).toMatchObject({ message });
});
