import { describe, expect, it } from 'vitest';
import type { HotelctlError } from '../../src/base/errors.ts';
import {
  type Attempt,
  refuseLateResume,
  refuseSecondBooking,
  type SentAttempt,
} from '../../src/bookings/standing.ts';

/** How an earlier attempt affects a new one, and when an attempt may still be sent again. */
const hour = 3_600_000;
const noon = Date.UTC(2026, 9, 15, 12);
const at = '2026-10-15T12:00:00.000Z';
const intent = { quoteId: 'Q', transactionReference: 'PSP1', stays: 'S' };
const earlier = (more: Partial<Attempt> = {}): Attempt => ({
  state: 'unknown',
  at,
  key: 'K',
  digest: 'D',
  propertyIds: [],
  firstSentAt: at,
  ...intent,
  ...more,
});

function refusalBy(work: () => unknown) {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code, message, details } = error as HotelctlError;
    return { code, message, hint: details.hint };
  }
}

describe('a booking', () => {
  const refusal = (before: Attempt | undefined, again = false, next: object = intent) =>
    refusalBy(() => refuseSecondBooking(before, next, { again, honorsKeys: 'yes' }));

  it('is sent if there is no earlier attempt', () => {
    expect(refusal(undefined)).toBeUndefined();
    expect(refusal(undefined, true)).toEqual({
      code: 'usage',
      message: 'the journal of this machine has no booking that this one would repeat',
      hint: 'nothing was sent; omit --again, or quote again for another booking of the same stay',
    });
  });

  it('is refused after an unknown outcome, also with --again, and the hint resumes it', () => {
    for (const again of [false, true])
      expect(refusal(earlier(), again)).toEqual({
        code: 'outcome-unknown',
        message: 'payment PSP1 was sent before; its outcome is unknown',
        hint: 'nothing was sent now; run `hotelctl bookings resume K`',
      });
    expect(refusal(earlier({ key: undefined }))?.hint).toBe(
      'nothing was sent now; look for the booking in the platform before you book again',
    );
  });

  it('is refused after it was created, unless it is intended again with another payment', () => {
    const created = earlier({ state: 'created', bookingId: 'B\u001b' });
    expect(refusal(created)).toEqual({
      code: 'usage',
      message: 'payment PSP1 already paid for booking B\\u{1b}',
      hint: 'nothing was sent; one authorization pays for one booking',
    });
    expect(refusal(created, true)?.code).toBe('usage');
    const unpaid = { ...created, transactionReference: undefined };
    expect(refusal(unpaid)).toEqual({
      code: 'usage',
      message: 'the quote Q was already booked: B\\u{1b}',
      hint: 'nothing was sent; add --again to book it a second time',
    });
    expect(refusal(unpaid, true)).toBeUndefined();
    expect(refusal(unpaid, false, { stays: 'S' })?.message).toMatch(
      /^a booking of the same stay for the same booker/,
    );
    expect(refusal({ ...unpaid, bookingId: undefined })?.message).toBe('the quote Q was already booked: ');
  });

  it('is named by what both attempts have, and by nothing that neither has', () => {
    const created = earlier({ state: 'created', bookingId: 'B', transactionReference: 'PSP0', quoteId: 'P' });
    const sameStay = 'a booking of the same stay for the same booker was already booked: B';
    expect(refusal(created)?.message).toBe(sameStay);
    expect(refusal(created, true)).toBeUndefined();
    const ordered = refusal({ ...created, reference: 'O-1' }, false, { reference: 'O-1' });
    expect(ordered?.message).toBe('the order O-1 was already booked: B');
    const bare = { ...created, transactionReference: undefined, quoteId: undefined };
    expect(refusal(bare, false, { stays: 'S' })?.message).toBe(sameStay);
    expect(refusal(bare, true, { stays: 'S' })).toBeUndefined();
  });
});

describe('an attempt', () => {
  const settle =
    'nothing was sent now; look for the booking in the platform, then run `hotelctl bookings settle K --booking-id ID`, or with --not-made';
  const refusal = (attempt: SentAttempt, platform: number | undefined, machine = noon) =>
    refusalBy(() => refuseLateResume(attempt, { platform, machine }))?.message;
  const sent = (more: Partial<SentAttempt> = {}): SentAttempt => ({
    state: 'unknown',
    at,
    key: 'K',
    digest: 'D',
    host: 'https://api.example',
    propertyIds: [],
    grandTotal: { amount: 100, currency: 'EUR' },
    firstSentAt: at,
    ...more,
  });
  const known = sent({ firstPlatformTime: at });

  it('is sent again while the platform knows its key, by the clock of the platform', () => {
    expect(refusal(known, noon)).toBeUndefined();
    expect(refusal(known, noon + 23.75 * hour)).toBeUndefined();
    expect(
      refusalBy(() => refuseLateResume(known, { platform: noon + 23.75 * hour + 1, machine: noon })),
    ).toEqual({
      code: 'outcome-unknown',
      message: 'the booking was sent 23 h 45 min ago: the platform no longer knows its Idempotency-Key',
      hint: settle,
    });
    // The clock of this machine does not matter then.
    expect(refusal(known, noon + hour, noon + 99 * hour)).toBeUndefined();
    expect(refusal(known, noon + 99 * hour, noon)).toMatch(/no longer knows/);
    // Nor does it matter if it was wrong when the booking was sent.
    const [slow, fast] = ['2026-10-13T12:00:00.000Z', '2026-10-17T12:00:00.000Z'];
    expect(refusal(sent({ firstSentAt: slow, firstPlatformTime: at }), noon + hour)).toBeUndefined();
    expect(refusal(sent({ firstSentAt: fast, firstPlatformTime: at }), noon + 24 * hour)).toMatch(
      /no longer knows/,
    );
  });

  it('is checked with the clock of this machine if the platform gave no time', () => {
    expect(refusal(sent(), undefined, noon + hour)).toBeUndefined();
    expect(refusal(sent(), undefined, noon + 24 * hour)).toMatch(/no longer knows/);
    expect(refusal(sent(), noon + 24 * hour)).toMatch(/no longer knows/);
    expect(refusal(known, undefined, noon + 24 * hour)).toMatch(/no longer knows/);
  });

  it('is not sent again if its age is negative or unknown', () => {
    const minute = 60_000;
    expect(refusal(sent(), undefined, noon - 5 * minute)).toBeUndefined();
    expect(refusal(sent(), undefined, noon - 5 * minute - 1)).toMatch(/dates the booking in the future/);
    expect(refusal(known, noon - 48 * hour)).toMatch(/dates the booking in the future/);
    expect(refusal(sent({ firstSentAt: 'soon' }), noon)).toMatch(/dates the booking in the future/);
  });

  it('is not sent again once its authorization has expired', () => {
    const paid = sent({ firstPlatformTime: at, authorizedAt: '2026-10-15T11:00:00.000Z' });
    expect(refusal(paid, noon + hour)).toBeUndefined();
    expect(refusal(paid, noon + hour + 1)).toMatch(/authorization of the booking is more than two hours old/);
    expect(
      refusalBy(() => refuseLateResume(paid, { platform: noon + 2 * hour, machine: noon })),
    ).toMatchObject({ code: 'outcome-unknown', hint: settle });
  });
});
