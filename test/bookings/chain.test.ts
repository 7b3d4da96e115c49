import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withDigest } from '../../src/bookings/quoting.ts';
import { localServer } from '../commands/local-server.ts';
import { expectExit, expectFailure } from '../expect-run.ts';
import { jsonLines, type Line, wordsOf } from '../words.ts';
import {
  authorizationArgs,
  authorize,
  createArgs,
  noon,
  quote,
  reservation,
  roomsLeft,
  sharedWorkbench,
  totalOf,
  type Workbench,
} from './workbench.ts';

const hour = 3_600_000;
const minute = 60_000;

/** One sandbox: its bookings and payments of other tests come before those of a test. */
const openOwn = sharedWorkbench();
function openBench() {
  const bench = openOwn();
  const [booked, paid] = [bench.sandbox.bookings.length, bench.sandbox.payments().length];
  return {
    ...bench,
    bookings: () => bench.sandbox.bookings.slice(booked),
    payments: () => bench.sandbox.payments().slice(paid),
  };
}

/** Up to the authorization, which is sufficient to book. */
async function authorized(bench: Workbench): Promise<string> {
  const breakfast = ['--service', 'service=MUC-BRKF,date=2026-12-02'];
  const quoted = await quote(bench, '--reservation', reservation(), ...breakfast);
  await authorize(bench);
  return totalOf(quoted);
}

const journal = (bench: Workbench) =>
  jsonLines(readFileSync(`${bench.env['HOTELCTL_STATE_DIR']}/bookings.jsonl`, 'utf8'));

describe('the chain', () => {
  it('goes from offer to quote, authorization and a booking that is captured and reported', async () => {
    const bench = openBench();
    const left = await roomsLeft(bench);
    const reported = async () =>
      JSON.parse(
        (await bench.run('reports room-nights --property MUC --month 12 --year 2026 --format json')).stdout,
      ).total;
    const nights = await reported();
    const total = await authorized(bench);
    const personal = wordsOf(
      '--booker-email jane@guest.example --account-holder "Jane Holder" --guest-comment "a quiet room"',
    );
    const created = await bench.run(createArgs(bench, total, [...personal, '--format', 'json']));
    expect([created.exitCode, created.stderr]).toEqual([0, '']);
    const booking = JSON.parse(created.stdout);
    expect(booking).toEqual({
      id: expect.stringMatching(/^[B-T]{8}$/),
      reservationIds: [{ id: `${booking.id}-1` }],
    });
    expect(bench.payments()).toMatchObject([
      { state: 'captured', captures: [{ reservationId: `${booking.id}-1`, amount: 30_100 }] },
    ]);
    expect(await reported()).toBe(nights + 2);
    const list =
      'reports gross-transactions --property MUC --date-filter eq_2026-11-21 --format csv --no-header';
    const posted = await bench.run(`${list} --reference ${booking.id}-1 --columns command,grossAmount`);
    // One posting for each rate of VAT: the room, and the breakfast.
    const prepayments = posted.stdout.split('\r\n').filter(line => line.startsWith('PostPrepayment,'));
    expect(prepayments).toEqual(['PostPrepayment,263', 'PostPrepayment,38']);
    expect(await roomsLeft(bench)).toBe(left - 1);
    expect(journal(bench).map(line => line['event'])).toEqual(
      wordsOf('authorization-requested sending created'),
    );
    // Of the guest, only the last name of the booker.
    expect(JSON.stringify(journal(bench))).not.toMatch(/jane|guest\.example|holder|quiet/i);
  });

  it('lists the offers of several properties as one', async () => {
    const bench = openBench();
    const stay = ['--arrival', '2026-12-01', '--departure', '2026-12-03', '--adults', '2'];
    const list = ['offers', 'list', '--property', 'MUC', '--property', 'TYO', ...stay];
    const csv = '--format csv --no-header --columns propertyId,grandTotal.currency';
    const run = await bench.run(wordsOf(list, csv));
    expect(new Set(run.stdout.trimEnd().split('\r\n'))).toEqual(new Set(['MUC,EUR', 'TYO,JPY']));
    const json = JSON.parse((await bench.run([...list, '--format', 'json'])).stdout);
    expect(json).toMatchObject(['MUC', 'TYO'].map(propertyId => ({ parameters: { propertyId } })));
  });

  it('books several reservations with their own guests and services as one booking', async () => {
    const bench = openBench();
    const stays = [reservation(), reservation('2026-12-01', '2026-12-02')];
    const flags = stays.flatMap(stay => ['--reservation', stay]);
    const quoted = await quote(bench, ...flags, '--service', 'reservation=2,service=MUC-PARKING');
    await authorize(bench);
    const guests = ['--guest', 'reservation=2,last-name=Roe,first-name=Richard'];
    const run = await bench.run(createArgs(bench, totalOf(quoted), [...guests, '--format', 'json']));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout).reservationIds).toHaveLength(2);
    const munich = bench.sandbox.hotel.property('MUC');
    const [first, second] = munich?.reservations.slice(-2) ?? [];
    expect([first?.primaryGuest.lastName, second?.primaryGuest.lastName]).toEqual(['Doe', 'Roe']);
    expect(second?.services.map(({ service, day }) => [service.code, day - (second?.arrival ?? 0)])).toEqual([
      ['PARKING', 0],
    ]);
    expect(first?.timeSlices[0]?.unit).not.toBe(second?.timeSlices[0]?.unit);
  });

  it('books a file after comparing it with the current offers, and resumes it', async () => {
    const bench = openBench();
    const stay = { arrival: '2026-12-01', departure: '2026-12-03', adults: 1, channelCode: 'Ibe' };
    const bookingWith = (...amounts: readonly unknown[]) => {
      const timeSlices = amounts.map(totalAmount => ({ ratePlanId: 'MUC-FLEX-DBL', totalAmount }));
      return {
        booker: { lastName: 'Doe' },
        reservations: [{ ...stay, guaranteeType: 'PM6Hold', timeSlices }],
      };
    };
    const [gross, net] = [147, 137.38].map(amount => ({ amount, currency: 'EUR' }));
    const booking = JSON.parse(JSON.stringify(bookingWith(gross, undefined)));
    const file = (content: unknown) => writeFileSync(bench.file('booking.json'), JSON.stringify(content));
    const create = (more: Line = []) =>
      bench.run(wordsOf(`bookings create --property MUC --file ${bench.file('booking.json')}`, more));
    file({ ...booking, bookerComent: 'late' });
    const warned = ', bookerComent; it is sent; did you mean bookerComment?\n';
    expect((await expectExit(create('--dry-run'), 0, warned)).stdout).toContain('"bookerComent": "late"');
    file(booking);
    const dry = await expectExit(create('--dry-run'), 0);
    const { request, grandTotal } = JSON.parse(dry.stdout);
    expect(request.body).toEqual(booking);
    const agreed = ['--yes', '--expect-total', `${grandTotal.amount}${grandTotal.currency}`];
    // Net of the 7% in 147: an override has to be gross.
    file(bookingWith(net, undefined));
    await expectExit(create(agreed), 2, 'gross amount quoted');
    file(booking);
    await expectExit(create(agreed), 2, 'price cannot be fixed');
    const quoted = await bench.run([
      ...wordsOf(
        'bookings quote --property MUC --query reservations[0].offer.timeSlices[1].totalGrossAmount',
      ),
      '--reservation',
      'arrival=2026-12-01,departure=2026-12-03,adults=1,rate-plan=MUC-FLEX-DBL',
    ]);
    file(bookingWith(gross, JSON.parse(quoted.stdout)));
    await expectExit(create(agreed), 0);
    expect(bench.bookings()).toHaveLength(1);
  });
});

describe('a booking file with a prepayment', () => {
  async function filed() {
    const bench = openBench();
    const total = await authorized(bench);
    const dry = await bench.run([...createArgs(bench, total), '--dry-run']);
    const { body } = JSON.parse(dry.stdout).request;
    const create = (content: unknown, ...more: string[]) => {
      writeFileSync(bench.file('booking.json'), JSON.stringify(content));
      const [file, response] = [bench.file('booking.json'), bench.file('response.json')];
      const args = ['bookings', 'create', '--file', file, '--authorization', response, '--property', 'MUC'];
      return bench.run([...args, '--yes', '--expect-total', total, ...more]);
    };
    return { bench, body, create };
  }
  const elsewhere = (payer: string) =>
    wordsOf('--shopper-reference', [payer], '--authorized-at 2026-11-21T12:00:00Z');

  it('is checked like any other, with its quote or against the current offers', async () => {
    const { bench, body, create } = await filed();
    const payer = body.paymentAccount.payerReference;
    const withQuote = ['--quote', bench.file('quote.json')];
    for (const more of [withQuote, elsewhere(payer)]) {
      const spoiled = structuredClone(body);
      spoiled.paymentAccount.payerReference = 'somebody else';
      await expectExit(create(spoiled, ...more), 2, 'payerReference must be');
      spoiled.reservations[0].prePaymentAmount.amount = 300;
      const two = await create(spoiled, ...more);
      expect(two.stderr).toContain('breaks 2 rules');
      expect(two.stderr).toContain('  - the prepayment of each reservation must be the sum');
    }
    expect((await create(body, ...withQuote, '--booker-last-name', 'Roe')).stderr).toContain(
      '--file is the whole booking',
    );
    expect((await create({ ...body, booker: {} }, ...withQuote)).stderr).toContain('booker.lastName');
    expect((await create(body)).stderr).toContain('--shopper-reference and --authorized-at are required');
    expect(bench.bookings()).toHaveLength(0);
    expect((await create(body, ...withQuote)).exitCode).toBe(0);
    expect(bench.payments()).toMatchObject([{ state: 'captured' }]);
  });

  it('is booked once, also if it is given once as a file and once by flags', async () => {
    const { bench, body, create } = await filed();
    await expectExit(create(body, ...elsewhere(body.paymentAccount.payerReference)), 0);
    await expectExit(bench.run(createArgs(bench, '313.29EUR')), 2, 'already paid for booking');
    expect(bench.bookings()).toHaveLength(1);
  });
});

describe('before anything is sent', () => {
  it('a changed price stops with exit 4 and shows old and new', async () => {
    const bench = openBench();
    await authorized(bench);
    const text = readFileSync(bench.file('quote.json'), 'utf8');
    // An older quote, with another price and with sums that fit it.
    const old = JSON.parse(text);
    const { offer, sums } = old.reservations[0];
    const [night] = offer.timeSlices;
    for (const money of [night.totalGrossAmount, offer.totalGrossAmount, offer.prePaymentGrossAmount])
      money.amount -= 13;
    for (const { prePayment, total, grandTotal } of [sums, old.sums])
      for (const sum of [prePayment, total, grandTotal])
        sum.amount = Math.round(sum.amount * 100 - 1300) / 100;
    writeFileSync(bench.file('quote.json'), JSON.stringify(withDigest(old)));
    const { amount: _, ...response } = JSON.parse(readFileSync(bench.file('response.json'), 'utf8'));
    writeFileSync(bench.file('response.json'), JSON.stringify(response));
    const args = createArgs(bench, totalOf(old));
    await expectExit(bench.run([...args, '--dry-run']), 0);
    const now = noon + 16 * minute;
    for (const command of [args, authorizationArgs(bench)]) {
      const change = '288.00 EUR, now 301.00 EUR';
      const words = ['the price or the terms changed', `: total ${change}`, `: prepayment ${change}`];
      await expectFailure(bench.run(command, { now }), 4, ...words);
    }
    // With --yes the prices are always requested again; a person confirms within --max-age.
    expect((await bench.run([...args, '--max-age', '1h'])).exitCode).toBe(4);
    const person = { terminal: true, answers: [false] };
    expect((await bench.run(args.slice(0, -3), person)).stderr).toContain('not confirmed');
    expect((await bench.run([...args.slice(0, -3), '--max-age', '0'], person)).exitCode).toBe(4);
    expect(bench.bookings()).toHaveLength(0);
  });

  it.each([
    [105 * minute, 0, 'warning: the authorization is 1 h 45 min old; it is canceled in 15 min'],
    [2 * hour, 0, 'warning: the authorization is 2 h old'],
    [2 * hour + 1, 2, 'two hours'],
  ])('an authorization of %i ms ago ends with exit %i', async (age, exitCode, words) => {
    const bench = openBench();
    const total = await authorized(bench);
    await expectExit(bench.run(createArgs(bench, total), { now: noon + age }), exitCode, words);
    expect(bench.bookings()).toHaveLength(exitCode === 0 ? 1 : 0);
  });

  it('an authorization that was requested elsewhere requires its details', async () => {
    const bench = openBench();
    const quoted = await quote(bench);
    await authorize(bench);
    writeFileSync(`${bench.env['HOTELCTL_STATE_DIR']}/bookings.jsonl`, '');
    const run = bench.run(createArgs(bench, totalOf(quoted)));
    await expectExit(run, 2, '--shopper-reference and --authorized-at are required');
    const { id } = quoted as unknown as { id: string };
    const printed = (at: string) =>
      bench.run(createArgs(bench, totalOf(quoted), ['--shopper-reference', id, '--authorized-at', at]));
    expect((await printed('2026-11-21T09:00:00Z')).exitCode).toBe(2);
    expect((await printed('2026-11-21T15:00:00Z')).stderr).toContain('in the future');
    expect((await printed('2026-11-21')).stderr).toContain('--authorized-at must be a time');
    expect((await printed('2026-11-21T12:30:00+01:00')).exitCode).toBe(0);
  });

  it('a response without a reference is refused', async () => {
    const bench = openBench();
    const total = await authorized(bench);
    const response = JSON.parse(readFileSync(bench.file('response.json'), 'utf8'));
    writeFileSync(bench.file('response.json'), JSON.stringify({ ...response, pspReference: undefined }));
    const why = "the processor's response is not valid: pspReference";
    await expectExit(bench.run(createArgs(bench, total)), 2, why);
    expect(bench.bookings()).toHaveLength(0);
  });

  it('a script must give the expected total, which is checked', async () => {
    const bench = openBench();
    const total = await authorized(bench);
    const base = createArgs(bench, total).slice(0, -3);
    expect((await bench.run(base)).stderr).toContain('requires --yes and --expect-total');
    expect((await bench.run([...base, '--expect-total', total])).exitCode).toBe(2);
    for (const wrong of ['313.30EUR', '313.29GBP', '301EUR'])
      await expectExit(bench.run(createArgs(bench, wrong)), 2, 'the grand total is 313.29 EUR');
    for (const wrong of ['313.29', 'EUR313.29', '313,29EUR', '313.290EUR', '-1EUR'])
      expect((await bench.run(createArgs(bench, wrong))).stderr, wrong).toMatch(
        /--expect-total must be .*\nhint: write a decimal point/,
      );
    expect(bench.bookings()).toHaveLength(0);
  });

  it('--dry-run prints the request and the grand total, and sends and records nothing', async () => {
    const bench = openBench();
    const total = await authorized(bench);
    const before = journal(bench);
    const server = await localServer();
    const quoted = JSON.parse(readFileSync(bench.file('quote.json'), 'utf8'));
    const { id } = quoted;
    writeFileSync(bench.file('quote.json'), JSON.stringify(withDigest({ ...quoted, host: server.url })));
    const args = [...createArgs(bench, total).slice(0, -3), '--dry-run', '--base-url', server.url];
    const run = await expectExit(bench.run(args, { now: noon + hour }), 0);
    expect(server.connections()).toBe(0);
    expect(run.stderr).toContain('1 h old: its prices would be requested again');
    const { request, grandTotal } = JSON.parse(run.stdout);
    expect(grandTotal).toEqual({ amount: 313.29, currency: 'EUR' });
    expect(request.method).toBe('POST');
    expect(request.url).toBe(`${server.url}/booking/v1/bookings`);
    expect(request.body.paymentAccount.payerReference).toBe(id);
    expect(journal(bench)).toEqual(before);
  });
});
