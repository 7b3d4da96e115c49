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

it.each(['query', 'headers'])('a request whose %s is null is refused', async name => {
  const { request } = createHotelctl({ env: {} }) as {
    readonly request: (...given: unknown[]) => Promise<unknown>;
  };
  expect(await failureOf(request('GET', '/x', { [name]: null }))).toMatchObject({
    code: 'usage',
    message: `request cannot run: ${name} must be an object`,
  });
});
