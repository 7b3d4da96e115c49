import { describe, expect, test } from 'vitest';
import { type Asking, requestApi } from '../request-handler.ts';
import { testHotel } from '../test-hotel.ts';

const { ask } = requestApi(testHotel());
const roomNights = '/reports/v0-nsfw/reports/room-nights';
const october = `${roomNights}?propertyId=MUC&month=10&year=2026`;

describe('errors have no body and a tracking id', () => {
  test.each<[string, number, string, Asking]>([
    ['no token', 401, october, { authorization: '' }],
    ['no token for the properties', 401, '/inventory/v1/properties', { authorization: '' }],
    ['another scheme', 401, october, { authorization: 'Basic cmVhZGVy' }],
    ['a token without its scheme', 401, october, { authorization: 'reader' }],
    ['a token that is not known', 401, october, { token: 'nobody' }],
    ['none of the scopes', 403, october, { token: 'booker' }],
    ['an unknown property', 404, `${roomNights}?propertyId=BER&month=10&year=2026`, {}],
    ['an id that an object would know', 404, `${roomNights}?propertyId=constructor&month=10&year=2026`, {}],
    ['v1, which has no room nights', 404, october.replace('v0-nsfw', 'v1'), {}],
    ['an unknown path', 404, '/reports/v0-nsfw/reports/nothing', {}],
    ['a path with more', 404, `${roomNights}/?propertyId=MUC&month=10&year=2026`, {}],
    ['another method', 405, october, { method: 'POST' }],
    ['another method for the properties', 405, '/inventory/v1/properties', { method: 'DELETE' }],
  ])('%s: %i', async (_what, status, address, how) => {
    const response = await ask(address, how);
    expect(response.status).toBe(status);
    expect(response.text).toBe('');
    expect(response.headers['Sandbox-Tracking-Id']).toMatch(/^[0-9a-f]{32}$/);
    expect(response.headers['Allow']).toBe(status === 405 ? 'GET' : undefined);
    expect('WWW-Authenticate' in response.headers).toBe(status === 401);
  });

  test('a caller without the scope does not learn what is wrong with the request', async () => {
    expect((await ask(`${roomNights}?month=13`, { authorization: '' })).status).toBe(401);
    expect((await ask(`${roomNights}?month=13`, { token: 'booker' })).status).toBe(403);
  });

  test('each response has a separate tracking id', async () => {
    const ids = await Promise.all([ask(october), ask(october), ask('/nothing')]);
    expect(new Set(ids.map(({ headers }) => headers['Sandbox-Tracking-Id'])).size).toBe(3);
  });
});

describe('properties', () => {
  const list = '/inventory/v1/properties';

  test('any valid token may list them', async () => {
    const { status, body } = await ask(list, { token: 'booker' });
    expect(status).toBe(200);
    const { properties, count } = body;
    expect(count).toBe(3);
    expect(properties.map(({ id }: { id: string }) => id)).toEqual(['MUC', 'LND', 'TYO']);
    expect(properties[0]).toEqual({
      id: 'MUC',
      code: 'MUC',
      name: 'Hotel Isarblick München',
      description: 'City hotel by the river, ten minutes from the main station',
      location: { addressLine1: 'Erhardtstraße 12', postalCode: '80469', city: 'München', countryCode: 'DE' },
      timeZone: 'Europe/Berlin',
      currencyCode: 'EUR',
      created: '2024-11-01T08:00:00Z',
      status: 'Live',
      isArchived: false,
    });
  });

  test('in pages, with 204 past the last one', async () => {
    const ids = async (query: string) => {
      const { properties, count } = (await ask(`${list}?${query}`)).body;
      return [count, ...properties.map(({ id }: { id: string }) => id)];
    };
    expect(await ids('pageNumber=1&pageSize=2')).toEqual([3, 'MUC', 'LND']);
    expect(await ids('pageNumber=2&pageSize=2')).toEqual([3, 'TYO']);
    expect(await ids('pageSize=200')).toEqual([3, 'MUC', 'LND', 'TYO']);
    const past = await ask(`${list}?pageNumber=3&pageSize=2`);
    expect([past.status, past.text]).toEqual([204, '']);
  });

  test.each([
    ['pageSize=201', ['pageSize must be a whole number from 1 to 200']],
    ['pageNumber=0', ['pageNumber must be a whole number from 1 to 999999999']],
  ])('422 for %s', async (query, messages) => {
    expect(await ask(`${list}?${query}`)).toMatchObject({ status: 422, body: { messages } });
  });
});
