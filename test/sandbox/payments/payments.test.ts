import { beforeEach, describe, expect, test } from 'vitest';
import { createHotel, type HotelClock } from '../../../src/sandbox/hotel/hotel.ts';
import {
  createProcessor,
  makePaymentsHost,
  type Processor,
} from '../../../src/sandbox/payments/payments-host.ts';
import { wordsOf } from '../../words.ts';
import { clientOf } from '../request-handler.ts';

const reference = '6d0e7f0c-6c3a-4c5e-9a55-0d8f6a3b1c2d';
const request = (change: object = {}) => ({
  amount: { value: 30_100, currency: 'EUR' },
  configuration: { cardHolderName: 'Jane <b>Doe</b>' },
  deliveryDate: '2026-12-01T15:00:00+01:00',
  enableOneClick: false,
  enableRecurring: true,
  reference: 'SANDBOX-1',
  shopperReference: reference,
  shopperInteraction: 'Ecommerce',
  recurringProcessingModel: 'UnscheduledCardOnFile',
  additionalData: { metadata: { flowType: 'CaptureOnly', accountId: 'SANDBOX', propertyId: 'MUC' } },
  ...change,
});

let clock: HotelClock;
let processor: Processor;
let send: ReturnType<typeof clientOf>;
beforeEach(() => {
  ({ clock } = createHotel({ seed: 'payments', today: '2026-11-21' }));
  let made = 0;
  processor = createProcessor(clock, { bytes: count => new Uint8Array(count).fill(++made) });
  send = clientOf(makePaymentsHost(processor, clock));
});

const post = (path: string, body: unknown, headers = {}) =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
const authorize = async (change: object = {}) => (await post('/payments', request(change))).body;
const capture = (pspReference: string, change: object = {}) =>
  processor.capture({
    transactionReference: pspReference,
    payerReference: reference,
    accountId: 'SANDBOX',
    propertyIds: ['MUC'],
    currency: 'EUR',
    captures: [
      { reservationId: 'X-1', amount: 20_000 },
      { reservationId: 'X-2', amount: 10_100 },
    ],
    ...change,
  });

describe('an authorization', () => {
  test('responds like a processor', async () => {
    expect(await authorize()).toEqual({
      resultCode: 'Authorised',
      pspReference: expect.stringMatching(/^[B-T]{16}$/),
      merchantReference: 'SANDBOX-1',
      amount: { value: 30_100, currency: 'EUR' },
    });
    expect(await authorize({ reference: 'ORDER-7' })).toMatchObject({ merchantReference: 'ORDER-7' });
    const refused = await authorize({ configuration: { cardHolderName: 'refused' } });
    expect(refused).toMatchObject({ resultCode: 'Refused' });
    const { body } = await send('/payments');
    const payments: Record<'state' | 'pspReference', string>[] = body.payments;
    expect(payments.map(({ state }) => state)).toEqual(wordsOf('authorized authorized refused'));
    expect(new Set(payments.map(({ pspReference }) => pspReference)).size).toBe(3);
  });

  const noAccount = { flowType: 'CaptureOnly', accountId: '', propertyId: 'P' };
  test.each([
    [{ amount: { value: 301.5, currency: 'EUR' } }, 'amount.value'],
    [{ deliveryDate: '2026-12-01' }, 'deliveryDate'],
    [{ enableRecurring: undefined }, 'enableRecurring: expected boolean'],
    [{ reference: undefined }, 'reference: expected string'],
    [{ shopperReference: 'me' }, 'shopperReference'],
    [{ additionalData: { metadata: { flowType: 'Capture', accountId: 'A', propertyId: 'P' } } }, 'flowType'],
    [{ additionalData: { metadata: noAccount } }, 'accountId'],
  ])('with %j is 422', async (change, words) => {
    const { status, body } = await post('/payments', request(change));
    expect(status).toBe(422);
    expect(body.messages).toEqual([expect.stringContaining(words)]);
    expect(processor.payments()).toEqual([]);
  });

  test('is captured by a matching booking, once', async () => {
    const { pspReference } = await authorize();
    expect(capture(pspReference)).toBe(true);
    const captures = [{ amount: 20_000 }, { amount: 10_100 }];
    expect(processor.payments()[0]).toMatchObject({ state: 'captured', captures });
    clock.advance(3 * 3_600_000);
    expect(processor.payments()[0]?.state).toBe('captured');
    expect(capture(pspReference)).toBe(false);
  });

  test.each([
    [{ propertyIds: ['LND'] }, 'property'],
    [{ currency: 'GBP' }, 'currency'],
    [{ captures: [{ reservationId: 'X-1', amount: 30_099 }] }, 'amount'],
  ])('is not captured by a booking with %j', async (change, remark) => {
    const { pspReference } = await authorize();
    expect(capture(pspReference, change)).toBe(false);
    const refused = { state: 'authorized', remark: expect.stringContaining(remark) };
    expect(processor.payments()[0]).toMatchObject(refused);
    expect(capture(pspReference)).toBe(true);
  });
});

describe('the page', () => {
  test('shows each authorization with its state, as text', async () => {
    const { pspReference } = await authorize();
    capture((await authorize()).pspReference);
    const { status, text, headers } = await send('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain(pspReference);
    expect(text).toContain('301.00 EUR');
    expect(text).toContain('Jane &lt;b&gt;Doe&lt;/b&gt;');
    expect(text).toContain('Cancelled in 120 min unless a booking captures it.');
    expect(text).toContain('Captured for X-1, X-2.');
  });

  test('advances the hotel’s clock, only for itself and for scripts', async () => {
    await authorize();
    const move = (body: string, headers: Record<string, string> = {}) => post('/clock', body, headers);
    expect((await move('minutes=121', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await move('minutes=-1')).status).toBe(422);
    expect(processor.payments()[0]?.state).toBe('authorized');
    const moved = await move('minutes=121', { 'sec-fetch-site': 'same-origin' });
    expect(moved).toMatchObject({ status: 303, headers: { Location: '/' } });
    expect(processor.payments()[0]?.state).toBe('cancelled');
    expect((await send('/')).text).toContain('the money on the card is released');
  });
});
