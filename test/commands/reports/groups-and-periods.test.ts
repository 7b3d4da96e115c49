import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../../src/output/document/words.ts';
import { localeFormat } from '../../../src/output/number-format.ts';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { soldFigures } from '../../output/rendered.ts';
import { workbookSheets } from '../../output/workbook-parts.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runAgainst } from './served.ts';

/**
 * Groups, aligned weekdays and named periods in every format. The hotel has 100 units: Double and Single, 50 each. From
 * Monday to Friday 40 doubles and 20 singles are sold, on Saturdays and Sundays 45 and 45. A unit costs 100 EUR in 2026
 * and 80 EUR in the years before. October 2026 begins on a Thursday and has nine days of a weekend: 22 x 60 + 9 x 90 =
 * 2,130 units are sold of 3,100.
 */
const dayLength = 86_400_000;

function respond(query: URLSearchParams) {
  const days: object[] = [];
  let [sold, gross] = [0, 0];
  const last = Date.parse(query.get('to') ?? '');
  for (let time = Date.parse(query.get('from') ?? ''); time <= last; time += dayLength) {
    const date = new Date(time);
    const isWeekend = date.getUTCDay() % 6 === 0;
    const price = date.getUTCFullYear() === 2026 ? 100 : 80;
    const groups = [
      { id: 'DBL', name: 'Double', sold: isWeekend ? 45 : 40 },
      { id: 'SGL', name: 'Single', sold: isWeekend ? 45 : 20 },
    ];
    const ofDay = isWeekend ? 90 : 60;
    days.push({
      businessDay: date.toISOString().slice(0, 10),
      ...soldFigures(ofDay, 100, ofDay * price),
      unitGroups: groups.map(({ id, name, sold }) => ({
        unitGroup: { id, name },
        ...soldFigures(sold, 50, sold * price),
      })),
    });
    sold += ofDay;
    gross += ofDay * price;
  }
  return { ...soldFigures(sold, days.length * 100, gross), businessDays: days };
}

/** Rows of these columns as each format has them; `json` is the query for the same values. */
async function inEveryFormat(words: readonly string[], columns: readonly string[], json: string) {
  const run = async (more: Line = []) => {
    const all = wordsOf('reports property-performance --property MUC', words, more);
    const outcome = await runAgainst(all, respond, { env: { LANG: 'C.UTF-8' } });
    expect([outcome.stderr, outcome.exitCode]).toEqual(['', 0]);
    return outcome.stdout;
  };
  const chosen = ['--columns', columns.join(',')];
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  await run([...chosen, '--output', file('a.xlsx')]);
  await run([...chosen, '--output', file('a.parquet')]);
  const [, sheet] = workbookSheets(readFileSync(file('a.xlsx')));
  const cells = [...(sheet?.cells ?? [])].filter(([place]) => !/^[A-Z]+1$/.test(place));
  const html = await run([...chosen, '--format', 'html']);
  const selected = columns.map(name => `"${name}"::varchar as "${name}"`).join(', ');
  return {
    table: (await run(chosen)).trimEnd().split('\n'),
    csv: (await run([...chosen, '--format', 'csv'])).trimEnd().split('\r\n').slice(1),
    json: JSON.parse(await run(['--format', 'json', '--query', json])),
    ndjson: (await run([...chosen, '--format', 'ndjson'])).trimEnd().split('\n'),
    xlsx: cells.map(([, text]) => text),
    parquet: (await duckRows(`select ${selected} from '${file('a.parquet')}'`)).map(row =>
      columns.map(name => row[name]),
    ),
    html: [...html.slice(html.indexOf('<tbody')).matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(
      ([, cell = '']) => cell.replace(/<[^>]+>/g, ''),
    ),
  };
}
const october = ['--period', '2026-10-01..2026-10-11'];
const numbers = 'soldCount, occupancyPercentage';

describe('groups in every format', () => {
  it('--by week: weeks begin on Monday, and the first and the last one may be parts', async () => {
    const rows = await inEveryFormat(
      [...october, '--by', 'week'],
      ['week', 'soldCount', 'occupancyPercentage'],
      `[].[week, ${numbers}]`,
    );
    expect(rows.table.slice(-4)).toEqual([
      '2026-09-28   300   75.00',
      '2026-10-05   480   68.57',
      '────────────────────────',
      'Total        780   70.91',
    ]);
    expect(rows.csv).toEqual(['2026-09-28,300,75', '2026-10-05,480,68.57']);
    expect(rows.json).toEqual([
      ['2026-09-28', 300, 75],
      ['2026-10-05', 480, 68.57],
    ]);
    expect(rows.ndjson[1]).toBe('{"week":"2026-10-05","soldCount":480,"occupancyPercentage":68.57}');
    // 46293 is 28 September 2026.
    expect(rows.xlsx).toEqual(['46293', '300', '75', '46300', '480', '68.57', 'Total', '780', '70.91']);
    expect(rows.parquet).toEqual([
      ['2026-09-28', '300', '75.000000000000000000'],
      ['2026-10-05', '480', '68.570000000000000000'],
    ]);
    expect(rows.html).toEqual([
      ...['28 Sep 2026', '300', '75.00', '5 Oct 2026', '480', '68.57', 'Total', '780', '70.91'],
    ]);
  });

  it('--by month: months of two years with their own prices', async () => {
    const rows = await inEveryFormat(
      ['--period', '2025-12..2026-01', '--by', 'month'],
      ['month', 'soldCount', 'grossAdr.amount'],
      '[].[month, soldCount, grossAdr.amount]',
    );
    // December 2025 has 8 days of a weekend and 23 others, January 2026 has 9 and 22.
    expect(rows.table.slice(-4)).toEqual([
      '2025-12  2,100          80.00',
      '2026-01  2,130         100.00',
      '─────────────────────────────',
      'Total    4,230          90.07',
    ]);
    expect(rows.csv).toEqual(['2025-12,2100,80', '2026-01,2130,100']);
    expect(rows.json).toEqual([
      ['2025-12', 2100, 80],
      ['2026-01', 2130, 100],
    ]);
    expect(rows.ndjson[0]).toBe('{"month":"2025-12","soldCount":2100,"grossAdr":{"amount":80}}');
    expect(rows.xlsx).toEqual(['2025-12', '2100', '80', '2026-01', '2130', '100', 'Total', '4230', '90.07']);
    expect(rows.parquet[1]).toEqual(['2026-01', '2130', '100.000000000000000000']);
    expect(rows.html).toEqual([
      ...['2025-12', '2,100', '80.00', '2026-01', '2,130', '100.00', 'Total', '4,230', '90.07'],
    ]);
  });

  it('--by weekday: seven rows from Monday', async () => {
    const rows = await inEveryFormat(
      ['--period', '2026-10', '--by', 'weekday'],
      ['weekday', 'soldCount', 'occupancyPercentage'],
      `[].[weekday, ${numbers}]`,
    );
    // Five Thursdays, Fridays and Saturdays, four of the others.
    const sold = [240, 240, 240, 300, 300, 450, 360];
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    expect(rows.table.slice(-5)).toEqual([
      'Friday       300   60.00',
      'Saturday     450   90.00',
      'Sunday       360   90.00',
      '────────────────────────',
      'Total      2,130   68.71',
    ]);
    expect(rows.csv).toEqual(days.map((day, index) => `${day},${sold[index]},${index < 5 ? 60 : 90}`));
    expect(rows.json).toEqual(days.map((day, index) => [day, sold[index], index < 5 ? 60 : 90]));
    expect(rows.ndjson[5]).toBe('{"weekday":"Saturday","soldCount":450,"occupancyPercentage":90}');
    expect(rows.xlsx.slice(-6)).toEqual(['Sunday', '360', '90', 'Total', '2130', '68.71']);
    expect(rows.parquet[0]).toEqual(['Monday', '240', '60.000000000000000000']);
    expect(rows.html.slice(-6)).toEqual(['Sunday', '360', '90.00', 'Total', '2,130', '68.71']);
  });

  it('--by unit-group: the house of each group is its own', async () => {
    const rows = await inEveryFormat(
      ['--period', '2026-10', '--by', 'unit-group'],
      ['unitGroup.name', 'soldCount', 'occupancyPercentage'],
      `[].[unitGroup.name, ${numbers}]`,
    );
    // 22 x 40 + 9 x 45 of 1,550 doubles, 22 x 20 + 9 x 45 of as many singles.
    expect(rows.table.slice(-4)).toEqual([
      'Double      1,285   82.90',
      'Single        845   54.52',
      '─────────────────────────',
      'Total       2,130   68.71',
    ]);
    expect(rows.csv).toEqual(['Double,1285,82.9', 'Single,845,54.52']);
    expect(rows.json).toEqual([
      ['Double', 1285, 82.9],
      ['Single', 845, 54.52],
    ]);
    expect(rows.ndjson[1]).toBe(
      '{"unitGroup":{"name":"Single"},"soldCount":845,"occupancyPercentage":54.52}',
    );
    expect(rows.xlsx).toEqual(['Double', '1285', '82.9', 'Single', '845', '54.52', 'Total', '2130', '68.71']);
    expect(rows.parquet[1]).toEqual(['Single', '845', '54.520000000000000000']);
    expect(rows.html.slice(0, 6)).toEqual(['Double', '1,285', '82.90', 'Single', '845', '54.52']);
  });
});

it('--align weekday compares a Thursday with a Thursday, in every format', async () => {
  const rows = await inEveryFormat(
    wordsOf('--period 2026-10-01..2026-10-03 --view days --compare last-year --align weekday'),
    ['businessDay', 'thenDay', 'soldCount.then', 'soldCount.now'],
    '[].[businessDay, thenDay, soldCount.then, soldCount.now]',
  );
  // By date, 3 October would be a Saturday beside a Friday: 90 beside 60.
  expect(rows.table.slice(-5)).toEqual([
    'Thu 2026-10-01  Thu 2025-10-02         60         60',
    'Fri 2026-10-02  Fri 2025-10-03         60         60',
    'Sat 2026-10-03  Sat 2025-10-04         90         90',
    '────────────────────────────────────────────────────',
    'Total                                 210        210',
  ]);
  expect(rows.csv[2]).toBe('2026-10-03,2025-10-04,90,90');
  expect(rows.json[2]).toEqual(['2026-10-03', '2025-10-04', 90, 90]);
  expect(rows.ndjson[2]).toBe(
    '{"businessDay":"2026-10-03","thenDay":"2025-10-04","soldCount":{"then":90,"now":90}}',
  );
  // 46298 is 3 October 2026, 45934 is 4 October 2025.
  expect(rows.xlsx.slice(8, 12)).toEqual(['46298', '45934', '90', '90']);
  expect(rows.parquet[2]).toEqual(['2026-10-03', '2025-10-04', '90', '90']);
  expect(rows.html.slice(8, 12)).toEqual(['Sat 3 Oct 2026', 'Sat 4 Oct 2025', '90', '90']);
});

/** The clock of the tests shows Thursday, 15 October 2026. */
describe('a period in every format', () => {
  it.each([
    // Five days from Monday to Friday, and a weekend.
    ['this-week', '2026-10-12', '2026-10-18', '480', '480'],
    ['last-week', '2026-10-05', '2026-10-11', '480', '480'],
    ['next-week', '2026-10-19', '2026-10-25', '480', '480'],
    // 21 x 60 + 9 x 90.
    ['next-month', '2026-11-01', '2026-11-30', '2070', '2,070'],
    // 92 days: 13 weeks and a Thursday, 13 weeks and a Wednesday.
    ['this-quarter', '2026-10-01', '2026-12-31', '6300', '6,300'],
    ['last-quarter', '2026-07-01', '2026-09-30', '6300', '6,300'],
    // 11 x 60 + 4 x 90.
    ['mtd', '2026-10-01', '2026-10-15', '1020', '1,020'],
    ['qtd', '2026-10-01', '2026-10-15', '1020', '1,020'],
    // 288 days: 41 weeks and a Thursday.
    ['ytd', '2026-01-01', '2026-10-15', '19740', '19,740'],
    // 365 days: 52 weeks and a Wednesday.
    ['last-12-months', '2025-10-01', '2026-09-30', '25020', '25,020'],
    ['oct-2026', '2026-10-01', '2026-10-31', '2130', '2,130'],
    ['October-2026', '2026-10-01', '2026-10-31', '2130', '2,130'],
  ])('%s is %s to %s: %s units', async (period, from, to, plain, shown) => {
    const rows = await inEveryFormat(
      ['--period', period, '--view', 'summary'],
      ['from', 'to', 'soldCount'],
      'soldCount',
    );
    expect(rows.table.at(-1)?.trim().split(/ +/)).toEqual([from, to, shown]);
    expect(rows.csv).toEqual([`${from},${to},${plain}`]);
    expect(rows.json).toBe(Number(plain));
    expect(rows.ndjson).toEqual([`{"from":"${from}","to":"${to}","soldCount":${plain}}`]);
    expect(rows.xlsx.at(-1)).toBe(plain);
    expect(rows.parquet).toEqual([[from, to, plain]]);
    const dayWords = (day: string) => dateText(day, 'day-of-year', localeFormat(undefined));
    expect(rows.html).toEqual([dayWords(from), dayWords(to), shown]);
  });
});
