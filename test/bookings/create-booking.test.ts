import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  OutcomeUnknownError,
  OutputError,
  UndocumentedResponseError,
  UsageError,
} from '../../src/base/errors.ts';
import {
  type BookingSender,
  type BookingToSend,
  createBooking,
  resumeBooking,
  settleBooking,
  withBookingLocks,
} from '../../src/bookings/create-booking.ts';
import { type BookingIdentity, deriveKey, digestRequest } from '../../src/bookings/intent.ts';
import { type Journal, type JournalEvent, openJournal, sentRequests } from '../../src/bookings/journal.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/exchange.ts';
import { NetworkError } from '../../src/http/network-error.ts';
import { testContext } from '../context.ts';
import { failureOf } from '../failure-of.ts';
import { httpResponse } from '../http/serve.ts';
import { wordsOf } from '../words.ts';

/** The journal lines of one sending and its errors, without commands and network. */
const hour = 3_600_000;
const noon = Date.UTC(2026, 9, 15, 12);
const at = '2026-10-15T12:00:00.000Z';
const grandTotal = { amount: 100, currency: 'EUR' };
const host = 'https://api.example';
const body = '{"booker":{}}';
const digest = digestRequest(host, 'Q', body);
const key = deriveKey(digest, 0);
const secondKey = deriveKey(digest, 1);
const identity = { digest, quoteId: 'Q', transactionReference: 'PSP1', stays: 'S' };
const authorizedAt = '2026-10-15T11:00:00.000Z';
const recorded = { ...identity, propertyIds: ['MUC', 'BER'], grandTotal, authorizedAt };
const booking: BookingToSend = { ...recorded, body, again: false };
const platformTime = '2026-10-15T12:00:30.000Z';
const sendingLine = { ...recorded, at, event: 'sending', key, host, platformTime };
/** The sending of another booking, under the key `old`. */
const other = { key: 'old', digest: 'other', quoteId: 'X', transactionReference: 'PSP0', stays: 'T' };
const sendingOther = { ...sendingLine, ...other } as JournalEvent & { event: 'sending' };
const made = { id: 'B', reservationIds: [{ id: 'B-1' }, { id: 'B-2' }] };

const response = (status: number, body = '') => httpResponse(status, { 'x-tracking-id': 'T-9' }, body);

/** The platform's response to the request for its time, which is half a minute ahead of this machine. */
const timeResponse = (time: number) => httpResponse(200, { date: new Date(time).toUTCString() });

const names = { id: 'id', reservationIds: 'reservationIds' };

/** @param responses the result of each sending in turn: a response, or an error */
function scene(...responses: (HttpResponse | Error)[]) {
  const context = testContext({ now: noon });
  const journal = openJournal(context);
  const requests: HttpRequest[] = [];
  let checks = 0;
  let platformTime = noon + 30_000;
  const lastCheck = () => {
    checks += 1;
  };
  const sending: BookingSender = {
    context,
    journal,
    platform: {
      baseUrl: 'https://api.example',
      send: async request => {
        if (request.method === 'GET') return timeResponse(platformTime);
        requests.push(request);
        const next = responses.shift();
        if (next instanceof Error) throw next;
        if (!next) throw new Error('nothing more was to be sent');
        return next;
      },
    },
    signInFailed: () => false,
    honorsKeys: 'yes',
    creation: { path: '/booking/v1/bookings', status: '201', ...names, fields: [] },
  };
  const lines = async () => (await journal.read()).lines;
  return {
    context,
    journal,
    requests,
    sending,
    lines,
    lastCheck,
    create: (sent = booking, sender = sending) =>
      createBooking(sent, sender, lastCheck).then(({ booking: result }) => result),
    resume: (sender = sending) => resumeBooking(key, sender).then(({ booking: result }) => result),
    events: async () => (await lines()).map(({ event }) => event),
    /** The same with a journal that loses every line after this many. */
    full: (count: number): BookingSender => ({ ...sending, journal: failingAfter(count, journal) }),
    checks: () => checks,
    movePlatform: (milliseconds: number) => {
      platformTime += milliseconds;
    },
    locks: () => readdirSync(join(context.folders.state, 'locks')),
  };
}

const failingAfter = (count: number, journal: Journal): Journal => ({
  ...journal,
  append: async event => {
    if ((await journal.read()).lines.length >= count) throw new OutputError('the disk is full', { hint: '' });
    await journal.append(event);
  },
});

const createdResponse = () => response(201, JSON.stringify(made));
const byHand = `look for the booking in the platform, then run \`hotelctl bookings settle ${key} --booking-id ID\`, or with --not-made`;

describe('a booking that is sent', () => {
  it('is in the journal before and after, under a lock of its payment', async () => {
    const { create, sending, lines, requests, locks, checks } = scene(createdResponse());
    const send = async (request: HttpRequest) => {
      if (request.method === 'POST') {
        // One lock for the payment, one for the quote and one for the stays: each of them identifies the booking.
        expect(locks()).toHaveLength(3);
        expect(await lines()).toEqual([sendingLine]);
        expect(await sentRequests(sending.context).read(key)).toBe(body);
      }
      return sending.platform.send(request);
    };
    const platform = { ...sending.platform, send };
    expect(await create(booking, { ...sending, platform })).toEqual(made);
    expect(await lines()).toEqual([
      sendingLine,
      { at, event: 'created', key, bookingId: 'B', reservationIds: ['B-1', 'B-2'] },
    ]);
    expect(await sentRequests(sending.context).read(key)).toBeUndefined();
    expect(locks()).toEqual([]);
    expect(checks()).toBe(1);
    const url = 'https://api.example/booking/v1/bookings';
    const headers = { 'idempotency-key': key };
    expect(requests).toMatchObject([{ method: 'POST', url, headers, body, repeatable: false }]);
    // Its key tells that it was made, where the line of its sending is lost.
    const file = join(sending.context.folders.state, 'bookings.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*\n/, ''));
    expect(await failureOf(create())).toMatchObject({ details: { fields: { bookingId: 'B' } } });
  });

  it('shares a lock with every booking that has its payment, its quote or its stays', async () => {
    const { context, locks } = scene();
    const held = (identity: BookingIdentity) => withBookingLocks(identity, context, async () => locks());
    // The same names in every release, so that a process of one waits for a process of another.
    const [quote, payment, stays] = wordsOf(
      'booking-8c06e6acb51352b30a6243ea booking-0ead7c18157b8cba0c6c4c00 booking-1b087015d472e14a62debdd9',
    );
    expect(await held({ quoteId: 'Q' })).toEqual([quote]);
    expect(await held({ transactionReference: 'PSP1' })).toEqual([payment]);
    expect(await held({ stays: 'S' })).toEqual([stays]);
    expect(new Set(await held(booking))).toEqual(new Set([quote, payment, stays]));
    expect(await held({ quoteId: 'PSP1' })).not.toEqual([payment]);
  });

  it.each([new NetworkError('reset', { hint: '' }), new UndocumentedResponseError('not HTTP', { hint: '' })])(
    'does not need the time of the platform: $message',
    async failure => {
      const { create, sending, lines } = scene(createdResponse());
      const send = (request: HttpRequest) =>
        request.method === 'GET' ? Promise.reject(failure) : sending.platform.send(request);
      const platform = { ...sending.platform, send };
      expect(await create(booking, { ...sending, platform })).toEqual(made);
      expect((await lines())[0]).not.toHaveProperty('platformTime');
    },
  );

  it('is not sent if the last check, an interruption or the journal stops it', async () => {
    const opened = scene();
    const { sending, events, requests, context } = opened;
    const tooLate = () => {
      throw new UsageError('too late', { hint: '' });
    };
    expect((await failureOf(createBooking(booking, sending, tooLate))).message).toBe('too late');
    expect((await failureOf(opened.create(booking, opened.full(0)))).message).toBe('the disk is full');
    expect(await sentRequests(context).read(key)).toBeUndefined();
    const interrupted = createBooking(booking, sending, () => context.interrupt());
    expect((await failureOf(interrupted)).message).toBe('interrupted');
    expect(await events()).toEqual([]);
    expect(opened.locks()).toEqual([]);
    const late = scene();
    const append = (event: JournalEvent) => late.journal.append(event).then(() => late.context.interrupt());
    const writing = { ...late.sending, journal: { ...late.journal, append } };
    expect((await failureOf(late.create(booking, writing))).message).toBe('interrupted');
    expect(await late.events()).toEqual(['sending', 'not-sent']);
    expect([...requests, ...late.requests]).toEqual([]);
  });

  it('that was created but not recorded is reported with its id first', async () => {
    const { create, full } = scene(createdResponse());
    const { message, details } = await failureOf(create(booking, full(1)), OutputError);
    expect(message).toBe('B was created, but the disk is full');
    expect(details).toMatchObject({
      hint: 'note the booking id; do not send the booking again',
      cause: { message: 'the disk is full' },
      fields: { bookingId: 'B', key, total: grandTotal },
    });
  });

  it('removes bookings of long ago from the journal, by the clock of the platform', async () => {
    const { create, journal, lines, movePlatform } = scene(response(422), response(422));
    const keys = async () => (await lines()).map(line => ('key' in line ? line.key : line.event));
    await journal.append({ ...sendingOther, departure: '2025-09-01' });
    await journal.append({ event: 'refused', key: 'old', status: 422 });
    await failureOf(create());
    expect(await keys()).toEqual(['old', 'old', key, key]);
    movePlatform(401 * 24 * hour);
    await failureOf(create());
    expect(await keys()).toEqual(['pruned', secondKey, secondKey]);
  });

  it('removes a stored request without a line in the journal once no process can be about to write it', async () => {
    for (const minutes of [10, 20]) {
      const { create, context } = scene(response(422));
      const stored = sentRequests(context);
      await stored.store('lost', body);
      const time = Date.now() / 1000 - minutes * 60;
      utimesSync(join(context.folders.state, 'booking-requests', 'lost.json'), time, time);
      await failureOf(create());
      expect(await stored.read('lost')).toBe(minutes === 10 ? body : undefined);
    }
  });

  it('that was never sent is sent again with the same key', async () => {
    const refusedConnection = new NetworkError('connection refused', { hint: '', neverSent: true });
    const { create, lines } = scene(refusedConnection, response(429));
    expect(await failureOf(create())).toBe(refusedConnection);
    expect((await failureOf(create())).code).toBe('temporary');
    expect((await lines()).filter(({ event }) => event !== 'sending')).toEqual([
      { at, event: 'not-sent', key },
      { at, event: 'not-sent', key },
    ]);
  });

  it.each([
    [429, 'temporary'],
    [500, 'outcome-unknown'],
  ])('is reported with its outcome even if that cannot be recorded: %i', async (status, code) => {
    const { create, full } = scene(response(status));
    expect((await failureOf(create(booking, full(1)))).code).toBe(code);
  });

  it('that was not made, which cannot be recorded, keeps its request and says how to record it', async () => {
    const { create, full, context } = scene(response(422, '{"messages":["Sold out."]}'));
    const { code, message, details } = await failureOf(create(booking, full(1)));
    expect([code, message]).toEqual([
      'refused',
      expect.stringMatching(/; the journal could not be written$/),
    ]);
    expect(details).toMatchObject({
      hint: `no booking was made; free disk space, then run \`hotelctl bookings settle ${key} --not-made\``,
      fields: { key },
      messages: ['Sold out.'],
    });
    expect(await sentRequests(context).read(key)).toBe(body);
  });

  it.each([1, 2])('is reported with an error of another kind as it is, recorded or not', async count => {
    const failure = new Error('the sign-in failed');
    const { create, full } = scene(failure);
    expect(await failureOf(create(booking, { ...full(count), signInFailed: () => true }))).toBe(failure);
  });
});

describe('an unknown outcome', () => {
  it.each(['no', 'unknown'])('is settled by a person if the keys are honored: %s', async honorsKeys => {
    const { create, sending } = scene(response(500));
    for (const when of ['do not book again', 'nothing was sent now']) {
      const { details } = await failureOf(create(booking, { ...sending, honorsKeys }));
      expect(details.hint).toBe(`${when}; ${byHand}`);
    }
  });

  const hint = `do not book again; run \`hotelctl bookings resume ${key}\``;

  it.each([500, 409])('is reported with the response of the platform: %i', async status => {
    const { create, lines } = scene(response(status, '{"messages":["Oops."]}'));
    const error = await failureOf(create());
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toBe(
      `the outcome of the booking is unknown: the platform responded with status ${status}`,
    );
    expect(error.details).toMatchObject({ hint, status, messages: ['Oops.'], trackingId: 'T-9' });
    expect((await lines())[1]).toEqual({ at, event: 'unknown', key });
  });

  it('is reported when there was no response at all', async () => {
    const { create } = scene(new NetworkError('the connection broke', { hint: '' }));
    const error = await failureOf(create());
    expect(error.message).toMatch(/: the connection broke$/);
    expect(error.details).toMatchObject({ hint, fields: { bookingId: null, key, total: grandTotal } });
  });

  it.each([
    [403, 'refused', 'the platform refused the booking: 403 forbidden'],
    [429, 'temporary', 'the platform could not process the booking now: 429 too many requests'],
    [409, 'refused', 'the platform responded with status 409'],
  ])(
    'stays unknown if it is resumed with a response that is not one to the key: %i',
    async (status, code, why) => {
      const { create, resume, events, requests } = scene(response(500), response(status));
      await failureOf(create());
      const { message, details } = await failureOf(resume(), OutcomeUnknownError);
      expect(message).toBe(`the outcome of the booking is unknown: ${why}`);
      expect(details).toMatchObject({ status, cause: { code } });
      expect(await events()).toEqual(['sending', 'unknown', 'sending', 'unknown']);
      expect(new Set(requests.map(one => `${one.headers['idempotency-key']} ${one.body}`)).size).toBe(1);
    },
  );

  it('is resolved by 422 when it is resumed, or by the booking', async () => {
    const refused = scene(response(500), response(422));
    await failureOf(refused.create());
    expect((await failureOf(refused.resume())).code).toBe('refused');
    expect((await refused.lines()).at(-1)).toEqual({ at, event: 'refused', key, status: 422 });
    const { create, resume, requests } = scene(response(500), createdResponse());
    await failureOf(create());
    expect(await resume()).toEqual(made);
    // Read from the journal now.
    expect(await resume()).toEqual(made);
    expect(requests).toHaveLength(2);
  });

  it('is not resumed with another request, at another host, or with an unknown key', async () => {
    const { create, resume, sending, requests, context } = scene(response(500));
    const refusal = async (work: Promise<unknown>) => {
      const { code, message, details } = await failureOf(work);
      return [code, message, details.hint];
    };
    await failureOf(create());
    const elsewhere = { ...sending, platform: { ...sending.platform, baseUrl: 'https://other.example' } };
    expect(await refusal(resume(elsewhere))).toEqual([
      'usage',
      'the booking was sent to another API host, https://api.example',
      'nothing was sent; choose the profile of that host with --profile',
    ]);
    expect(await refusal(resumeBooking(secondKey, sending))).toEqual([
      'usage',
      `no booking was sent from this machine under the key ${secondKey}`,
      'see the keys with `hotelctl bookings list --columns state,key`',
    ]);
    const lost = [
      'outcome-unknown',
      'the request that was sent is no longer stored on this machine',
      `nothing was sent now; ${byHand}`,
    ];
    await sentRequests(context).store(key, '{"booker":{"lastName":"Roe"}}');
    expect(await refusal(resume())).toEqual(lost);
    await sentRequests(context).remove(key);
    expect(await refusal(resume())).toEqual(lost);
    expect(requests).toHaveLength(1);
  });

  it('is not resumed if the journal does not have when it was sent', async () => {
    const { resume, journal, requests } = scene();
    await journal.append({ event: 'unknown', key });
    const { code, message, details } = await failureOf(resume());
    expect([code, message]).toEqual(['outcome-unknown', 'the time when the booking was sent is unknown']);
    const fields = { bookingId: null, key, total: null };
    expect(details).toMatchObject({ hint: expect.stringContaining(byHand), fields });
    expect(requests).toEqual([]);
  });

  it.each([
    ['the platform refused the booking', 422],
    ['the booking was never sent', 429],
    ['the booking was not made', 500],
  ])('is not there to resume if %s', async (why, status) => {
    const opened = scene(response(status));
    await failureOf(opened.create());
    if (status === 500) await settleBooking(key, undefined, opened);
    expect(await failureOf(opened.resume())).toMatchObject({
      message: `${why}, so there is nothing to resume`,
      details: { hint: 'run `hotelctl bookings create` again' },
    });
  });

  const keyLifetime = 23.75 * hour;
  it.each<[string, JournalEvent, number]>([
    ['sending', sendingOther, keyLifetime],
    // Its line of the sending was lost, and with it the time of the platform, which is half a minute ahead.
    ['unknown', { event: 'unknown', key: 'old' }, keyLifetime - 30_000],
  ])('deletes the stored request once the key has expired, after the line %s', async (_, event, lifetime) => {
    const responses = Array.from({ length: 4 }, () => response(500));
    const { create, context, journal, movePlatform } = scene(...responses);
    await journal.append(event);
    await sentRequests(context).store('old', body);
    await failureOf(create());
    expect(await sentRequests(context).read('old')).toBe(body);
    const another = (name: string) =>
      failureOf(create({ ...booking, digest: name, quoteId: name, transactionReference: name, stays: name }));
    // A clock that is a day ahead says nothing about the age of the key.
    await context.clock.advance(24 * hour);
    await another('Y');
    expect(await sentRequests(context).read('old')).toBe(body);
    movePlatform(lifetime);
    await another('Z');
    expect(await sentRequests(context).read('old')).toBe(body);
    movePlatform(1000);
    await another('W');
    expect(await sentRequests(context).read('old')).toBeUndefined();
  });

  it.each<[string, JournalEvent, string | undefined]>([
    ['created', { event: 'created', key: 'old', bookingId: 'B', reservationIds: [] }, undefined],
    ['refused', { event: 'refused', key: 'old', status: 422 }, undefined],
    // It is sent again with the same key, maybe by another process at this moment.
    ['not-sent', { event: 'not-sent', key: 'old' }, body],
  ])(
    'that became certain before the process was killed leaves a request, which the next booking deletes: %s',
    async (_, event, left) => {
      const { create, context, journal } = scene(response(500));
      await journal.append(sendingOther);
      await journal.append(event);
      await sentRequests(context).store('old', body);
      await failureOf(create());
      expect(await sentRequests(context).read('old')).toBe(left);
      expect(await sentRequests(context).read(key)).toBe(body);
    },
  );
});

describe('an outcome that a person found', () => {
  const settled = async (bookingId?: string) => {
    const opened = scene(response(500));
    await failureOf(opened.create());
    await settleBooking(key, bookingId, opened);
    return opened;
  };
  const settleAgain = async ({ context, journal }: ReturnType<typeof scene>, bookingId?: string) =>
    failureOf(settleBooking(key, bookingId, { context, journal }), UsageError);

  it('is recorded once, and the request is no longer stored', async () => {
    for (const [bookingId, line] of [
      ['FOUND', { at, event: 'created', key, bookingId: 'FOUND', reservationIds: [] }],
      [undefined, { at, event: 'not-made', key }],
    ] as const) {
      const opened = await settled(bookingId);
      expect((await opened.lines()).at(-1)).toEqual(line);
      expect(await sentRequests(opened.context).read(key)).toBeUndefined();
      await settleBooking(key, bookingId, opened);
      expect(await opened.events()).toEqual(['sending', 'unknown', line.event]);
    }
  });

  it('is never replaced by another one', async () => {
    for (const [known, found, outcome, id] of [
      ['FOUND', 'OTHER', 'created: FOUND', 'FOUND'],
      ['FOUND', undefined, 'created: FOUND', 'FOUND'],
      [undefined, 'FOUND', 'not-made', null],
    ] as const) {
      const opened = await settled(known);
      const before = await opened.lines();
      const { message, details } = await settleAgain(opened, found);
      expect(message).toBe(`the outcome of this booking is known (${outcome})`);
      expect(details).toMatchObject({
        hint: 'nothing was changed; see `hotelctl bookings list`',
        fields: { bookingId: id, key, total: grandTotal },
      });
      expect(await opened.lines()).toEqual(before);
    }
  });

  it('is recorded for its key, whatever another booking is called', async () => {
    const opened = scene(response(500));
    await opened.journal.append({ ...sendingOther, reference: key } as JournalEvent);
    await opened.journal.append({ event: 'refused', key: 'old', status: 422 });
    await failureOf(opened.create());
    await settleBooking(key, 'FOUND', opened);
    expect((await opened.lines()).at(-1)).toMatchObject({ event: 'created', key, bookingId: 'FOUND' });
  });
});
