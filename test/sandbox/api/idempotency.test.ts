import { expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { fewerBookings } from '../fewer-bookings.ts';
import { requestApi } from '../request-handler.ts';

const path = '/reports/v0-nsfw/reports/gross-transactions';
const ofToday = `${path}?propertyId=MUC&dateFilter=gte_2026-11-20&dateFilter=lte_2026-11-22`;
const hour = 3_600_000;

const sandbox = () => {
  const hotel = fewerBookings(createHotel({ seed: 'hotelctl', today: '2026-11-21' }));
  return { hotel, ...requestApi(hotel) };
};

const messages = [
  'Idempotency-Key belongs to a request with other parameters until 2026-11-22T12:00:00Z; use another key for this request',
];

test('for 24 hours of the hotel’s clock the same key returns the same response', async () => {
  const { hotel, ask } = sandbox();
  const first = await ask(ofToday, { key: 'nightly' });
  expect(first.status).toBe(200);
  hotel.clock.advance(24 * hour - 1);
  // It is the next business day, and more has been posted.
  const fresh = await ask(ofToday);
  expect(fresh.body.count).toBeGreaterThan(first.body.count);
  expect((await ask(ofToday, { key: 'nightly' })).text).toBe(first.text);
  expect((await ask(ofToday, { key: 'another' })).text).toBe(fresh.text);
  hotel.clock.advance(1);
  expect((await ask(ofToday, { key: 'nightly' })).text).toBe(fresh.text);
});

test.each([
  ['another filter', ofToday.replace('=lte_', '=lt_')],
  ['a filter more', `${ofToday}&dateFilter=neq_2026-11-20`],
  ['a filter twice', `${ofToday}&dateFilter=gte_2026-11-20`],
  ['another property', ofToday.replace('MUC', 'LND')],
  ['a reference', `${ofToday}&reference=MUC`],
])('422 for other parameters: %s', async (_what, address) => {
  const { hotel, ask } = sandbox();
  await ask(ofToday, { key: 'nightly' });
  expect(await ask(address, { key: 'nightly' })).toMatchObject({ status: 422, body: { messages } });
  expect((await ask(address, { key: 'nightly 2' })).status).toBe(200);
  // The refusal does not affect the key's first request, and after its day the key is free.
  expect((await ask(ofToday, { key: 'nightly' })).status).toBe(200);
  hotel.clock.advance(24 * hour);
  expect((await ask(address, { key: 'nightly' })).status).toBe(200);
});

test('a key belongs to the hotel user of the token', async () => {
  const { ask } = sandbox();
  await ask(ofToday, { key: 'nightly' });
  const other = ofToday.replace('MUC', 'TYO');
  expect((await ask(other, { key: 'nightly', token: 'owner' })).status).toBe(200);
  expect((await ask(ofToday, { key: 'nightly', token: 'owner' })).status).toBe(422);
});

test('a request that was refused keeps no key', async () => {
  const { ask } = sandbox();
  expect((await ask(`${path}?propertyId=MUC`, { key: 'nightly' })).status).toBe(422);
  expect((await ask(ofToday.replace('MUC', 'BER'), { key: 'nightly' })).status).toBe(404);
  expect((await ask(ofToday, { key: 'nightly', token: 'booker' })).status).toBe(403);
  expect((await ask(ofToday, { key: 'nightly' })).status).toBe(200);
});
