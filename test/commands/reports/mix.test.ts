import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { soldFigures } from '../../output/rendered.ts';
import { wordsOf } from '../../words.ts';
import { findUntranslated } from '../page-texts.ts';
import { runAgainst } from './served.ts';

/** Room nights and net revenue of October by channel; `house` without a filter. Five channels have nothing. */
type Sold = Readonly<Record<string, readonly [nights: number, revenue: number]>>;
const october: Sold = { Direct: [612, 86_414.4], Ibe: [410, 54_140.5], house: [1114, 152_146.9] };

const responding = (sold: Sold) => (query: URLSearchParams) => {
  const [channel = 'house'] = query.getAll('channelCodes').flatMap(text => text.split(','));
  const [nights, revenue] = sold[channel] ?? [0, 0];
  return {
    ...soldFigures(nights, 2000, revenue, 'EUR'),
    netAccommodationRevenue: { amount: revenue, currency: 'EUR' },
    ...(nights === 0 ? { grossAdr: none, netAdr: none } : {}),
  };
};
const none = { amount: 0, currency: 'EUR' };
const respondingSince = (before: Sold) => (query: URLSearchParams) =>
  responding(query.get('from') === '2025-10-01' ? before : october)(query);
const line = 'reports property-performance --property MUC --period 2026-10 --by channel';
const rowsOf = (stdout: string) =>
  (JSON.parse(stdout) as readonly Record<string, unknown>[]).map(row => [
    row['mix'],
    row['soldCount'],
    row['share'],
    (row['netAccommodationRevenue'] as { amount: number }).amount,
  ]);

describe('--by channel', () => {
  it('has a row for each documented channel and one for the rest, which add up to the house', async () => {
    const ended = runAgainst(`${line} --format json`, responding(october));
    const { stdout, stderr, requests } = await expectSuccess(ended);
    const rows = rowsOf(stdout);
    expect(rows.slice(0, 3)).toEqual([
      ['Direct', 612, 54.94, 86_414.4],
      ['BookingCom', 0, 0, 0],
      ['Ibe', 410, 36.8, 54_140.5],
    ]);
    expect(rows.at(-1)).toEqual(['In none of these', 92, 8.26, 11_592]);
    const table = await expectSuccess(runAgainst(line, responding(october)));
    expect(table.stdout).toMatch(/^Total +1,114 +100\.00 /m);
    expect(stderr).toContain('the rows add up exactly to the figures without a filter\n');
    expect(requests.filter(url => url.includes('channelCodes'))).toHaveLength(10);
    expect(requests).toHaveLength(11);
  });

  it('sends only the listed values, and names those that overlap', async () => {
    const sold = { Direct: [800, 80_000], Ibe: [410, 41_000], house: [1114, 111_400] } as const;
    const ended = runAgainst(`${line} --channel-code Direct,Ibe --format json`, responding(sold));
    const { stdout, stderr, requests } = await expectSuccess(ended);
    expect(requests).toHaveLength(3);
    expect(rowsOf(stdout).map(([mix, nights]) => [mix, nights])).toEqual([
      ['Direct', 800],
      ['Ibe', 410],
      ['In none of these', -96],
    ]);
    expect(stderr).toContain('the values overlap (MUC)');
  });

  it('compares each value with the earlier period', async () => {
    const before = { Direct: [500, 50_000], Ibe: [500, 60_000], house: [1000, 110_000] } as const;
    const words = '--channel-code Direct,Ibe --compare last-year --format csv';
    const { stdout } = await expectSuccess(runAgainst(`${line} ${words}`, respondingSince(before)));
    const [head = '', direct = ''] = stdout.split('\r\n').map(row => row.split(','));
    const cell = (name: string) => direct[head.indexOf(name)];
    expect(['share.then', 'share.now', 'share.change'].map(cell)).toEqual(['50', '54.94', '4.94']);
    expect(cell('netAccommodationRevenue.changePercent')).toBe('72.83');
  });

  it('has a page whose changes have a sign, in the words of each language', async () => {
    const before: Sold = { ...october, Ibe: [310, 40_000] };
    const pageIn = async (locale: string) => {
      const words = `--compare last-year --format html --locale ${locale}`;
      return (await runAgainst(`${line} ${words}`, respondingSince(before))).stdout;
    };
    expect(await pageIn('en')).toMatch(
      /by channel · all unit types \(also garages\).*class="up">\+[\d.]+<.*rows add up exactly/s,
    );
    const channels = 'Direct BookingCom Ibe ChannelManager Expedia Homelike Hrs AltoVita DesVu Gimsi';
    expect(await findUntranslated(pageIn, wordsOf(channels, '"Munich (MUC)" MUC'))).toEqual([]);
  });

  it('writes nothing if one request of the only hotel failed', async () => {
    const failing = (query: URLSearchParams) =>
      query.get('channelCodes') === 'Ibe' ? 503 : responding(october)(query);
    const run = runAgainst(`${line} --channel-code Direct,Ibe`, failing);
    await expectFailure(run, 5, 'report now: 503 unavailable');
    const several = runAgainst(`${line} --property TYO --channel-code Direct,Ibe`, query =>
      query.get('propertyId') === 'TYO' ? failing(query) : responding(october)(query),
    );
    await expectExit(several, 7, '\n  - TYO 2026-10 Ibe: the platform could');
  });

  it('has the values of each hotel from the column of the portfolio', async () => {
    const portfolio = temporaryFile('hotels.csv', 'property,market-segment\nMUC,BUS; LEI\nBER,BUS\n');
    const words = `--by market-segment --portfolio ${portfolio} --format json`;
    const both = `reports property-performance --property MUC,BER --period 2026-10 ${words}`;
    const ended = runAgainst(both, query =>
      soldFigures(query.has('marketSegmentIds') ? 1 : 5, 10, 100, 'EUR'),
    );
    const { stdout, requests } = await expectSuccess(ended);
    expect(requests).toHaveLength(5);
    const rows: readonly Record<string, unknown>[] = JSON.parse(stdout);
    expect(rows.map(({ propertyId, mix, soldCount }) => [propertyId, mix, soldCount])).toEqual([
      ['MUC', 'BUS', 1],
      ['MUC', 'LEI', 1],
      ['MUC', 'In none of these', 3],
      ['BER', 'BUS', 1],
      ['BER', 'In none of these', 4],
    ]);
    const other = `reports property-performance --property TYO --period 2026-10 ${words}`;
    const refused = runAgainst(other, () => 500);
    const { requests: sent } = await expectFailure(refused, 2, 'the portfolio has no market-segment of TYO');
    expect(sent.filter(url => url.includes('/reports/'))).toEqual([]);
  });
});
