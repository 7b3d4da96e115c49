import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { withDigest } from '../../src/bookings/quoting.ts';
import { main } from '../../src/start/main.ts';
import { runMain } from '../commands/in-process.ts';
import { localServer } from '../commands/local-server.ts';
import { type TestContextOptions, temporaryFolder, testContext } from '../context.ts';
import { expectExit, expectFailure } from '../expect-run.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { eur } from '../platform/bookings/quote-head.ts';
import { jsonLines, type Line, wordsOf } from '../words.ts';
import { summed } from './journal-line.ts';
import { offer, quoteId, quoteOf } from './small-quote.ts';

/** What each response, and each missing one, means for a booking; a booking file with a hand-written quote. */
const now = Date.UTC(2026, 10, 21, 12);
const otherQuoteId = '1c7ee0de-9d0f-4e62-9d0e-7d4f1d0a7c22';
const created = '{"id":"BOOK","reservationIds":[{"id":"BOOK-1"}]}';

async function bench(first: RequestListener) {
  let respond = first;
  const keys: (string | undefined)[] = [];
  const bodies: string[] = [];
  let date = now;
  const server = await localServer((request, response) => {
    response.setHeader('date', new Date(date).toUTCString());
    // The offers, and the platform's time.
    if (request.method === 'GET') {
      const body = request.url?.startsWith('/booking/v1/offers') ? JSON.stringify({ offers: [offer] }) : '';
      return void response.writeHead(body ? 200 : 204).end(body);
    }
    keys.push(String(request.headers['idempotency-key']));
    void text(request).then(body => {
      bodies.push(body);
      respond(request, response);
    });
  });
  const folder = temporaryFolder();
  const state = join(folder, 'state');
  const file = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const quote = file('quote.json', quoteOf(server.url));
  const authorization = file('response.json', { resultCode: 'Authorised', pspReference: 'PSP1' });
  const path = join(state, 'bookings.jsonl');
  let last: ReturnType<typeof testContext> | undefined;
  /** A command with the settings of this platform. */
  const run = async (line: Line, options: TestContextOptions = {}) => {
    last = testContext({
      now,
      ...options,
      env: { HOTELCTL_BASE_URL: server.url, HOTELCTL_ACCESS_TOKEN: 'token', ...options.env },
      replace: { folders: { data: '', config: join(folder, 'config'), state } },
    });
    const context = last;
    const exitCode = await main(wordsOf(line), context);
    return { exitCode, stdout: context.out(), stderr: context.err() };
  };
  const create = async (more: readonly string[] = [], options: TestContextOptions = {}) => {
    date = options.now ?? now;
    const values = wordsOf(
      `--quote ${quote} --authorization ${authorization} --booker-last-name Doe --shopper-reference ${quoteId}
        --authorized-at 2026-11-21T12:00:00Z --expect-total 100EUR --max-attempts 2`,
    );
    // A flag can be given only once, so those of the test replace these.
    const replaced = (index: number) => more.includes(values[index - (index % 2)] ?? '');
    const kept = values.filter((_, index) => !replaced(index));
    const env = { HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS: 'yes', ...options.env };
    return run(['bookings', 'create', '--yes', ...kept, ...more], { ...options, env });
  };
  /** What the message of an unknown outcome suggests. */
  const resume = (message: string, more: Line = [], options: TestContextOptions = {}) => {
    const [key = ''] = /[0-9a-f-]{36}/.exec(message) ?? [];
    const env = { HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS: 'yes', ...options.env };
    return run(wordsOf('bookings resume', [key], more), { ...options, env });
  };
  return {
    create,
    resume,
    run,
    quote,
    respondWith: (next: RequestListener) => {
      respond = next;
    },
    /** Another quote of the same stay. */
    reloaded: (id = otherQuoteId) => file(`${id}.json`, withDigest({ ...quoteOf(server.url), id })),
    keys,
    bodies,
    state,
    path,
    file,
    context: () => last,
    events: () => jsonLines(readFileSync(path, 'utf8')).map(({ event }): string => event),
  };
}

const responding =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'x-tracking-id': 'track-9', ...headers }).end(body);

describe('a conclusive response', () => {
  it.each([
    [400, ''],
    [401, ''],
    [403, ''],
    [404, ''],
    [415, ''],
    [422, '{"messages":["Sold out."]}'],
  ])('%i is a refusal or a sign-in error, and the booking may be sent again', async (status, body) => {
    const { create, keys, events } = await bench(responding(status, body));
    const exitCode = status === 401 ? 3 : 4;
    const run = await expectExit(create(), exitCode, 'track-9');
    if (body) expect(run.stderr).toContain('Sold out.');
    expect(events()).toEqual(['sending', status === 401 ? 'not-sent' : 'refused']);
    expect((await create()).exitCode).toBe(exitCode);
    // After a refusal the platform would repeat its response to the first key.
    expect([keys.length, new Set(keys).size]).toEqual([2, status === 401 ? 1 : 2]);
  });
});

describe('nothing sent', () => {
  it('is retried, ends with exit 5, and may be sent later', async () => {
    const { create, path, context, file } = await bench(responding(201, created));
    // Nothing listens there: the connection is refused, twice.
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const quote = file('elsewhere.json', quoteOf(nowhere));
    const running = create(['--quote', quote], { env: { HOTELCTL_BASE_URL: nowhere } });
    await context()?.clock.asleep();
    await context()?.clock.advance(1000);
    await expectExit(running, 5, '(2 attempts)');
    expect(existsSync(path)).toBe(false);
    expect((await create()).exitCode).toBe(0);
  });

  it('a sign-in that fails sends nothing: exit 3', async () => {
    const { create, keys, path } = await bench(responding(201, created));
    const client = { HOTELCTL_AUTH_URL: 'http://127.0.0.1:1', HOTELCTL_CLIENT_ID: 'c' };
    const stored = { HOTELCTL_ACCESS_TOKEN: undefined, HOTELCTL_CREDENTIAL_STORE: 'env' };
    await expectExit(create([], { env: { ...client, ...stored } }), 3);
    expect(keys).toHaveLength(0);
    expect(existsSync(path)).toBe(false);
    expect((await create()).exitCode).toBe(0);
  });
});

describe('no conclusive response', () => {
  const uncertain: readonly (readonly [string, RequestListener])[] = [
    ...[200, 202, 204, 206, 301, 304, 307, 405, 408, 409, 418, 499, 500, 503, 599].map(
      status => [String(status), responding(status)] as const,
    ),
    ['a reset', (_, response) => void response.destroy()],
    [
      'half a response',
      (_, response) => {
        response.writeHead(201, { 'content-length': created.length });
        response.write(created.slice(0, 10), () => response.destroy());
      },
    ],
    ['201 without a body', responding(201)],
    ['201 with something else', responding(201, '{"ok":true}')],
    ['201 with HTML', responding(201, '<html>')],
  ];

  it.each(uncertain)(
    '%s: exit 9, recorded in the journal, and only `bookings resume` repeats it, with the same key',
    async (_, broken) => {
      const { create, resume, keys, bodies, events, respondWith } = await bench(broken);
      const first = await expectExit(create(), 9);
      expect(first.stdout).toBe('');
      expect(first.stderr).toContain('the outcome of the booking is unknown');
      expect(first.stderr).toMatch(/^hint: .*bookings resume [0-9a-f-]{36}/m);
      // The layers below never repeat a write.
      expect(keys).toHaveLength(1);
      expect(events()).toEqual(['sending', 'unknown']);
      await expectExit(create(), 9, 'nothing was sent now');
      expect(keys).toHaveLength(1);
      respondWith(responding(201, created));
      const third = await resume(first.stderr, ['--format', 'json']);
      expect([third.exitCode, JSON.parse(third.stdout)]).toEqual([0, JSON.parse(created)]);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect(new Set(bodies).size).toBe(1);
      expect(events().at(-1)).toBe('created');
    },
  );

  it('is never sent again without the assumption that the platform honors the key', async () => {
    const { create, resume, keys } = await bench(responding(500));
    const { stderr } = await expectExit(create(), 9);
    for (const [value, why] of [
      ['no', 'the platform books it twice'],
      ['unknown', 'it is not known whether'],
      [undefined, '(assume.bookings.honorsKeys is unknown)'],
    ] as const) {
      const env = { HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS: value };
      const run = await expectExit(resume(stderr, [], { env }), 9, why);
      expect(run.stderr).toMatch(/^hint: .*bookings settle [0-9a-f-]{36} --booking-id ID/m);
    }
    expect(keys).toHaveLength(1);
    const wrong = resume(stderr, [], { env: { HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS: 'maybe' } });
    await expectExit(wrong, 2, 'HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS must be one of yes, no, unknown');
    const pair = resume(stderr, [], { env: { HOTELCTL_ASSUME_OFFERS_PARAMETERS: 'arival=checkIn' } });
    await expectExit(pair, 2, 'OFFERS_PARAMETERS must be pairs', 'mean arrival? our names: propertyId, ');
  });

  it('Ctrl-C after the request was sent is exit 9, not 130', async () => {
    const opened = await bench(() => opened.context()?.interrupt());
    await expectExit(opened.create(), 9);
    expect((await opened.create()).exitCode).toBe(9);
    expect(opened.keys).toHaveLength(1);
  });
});

it('bookings list shows the state of each, and the rest of the two hours', async () => {
  const opened = await bench(responding(500));
  await opened.create();
  const list = async (more: Line = []) => {
    const run = opened.run(wordsOf('bookings list', more), { now: now + 90 * 60_000 });
    return (await expectExit(run, 0)).stdout;
  };
  expect(await list()).toMatch(/OUTCOME UNKNOWN +Doe +2026-12-01 +2026-12-02 +MUC +100\.00 +30 min/);
  expect(await list('--locale de')).toMatch(/Restzeit.*\n.*\nAUSGANG UNBEKANNT +Doe +01\.12\.2026/);
  const [row] = jsonLines(await list('--format ndjson'));
  const paid = { transactionReference: 'PSP1', propertyIds: ['MUC'], grandTotal: eur(100) };
  expect(row).toMatchObject({ state: 'unknown', ...paid, secondsLeft: 1800 });
  expect(await list('--format csv')).toMatch(
    /^state,bookingId,transactionReference,propertyIds,grandTotal\.amount,/,
  );
});

it('bookings list shows the newest 30 and each unknown outcome; other formats and --limit show what they are asked for', async () => {
  const state = temporaryFolder();
  const line = (number: number, event: string, more: object) => {
    const at = new Date(now + number).toISOString();
    return summed(JSON.stringify({ at, event, key: `KEY-${number}`, ...more }));
  };
  const sending = { digest: 'd', host: 'h', propertyIds: ['MUC'], grandTotal: eur(1) };
  const created = (number: number) =>
    line(number, 'created', { bookingId: `B-${number}`, reservationIds: [] });
  const all = Array.from({ length: 40 }, (_, number) => {
    const sent = line(number, 'sending', sending);
    return number === 3 ? [sent] : [sent, created(number)];
  });
  // The oldest booking has changed last; a line is cut off.
  const text = [...all.flat(), created(0), '{"at":"cut'];
  writeFileSync(join(state, 'bookings.jsonl'), text.join('\n'), { mode: 0o600 });
  const list = (line: string, exitCode = 0) => {
    const folders = { data: '', config: state, state };
    return expectExit(runMain(`bookings list ${line}`, { replace: { folders } }), exitCode);
  };
  const keys = async (line: string) =>
    [...(await list(line)).stdout.matchAll(/KEY-(\d+)/g)].map(([, number]) => Number(number));
  const newest = [0, ...Array.from({ length: 39 }, (_, index) => 39 - index)];
  const table = await list('--columns key');
  expect(table.stderr).toMatch(/^31 of 40 bookings: add --limit 40 to list all$/m);
  expect(table.stderr).toMatch(/^not shown: 1 line of the journal, cut off/m);
  // Resuming sends nothing to a platform that is not known to honor keys.
  expect(table.stderr).toMatch(/^resolve a .* outcome with `hotelctl bookings settle KEY`$/m);
  expect((await list('--columns key --locale de')).stderr).toMatch(
    /^31 von 40 Buchungen: .*\n(.*\n)*nicht gezeigt/m,
  );
  expect(await keys('--columns key')).toEqual([...newest.slice(0, 30), 3]);
  expect(await keys('--columns key --limit 5')).toEqual(newest.slice(0, 5));
  expect(await keys('--columns key --format csv')).toEqual(newest);
  expect(await keys('--format json --limit 2')).toEqual([0, 39]);
  expect(JSON.parse((await list('--format json')).stdout)).toHaveLength(40);
  expect(await keys('--columns key --sort at --limit 2')).toEqual([0, 1]);
  expect(await keys(`--format parquet --output ${join(state, 'list.parquet')}`)).toEqual([]);
  // The flags are checked before the journal is opened.
  chmodSync(join(state, 'bookings.jsonl'), 0o666);
  await list('', 8);
  await list('--limit x', 2);
});

describe('an order', () => {
  const order = ['--reference', 'ORDER-1'];

  it('is not booked from another quote while its outcome is unknown, nor after it was created', async () => {
    const { create, keys, reloaded, run, file, respondWith } = await bench(responding(500));
    expect((await create(order)).exitCode).toBe(9);
    respondWith(responding(201, created));
    const paidBy = (pspReference: string, id?: string) => {
      const response = file(`${pspReference}.json`, { resultCode: 'Authorised', pspReference });
      return ['--quote', reloaded(id), '--authorization', response];
    };
    const again = paidBy('PSP2');
    await expectExit(create([...order, ...again]), 9, 'the order ORDER-1 was sent');
    // Without a reference it is another booking, and a warning names the unknown one.
    await expectExit(create(again), 0, 'warning: a booking of the same stay');
    const key = keys[0] ?? '';
    expect((await run(`bookings settle ${key} --booking-id FOUND`)).exitCode).toBe(0);
    const booked = create([...order, ...paidBy('PSP3', crypto.randomUUID())]);
    await expectExit(booked, 2, 'already booked: FOUND');
    expect(keys).toHaveLength(2);
    const list = await run(
      'bookings list --format csv --columns state,bookingId,reference,guest,arrival,departure',
    );
    expect(list.stdout.split('\r\n')[1]).toBe('created,FOUND,ORDER-1,Doe,2026-12-01,2026-12-02');
  });

  it('is settled by hand only while its outcome is unknown', async () => {
    const { create, run, keys, state, respondWith } = await bench(responding(500));
    expect((await create()).exitCode).toBe(9);
    const settle = `bookings settle ${keys[0]}`;
    for (const wrong of ['', ' --not-made --booking-id B', ' --booking-id "a b"'])
      expect((await run(`${settle}${wrong}`)).exitCode).toBe(2);
    expect((await run(`${settle} --not-made`)).exitCode).toBe(0);
    expect(readdirSync(join(state, 'booking-requests'))).toEqual([]);
    expect((await run(`${settle} --booking-id B`)).exitCode).toBe(2);
    respondWith(responding(201, created));
    expect((await create()).exitCode).toBe(0);
    // The platform may repeat its response to the first key.
    expect(new Set(keys).size).toBe(2);
  });

  it('that was booked or is unknown gets no second authorization without --again', async () => {
    const { create, run, quote } = await bench(responding(201, created));
    const authorize = wordsOf(`bookings authorization --quote ${quote} --account-id A --card-holder-name N`);
    expect((await run(authorize)).exitCode).toBe(0);
    expect((await create()).exitCode).toBe(0);
    await expectFailure(run(authorize), 2, 'already booked: BOOK');
    expect((await run([...authorize, '--again'])).exitCode).toBe(0);
  });
});

it('a booking whose output cannot be written has its facts as fields of a JSON error', async () => {
  let remove = () => {};
  const { create, keys } = await bench((_, response) => {
    remove();
    response.writeHead(201, { 'content-type': 'application/json' }).end(created);
  });
  const folder = join(temporaryFolder(), 'out');
  mkdirSync(folder);
  remove = () => rmSync(folder, { recursive: true });
  const { stderr } = await expectExit(
    create(['--output', join(folder, 'b.csv'), '--error-format', 'json']),
    8,
  );
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'output',
    exitCode: 8,
    bookingId: 'BOOK',
    key: keys[0],
    total: eur(100),
    message: expect.stringMatching(/^BOOK was created, but .*could not be written/),
    hint: 'note the booking id; do not send the booking again',
  });
});

it('--shopper-reference is never another one than that of the authorization', async () => {
  const { create, run, quote, keys } = await bench(responding(201, created));
  await run(wordsOf(`bookings authorization --quote ${quote} --account-id A --card-holder-name N`));
  await expectExit(create(['--shopper-reference', otherQuoteId]), 2, '--shopper-reference is not that');
  expect(keys).toEqual([]);
});
