import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { intentOf } from '../../src/bookings/intent.ts';
import type { BookingRequest } from '../../src/platform/booking/booking-request.ts';
import { parseJson } from '../../src/platform/json.ts';

/** The key under which the platform knows one intent to book: the same for ever, for the same request. */
const text =
  '{"booker":{"lastName":"Doe"},"reservations":[{"prePaymentAmount":{"amount":9007199254740993.1}}]}';
const request = parseJson(text) as BookingRequest;
const host = 'https://api.example';
const quoteId = '0b7ee0de-9d0f-4e62-9d0e-7d4f1d0a7c11';

describe('the key of an intent', () => {
  it('is made of host, quote and request, whose amounts are exact', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([host, quoteId, text]))
      .digest('hex');
    expect(intentOf(request, host, quoteId)).toEqual({
      body: text,
      digest,
      key: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      transactionReference: undefined,
    });
  });

  it('is the same in every release: a booking may be resumed by a newer one', () => {
    expect(intentOf(request, host, quoteId).key).toBe('4cbcc09e-0834-8a05-a0c0-5a8c2c629f42');
    expect(intentOf(request, host, undefined).key).toBe('c5a8b45a-5535-822d-a446-ab04a3af06cb');
  });

  it('is another one for another host, quote or request', () => {
    const other = parseJson(text.replace('Doe', 'Roe')) as BookingRequest;
    const keys = [
      intentOf(request, host, quoteId),
      intentOf(request, 'https://other.example', quoteId),
      intentOf(request, host, undefined),
      intentOf(request, host, 'another'),
      intentOf(other, host, quoteId),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('comes with the reference of the payment', () => {
    const paid = { ...request, paymentAccount: { transactionReference: 'PSP1' } } as BookingRequest;
    expect(intentOf(paid, host, quoteId).transactionReference).toBe('PSP1');
  });
});
