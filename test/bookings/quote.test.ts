import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Quote } from '../../src/platform/bookings/quote-model.ts';
import type { Answer } from '../context.ts';
import { expectExit } from '../expect-run.ts';
import { type Line, wordsOf } from '../words.ts';
import { authorizationArgs, quote, reservation, sharedWorkbench, type Workbench } from './workbench.ts';

/** Quotes change nothing on the platform: one sandbox is enough. */
const openBench = sharedWorkbench();

const chosen = (stdout: string) => {
  const { reservations } = JSON.parse(stdout) as Quote;
  return reservations.map(
    ({ propertyId, arrival, departure, adults, childrenAges, ratePlanId, services }) => [
      propertyId,
      arrival,
      departure,
      adults,
      childrenAges,
      ratePlanId,
      services.map(({ serviceId, dates }) => [serviceId, ...(dates ?? [])]),
    ],
  );
};

describe('a quote by prompts', () => {
  const ask = (bench: Workbench, answers: readonly Answer[], more: Line = []) =>
    bench.run(wordsOf('bookings quote', more), { terminal: true, answers });

  it('prompts for property, dates, guests, offers and services by date, and for another reservation', async () => {
    const bench = openBench();
    const first = ['2026-12-01', '+12d', '2', '7 4', '0', 'LND-TEA', '2026-12-02', ''];
    const second = ['2026-12-01', '2026-12-02', '1', '', '1', ''];
    const run = await expectExit(ask(bench, ['LND', ...first, true, ...second, false]), 0);
    expect(chosen(run.stdout)).toEqual([
      ['LND', '2026-12-01', '2026-12-03', 2, [7, 4], 'LND-FLEX-FAM', [['LND-TEA', '2026-12-02']]],
      ['LND', '2026-12-01', '2026-12-02', 1, [], 'LND-NONREF-CLS', []],
    ]);
    const stay = [
      'Arrival (YYYY-MM-DD, tomorrow is +1d)',
      'Departure (YYYY-MM-DD, tomorrow is +1d)',
      'Adults',
      'Ages of children, separated by spaces (empty for none)',
      'Offer',
      'Service',
    ];
    const another = 'Another reservation in this booking?';
    const dates = ['Dates (of 2026-12-01 2026-12-02)', 'Service'];
    expect(run.context.prompted).toEqual(['Property', ...stay, ...dates, another, ...stay, another]);
    expect(run.stderr).toContain('grand total');
  });

  it('suggests the dates of the reservation before, but never a departure before the arrival', async () => {
    const others: Answer[] = ['2', '', '0', ''];
    const [first, second] = [
      ['2026-12-01', '2026-12-03', ...others, true],
      [null, null, ...others, true],
    ];
    const answers = [...first, ...second, '2026-12-05', null, ...others, false];
    const run = await expectExit(ask(openBench(), answers, '--property MUC'), 0);
    expect(chosen(run.stdout).map(([, arrival, departure]) => [arrival, departure])).toEqual([
      ['2026-12-01', '2026-12-03'],
      ['2026-12-01', '2026-12-03'],
      ['2026-12-05', '2026-12-06'],
    ]);
  });

  it('does not prompt for a property that is set, and reports when nothing is offered', async () => {
    const bench = openBench();
    const asked = ask(bench, ['2026-12-01', '2026-12-03', '9', ''], '--property MUC');
    const run = await expectExit(asked, 4, 'nothing is offered');
    expect(run.context.prompted).not.toContain('Property');
  });

  it('never prompts without a terminal', async () => {
    expect((await ask(openBench(), [], '--no-input')).exitCode).toBe(2);
  });
});

describe('a quote by flags', () => {
  it('computes relative dates from the property’s day', async () => {
    const bench = openBench();
    // Five in the afternoon in UTC is the next day in Tokyo.
    const line = `bookings quote --property TYO --service service=TYO-ASA,date=+1d
        --reservation arrival=+1d,departure=+2d,adults=1,rate-plan=TYO-FLEX-SEMI`;
    const run = await expectExit(bench.run(line, { now: Date.UTC(2026, 10, 21, 17) }), 0);
    expect(chosen(run.stdout)).toEqual([
      ['TYO', '2026-11-23', '2026-11-24', 1, [], 'TYO-FLEX-SEMI', [['TYO-ASA', '2026-11-23']]],
    ]);
  });

  it('quotes yen without decimals, and keeps offers as received', async () => {
    const bench = openBench();
    const line = `bookings quote --property TYO
        --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,child=7,rate-plan=TYO-NONREF-TATAMI`;
    const run = await expectExit(bench.run(line), 0);
    const { sums, reservations } = JSON.parse(run.stdout);
    expect(sums.grandTotal.amount).toBe(sums.total.amount + sums.cityTax.amount);
    expect(run.stderr).toMatch(/grand total \d+ JPY/);
    const offers = await bench.run(
      `offers list --property TYO --arrival 2026-12-01 --departure 2026-12-03 --adults 2 --child-age 7
        --format json`,
    );
    expect(JSON.parse(offers.stdout).offers).toContainEqual(reservations[0].offer);
    writeFileSync(bench.file('quote.json'), run.stdout);
    const authorization = await bench.run(authorizationArgs(bench));
    expect(JSON.parse(authorization.stdout).amount).toEqual({ value: sums.total.amount, currency: 'JPY' });
  });

  it('accepts day use, and a file or standard input instead of flags', async () => {
    const bench = openBench();
    const stay = { arrival: '2026-12-01', departure: '2026-12-01', adults: 1 };
    const dayUse = { ratePlanId: 'MUC-DAY-DBL', timeSliceTemplate: 'DayUse' };
    const night = { departure: '2026-12-02', ratePlanId: 'MUC-FLEX-DBL', unitGroupId: 'MUC-DBL' };
    const services = [{ serviceId: 'MUC-DOG', dates: ['2026-12-01'] }];
    const stays = JSON.stringify({
      reservations: [
        { ...stay, ...dayUse, propertyId: 'MUC' },
        { ...stay, ...night, childrenAges: [3], services },
      ],
    });
    writeFileSync(bench.file('stays.json'), stays);
    const quote = 'bookings quote --property MUC --file';
    const ofFile = await expectExit(bench.run(`${quote} ${bench.file('stays.json')}`), 0);
    const piped = bench.run(`${quote} - --output ${bench.file('out.json')}`, { stdinLines: [stays] });
    expect((await expectExit(piped, 0)).stdout).toBe('');
    expect(chosen(readFileSync(bench.file('out.json'), 'utf8'))).toEqual(chosen(ofFile.stdout));
  });

  it.each([
    [`${reservation().replace('DBL', 'NONE')}`, '', 'MUC-NONREF-NONE is not offered'],
    [reservation(), 'service=MUC-NONE', 'not offered\nhint: nothing was sent; offered with the rate plan: M'],
    [reservation(), 'service=MUC-BRKF,date=2026-12-09', 'MUC-BRKF is not offered on 2026-12-09'],
  ])('an unavailable offer is exit 4: %s %s', async (stay, service, message) => {
    const bench = openBench();
    const chosen = service ? ['--service', service] : [];
    await expectExit(
      bench.run(wordsOf('bookings quote --property MUC --reservation', [stay], chosen)),
      4,
      message,
    );
  });

  it('a quote belongs to its host', async () => {
    const bench = openBench();
    await quote(bench);
    const other = bench.run(authorizationArgs(bench, 'N', '--base-url http://127.0.0.1:1'));
    await expectExit(other, 2, 'this quote came from another API host');
  });
});
