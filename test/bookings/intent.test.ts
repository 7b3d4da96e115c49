import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKey, digestRequest, intentToBook } from '../../src/bookings/intent.ts';
import type { BookingRequest } from '../../src/platform/bookings/booking-request.ts';
import { parseJson } from '../../src/platform/json.ts';

/** The key under which the platform knows one intent to book: it never changes for the same request. */
const text =
  '{"booker":{"lastName":"Doe"},"reservations":[{"adults":1,"arrival":"2026-12-01","departure":"2026-12-02",' +
  '"prePaymentAmount":{"amount":9007199254740993.1},"timeSlices":[{"ratePlanId":"RP"}]}]}';
const request = parseJson(text) as BookingRequest;
const host = 'https://api.example';
const quoteId = '0b7ee0de-9d0f-4e62-9d0e-7d4f1d0a7c11';

describe('an intent', () => {
  it('consists of host, quote and request, whose amounts are exact', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([host, quoteId, text]))
      .digest('hex');
    expect(intentToBook(request, host, quoteId)).toEqual({
      body: text,
      digest,
      quoteId,
      transactionReference: undefined,
      reference: undefined,
      guest: 'Doe',
      arrival: '2026-12-01',
      departure: '2026-12-02',
      stays: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is different for another host, quote or request', () => {
    const other = parseJson(text.replace('Doe', 'Roe')) as BookingRequest;
    const digests = [
      intentToBook(request, host, quoteId),
      intentToBook(request, 'https://other.example', quoteId),
      intentToBook(request, host, undefined),
      intentToBook(request, host, 'another'),
      intentToBook(other, host, quoteId),
    ].map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('is the same for a request whose names are in another order', () => {
    const [stay] = request.reservations;
    const reordered = {
      reservations: [Object.fromEntries(Object.entries(stay ?? {}).reverse())],
      booker: request.booker,
    } as unknown as BookingRequest;
    expect(intentToBook(reordered, host, quoteId)).toEqual(intentToBook(request, host, quoteId));
  });

  it('is from the first arrival to the last departure, as days', () => {
    const stay = { adults: 1, timeSlices: [{ ratePlanId: 'RP' }] };
    const reservations = [
      { ...stay, arrival: '2026-12-02T15:00:00+01:00', departure: '2026-12-05T11:00:00+01:00' },
      { ...stay, arrival: '2026-12-01T15:00:00+01:00', departure: '2026-12-03T11:00:00+01:00' },
    ] as BookingRequest['reservations'];
    const { arrival, departure } = intentToBook({ ...request, reservations }, host, quoteId);
    expect([arrival, departure]).toEqual(['2026-12-01', '2026-12-05']);
  });

  it('has the same stays whatever else differs, and others for another booker, host or stay', () => {
    const nights = { arrival: '2026-12-01', departure: '2026-12-02', timeSlices: [{ ratePlanId: 'RP' }] };
    const stay = { ...nights, adults: 2, channelCode: 'Direct' };
    const booking: BookingRequest = { booker: { lastName: 'Doe' }, reservations: [stay] };
    const staysOf = (changed: BookingRequest, at = host) => intentToBook(changed, at, undefined).stays;
    const same: BookingRequest[] = [
      { ...booking, comment: 'late' },
      { ...booking, booker: { lastName: ' DOE', email: 'jane@guest.example' } },
      { ...booking, reservations: [{ ...stay, arrival: '2026-12-01T15:00:00+01:00', guestComment: 'x' }] },
      { ...booking, reservations: [{ ...stay, departure: '2026-12-02T11:00:00+01:00' }] },
      { ...booking, reservations: [{ ...stay, childrenAges: [], services: [{ serviceId: 'S' }] }] },
    ];
    for (const changed of same) expect(staysOf(changed)).toBe(staysOf(booking));
    // The same in every release, so that a newer one knows the bookings of an older one.
    expect(staysOf(booking)).toBe('a8a11e5a0b00df3dc10e0f2967144b89879c5d2022559a95400e630f555d38d9');
    const others = [
      staysOf(booking),
      staysOf(booking, 'https://other.example'),
      staysOf({ ...booking, booker: { lastName: 'Roe' } }),
      staysOf({ ...booking, reservations: [stay, stay] }),
      staysOf({ ...booking, reservations: [{ ...stay, arrival: '2026-11-30' }] }),
      staysOf({ ...booking, reservations: [{ ...stay, departure: '2026-12-03' }] }),
      staysOf({ ...booking, reservations: [{ ...stay, adults: 1 }] }),
      staysOf({ ...booking, reservations: [{ ...stay, childrenAges: [3] }] }),
      staysOf({ ...booking, reservations: [{ ...stay, timeSlices: [{ ratePlanId: 'OTHER' }] }] }),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('an Idempotency-Key', () => {
  const body =
    '{"booker":{"lastName":"Doe"},"reservations":[{"prePaymentAmount":{"amount":9007199254740993.1}}]}';
  const keyFor = (quote: string | undefined, conclusive = 0) =>
    deriveKey(digestRequest(host, quote, body), conclusive);

  it('is the same in every release, so that a newer one can resume a booking', () => {
    expect(keyFor(quoteId)).toBe('4cbcc09e-0834-8a05-a0c0-5a8c2c629f42');
    expect(keyFor(undefined)).toBe('c5a8b45a-5535-822d-a446-ab04a3af06cb');
    expect(new Set([0, 1, 2].map(responses => keyFor(quoteId, responses))).size).toBe(3);
  });
});
