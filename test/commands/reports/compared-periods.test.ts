// biome-ignore-all lint/suspicious/noThenProperty: the column of the earlier period is named then.
import { describe, expect, it } from 'vitest';
import { allMeasures, requestedDays } from '../../measures.ts';
import { soldFigures } from '../../output/rendered.ts';
import type { Served } from '../reports-platform.ts';
import { runAgainst } from './served.ts';

/** The dates of computed rows: of hotels in different time zones, periods with gaps, and periods of several requests. */

async function rowsOf(
  line: string,
  respond: (query: URLSearchParams) => Served,
  options: Parameters<typeof runAgainst>[2] = {},
  warning = '',
) {
  const run = await runAgainst(['reports', ...line.split(' '), '--format', 'json'], respond, options);
  expect([run.stderr, run.exitCode]).toEqual([warning, 0]);
  return JSON.parse(run.stdout);
}

/** One unit is sold each day. */
function oneSoldPerDay(query: URLSearchParams) {
  const own = { ...soldFigures(1, 10, 100), unitGroups: [] };
  const businessDays = requestedDays(query).map(businessDay => ({ businessDay, ...own }));
  const days = businessDays.length;
  return { ...soldFigures(days, 10 * days, 100 * days), businessDays };
}

const performance = 'property-performance --property';

describe('a ranking', () => {
  const properties = [
    { id: 'AKL', name: 'Auckland', timeZone: 'Pacific/Auckland', currencyCode: 'EUR' },
    { id: 'HNL', name: 'Honolulu', timeZone: 'Pacific/Honolulu', currencyCode: 'EUR' },
  ];
  const options = { properties, now: Date.parse('2026-11-22T08:00:00Z') };

  it('of yesterday against last year has both days of each hotel, and names the days of all in its title', async () => {
    const line = `${performance} AKL,HNL --period yesterday --by property --compare last-year`;
    const rows = await rowsOf(line, oneSoldPerDay, options);
    const shown = ({ propertyId, from, to, thenFrom, thenTo }: Record<string, string>) =>
      `${propertyId} ${from} ${to} ${thenFrom} ${thenTo}`;
    expect(rows.map(shown)).toEqual([
      'AKL 2026-11-21 2026-11-21 2025-11-21 2025-11-21',
      'HNL 2026-11-20 2026-11-20 2025-11-20 2025-11-20',
    ]);
    const title = 'Property performance · 2 properties · 20 Nov 2026, 21 Nov 2026 · all unit types ';
    const { stdout } = await runAgainst(`reports ${line.split(' --comp')[0]}`, oneSoldPerDay, options);
    expect(stdout).toContain(`${title}(also garages), net of VAT · sorted by RevPAR\n`);
  });
});

describe('groups that only the earlier period has', () => {
  it('come last in a ranking', async () => {
    const respond = (query: URLSearchParams) => {
      const isClosed = query.get('propertyId') === 'MUC' && query.get('from') === '2026-10-01';
      return isClosed ? { ...allMeasures(), businessDays: [] } : oneSoldPerDay(query);
    };
    const line = `${performance} MUC,TYO --period 2026-10-01 --by property --compare last-year`;
    const note = 'MUC: no figures for 2026-10-01, so it is not ranked\n';
    const rows = await rowsOf(line, respond, {}, note);
    expect(rows).toMatchObject([
      { rank: 1, propertyId: 'TYO', soldCount: { now: 1 } },
      { rank: null, propertyId: 'MUC', soldCount: { now: null } },
    ]);
  });

  it('are between the others by weekday', async () => {
    const line = `${performance} MUC --period 2026-10-02 --by weekday --compare 2025-09-28..2025-09-30`;
    const warning =
      'warning: 2025-09-28..2025-09-30 has 3 days and 2026-10-02 has 1 day, so sums of both cannot be compared\n';
    const rows = await rowsOf(line, oneSoldPerDay, {}, warning);
    // 2 October 2026 is a Friday, 28 September 2025 a Sunday.
    const weekdays = rows.map((row: { weekday: string }) => row.weekday);
    expect(weekdays).toEqual(['Monday', 'Tuesday', 'Friday', 'Sunday']);
  });
});

describe('periods with a gap', () => {
  it('are compared with periods that have the same gap', async () => {
    const line = `${performance} MUC --period 2026-03 --period 2026-01 --by property --compare last-year`;
    const [row] = await rowsOf(line, oneSoldPerDay);
    // From January to March would include February, which is not in the sums.
    const dates = { from: null, to: null, thenFrom: null, thenTo: null };
    expect(row).toMatchObject({ ...dates, soldCount: { now: 62, then: 62, change: 0 } });
  });

  it('have a row for each of their days, and none for the gap', async () => {
    const line = `${performance} MUC --period 2026-03-01 --period 2026-01-31 --view days --compare last-year --align date`;
    const rows = await rowsOf(line, oneSoldPerDay);
    expect(rows).toMatchObject([
      { businessDay: '2026-01-31', thenDay: '2025-01-31' },
      { businessDay: '2026-03-01', thenDay: '2025-03-01' },
    ]);
  });

  it('have their dates in the groups without a gap', async () => {
    const line = `${performance} MUC --period 2026-01 --period 2026-03-01 --period 2026-03-31 --by month`;
    const rows = await rowsOf(line, oneSoldPerDay);
    expect(rows.map((row: Record<string, string>) => [row['month'], row['from'], row['to']])).toEqual([
      ['2026-01', '2026-01-01', '2026-01-31'],
      ['2026-03', null, null],
    ]);
  });

  it('that follow each other are one period', async () => {
    const line = `${performance} MUC --period 2026-01 --period 2026-02 --by month --compare previous-period`;
    const rows = await rowsOf(line, oneSoldPerDay);
    expect(rows).toMatchObject([
      { month: '2026-01', soldCount: { then: 30, now: 31, change: 1, changePercent: 3.33 } },
      { month: '2026-02', soldCount: { then: 31, now: 28, change: -3, changePercent: -9.68 } },
    ]);
  });
});

describe('a period of several requests', () => {
  type Sides = Record<'now' | 'then', number | null>;
  type Row = Record<'from' | 'to' | 'thenFrom' | 'thenTo' | 'year' | 'month', unknown> & {
    readonly account: { readonly number: string };
    readonly netAmount: Sides;
    readonly number: Sides;
  };
  const euro = (amount: number) => ({ amount, currency: 'EUR' });
  const numberOfMonth = (query: URLSearchParams) => ({ total: Number(query.get('month')) });

  it('compares the revenues of each request with those at the same place', async () => {
    const account = (number: string) => ({ name: number, number, type: 'Revenues' });
    const respond = (query: URLSearchParams) => {
      const amount = euro(Number(query.get('from')?.slice(0, 4)));
      const own = { netAmount: amount, grossAmount: amount };
      const children = query.get('from') === '2026-01-01' ? [{ account: account('11'), ...own }] : [];
      return { account: account('1'), ...own, children };
    };
    const line = 'revenues --property MUC --period 2025-01..2026-12 --compare previous-period';
    const rows = await rowsOf(line, respond);
    const shown = ({ from, to, thenFrom, thenTo, account, netAmount }: Row) => {
      const dates = [from, to, thenFrom, thenTo];
      return [...dates, account.number, netAmount.now, netAmount.then];
    };
    expect(rows.map(shown)).toEqual([
      ['2025-01-01', '2026-01-01', '2023-01-01', '2024-01-01', '1', 2025, 2023],
      ['2026-01-01', '2027-01-01', '2024-01-01', '2025-01-01', '1', 2026, 2024],
      ['2026-01-01', '2027-01-01', '2024-01-01', '2025-01-01', '11', 2026, null],
    ]);
    const { stdout } = await runAgainst(`reports ${line} --property TYO`, respond);
    expect(stdout).toMatch(
      /^Account +Property +From +Compared from .*\n.*\n1 +MUC +2025-01-01 +2023-01-01 /m,
    );
  });

  it('has the month that each number is compared with, and months without a counterpart', async () => {
    const line = 'room-nights --property MUC --period 2026-10 --compare 2025-Q3';
    const warning =
      'warning: 2025-07..2025-09 has 3 months and 2026-10 has 1 month, so sums of both cannot be compared\n';
    const rows = await rowsOf(line, numberOfMonth, {}, warning);
    const shown = ({ year, month, thenFrom, thenTo, number: { now, then } }: Row) => {
      return [year, month, thenFrom, thenTo, now, then];
    };
    expect(rows.map(shown)).toEqual([
      [2026, 10, '2025-07-01', '2025-07-31', 10, 7],
      [null, null, '2025-08-01', '2025-08-31', null, 8],
      [null, null, '2025-09-01', '2025-09-30', null, 9],
    ]);
  });

  it.each(['table', 'html'])('has a column of months in a %s if there are several', async format => {
    const shown = async (versus: string) => {
      const line = `reports room-nights --property MUC --period 2026-10 --compare ${versus} --format ${format}`;
      const { stdout } = await runAgainst(line, numberOfMonth);
      return stdout.slice(stdout.indexOf(format === 'html' ? '<thead' : 'Breakdown') - 40);
    };
    const several = await shown('2025-Q3');
    expect(several).toMatch(/Month.*Compared from.*Breakdown/s);
    for (const then of ['2025-07-01', '2025-08-01', '2025-09-01']) expect(several).toContain(then);
    expect(await shown('2025-10')).not.toMatch(/Month.*Breakdown|Compared from|2025-10-01/s);
  });
});
