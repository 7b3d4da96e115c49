// biome-ignore-all lint/suspicious/noThenProperty: the column of the earlier period is named then.
import { describe, expect, it } from 'vitest';
import { allMeasures, daysBetween, requestedDays } from '../../measures.ts';
import { soldFigures } from '../../output/rendered.ts';
import { runAgainst } from './served.ts';

/** Groups of days that are easily misread: parts of weeks, five Thursdays, hotels that were closed. Computed here day by day. */
const dayLength = 86_400_000;
/** A different number every day, of 50 units. */
const soldOn = (day: string) => 10 + ((Date.parse(day) / dayLength) % 23);

function performance(query: URLSearchParams, unitGroup: object = { id: 'G' }) {
  const days = requestedDays(query);
  const sold = days.reduce((sum, day) => sum + soldOn(day), 0);
  return {
    ...soldFigures(sold, 50 * days.length, sold * 100),
    businessDays: days.map(businessDay => {
      const figures = soldFigures(soldOn(businessDay), 50, soldOn(businessDay) * 100);
      return { businessDay, ...figures, unitGroups: [{ unitGroup, ...figures }] };
    }),
  };
}
type Answer = Parameters<typeof runAgainst>[1];
const report = 'reports property-performance --period';
async function rowsOf(line: string, answer: Answer = query => performance(query)) {
  const { stdout, stderr } = await runAgainst(`${report} ${line} --format json`, answer);
  return { rows: JSON.parse(stdout), stderr };
}
const shown = async (line: string, answer: Answer = query => performance(query)) =>
  (await runAgainst(`${report} ${line}`, answer, { env: { LANG: 'C.UTF-8' } })).stdout;

describe('--by week', () => {
  it('has the days that are in each week, their dates, and a mark on a part of a week', async () => {
    const { rows } = await rowsOf('2026-10 --property MUC --by week');
    const october = daysBetween('2026-10-01', '2026-10-31');
    const expected = ['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26'].map(week => {
      const days = october.filter(day => day >= week && Date.parse(day) < Date.parse(week) + 7 * dayLength);
      return [week, days[0], days.at(-1), days.length, days.reduce((sum, day) => sum + soldOn(day), 0)];
    });
    const fields = ['week', 'from', 'to', 'days', 'soldCount'];
    expect(rows.map((row: Record<string, unknown>) => fields.map(name => row[name]))).toEqual(expected);
    const table = await shown('2026-10 --property MUC --by week');
    expect(table.match(/\d of 7/g)).toEqual(['4 of 7', '6 of 7']);
    expect(table).toMatch(/Total +31 /);
  });

  it('has the same weekdays of both periods', async () => {
    const { rows } = await rowsOf('2026-10 --property MUC --by week --compare last-year');
    const now = { from: '2026-10-01', to: '2026-10-04' };
    const then = { thenFrom: '2025-10-02', thenTo: '2025-10-05' };
    expect(rows[0]).toMatchObject({ ...now, ...then, days: { then: 4, now: 4 } });
  });
});

describe('filters', () => {
  it.each(['', '--format html'])('are named by the title of each view %s', async format => {
    const views = ['--by month', '--compare last-year', '--view days', '--view days --compare last-year'];
    for (const more of views) {
      const filters = '--channel-code Direct --unit-group-type BedRoom';
      const text = await shown(`2026-10-01 --property MUC,TYO ${filters} ${more} ${format}`);
      expect(text, more).toContain('channel-code: Direct');
    }
    const mix = await shown(`2026-10-01 --property MUC --by channel --channel-code Direct ${format}`);
    expect(mix).not.toContain('channel-code');
  });

  it('of unit groups are not all unit groups', async () => {
    const line = `${report} 2026-10-01 --property MUC --unit-group G`;
    expect((await runAgainst(line, query => performance(query))).stderr).toBe('');
  });
});

it('--by month marks a part of a month', async () => {
  const table = await shown('2026-10-20..2026-11-30 --property MUC --by month');
  expect(table).toMatch(/2026-10 +12 of 31 /);
  expect(table).toMatch(/2026-11 +30 /);
  const march = await shown('2026-03 --property MUC --by month --compare previous-period');
  expect(march).toMatch(/2026-03 +28 +31 /);
  const two = '2026-10-01 --period 2026-10-03 --property MUC --by month --compare last-year';
  expect(await shown(two)).toMatch(/2026-10 +2 of 31 +2 of 31 /);
});

it('--by weekday has the number of days, and averages beside the sums', async () => {
  const { rows } = await rowsOf('2026-10 --property MUC --by weekday');
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  for (const { weekday, days, soldCount, perDay } of rows) {
    const own = daysBetween('2026-10-01', '2026-10-31').filter(
      day => names[new Date(day).getUTCDay()] === weekday,
    );
    const sold = own.reduce((sum, day) => sum + soldOn(day), 0);
    expect([days, soldCount]).toEqual([own.length, sold]);
    expect(perDay.soldCount).toBeCloseTo(sold / own.length, 2);
    expect(perDay.grossAccommodationRevenue.amount).toBeCloseTo((sold * 100) / own.length, 1);
  }
  expect(rows.map(({ days }: { days: number }) => days)).toEqual([4, 4, 4, 5, 5, 5, 4]);
  // One number of decimals in a column, also where an average is a whole number.
  const shownAverages = await shown('2026-10 --property MUC --by weekday --columns perDay.soldCount');
  expect(shownAverages.match(/^ *\d.*/gm)?.filter(line => !/\d\.\d\d$/.test(line))).toEqual([]);
});

it('--by weekday has averages of the days on which the hotel was open', async () => {
  const closed = { ...allMeasures(), businessDay: '2026-10-05', unitGroups: [] };
  const { rows } = await rowsOf('2026-10-05..2026-10-12 --property MUC --by weekday', query => {
    const { businessDays, ...whole } = performance(query);
    return { ...whole, businessDays: [closed, ...businessDays.slice(1)] };
  });
  const sold = soldOn('2026-10-12');
  expect(rows[0]).toMatchObject({ weekday: 'Monday', days: 1, soldCount: sold, perDay: { soldCount: sold } });
});

it.each([
  [{ id: 'MUC-DBL', code: 'DBL', name: 'Double' }, 'Double'],
  [{ id: 'MUC-DBL', code: 'DBL', name: null }, 'DBL'],
  [{ id: 'MUC-DBL', code: '', name: '' }, 'MUC-DBL'],
])('a unit group without a name is shown by its code, else by its id: %j', async (group, label) => {
  const answer: Answer = query => performance(query, group);
  const { rows } = await rowsOf('2026-10-01 --property MUC --by unit-group', answer);
  expect(rows[0].unitGroup).toEqual({ id: 'MUC-DBL', name: label });
  expect(await shown('2026-10-01 --property MUC --view unit-groups', answer)).toContain(` ${label} `);
});

describe('a hotel without figures', () => {
  const zeros = (query: URLSearchParams) => ({
    ...allMeasures(),
    businessDays: [{ businessDay: query.get('from'), ...allMeasures(), unitGroups: [] }],
  });
  const bodiesOfNone = [
    ['no body', 204],
    ['no days', { ...allMeasures(), businessDays: [] }],
    ['zeros', zeros],
  ] as const;
  const closed = (property: string, year: string, answer: unknown) => (query: URLSearchParams) =>
    query.get('propertyId') === property && query.get('from')?.startsWith(year)
      ? answer === zeros
        ? zeros(query)
        : (answer as number)
      : performance(query);

  it.each(bodiesOfNone)('(%s) is named, and not counted, on a page of key figures', async (_, answer) => {
    const line = `${report} 2026-10-01 --property MUC,TYO --format html`;
    const { stdout, stderr } = await runAgainst(line, closed('TYO', '2026', answer));
    expect(stderr).toContain('TYO: no figures for 2026-10-01\n');
    for (const words of ['TYO: no figures for 1 Oct 2026', '1 of 2 hotels']) expect(stdout).toContain(words);
    const table = await runAgainst(line.replace('html', 'table'), closed('TYO', '2026', answer));
    expect(table.stdout).toMatch(/^1 of 2 hotels\. Missing: TYO \(without figures\)\.\n\n/);
    expect(/<title>.*<\/title>/.exec(stdout)?.[0]).not.toContain('Tokyo');
  });

  it.each(['--by month', '--compare last-year'])(
    'is not one of which a request has the days of two periods: %s',
    async flags => {
      const line = `${report} 2026-10-01 --period 2026-10-02 --property MUC,TYO ${flags} --format html`;
      const { stdout, stderr } = await runAgainst(line, closed('TYO', '2026', 204));
      expect(stderr).toContain('TYO: no figures for 2026-10-01');
      expect(stdout).toContain('TYO: no figures for 1 Oct 2026');
      expect(stdout).not.toContain(' · 2 properties');
      expect(stdout).not.toContain('MUC: no figures');
      expect(stdout).toContain('1 of 2 hotels');
    },
  );

  it('is named, and not counted, in a ranking', async () => {
    for (const status of [204, 500])
      expect(
        await shown('2026-10-01 --property MUC,TYO --by property', closed('TYO', '2026', status)),
      ).toMatch(/^1 of 2 hotels\. .*\n\nProperty performance · 1 of 2 properties · 1 Oct 2026 · /);
  });

  it.each(bodiesOfNone)('last year (%s) has no figures; totals compare the others', async (_, answer) => {
    const line = '2026-10-01 --property MUC,TYO --by property --compare last-year';
    const { rows, stderr } = await rowsOf(line, closed('TYO', '2025', answer));
    expect(stderr).toContain('TYO: no figures for 2025-10-01 to compare with\n');
    const tokyo = rows.find(({ propertyId }: { propertyId: string }) => propertyId === 'TYO');
    const [then, now] = [soldOn('2025-10-01'), soldOn('2026-10-01')];
    expect(tokyo.soldCount).toEqual({ then: null, now, change: null, changePercent: null });
    const columns = 'propertyId,soldCount.then,soldCount.now,soldCount.change';
    const table = await shown(`${line} --columns ${columns}`, closed('TYO', '2025', answer));
    const change = String(now - then).replace('-', '−');
    expect(table).toMatch(new RegExp(`Total of 1 of 2 properties +${then} +${now} +\\+?${change}`));
  });

  it('now, beside one without last year and a failed one, counts in neither; title and total say so', async () => {
    const [berlin, tokyo] = [closed('BER', '2026', 204), closed('TYO', '2025', 204)];
    const line = '2026-10-01 --property MUC,TYO,BER,LND --by property --compare last-year';
    const ofOthers = (query: URLSearchParams) => (query.get('propertyId') === 'BER' ? berlin : tokyo)(query);
    const table = await shown(line, query => (query.get('propertyId') === 'LND' ? 500 : ofOthers(query)));
    expect(table).toMatch(/ · 2 of 4 properties · .* · totals of 1 of 4 .* Total of 1 of 4 properties/s);
    const ofLondon = (query: URLSearchParams) =>
      query.get('propertyId') === 'LND' ? 500 : performance(query);
    const ranked = await shown('2026-10-01 --property MUC,TYO,LND --by property', ofLondon);
    expect(ranked).toMatch(/ Total of 2 of 3 properties +\d/);
  });

  it.each(bodiesOfNone)('now (%s) is named; key figures and totals compare the others', async (_, answer) => {
    const line = `${report} 2026-10-01 --property MUC,TYO --by property --compare last-year --format html`;
    const { stdout, stderr } = await runAgainst(line, closed('TYO', '2026', answer));
    expect(stderr).toContain('TYO: no figures for 2026-10-01, so it is not ranked\n');
    for (const words of ['Total of 1 of 2 properties', '1 of 2 hotels']) expect(stdout).toContain(words);
    expect(stdout).toMatch(/<title>[^<]* · 1 of 2 properties/);
    const [then, now] = [soldOn('2025-10-01'), soldOn('2026-10-01')];
    const change = (((now - then) / then) * 100).toFixed(2).replace('-', '−');
    const tile = new RegExp(`Units sold\\|+${now}\\|+\\s*\\+?${change} %`);
    expect(stdout.replace(/<[^>]+>/g, '|')).toMatch(tile);
  });
});

it('by date, 29 February is compared with nothing, and the days around it with their own dates', async () => {
  const single = await rowsOf('2028-02-29 --property MUC --view days --compare last-year --align date');
  expect(single.stderr).toBe('warning: 2028-02-29 has no counterpart in the year before\n');
  const soldCount = { then: null, now: soldOn('2028-02-29') };
  expect(single.rows[0]).toMatchObject({ businessDay: '2028-02-29', thenDay: null, soldCount });
  const line = '2028-02-28..2028-03-01 --property MUC --view days --compare last-year';
  const byWeekday = await rowsOf(line);
  expect(byWeekday.rows[1]).toMatchObject({ businessDay: '2028-02-29', thenDay: '2027-03-02' });
  const { rows } = await rowsOf(`${line} --align date`);
  expect(rows.map((row: Record<string, unknown>) => [row['businessDay'], row['thenDay']])).toEqual([
    ['2028-02-28', '2027-02-28'],
    ['2028-02-29', null],
    ['2028-03-01', '2027-03-01'],
  ]);
  // That of the earlier year has a separate row, and counts in its month.
  const february = '2029-02 --property MUC --compare last-year';
  const days = (await rowsOf(`${february} --view days --align date`)).rows;
  expect(days).toHaveLength(29);
  const leapDay = { businessDay: null, thenDay: '2028-02-29', soldCount: { now: null, change: null } };
  expect(days.at(-1)).toMatchObject(leapDay);
  const months = (await rowsOf(`${february} --by month`)).rows;
  const soldIn = (year: number, last: number) =>
    daysBetween(`${year}-02-01`, `${year}-02-${last}`).reduce((sum, day) => sum + soldOn(day), 0);
  expect(months).toMatchObject([{ soldCount: { now: soldIn(2029, 28), then: soldIn(2028, 29) } }]);
});
