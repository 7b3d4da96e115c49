import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withDigest } from '../../src/bookings/quoting.ts';
import { expectExit, expectFailure, expectSuccess } from '../expect-run.ts';
import { listen } from '../http/serve.ts';
import { type Line, wordsOf } from '../words.ts';
import {
  authorizationArgs,
  noon,
  openWorkbench,
  pay,
  type RunOptions,
  totalOf,
  type Workbench,
  withOwnFolder,
} from './workbench.ts';

/** Attempts to book twice, or at another price, with the commands that a person or a script would run. */
const hour = 3_600_000;

let shared: Workbench;
let proxy: Awaited<ReturnType<typeof faultyProxy>>;
beforeAll(async () => {
  shared = await openWorkbench();
  proxy = await faultyProxy(shared.sandbox.apiUrl);
});
afterAll(() => shared.sandbox.stop());

/** A proxy between hotelctl and the sandbox's API, which can lose the response to a POST request. */
async function faultyProxy(target: string) {
  const proxy = {
    url: '',
    /** The response to the next booking is lost after the platform has carried it out. */
    losesNext: false,
    /** How far the platform's clock, as in its Date headers, is from the real time, in milliseconds. */
    clockOffset: 0,
    /** Bookings that arrived so far. */
    arrived: 0,
  };
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url } = incoming;
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headersDistinct;
    const body = method === 'POST' ? await buffer(incoming) : null;
    const entries = Object.entries(headers).map(([name, values]) => [name, String(values)] as const);
    const response = await fetch(`${target}${url}`, { method, body, headers: Object.fromEntries(entries) });
    const received = Buffer.from(await response.arrayBuffer());
    if (body) proxy.arrived += 1;
    if (body && proxy.losesNext) {
      proxy.losesNext = false;
      return void outgoing.destroy();
    }
    const type = response.headers.get('content-type') ?? '';
    const date = new Date(Date.now() + proxy.clockOffset).toUTCString();
    outgoing.writeHead(response.status, { date, 'content-type': type }).end(received);
  });
  proxy.url = await listen(server);
  return proxy;
}

const moveClock = (by: number) => {
  proxy.clockOffset = by;
};

let scenes = 0;

/** A quote for separate days, made through a proxy that can lose responses; with `prepaid`, an authorization too. */
async function scene({ prepaid = false } = {}) {
  const bench = withOwnFolder(shared);
  scenes += 1;
  const day = (offset: number) =>
    new Date(Date.UTC(2026, 11, 3 * scenes + offset)).toISOString().slice(0, 10);
  const plan = prepaid ? 'MUC-NONREF-DBL' : 'MUC-FLEX-DBL';
  const stay = `arrival=${day(0)},departure=${day(2)},adults=2,rate-plan=${plan}`;
  const [madeBefore, arrivedBefore] = [shared.sandbox.bookings.length, proxy.arrived];
  const run = (line: Line, options: RunOptions = {}) =>
    bench.run(line, { ...options, env: { HOTELCTL_BASE_URL: proxy.url, ...options.env } });
  const quoted = await run(['bookings', 'quote', '--property', 'MUC', '--reservation', stay]);
  if (quoted.exitCode !== 0) throw new Error(quoted.stderr);
  writeFileSync(bench.file('quote.json'), quoted.stdout);
  const total = totalOf(JSON.parse(quoted.stdout));
  const responseFile = bench.file('response.json');
  if (prepaid) {
    const request = await run(authorizationArgs(bench));
    writeFileSync(responseFile, JSON.stringify(await pay(bench, request.stdout)));
  }
  const base = ['bookings', 'create', '--quote', bench.file('quote.json'), '--booker-last-name', 'Doe'];
  const paid = prepaid ? ['--authorization', responseFile] : [];
  return {
    bench,
    run,
    total,
    responseFile,
    stay,
    /** The bookings that the platform has created since the start of the scene, and the requests that arrived. */
    made: () => shared.sandbox.bookings.slice(madeBefore),
    arrived: () => proxy.arrived - arrivedBefore,
    /** `bookings create` of quote.json in a script, with these additional flags. */
    create: (more: Line = [], options?: RunOptions) =>
      run(
        wordsOf(base, more.includes('--authorization') ? [] : paid, '--yes --expect-total', [total], more),
        options,
      ),
    loseResponse: () => {
      proxy.losesNext = true;
    },
  };
}

const keyIn = (text: string) => /bookings resume ([0-9a-f-]{36})/.exec(text)?.[1] ?? '';

describe('a booking whose response was lost', () => {
  it.each([false, true])('is booked once, whatever flags come next (prepaid: %s)', async prepaid => {
    const { create, loseResponse, run, arrived, made } = await scene({ prepaid });
    loseResponse();
    const first = await expectExit(
      create('--booker-email jane@guest.example'),
      9,
      'the outcome of the booking is unknown',
    );
    const key = keyIn(first.stderr);
    for (const more of ['', '--guest-comment late', '--again'])
      await expectExit(create(more), 9, `bookings resume ${key}`);
    expect(arrived()).toBe(1);
    const same = await expectExit(run(`bookings resume ${key}`), 0);
    expect(made()).toHaveLength(1);
    expect(same.stdout).toContain(made()[0]?.id);
  });

  it('is resumed by its key, from the message or from the list, and only with exactly the same request', async () => {
    const { bench, create, loseResponse, run, made } = await scene({ prepaid: true });
    loseResponse();
    const first = await create('--booker-email jane@guest.example');
    const key = keyIn(first.stderr);
    const [listed, ...others] = JSON.parse((await run('bookings list --format json')).stdout);
    expect([listed, others]).toMatchObject([{ state: 'unknown', key }, []]);
    const folder = join(String(bench.env['HOTELCTL_STATE_DIR']), 'booking-requests');
    expect(readdirSync(folder)).toEqual([`${key}.json`]);
    // A request that others can read or change is not sent.
    const stored = join(folder, `${key}.json`);
    const content = readFileSync(stored, 'utf8');
    for (const mode of [0o644, 0o602]) {
      chmodSync(stored, mode);
      const why = `the booking request cannot be used: ${stored} is accessible to other users of this machine`;
      await expectExit(run(['bookings', 'resume', key]), 8, `hotelctl: ${why}\n`);
    }
    // Neither is a named pipe waited for.
    rmSync(stored);
    execFileSync('mkfifo', ['-m', '600', stored]);
    await expectExit(run(['bookings', 'resume', key]), 8, 'is not a regular file');
    rmSync(stored);
    writeFileSync(stored, content, { mode: 0o600 });
    expect(made()).toHaveLength(1);
    const resumed = await expectExit(run(['bookings', 'resume', key, '--format', 'json']), 0);
    expect(JSON.parse(resumed.stdout).id).toBe(made()[0]?.id);
    expect(made()).toHaveLength(1);
    // Names are stored only while they are needed.
    expect(readdirSync(folder)).toEqual([]);
    const again = await run(['bookings', 'resume', key, '--format', 'json']);
    expect([again.exitCode, again.stdout]).toEqual([0, resumed.stdout]);
    expect((await create('--booker-email other@guest.example')).exitCode).toBe(2);
    expect(made()).toHaveLength(1);
  });

  it('never leads to advice to authorize again, or to a second payment', async () => {
    const { bench, create, loseResponse, run, responseFile, made } = await scene({ prepaid: true });
    loseResponse();
    const key = keyIn((await create()).stderr);
    const late = { now: noon + 2 * hour + 6 * 60_000 };
    moveClock(2 * hour + 6 * 60_000);
    onTestFinished(() => moveClock(0));
    for (const next of [await create([], late), await run(['bookings', 'resume', key], late)]) {
      expect(next.exitCode).toBe(9);
      expect(next.stderr).not.toMatch(/authorize|quote again/);
    }
    // A second authorization would hold the money on the card a second time.
    await expectFailure(run(authorizationArgs(bench, 'N', '--max-age 5h'), late), 9);
    writeFileSync(responseFile, JSON.stringify({ resultCode: 'Authorised', pspReference: 'PSP-2' }));
    await expectExit(create('--authorized-at 2026-11-21T14:05:00Z', late), 9, 'outcome is unknown');
    expect(made()).toHaveLength(1);
  });

  it('is not sent again after a day by the platform’s clock, although the clock of the machine was fast at first', async () => {
    const { create, loseResponse, run, arrived } = await scene();
    const fast = { now: noon + 48 * hour };
    loseResponse();
    const first = await expectExit(create([], fast), 9);
    onTestFinished(() => moveClock(0));
    // Two days later the clock is correct again, and shows the time of the first attempt.
    moveClock(48 * hour);
    await expectExit(run(['bookings', 'resume', keyIn(first.stderr)], fast), 9, 'no longer knows');
    expect(arrived()).toBe(1);
  });

  it('is not sent again if its line in the journal was cut off', async () => {
    const { bench, create, loseResponse, run, arrived } = await scene();
    loseResponse();
    const key = keyIn((await create()).stderr);
    const path = join(String(bench.env['HOTELCTL_STATE_DIR']), 'bookings.jsonl');
    const [sending = ''] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, sending.slice(0, sending.indexOf('"digest"')));
    for (const more of ['', '--guest-comment x']) await expectExit(create(more), 9);
    await expectExit(run(`bookings resume ${key}`), 9);
    // A person ends it, and may then book again.
    await expectExit(run(`bookings settle ${key} --not-made`), 0);
    await expectExit(create(), 0);
    expect(arrived()).toBe(2);
  });
});

it('a booking is created after a confirmation, and a second time only by --again, which asks for another one', async () => {
  const { bench, create, run, made, total, arrived } = await scene();
  const args = ['bookings', 'create', '--quote', bench.file('quote.json'), '--booker-last-name', 'Doe'];
  const answering = (answer: boolean) => ({ terminal: true, answers: [answer] });
  const no = await expectExit(run(args, answering(false)), 2, 'not confirmed');
  const amount = Number.parseFloat(total).toFixed(2);
  expect(no.context.prompted).toEqual([
    `Book one reservation for ${amount} EUR, city tax and fees included?`,
  ]);
  expect(made()).toEqual([]);
  await expectExit(run(args, answering(true)), 0);
  const declined = await expectExit(run([...args, '--again'], answering(false)), 2);
  expect(declined.context.prompted.at(-1)).toContain(`in addition to booking ${made()[0]?.id}`);
  await expectExit(create('--booker-email jane@guest.example'), 2, 'was already booked', '--again');
  expect([made().length, arrived()]).toEqual([1, 1]);
  await expectExit(create('--again'), 0);
  expect(made()).toHaveLength(2);
});

describe('a quote', () => {
  it('whose property was edited is refused, and not one with its fields in another order', async () => {
    const { bench, create, arrived } = await scene();
    const file = bench.file('quote.json');
    const quote = JSON.parse(readFileSync(file, 'utf8'));
    const edited = structuredClone(quote);
    edited.reservations[0].propertyId = 'BER';
    writeFileSync(file, JSON.stringify(edited));
    await expectExit(create(), 2, 'the quote was changed');
    expect(arrived()).toBe(0);
    // It is the same quote with its fields in another order.
    writeFileSync(file, JSON.stringify(Object.fromEntries(Object.entries(quote).reverse()), null, 4));
    await expectExit(create(), 0);
  });

  it('of two properties never takes the payout property from a setting', async () => {
    const { bench, run } = await scene({ prepaid: true });
    const quote = JSON.parse(readFileSync(bench.file('quote.json'), 'utf8'));
    for (const sum of Object.values<{ amount: number }>(quote.sums)) sum.amount *= 2;
    const [first] = quote.reservations;
    const both = withDigest({ ...quote, reservations: [first, { ...first, propertyId: 'BER' }] });
    writeFileSync(bench.file('quote.json'), JSON.stringify(both));
    const set = { env: { HOTELCTL_PROPERTY: 'MUC' } };
    // The prices of both are requested again only after the property is known.
    const args = (more: Line = []) => authorizationArgs(bench, 'N', wordsOf('--max-age 5h', more));
    await expectExit(run(args(), set), 2, '--property must name');
    expect((await run(args('--property BER'), set)).exitCode).toBe(0);
    const prompted = await run(args(), { ...set, terminal: true, answers: ['BER'] });
    expect(prompted.context.prompted).toEqual(['Property that gets the payout']);
    expect(JSON.parse(prompted.stdout).additionalData.metadata.propertyId).toBe('BER');
  });

  it.each(['quote', 'authorization', 'create'])('%s accepts one --property', async command => {
    await expectExit(shared.run(`bookings ${command} --property MUC --property LND`), 2, 'more than once');
  });
});

describe('an authorization', () => {
  const later = { now: noon + 2 * hour + 5 * 60_000 };

  it('for the same quote made again is accepted, with the payer of the new request', async () => {
    const { bench, create, run, responseFile } = await scene({ prepaid: true });
    const shopper = '5f0c7f0e-6a7f-4a3e-9a47-0d9f8e0a1b2c';
    const request = await expectSuccess(
      run(authorizationArgs(bench, 'N', `--shopper-reference ${shopper} --max-age 5h`), later),
    );
    writeFileSync(responseFile, JSON.stringify(await pay(bench, request.stdout)));
    const dry = await expectExit(create('--dry-run', later), 0);
    expect(JSON.parse(dry.stdout).request.body.paymentAccount.payerReference).toBe(shopper);
    expect((await create([], later)).exitCode).toBe(0);
    expect(bench.sandbox.payments().map(({ state }) => state)).toContain('captured');
  });

  it('without the reference of its request belongs to the latest request of the same shopper', async () => {
    const { bench, create, run, responseFile } = await scene({ prepaid: true });
    const request = await run(authorizationArgs(bench, 'N', '--max-age 5h'), later);
    const { merchantReference: _, ...response } = await pay(bench, request.stdout);
    writeFileSync(responseFile, JSON.stringify(response));
    expect((await create([], later)).exitCode).toBe(0);
  });

  it('is not requested without a prepayment', async () => {
    const { bench, run } = await scene();
    await expectExit(run(authorizationArgs(bench)), 2, 'nothing to authorize');
  });

  it('does not allow later payments without --recurring', async () => {
    const { bench, run } = await scene({ prepaid: true });
    const recurring = async (more: Line = []) =>
      JSON.parse((await run(authorizationArgs(bench, 'N', more))).stdout).enableRecurring;
    expect(await recurring()).toBe(false);
    expect(await recurring('--recurring')).toBe(true);
  });

  it('has no flags without a prepayment, and its card has a month and a year', async () => {
    const { create, arrived } = await scene();
    for (const flag of ['--shopper-reference', '--authorized-at'])
      await expectExit(create([flag, '2029']), 2, `so ${flag} does not apply`);
    expect(arrived()).toBe(0);
    const prepaid = await scene({ prepaid: true });
    for (const [flag, value] of Object.entries({ '--expiry-month': '13', '--expiry-year': '29' }))
      await expectExit(prepaid.create([flag, value]), 2, `${flag} must be`);
  });
});

it('the output that cannot be written is refused before anything is sent', async () => {
  const { bench, create, arrived, made } = await scene();
  for (const output of ['/nonexistent/x.json', bench.folder])
    await expectExit(create(['--output', output]), 8);
  expect(arrived()).toBe(0);
  expect(made()).toHaveLength(0);
});
