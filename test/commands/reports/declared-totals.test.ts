import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { soldFigures } from '../../output/rendered.ts';
import { hotelWith } from '../sync/hotel-with.ts';
import { runOn } from '../sync/run-sync.ts';
import { runAgainst } from './served.ts';

/** The platform does not document whether RevPAR includes taxes; its own figures of the whole period show it. */

const money = (amount: number) => ({ amount, currency: 'EUR' });
/** Two days of 10 and 20 units: net 70 % of gross, so that the two bases cannot be confused. */
function performance(revPar: (gross: number, net: number) => number, whole: object = {}) {
  const figures = (sold: number, house: number, gross: number) => ({
    ...soldFigures(sold, house, gross),
    revPar: money(Math.round((revPar(gross, gross / 2) / house) * 100) / 100),
  });
  return {
    ...figures(15, 30, 1901),
    ...whole,
    businessDays: [
      { businessDay: '2026-10-01', ...figures(5, 10, 501), unitGroups: [] },
      { businessDay: '2026-10-02', ...figures(10, 20, 1400), unitGroups: [] },
    ],
  };
}
/** The same figures for every request. */
const ofRequest =
  ({ businessDays, ...whole }: ReturnType<typeof performance>) =>
  (query: URLSearchParams) => {
    const from = query.get('from') ?? '';
    const inYear = (day: string) => from.slice(0, 4) + day.slice(4);
    const days = businessDays.map(day => ({ ...day, businessDay: inYear(day.businessDay) }));
    return { ...whole, businessDays: days.filter(({ businessDay }) => businessDay >= from) };
  };
const twoDays = 'reports property-performance --property MUC --period 2026-10-01..2026-10-02';
const run = (body: ReturnType<typeof performance>, more: string) =>
  runAgainst(`${twoDays} ${more}`, ofRequest(body));
const net = (more: object = {}) => performance((_, amount) => amount, more);
const columns = '--format csv --columns revPar.amount --by month';

it('RevPAR that people read has the chosen amounts, whatever the platform divides', async () => {
  const gross = performance(amount => amount);
  const neither = performance(amount => amount * 0.9);
  // 1,901 / 30 = 63.37, and half of it is 31.68.
  for (const [body, own] of [
    [gross, ['50.1', '70']],
    [net(), ['25.05', '35']],
    [neither, ['45.09', '63']],
  ] as const) {
    for (const [amounts, revPar] of Object.entries({ gross: 63.37, net: 31.68 })) {
      const runIn = (more: string) => run(body, `${more} --amounts ${amounts}`);
      const numbersOf = ({ stderr, stdout }: Awaited<ReturnType<typeof run>>) => [
        stderr,
        ...(stdout.match(/\d+\.\d\d/g) ?? []),
      ];
      const computed = await runIn(columns);
      expect(computed).toMatchObject({ stderr: '', stdout: `revPar.amount\r\n${revPar}\r\n` });
      const table = await runIn('--view days --columns businessDay,revPar.amount');
      // 501 / 10 and 1,400 / 20, or half of it.
      const rows = amounts === 'gross' ? ['50.10', '70.00'] : ['25.05', '35.00'];
      expect(numbersOf(table)).toEqual(['', ...rows, revPar.toFixed(2)]);
      expect(numbersOf(await runIn('--columns revPar.amount'))).toEqual(['', revPar.toFixed(2)]);
      const page = await runIn('--locale de --format html');
      expect(page.stdout).toContain(`>${revPar.toFixed(2).replace('.', ',')}`);
      // Programs get the platform's own.
      const plain = await runIn('--view days --columns revPar.amount --format csv');
      expect(plain).toMatchObject({ stderr: '', stdout: `revPar.amount\r\n${own.join('\r\n')}\r\n` });
      const compared = '--compare 2025-10-01..2025-10-02 --view days --columns revPar.now --format csv';
      const days = await runIn(compared);
      expect(days.stdout.split('\r\n').slice(1)).toEqual([...rows.map(Number).map(String), '']);
    }
  }
});

it('averages of weekdays are of the same amounts as the other columns', async () => {
  for (const [amounts, other] of Object.entries({ net: 'gross', gross: 'net' })) {
    const { stdout } = await run(net(), `--by weekday --amounts ${amounts}`);
    expect(stdout).toContain(`Revenue per day ${amounts} EUR`);
    expect(stdout).not.toContain(` ${other} `);
  }
});

it('rows that do not add up to the figures of the whole period are a warning, a note on the page, or exit 6 with --strict', async () => {
  const body = net({ soldCount: 16 });
  const { exitCode, stderr } = await run(body, '--view days');
  expect([exitCode, stderr]).toEqual([
    0,
    "warning: MUC 2026-10-01..2026-10-02: the property-performance report's rows do not add up to its figures of the whole period: soldCount 15 instead of 16\n",
  ]);
  expect(await run(body, '--view days --strict')).toMatchObject({ exitCode: 6 });
  const note = 'do not add up to the figures of the whole period';
  expect((await run(body, '--view days --output - --format html')).stdout).toContain(note);
  expect((await run(net(), '--view days --output - --format html')).stdout).not.toContain(note);
});

it.each(['--view days', '--by month', '--format html --output -'])(
  'no days beside figures of the whole period are a warning of %s',
  async more => {
    const body = { ...net(), businessDays: [] };
    const words = 'its figures of the whole period: houseCount 0 instead of 30, soldCount 0 instead of 15';
    expect((await run(body, more)).stderr).toContain(words);
  },
);

const lacksDays = 'the snapshot of DAY lacks 1\\d of the days';
it.each([
  ['days that it lacks', lacksDays, 'the response lacked'],
  ['days that it lacks', '', 'the property was closed on'],
  ['unit groups that it lacks', 'the snapshot of DAY does not add up to the figures', 'no days'],
])(
  '%s are named as "%s" by each command that reads a snapshot, and on pages, if they are those that %s',
  async (what, note, why) => {
    const isOpenHalf = why.includes('closed');
    let isHalf = true;
    const halve = (text: string) => {
      const { businessDays: all, ...body } = JSON.parse(text);
      const businessDays: (typeof body)[] = what.startsWith('unit groups')
        ? all?.map((day: typeof body) => ({ ...day, unitGroups: day.unitGroups?.slice(1) }))
        : all?.filter((_: object, day: number) => day % 2);
      if (isOpenHalf && all) {
        const add = (read: (day: typeof body) => number) =>
          Number(businessDays.reduce((sum, day) => sum.plus(read(day)), new Big(0)));
        for (const name of ['houseCount', 'outOfOrderCount', 'soldCount']) body[name] = add(day => day[name]);
        for (const name of ['grossAccommodationRevenue', 'netAccommodationRevenue'])
          body[name].amount = add(day => day[name].amount);
      }
      return JSON.stringify({ ...body, businessDays });
    };
    const hotel = await hotelWith('MUC', text => (isHalf ? halve(text) : text));
    const env = { ...hotel, HOTELCTL_DATA_DIR: temporaryFolder() };
    const property = '--property MUC --format';
    await runOn('2026-11-21', 'snapshot take --property MUC', env);
    isHalf = false;
    const [named, shown] = ['2026-11-21', '21 Nov 2026'].map(day => new RegExp(note.replace('DAY', day)));
    for (const line of [
      `pickup --since today --period 2026-12 ${property} html`,
      `pace --period 2026-12 ${property} html`,
      `pace --period 2026-12 --versus 2026-11-21 ${property} html`,
      `brief ${property} html`,
      `reports property-performance --as-of today --period 2026-12 ${property} csv`,
      `reports property-performance --as-of today --period 2026-12 ${property} html`,
    ]) {
      const { stdout, stderr } = await expectSuccess(runOn('2026-11-21', line, env));
      if (note === '') expect(stderr + stdout, line).not.toMatch(/lacks|add up to the figures/);
      else {
        expect(stderr, line).toMatch(named as RegExp);
        if (line.endsWith('html')) expect(stdout, line).toMatch(shown as RegExp);
      }
    }
  },
);

describe.each([
  ['brief --property MUC', 'MUC 2026-10..2026-11', 'MUC: days do not add up to the figures of the whole'],
  ['pack --property MUC --period 2026-10', 'MUC 2026-10', 'MUC: days do not add up to the figures'],
  ['snapshot take --property MUC', 'MUC 2026-10-01..2027-11-01', ''],
])('is a warning of `%s`, and a note on its page', (line, request, note) => {
  const [first, second] = net().businessDays.map(({ businessDay, ...day }) => ({
    businessDay,
    ...day,
    unitGroups: [{ unitGroup: { id: 'DBL', type: 'BedRoom' }, ...day, unitGroups: undefined }],
  }));
  const withoutGroup = { ...net(), businessDays: [first, { ...second, unitGroups: [] }] };

  it.each<[string, object, string]>([
    ['a day', net({ soldCount: 16 }), 'soldCount 15 instead of 16\n'],
    ['a unit group', withoutGroup, 'houseCount 10 instead of 30, soldCount 5 instead of 15'],
  ])('%s that is missing', async (_, body, words) => {
    const now = Date.parse('2026-11-01T12:00:00Z');
    const options = { now, env: { HOTELCTL_DATA_DIR: temporaryFolder() } };
    const { stdout, stderr } = await runAgainst(line, ofRequest(body as never), options);
    expect(stderr).toContain(
      `warning: ${request}: the property-performance report's rows do not add up to its figures of the whole period: ${words}`,
    );
    const page = stdout.replaceAll(/\s+/g, ' ');
    expect(page.split('MUC: days do not').length - 1).toBe(note ? 1 : 0);
    expect(page).toContain(note);
  });
});

it.each([
  ['a day that was not requested', '2026-09-30', 'has the business day 2026-09-30, which was not requested'],
  ['a day that does not exist', '2026-10-32', 'has the business day 2026-10-32, which was not requested'],
  ['a day twice', '2026-10-01', 'has the business day 2026-10-01 twice'],
  ['a body without days', '', 'has no business days, although they were requested'],
])('%s is exit 6, also of a snapshot', async (_, businessDay, message) => {
  const { businessDays, ...whole } = net();
  const days = { businessDays: [...businessDays, { ...businessDays[0], businessDay }] };
  const body = businessDay === '' ? whole : { ...whole, ...days };
  const options = { now: Date.parse('2026-10-02T12:00:00Z'), env: { HOTELCTL_DATA_DIR: temporaryFolder() } };
  const views = ['--view days', '--by month', '--view unit-groups --format csv'];
  const lines = [
    'snapshot take --replace --behind 1 --property MUC',
    ...views.map(more => `${twoDays} ${more}`),
  ];
  for (const line of lines) {
    const ended = runAgainst(line, () => body, options);
    await expectFailure(ended, 6, message);
  }
});

it("a float's noise is not a difference", async () => {
  const noise = net({ grossAccommodationRevenue: money(1901.0000000000002) });
  expect(await run(noise, '--view days --strict')).toMatchObject({ exitCode: 0, stderr: '' });
  const real = net({ grossAccommodationRevenue: money(1901.00000001) });
  expect(await run(real, '--view days --strict')).toMatchObject({ exitCode: 6 });
});
