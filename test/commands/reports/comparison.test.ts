// biome-ignore-all lint/suspicious/noThenProperty: the column of the earlier period is named then.
import { describe, expect, it } from 'vitest';
import type { Property } from '../../../src/sandbox/hotel/hotel.ts';
import { expectExit } from '../../expect-run.ts';
import { soldFigures } from '../../output/rendered.ts';
import { bodyOf } from '../../sandbox/hotel/report-bodies.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { runAgainst } from './served.ts';

/** Computed rows, and the same figures computed again from the platform's bodies: plain loops over days, no shared code. */

const hotel = smallHotel('2026-11-21');
const served = (name: string) => (query: URLSearchParams) => {
  const property = hotel.properties.find(({ id }) => id === query.get('propertyId')) as Property;
  const parameters: Record<string, string | string[]> = Object.fromEntries(query);
  if (query.has('expand')) parameters['expand'] = query.getAll('expand');
  return bodyOf(hotel, property, name, parameters) as object;
};

const properties = hotel.properties.map(({ id, name }) => ({ id, name }));

interface Day {
  soldCount: number;
  netAccommodationRevenue: { amount: number };
}

function daysOf(id: string, from: string, to: string): Day[] {
  const query = new URLSearchParams({ propertyId: id, from, to, expand: 'businessDays' });
  return (served('property-performance')(query) as { businessDays: Day[] }).businessDays;
}

const soldFrom = (from: string, to: string) =>
  daysOf('MUC', from, to).reduce((sum, { soldCount }) => sum + soldCount, 0);

const performance = 'property-performance';
/** What the tile of a key figure says of its change. */
const changeOf = (figure: string, page: string) =>
  new RegExp(`<p class="what">${figure}.*?<p class="delta"><span[^>]*>([^<]*)`).exec(page)?.[1];
/** The note about the garage and the ball room. */
const otherUnits = /^includes units other than bedrooms: .*\n/;

async function rowsOf(line: string) {
  const [name = ''] = line.split(' ');
  const run = await runAgainst(`reports ${line} --format json`, served(name));
  expect([run.exitCode, run.stderr.replace(otherUnits, '')]).toEqual([0, '']);
  return { rows: JSON.parse(run.stdout), requests: run.requests };
}

it('the ranking of several hotels is drawn with --chart', async () => {
  const line = 'reports property-performance --all-properties --period 2026-10 --chart';
  const run = await runAgainst(line, served(performance), { properties, now: Date.UTC(2026, 10, 15) });
  expect(run.stdout.split('\n').slice(0, 5)).toEqual([
    'Property performance · 3 properties · October 2026 · all unit types (also garages), net of VAT · sorted by occupancy: several currencies',
    '',
    expect.stringMatching(/^Occupancy +\d+\.\d\d % {2}bedrooms \d+\.\d\d %$/),
    expect.stringMatching(/^Units sold +[\d,]+$/),
    '',
  ]);
  for (const { name } of hotel.properties) expect(run.stdout).toContain(name);
  expect(run.stdout).not.toContain('2026-10-01');
});

describe('--compare', () => {
  it('changes ratios by the exact fractions, whether the rows are computed or those of the platform', async () => {
    const line = `${performance} --property MUC --period 2026-10 --compare last-year`;
    const [[own], [computed]] = [(await rowsOf(line)).rows, (await rowsOf(`${line} --by property`)).rows];
    const adr = (from: string, to: string) => {
      const days = daysOf('MUC', from, to);
      const sumOf = (read: (day: Day) => number) => days.reduce((sum, day) => sum + read(day), 0);
      return sumOf(day => day.netAccommodationRevenue.amount) / sumOf(day => day.soldCount);
    };
    const [now, then] = [adr('2026-10-01', '2026-10-31'), adr('2025-10-01', '2025-10-31')];
    const change = Math.round((now - then) * 100) / 100;
    const changePercent = Math.round(((now - then) / then) * 10_000) / 100;
    expect(own.netAdr).toMatchObject({ change, changePercent });
    const ratios = ['occupancyPercentage', 'grossAdr', 'netAdr', 'revPar'];
    const changes = (row: typeof own) =>
      ratios.map(name => [name, row[name].change, row[name].changePercent]);
    expect(changes(own)).toEqual(changes(computed));
  });

  it('the change of a key figure is of the exact ratios, as in the total', async () => {
    const line = `reports ${performance} --property MUC --period 2026-10 --compare last-year --format html`;
    const { stdout } = await runAgainst(line, query => {
      const sold = query.get('from')?.startsWith('2026') ? 2 : 1;
      // The platform's ratios are rounded: their difference is 33.34.
      const occupancyPercentage = sold === 2 ? 66.67 : 33.33;
      const own = { ...soldFigures(sold, 3, 200), occupancyPercentage };
      return { ...own, businessDays: [{ businessDay: query.get('from'), ...own, unitGroups: [] }] };
    });
    expect(changeOf('Occupancy', stdout)).toBe('+33.33 pts');
  });

  it('days compare the same weekdays and key figures the same dates, as the title says; --align weekday all', async () => {
    const line = `${performance} --property MUC --period 2026-10 --view days --compare last-year`;
    const { rows } = await rowsOf(line);
    expect(rows[0]).toMatchObject({ businessDay: '2026-10-01', thenDay: '2025-10-02' });
    expect(rows[30].thenDay).toBe('2025-11-01');
    for (const { businessDay, thenDay } of rows)
      expect(new Date(businessDay).getUTCDay()).toBe(new Date(thenDay).getUTCDay());
    const text = async (words: string) => {
      const run = await runAgainst(`reports ${line} ${words}`, served(performance), { properties });
      return run.stdout;
    };
    const expected = (then: number) => {
      const percent = (soldFrom('2026-10-01', '2026-10-31') / then - 1) * 100;
      return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %`;
    };
    const page = await text('--format html');
    expect(changeOf('Units sold', page)).toBe(expected(soldFrom('2025-10-01', '2025-10-31')));
    const words = 'days and their total against the same weekday of last year';
    expect(page).toContain(`${words} · key figures against the same dates of last year`);
    expect(await text('')).toMatch(`compared with October 2025 · ${words} · all `);
    expect(await text('--chart')).toContain(`${words} · key figures against the same dates of last year · `);
    expect(await text('--align date')).not.toContain('weekday');
    const aligned = await text('--align weekday --format html');
    expect(changeOf('Units sold', aligned)).toBe(expected(soldFrom('2025-10-02', '2025-11-01')));
    expect(aligned).not.toContain('key figures against');
  });

  it('omits a hotel if one side failed, with exit 7', async () => {
    const line = `reports ${performance} --property MUC,LND --period 2026-10 --compare last-year`;
    const isLost = (query: URLSearchParams) =>
      query.get('propertyId') === 'LND' && query.get('from') === '2025-10-01';
    const ended = runAgainst(`${line} --format csv --columns propertyId`, query =>
      isLost(query) ? 503 : served(performance)(query),
    );
    const { stdout } = await expectExit(ended, 7, '- LND 2025-10');
    expect(stdout).toBe('propertyId\r\nMUC\r\n');
  });
});
