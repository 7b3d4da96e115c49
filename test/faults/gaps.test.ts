import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failedItems } from '../../src/base/item-outcome.ts';
import { faultRule } from '../../src/commands/sandbox/options.ts';
import { reports } from '../../src/platform/reports/index.ts';
import type { RunningSandbox } from '../../src/sandbox/sandbox.ts';
import { textsOf } from '../commands/page-texts.ts';
import { temporaryFile } from '../context.ts';
import { fewerBookings, onlyHotels } from '../sandbox/fewer-bookings.ts';
import { startTestSandbox } from '../sandbox/start-test-sandbox.ts';
import { wordsOf } from '../words.ts';
import { at, type Machine, type NightRun, openMachine, type Variables } from './night-machine.ts';

/**
 * A part is missing: one hotel, one report, one rate, one budget. Each command names the hotel and the cause on its page, in
 * its email, in the history, in the heartbeat and in the metrics, and delivers the rest.
 */

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: 'hotelctl', today: '2026-11-21', properties: 48 });
  fewerBookings(onlyHotels(sandbox.hotel, ['KYO', 'BER', 'HAM', 'FRA', 'CGN', 'LEJ']));
});
afterAll(() => sandbox.stop());

const three = '--property LEJ,CGN,KYO';
/** The jobs; those with a page write it. Small hotels, and KYO for its currency and its day. */
const jobs: Jobs = [
  ['snapshot', `snapshot take ${three} --ahead 40d`],
  ['sync', `sync FOLDER/lake ${three} --report revenues --period this-month`],
  ['brief', `brief ${three}`],
  ['ranking', `reports property-performance ${three} --period 2026-10 --by property`],
  ['nights', `reports room-nights ${three} --period 2026-10`],
  ['pack', `pack ${three} --period 2026-10`],
  ['close', 'close --property LEJ,KYO --period 2026-10'],
  ['return', `statistics DE ${three} --period 2026-10`],
  ['pickup', `pickup ${three} --since 1d --period next-30-days --by month`],
  ['weeks', `pickup ${three} --since 1d --period next-30-days --by week`],
  ['pace', `pace ${three} --as-of 2026-11-20 --period next-30-days --by month`],
];
const chain: Jobs = [['chain-snapshot', 'snapshot take --all-properties --ahead 7d']];
const dataOnly = /snapshot|sync|lake/;
const named = (names: string) => jobs.filter(([name]) => wordsOf(names).includes(name));

type Jobs = readonly (readonly [name: string, command: string])[];
const openChain = (chosen: Jobs = jobs, giveUpAfter = '30s') => {
  const daily = chosen.map(([name, command]) => {
    const page = dataOnly.test(name) ? '' : ` --output FOLDER/pages/of-${name}.html`;
    return [name, 'day 06:00', `${command}${page}`] as const;
  });
  return openMachine(sandbox, '', at(19, 12), sandbox.apiUrl, daily, giveUpAfter);
};

async function runWithFault(
  machine: Machine,
  rule: string | undefined,
  name: string,
  { now = at(21, 12), variables = {}, onSleep }: RunWithFault = {},
) {
  await sandbox.meetFaults(rule === undefined ? [] : [faultRule(rule)]);
  const { exitCode } = await machine.hotelctl(['schedule', 'run', name, '--now'], now, variables, onSleep);
  await sandbox.meetFaults([]);
  const run = machine.history(name).at(-1) as NightRun;
  return { exitCode, run, failed: failedItems(run.items ?? []) };
}
interface RunWithFault {
  readonly now?: number;
  readonly variables?: Variables;
  readonly onSleep?: Parameters<Machine['hotelctl']>[3];
}

const textOf = ({ folder }: Machine, name: string) =>
  textsOf(readFileSync(join(folder, 'pages', `of-${name}.html`), 'utf8')).join('\n');
const metricsOf = ({ folder }: Machine, name: string) =>
  readFileSync(join(folder, 'pages', `${name}.prom`), 'utf8');
const mailOf = async ({ mail }: Machine, name: string) =>
  (await mail.mails()).findLast(({ to = [] }) =>
    to.some(({ address }) => address === `${name}@hotel.example`),
  );

const savedOf = (count: number) => new RegExp(`^Snapshots saved +${count}$`, 'm');

/** What each channel says of a run of which KYO failed. */
async function expectNamed(machine: Machine, name: string, cause: string | RegExp) {
  const hotels = name.startsWith('chain') ? 6 : name === 'close' ? 2 : 3;
  const { items = [] } = machine.history(name).at(-1) as NightRun;
  const failed = failedItems(items);
  const about = `${name}: ${cause}`;
  expect([items.length, failed.length], about).toEqual([hotels, 1]);
  const [{ item = '', cause: recorded = '' } = {}] = failed;
  expect(item.split(' ')[0], about).toBe('KYO');
  expect(recorded, about).toMatch(cause);
  const alarm = machine.monitor.calls.findLast(call => call.startsWith(`POST /${name}/`));
  expect(alarm, about).toMatch(`POST /${name}/fail`);
  expect(alarm, about).toContain(`${item}: ${recorded}`);
  const samples = metricsOf(machine, name).match(/^hotelctl_item_failed.*$/gm) ?? [];
  const ofFailed = samples.filter(sample => !sample.endsWith(' 0'));
  expect(ofFailed, about).toEqual([expect.stringMatching(/property="KYO"\} 1$/)]);
  expect(samples, about).toHaveLength(hotels);
  const mail = await mailOf(machine, name);
  if (dataOnly.test(name)) {
    expect(mail?.subject, about).toBe(`FAILED: hotelctl ${name} (exit code 7)`);
    expect(mail?.text, about).toContain(`${item}: ${recorded}`);
    expect(mail?.text, about).toMatch(/^(Snapshots saved|Partitions written) +\d+$/m);
    // What earlier attempts of the job saved counts too.
    if (name.endsWith('snapshot')) expect(mail?.text, about).toMatch(savedOf(hotels - 1));
    return;
  }
  const gap = `${hotels - 1} of ${hotels} hotels. Missing: Kamogawa Ryokan`;
  expect(mail?.subject, about).toContain(`${hotels - 1} of ${hotels} hotels`);
  // The hotels are counted once.
  expect(mail?.subject, about).not.toContain('properties');
  for (const text of [textOf(machine, name), mail?.text?.replaceAll(/\s+/g, ' ') ?? '']) {
    expect(text, about).toContain(gap);
    expect(text, about).toMatch(cause);
    // An email cuts long names.
    expect(text, about).toContain('Hotel Thomaskirc');
  }
}

/** Pick-ups read the snapshots: that of the day is what they lack. */
const isOffline = (name: string) => ['pickup', 'weeks', 'pace'].includes(name);

it('one hotel with 503 is named in every channel of every command, and the others are delivered', async () => {
  const machine = await openChain([...jobs, ...chain]);
  await machine.hotelctl(wordsOf('snapshot take --property LEJ,CGN --ahead 40d'), at(20, 12));
  // `weeks` is another pick-up.
  for (const [name] of [...jobs, ...chain].filter(([job]) => job !== 'weeks')) {
    const { exitCode, run } = await runWithFault(machine, 'api=503,path=KYO', name);
    expect([exitCode, run.exitCode], name).toEqual([7, 7]);
    await expectNamed(machine, name, isOffline(name) ? 'no snapshot' : '503 unavailable');
    expect(run.attempts > 1, name).toBe(!isOffline(name));
  }
  const age = (property: string) => {
    const sample = new RegExp(`_age_days{job="chain-snapshot",property="${property}"} (.*)`);
    return sample.exec(metricsOf(machine, 'chain-snapshot'))?.[1];
  };
  expect([age('LEJ'), age('KYO')]).toEqual(['0', '+Inf']);
  // Also of a run that cannot list the hotels, and never by a snapshot of a day to come: a clock was ahead.
  await machine.hotelctl(wordsOf('snapshot take --property LEJ --ahead 7d'), at(28, 12));
  expect((await runWithFault(machine, 'api=503', 'chain-snapshot', { now: at(23, 12) })).exitCode).toBe(5);
  expect(age('LEJ')).toBe('2');
});

/** One that is read completely and one that is streamed; all of them in a soak run. */
const broken = reports.filter(
  ({ name }) => process.env['FULL_COUNTS'] || /^(room-nights|ordered-services)$/.test(name),
);

it('one report of eight is named, and the others are in the lake', async () => {
  const flags = '--property LEJ --service LEJ-BRKF --period 2026-11-01..2026-11-03';
  const machine = await openChain(
    broken.map(({ name }) => [`lake-${name}`, `sync FOLDER/${name} ${flags}`] as const),
  );
  for (const { name } of broken) {
    const job = `lake-${name}`;
    const { exitCode, failed } = await runWithFault(machine, `api=503,path=reports/${name}`, job);
    expect([exitCode, failed.map(({ item }) => item)], name).toEqual([7, [`LEJ ${name} 2026-11`]]);
    expect(metricsOf(machine, job)).toContain(`{job="${job}",report="${name}",property="LEJ"} 1\n`);
    const cause = `LEJ ${name} 2026-11: the platform could not process`;
    expect(machine.monitor.calls.at(-1)).toContain(cause);
    expect((await mailOf(machine, job))?.text).toContain(cause);
    const files = readdirSync(join(machine.folder, name), { recursive: true }).map(String);
    const written = new Set(files.filter(path => path.endsWith('.parquet')).map(path => path.split('/')[0]));
    const others = reports.map(report => report.name).filter(other => other !== name);
    expect([...written].sort()).toEqual(others.sort());
  }
});

it('a pack without the invoices of one hotel has everything else, and names them', async () => {
  const machine = await openChain(named('pack'));
  const noInvoices = 'api=503,path=company-invoices-vat?propertyId=KYO';
  const { exitCode, failed } = await runWithFault(machine, noInvoices, 'pack');
  expect([exitCode, failed.map(({ item }) => item)]).toEqual([7, ['KYO company-invoices-vat 2026-10']]);
  expect(metricsOf(machine, 'pack')).toContain('report="company-invoices-vat",property="KYO"} 1\n');
  const [mail] = await machine.mail.mails();
  expect(mail?.subject).toMatch(/^3 hotels, 1 report missing, October 2026: /);
  expect(mail?.text).toContain('Error: 1 report failed; the others were written\n');
  const text = textOf(machine, 'pack').replaceAll('\n', ' ');
  expect(text).toContain('3 hotels. Missing: Kamogawa Ryokan · Company invoices (503 unavailable).');
  expect(text).toMatch(/Totals of company invoices +2 of 3 hotels/);
  expect(text).toContain('Revenues by account');
});

/** All of them in a soak run. */
const repeated = process.env['FULL_COUNTS']
  ? jobs.filter(([name]) => !isOffline(name))
  : named('snapshot sync brief');

it('a fault that ends after 90 seconds leaves no gap', async () => {
  const machine = await openChain(repeated, '5m');
  for (const [name] of repeated) {
    const onSleep = async (passed: number) => {
      if (passed >= 90_000) await sandbox.meetFaults([]);
    };
    const given = { onSleep, variables: { HOTELCTL_MAX_ATTEMPTS: '1' } };
    const { exitCode, run, failed } = await runWithFault(machine, 'api=503,path=KYO', name, given);
    expect([exitCode, failed, run.attempts > 1], name).toEqual([0, [], true]);
    if (!dataOnly.test(name)) expect(textOf(machine, name), name).not.toContain('Missing');
  }
});

it('a run that is stopped keeps the hotel and its cause, and the next one leaves no gap', async () => {
  const machine = await openChain(repeated);
  for (const [name] of repeated) {
    let listed = '';
    // In a pause of the second attempt.
    const onSleep = async (_: number, interrupt: () => void) => {
      if (listed.includes('attempt 2')) return;
      listed = (await machine.hotelctl(wordsOf('schedule list --format csv'), at(21, 12))).stdout;
      if (listed.includes('attempt 2')) interrupt();
    };
    const { run, failed } = await runWithFault(machine, 'api=503,path=KYO', name, { onSleep });
    expect(listed, name).toMatch(/"?running, attempt 2, last: .*\(KYO.*: .*503 unavailable\)/);
    const error = expect.stringContaining('attempt 1 had failed');
    expect(run, name).toMatchObject({ exitCode: 130, error });
    const tokyo = { item: expect.stringMatching(/^KYO/), cause: expect.stringContaining('503') };
    expect(failed, name).toMatchObject([tokyo]);
    const next = await runWithFault(machine, undefined, name, { now: at(21, 13) });
    expect([next.exitCode, next.failed], name).toEqual([0, []]);
  }
});

it('one currency without a rate is missing, and the others are converted', async () => {
  const rates = temporaryFile('rates.csv', 'currency,rate\nGBP,1.18\n');
  const converted = named('brief ranking pack pickup pace').map(
    ([name, command]) => [`eur-${name}`, `${command} --currency EUR --rates ${rates}`] as const,
  );
  const machine = await openChain(converted);
  for (const day of [20, 21])
    await machine.hotelctl(wordsOf(`snapshot take ${three} --ahead 40d`), at(day, 12));
  for (const [name] of converted) {
    await runWithFault(machine, undefined, name);
    await expectNamed(machine, name, 'rates.csv has no rate of JPY');
  }
});

it('one hotel on another day is shown as of that day, which the page and the email name', async () => {
  const ranking = `reports property-performance ${three} --period mtd --by property`;
  const machine = await openChain([
    ...named('brief pickup weeks'),
    ['days', ranking],
    ['sums', `pickup ${three} --since 1d --period next-30-days --by property`],
    ['ahead', `pace ${three} --period next-30-days --by month`],
  ]);
  const now = Date.parse('2026-11-21T16:00:00Z');
  const take = (day: string) =>
    machine.hotelctl(wordsOf(`snapshot take ${three} --ahead 40d --business-day ${day} --format csv`), now);
  await take('yesterday');
  expect((await take('today')).stdout).toBe(
    'propertyId,taken,outcome,error\r\nLEJ,2026-11-21,written,\r\nCGN,2026-11-21,written,\r\nKYO,2026-11-22,written,\r\n',
  );
  for (const name of ['brief', 'pickup', 'weeks', 'sums', 'ahead', 'days']) {
    expect((await runWithFault(machine, undefined, name, { now })).exitCode, name).toBe(0);
    // Results to date end on the day before.
    const day = name === 'days' ? 'Sat 21 Nov' : 'Sun 22 Nov';
    const other = `Another day: Kamogawa Ryokan is as of ${day}; totals add its own days.`;
    const mail = await mailOf(machine, name);
    expect(textOf(machine, name), name).toContain(other);
    expect(mail?.text?.replaceAll(/\s+/g, ' '), name).toContain(other);
    // The page is of a group, and of one distance: 21 and 22 November are both a day after the snapshot before.
    if (!['brief', 'ahead'].includes(name))
      expect(textOf(machine, name), name).toMatch(/^3 (hotels|properties) · (since .*\(1 day\)|1 Nov 2026)/m);
  }
  expect(textOf(machine, 'sums')).toContain('Pick-up · 3 properties');
  expect((await machine.hotelctl(wordsOf(ranking), now)).stdout).toMatch(/^Another day: .* of Sat 21 Nov;/);
});

it('a budget of two hotels of five stands beside the figures of these two', async () => {
  const lines = ['10', '11'].flatMap(month =>
    ['LEJ', 'CGN'].flatMap(id => [`${id},2026-${month},revenue,150000`, `${id},2026-${month},sold,1000`]),
  );
  const budget = temporaryFile('budget.csv', ['property,month,measure,amount', ...lines, ''].join('\n'));
  const five = `--property LEJ,CGN,HAM,BER,FRA --budget ${budget}`;
  const machine = await openChain([
    ['group', `brief ${five}`],
    ['month', `pack ${five} --period 2026-10`],
    ['books', `pace ${five} --period this-month --by month`],
    ['order', `reports property-performance ${five} --period 2026-10 --by property`],
  ]);
  await machine.hotelctl(wordsOf('snapshot take --property LEJ,CGN,HAM,BER,FRA --ahead 40d'), at(21, 12));
  // The words of the page, and those of the email too, which has fewer columns.
  for (const [name, onPage, ...inBoth] of [
    [
      'group',
      '2 with a budget',
      'on budget to date (2 of 5 hotels)',
      'Outlook (2 of 5 hotels)',
      'HAM, BER, FRA',
    ],
    ['month', '2 with a budget', 'Room revenue, 2 of 5 hotels', 'HAM, BER, FRA'],
    ['books', 'Revenue of these hotels', 'HAM, BER, FRA'],
    // Each row has its own budget, and the total has none.
    ['order', 'Budget net EUR', 'HAM, BER, FRA: no budget of revenue'],
  ] as const) {
    expect((await runWithFault(machine, undefined, name)).exitCode, name).toBe(0);
    const text = textOf(machine, name).replaceAll('\n', ' ');
    const mail = (await mailOf(machine, name))?.text?.replaceAll(/\s+/g, ' ');
    for (const words of [onPage, ...inBoth]) expect(text, name).toContain(words);
    for (const words of inBoth) expect(mail, name).toContain(words);
  }
});
