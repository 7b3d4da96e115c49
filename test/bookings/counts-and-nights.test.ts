import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectExit, expectSuccess } from '../expect-run.ts';
import { type Line, wordsOf } from '../words.ts';
import { sharedWorkbench, type Workbench } from './workbench.ts';

/** The options of each service, night and reservation in a quote and a booking, priced by the sandbox. */
const openBench = sharedWorkbench();

const stay = 'arrival=2026-12-07,departure=2026-12-10,adults=2';
const quoteArgs = (plans: string, ...services: readonly string[]) =>
  wordsOf(
    'bookings quote --property MUC --reservation',
    [`${stay},${plans}`],
    services.flatMap(service => ['--service', service]),
  );

async function quoted(bench: Workbench, args: Line) {
  const file = bench.file('quote.json');
  await expectExit(bench.run(wordsOf(args, `--output ${file}`)), 0);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const createLine = (bench: Workbench) =>
  wordsOf(`bookings create --quote ${bench.file('quote.json')} --booker-last-name Doe`);

/** The body of the request that `bookings create` would send, and its grand total. */
async function dryRun(bench: Workbench, more: Line = []) {
  const run = await expectExit(bench.run(wordsOf(createLine(bench), '--dry-run', more)), 0);
  const { request, grandTotal } = JSON.parse(run.stdout);
  return { body: request.body, grandTotal };
}

/** The same of a booking file. */
function dryRunOfFile(bench: Workbench, booking: object, more: Line = []) {
  const file = bench.file('booking.json');
  writeFileSync(file, JSON.stringify(booking));
  return bench.run(wordsOf(`bookings create --property MUC --file ${file} --dry-run`, more));
}

describe('the count of a service', () => {
  it('is priced in proportion to the offered one, sent, and booked at that price', async () => {
    const bench = openBench();
    const single = await quoted(bench, quoteArgs('rate-plan=MUC-FLEX-DBL'));
    const five = await quoted(bench, quoteArgs('rate-plan=MUC-FLEX-DBL', 'service=MUC-BRKF,count=5'));
    // Breakfast is 19.00 EUR: 5 of them on 3 days, where the offer has 2.
    expect(five.sums.total.amount - single.sums.total.amount).toBe(285);
    expect(five.reservations[0].services[0]).toMatchObject({ count: 5, offer: { count: 2 } });
    const { body, grandTotal } = await dryRun(bench);
    const dates = ['07', '08', '09'].map(day => ({ serviceDate: `2026-12-${day}` }));
    expect(body.reservations[0].services).toEqual([{ serviceId: 'MUC-BRKF', count: 5, dates }]);
    expect(grandTotal).toEqual(five.sums.grandTotal);
    const create = createLine(bench);
    // Without an amount for each date, only a person can accept that the platform sets the price.
    const unbound = bench.run([...create, '--yes', '--expect-total', `${grandTotal.amount}EUR`]);
    await expectExit(unbound, 2, 'price cannot be fixed');
    const made = bench.run(create, { terminal: true, answers: [true] });
    await expectExit(made, 0, 'warning: the request has no amount');
    const ordered = ['reports', 'ordered-services', '--property', 'MUC', '--service', 'MUC-BRKF'];
    const id = bench.sandbox.bookings.at(-1)?.reservationIds[0];
    const report = await bench.run(
      wordsOf(ordered, '--from 2026-12-08 --to 2026-12-09 --format json --query', [
        `orderedServices[?reservation.id=='${id}'].[count, amount.amount]`,
      ]),
    );
    expect(JSON.parse(report.stdout)).toEqual([[5, 95]]);
  });

  it('of a booking file is part of the grand total', async () => {
    const bench = openBench();
    await quoted(bench, quoteArgs('rate-plan=MUC-FLEX-DBL', 'service=MUC-BRKF,date=2026-12-08'));
    const { body, grandTotal } = await dryRun(bench);
    expect(body.reservations[0].services[0].dates[0].amount).toEqual({ amount: 38, currency: 'EUR' });
    const service = { serviceId: 'MUC-BRKF', count: 5, dates: [{ serviceDate: '2026-12-08' }] };
    body.reservations[0].services = [service];
    const more = await dryRunOfFile(bench, body, '--query grandTotal.amount');
    expect(Number(more.stdout) - grandTotal.amount).toBeCloseTo(57, 9);
    Object.assign(service.dates[0] ?? {}, { amount: { amount: 95, currency: 'EUR' } });
    // It is not documented whether the amount is for one or for five.
    await expectExit(dryRunOfFile(bench, body), 2, 'an amount that overrides');
  });
});

describe('a rate plan for each night', () => {
  const plans = ['MUC-FLEX-DBL', 'MUC-FLEX-DBL', 'MUC-BB-DBL'];
  const each = plans.map(plan => `rate-plan=${plan}`).join(',');

  it('is priced by the offers of its nights, booked with those prices, and compared with the offers again', async () => {
    const bench = openBench();
    const quote = await quoted(bench, quoteArgs(each));
    expect(quote.reservations[0]).toMatchObject({ ratePlanId: 'MUC-FLEX-DBL', ratePlanIds: plans });
    const { body, grandTotal } = await dryRun(bench);
    const amounts = [131, 147, 191].map(amount => ({ amount, currency: 'EUR' }));
    expect(body.reservations[0].timeSlices).toEqual(
      plans.map((ratePlanId, index) => ({ ratePlanId, totalAmount: amounts[index] })),
    );
    // The strictest of the guarantees: PM6Hold of the flexible rate, CreditCard of bed and breakfast.
    expect(body.reservations[0].guaranteeType).toBe('CreditCard');
    expect(quote.sums.total).toEqual({ amount: 469, currency: 'EUR' });
    const sold = async (plan: string) => {
      const performance = ['reports', 'property-performance', '--property', 'MUC', '--rate-plan', plan];
      const nights = wordsOf('--from 2026-12-07 --to 2026-12-09 --format json --query soldCount');
      return Number((await bench.run([...performance, ...nights])).stdout);
    };
    const before = [await sold('MUC-FLEX-DBL'), await sold('MUC-BB-DBL')];
    const create = createLine(bench);
    await expectSuccess(bench.run([...create, '--yes', '--expect-total', `${grandTotal.amount}EUR`]));
    const [flexible = 0, breakfast = 0] = before;
    expect([await sold('MUC-FLEX-DBL'), await sold('MUC-BB-DBL')]).toEqual([flexible + 2, breakfast + 1]);
  });

  it('can be in a file that is an array, and in a booking file without a quote', async () => {
    const bench = openBench();
    const file = bench.file('stays.json');
    const stays = [{ arrival: '2026-12-07', departure: '2026-12-10', adults: 2, ratePlanIds: plans }];
    writeFileSync(file, JSON.stringify(stays));
    await quoted(bench, `bookings quote --property MUC --file ${file}`);
    writeFileSync(`${file}2`, JSON.stringify(stays.map(each => ({ ...each, ratePlanId: plans[0] }))));
    const twice = await bench.run(wordsOf('bookings quote --property MUC --file', [`${file}2`]));
    expect(twice.stderr).toContain('reservations[0]: expected ratePlanId or ratePlanIds, not both\n');
    const { body, grandTotal } = await dryRun(bench);
    const run = await dryRunOfFile(bench, body, '--query grandTotal');
    expect(JSON.parse(run.stdout)).toEqual(grandTotal);
  });

  it('is refused for two unit groups', async () => {
    const given = 'rate-plan=MUC-FLEX-DBL,rate-plan=MUC-FLEX-DBL,rate-plan=MUC-FLEX-TWN';
    const message = 'reservation 1: its rate plans are for different unit groups, MUC-DBL and MUC-TWN';
    await expectExit(openBench().run(quoteArgs(given)), 2, `hotelctl: ${message}\n`);
  });
});

it('--guest sets the travel purpose, guarantee and comment of one reservation', async () => {
  const bench = openBench();
  const second = ['--reservation', `${stay},rate-plan=MUC-FLEX-DBL`];
  await quoted(bench, [...quoteArgs('rate-plan=MUC-FLEX-DBL'), ...second]);
  const all = '--travel-purpose Leisure --guest-comment "Cot, please" --guest';
  const own =
    'reservation=2,travel-purpose=Business,guarantee-type=CreditCard,guest-comment=Late\\, after 22:00';
  const { body } = await dryRun(bench, wordsOf(all, [own]));
  expect(body.reservations).toMatchObject([
    { travelPurpose: 'Leisure', guaranteeType: 'PM6Hold', guestComment: 'Cot, please' },
    { travelPurpose: 'Business', guaranteeType: 'CreditCard', guestComment: 'Late, after 22:00' },
  ]);
  expect(body.reservations[1]).not.toHaveProperty('primaryGuest');
  // A travel purpose that is not documented is sent; a guest needs a last name.
  const line = wordsOf(createLine(bench), '-q --dry-run --guest reservation=1,travel-purpose=Fun');
  const warning = 'warning: travelPurpose Fun is not a documented value (Business, Leisure); it is sent\n';
  const odd = await expectExit(bench.run(line), 0, warning);
  expect(odd.stdout).toContain('"travelPurpose": "Fun"');
  const elsewhere = bench.run(wordsOf(createLine(bench), '--dry-run --property LND'));
  await expectExit(elsewhere, 2, '--property must name a property of the quote\nhint: the quote has MUC\n');
  for (const nameless of ['reservation=1,first-name=Jane', 'reservation=1'])
    await expectExit(
      bench.run(wordsOf(createLine(bench), `--dry-run --guest ${nameless}`)),
      2,
      /^hotelctl: --guest requires the key last-name\n/,
    );
});
