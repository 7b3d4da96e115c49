import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type HotelctlError,
  OutcomeUnknownError,
  OutputError,
  TemporaryError,
  UsageError,
} from '../../src/base/errors.ts';
import {
  type BookingToSend,
  checkStanding,
  createBooking,
  type Sending,
} from '../../src/bookings/create-booking.ts';
import { type Journal, type JournalLine, openJournal } from '../../src/bookings/journal.ts';
import type { Attempt } from '../../src/bookings/standing.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/exchange.ts';
import { NetworkError } from '../../src/http/network-error.ts';
import { testContext } from '../context.ts';

/** The lines around one sending, and what is thrown, without commands and network. */
const hour = 3_600_000;
const noon = Date.UTC(2026, 9, 15, 12);
const at = '2026-10-15T12:00:00.000Z';
const grandTotal = { amount: 100, currency: 'EUR' };
const booking: BookingToSend = {
  intent: { body: '{"booker":{}}', digest: 'D', key: 'K', transactionReference: 'PSP1' },
  host: 'https://api.example',
  quoteId: 'Q',
  propertyIds: ['MUC', 'BER'],
  grandTotal,
  authorizedAt: noon - hour,
  resume: false,
};
const resuming = { ...booking, resume: true };
const sendingLine = {
  at,
  event: 'sending',
  key: 'K',
  transactionReference: 'PSP1',
  digest: 'D',
  host: 'https://api.example',
  quoteId: 'Q',
  propertyIds: ['MUC', 'BER'],
  grandTotal,
  authorizedAt: '2026-10-15T11:00:00.000Z',
};
const made = { id: 'B', reservationIds: [{ id: 'B-1' }, { id: 'B-2' }] };

const answer = (status: number, body = ''): HttpResponse => ({
  status,
  headers: { 'x-tracking-id': 'T-9' },
  body: (async function* () {
    yield new TextEncoder().encode(body);
  })(),
  discard: async () => {},
});

/** @param answers what comes of each sending in turn: an answer, or what is thrown */
function scene(...answers: (HttpResponse | Error)[]) {
  const context = testContext({ now: noon });
  const journal = openJournal(context);
  const requests: HttpRequest[] = [];
  let checks = 0;
  const sending: Sending = {
    context,
    journal,
    platform: {
      baseUrl: 'https://api.example',
      send: async request => {
        requests.push(request);
        const next = answers.shift();
        if (next instanceof Error) throw next;
        if (!next) throw new Error('nothing more was to be sent');
        return next;
      },
    },
    signInFailed: () => false,
    lastCheck: () => {
      checks += 1;
    },
  };
  const lines = async () => (await journal.read()).lines;
  return {
    ...{ context, journal, requests, sending, lines },
    events: async () => (await lines()).map(({ event }) => event),
    checks: () => checks,
    locks: () => readdirSync(join(context.folders.state, 'locks')),
  };
}

async function failureOf(work: Promise<unknown>): Promise<HotelctlError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error as HotelctlError;
}
/** A journal that loses every line after so many. */
const failingAfter = (count: number, journal: Journal): Journal => ({
  ...journal,
  append: async event => {
    if ((await journal.read()).lines.length >= count) throw new OutputError('the disk is full', { hint: '' });
    await journal.append(event);
  },
});

describe('a booking that is sent', () => {
  it('stands in the journal before and after, under a lock of its payment', async () => {
    const { sending, lines, requests, locks, checks } = scene(answer(201, JSON.stringify(made)));
    let during: { locks: string[]; lines: readonly JournalLine[] } | undefined;
    const platform = {
      ...sending.platform,
      send: async (request: HttpRequest) => {
        during = { locks: locks(), lines: await lines() };
        return sending.platform.send(request);
      },
    };
    expect(await createBooking(booking, { ...sending, platform })).toEqual(made);
    // SHA-256 of PSP1: two quotes that are paid by one authorization must not be sent at once.
    expect(during).toEqual({ locks: ['booking-15b9bb0aaa61903eb6db716f'], lines: [sendingLine] });
    expect(await lines()).toEqual([
      sendingLine,
      { at, event: 'created', key: 'K', bookingId: 'B', reservationIds: ['B-1', 'B-2'] },
    ]);
    expect(locks()).toEqual([]);
    expect(checks()).toBe(1);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.example/booking/v1/bookings',
        headers: { 'idempotency-key': 'K' },
        body: '{"booker":{}}',
        repeatable: false,
      },
    ]);
  });

  it('leaves out what it does not have, and is locked by its key then', async () => {
    const { sending, lines, locks } = scene();
    const bare: BookingToSend = {
      intent: { body: '{}', digest: 'D', key: 'K' },
      host: 'h',
      propertyIds: ['MUC'],
      grandTotal,
      resume: false,
    };
    let held: string[] = [];
    const lastCheck = () => {
      held = locks();
    };
    await failureOf(createBooking(bare, { ...sending, lastCheck }));
    expect(held).toEqual(['booking-86be9a55762d316a3026c283']);
    expect((await lines())[0]).toEqual({
      ...{ at, event: 'sending', key: 'K', digest: 'D', host: 'h', propertyIds: ['MUC'], grandTotal },
    });
  });

  it('is not sent when the last check, an interruption or the journal says no', async () => {
    const opened = scene();
    const { sending, events, requests, context } = opened;
    const lastCheck = () => {
      throw new UsageError('too late', { hint: '' });
    };
    expect((await failureOf(createBooking(booking, { ...sending, lastCheck }))).message).toBe('too late');
    const full = { ...sending, journal: failingAfter(0, sending.journal) };
    expect((await failureOf(createBooking(booking, full))).message).toBe('the disk is full');
    const interrupting = { ...sending, lastCheck: () => context.interrupt() };
    expect((await failureOf(createBooking(booking, interrupting))).message).toBe('stopped by SIGINT');
    expect(await events()).toEqual([]);
    expect(requests).toEqual([]);
    expect(opened.locks()).toEqual([]);
  });

  it('and created, but not noted down, is told with its number', async () => {
    const { sending } = scene(answer(201, JSON.stringify(made)));
    const error = await failureOf(
      createBooking(booking, { ...sending, journal: failingAfter(1, sending.journal) }),
    );
    expect(error).toBeInstanceOf(OutputError);
    expect(error.message).toBe('the booking B was created, but the disk is full');
    expect(error.details.hint).toBe('note the booking down; do not send it again');
    expect((error.details.cause as Error).message).toBe('the disk is full');
  });

  it('and refused may be sent again', async () => {
    const { sending, lines, events } = scene(answer(403), answer(422, '{"messages":["Sold out."]}'));
    expect((await failureOf(createBooking(booking, sending))).code).toBe('refused');
    const second = await failureOf(createBooking(booking, sending));
    expect(second.details.messages).toEqual(['Sold out.']);
    expect(await events()).toEqual(['sending', 'refused', 'sending', 'refused']);
    expect((await lines())[1]).toEqual({ at, event: 'refused', key: 'K', status: 403 });
    expect((await lines())[3]).toMatchObject({ status: 422 });
  });

  it('but never left may be sent again', async () => {
    const refusedConnection = new NetworkError('connection refused', { hint: '', neverSent: true });
    const { sending, lines } = scene(refusedConnection, answer(429));
    expect(await failureOf(createBooking(booking, sending))).toBe(refusedConnection);
    expect((await failureOf(createBooking(booking, sending))).code).toBe('temporary');
    expect((await lines()).filter(({ event }) => event !== 'sending')).toEqual([
      { at, event: 'not-sent', key: 'K' },
      { at, event: 'not-sent', key: 'K' },
    ]);
  });

  it('is reported as it ended even where that can’t be noted down', async () => {
    for (const [outcome, code] of [
      [answer(422), 'refused'],
      [answer(429), 'temporary'],
      [answer(500), 'outcome-unknown'],
    ] as const) {
      const { sending } = scene(outcome);
      const journal = failingAfter(1, sending.journal);
      expect((await failureOf(createBooking(booking, { ...sending, journal }))).code).toBe(code);
    }
  });
});

describe('an outcome that is unknown', () => {
  const hint =
    'do not book again: run the same command with --resume, or look for the booking in the platform';

  it('is told with what the platform said, and why', async () => {
    const { sending, lines } = scene(answer(500, '{"messages":["Oops."]}'));
    const error = await failureOf(createBooking(booking, sending));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toBe(
      'the booking was sent, and whether it was made is not known: the platform answered 500',
    );
    expect(error.details).toMatchObject({ hint, status: 500, trackingId: 'T-9' });
    expect(error.details.cause).toBeInstanceOf(TemporaryError);
    expect((await lines())[1]).toEqual({ at, event: 'unknown', key: 'K' });
  });

  it('is told when nothing was said at all', async () => {
    const { sending } = scene(new NetworkError('the connection broke', { hint: '' }));
    const error = await failureOf(createBooking(booking, sending));
    expect(error.message).toMatch(/: the connection broke$/);
    expect(error.details).toEqual({ hint });
  });

  it.each([
    [answer(403), 'refused', 403],
    [answer(429), 'temporary', 429],
  ])(
    'stays unknown when its repetition meets anything but an answer to the key (%#)',
    async (second, code, status) => {
      const { sending, events } = scene(answer(500), second);
      await failureOf(createBooking(booking, sending));
      const error = await failureOf(createBooking(resuming, sending));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error.details.status).toBe(status);
      expect((error.details.cause as HotelctlError).code).toBe(code);
      expect(error.message).toBe(
        `the booking was sent, and whether it was made is not known: ${(error.details.cause as Error).message}`,
      );
      expect(await events()).toEqual(['sending', 'unknown', 'sending', 'unknown']);
    },
  );

  it('is settled by 422 to its repetition, or by the booking', async () => {
    const refused = scene(answer(500), answer(422));
    await failureOf(createBooking(booking, refused.sending));
    expect((await failureOf(createBooking(resuming, refused.sending))).code).toBe('refused');
    expect((await refused.events()).at(-1)).toBe('refused');
    const { sending, requests } = scene(answer(500), answer(201, JSON.stringify(made)));
    await failureOf(createBooking(booking, sending));
    expect(await createBooking(resuming, sending)).toEqual(made);
    // Once more: out of the journal now.
    expect(await createBooking(resuming, sending)).toEqual(made);
    expect(requests).toHaveLength(2);
  });
});

describe('what an earlier attempt means', () => {
  const earlier = (state: Attempt['state'], more: Partial<Attempt> = {}): Attempt => ({
    ...{ state, at, key: 'K', digest: 'D', propertyIds: [], firstSentAt: at },
    ...more,
  });
  const thrownBy = (attempt: Attempt, sent: Pick<BookingToSend, 'intent' | 'resume'>, now = noon) => {
    try {
      checkStanding(attempt, sent, now);
    } catch (error) {
      const { code, message, details } = error as HotelctlError;
      return { code, message, hint: details.hint };
    }
    return undefined;
  };

  it('is nothing where there is none', () => {
    expect(checkStanding(undefined, booking, noon)).toBeUndefined();
    expect(checkStanding(undefined, resuming, noon)).toBeUndefined();
  });

  it('is its booking, for a repetition of the same request alone', () => {
    const created = earlier('created', { bookingId: 'B\u001b', reservationIds: ['B-1'] });
    expect(checkStanding(created, resuming, noon)).toEqual({
      id: 'B\u001b',
      reservationIds: [{ id: 'B-1' }],
    });
    expect(checkStanding(earlier('created'), resuming, noon)).toEqual({ id: '', reservationIds: [] });
    const refusal = {
      code: 'usage',
      message: 'PSP1 was booked already: B\\u{1b}',
      hint: 'nothing was sent; `hotelctl bookings list` shows when',
    };
    expect(thrownBy(created, booking)).toEqual(refusal);
    expect(thrownBy({ ...created, digest: 'other' }, resuming)).toEqual(refusal);
    expect(thrownBy(earlier('created'), booking)?.message).toBe('PSP1 was booked already: ');
    const { transactionReference: _, ...keyed } = booking.intent;
    expect(thrownBy(created, { intent: keyed, resume: false })?.message).toBe(
      'K was booked already: B\\u{1b}',
    );
  });

  it('is a halt where its outcome is unknown, until it is to be repeated', () => {
    expect(thrownBy(earlier('unknown'), booking)).toEqual({
      code: 'outcome-unknown',
      message: 'PSP1 was sent before, and whether it was booked is not known',
      hint: 'nothing was sent now; run the same command with --resume, which repeats it under the same key',
    });
    expect(thrownBy(earlier('unknown'), resuming)).toBeUndefined();
    expect(checkStanding(earlier('unknown', { digest: undefined }), resuming, noon)).toBeUndefined();
  });

  it('is a halt for any other request', () => {
    expect(thrownBy(earlier('unknown', { digest: 'other' }), resuming)).toEqual({
      code: 'outcome-unknown',
      message: 'the booking differs from the one that was sent for PSP1',
      hint: 'nothing was sent now; --resume repeats the same quote, files and flags and nothing else',
    });
  });

  it('is a halt once the platform has forgotten the key', () => {
    const lifetime = 23.75 * hour;
    expect(thrownBy(earlier('unknown'), resuming, noon + lifetime)).toBeUndefined();
    expect(thrownBy(earlier('unknown'), resuming, noon + lifetime + 1)).toEqual({
      code: 'outcome-unknown',
      message: 'PSP1 was sent a day ago: the platform no longer knows its key',
      hint: 'nothing was sent now, because it could be booked twice; look for the booking in the platform',
    });
    expect(
      thrownBy(earlier('unknown', { firstSentAt: undefined }), resuming, noon + 99 * hour),
    ).toBeUndefined();
  });
});
