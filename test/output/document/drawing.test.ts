import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type LocaleFormat, localeFormat } from '../../../src/output/number-format.ts';
import { shiftedDay } from '../../measures.ts';
import { wordsOf } from '../../words.ts';
import { account, businessDay, measures, paged, type ViewResponse } from '../rendered.ts';

const number = (text: string, attribute: string) =>
  Number(new RegExp(` ${attribute}="([^"]*)"`).exec(text)?.[1] ?? Number.NaN);

/** Every shape of a drawing, and the frame that contains it. */
function drawings(page: string) {
  return [...page.matchAll(/<svg class="[a-z]+ [a-z]+" viewBox="0 0 (\d+) (\d+)"[\s\S]*?<\/svg>/g)].map(
    ([svg, width, height]) => {
      const path = / d="([^"]*)"/.exec(svg)?.[1] ?? '';
      const points = Array.from(path.matchAll(/[ML]([^ ]*) ([^ML]*)/g), ([, x, y]) => [x, y].map(Number));
      const rects = Array.from(svg.matchAll(/<rect [^>]*>/g), ([rect]) => ({
        x: number(rect, 'x'),
        width: number(rect, 'width'),
        touch: rect.includes('touch'),
      }));
      const labels = Array.from(svg.matchAll(/<text ([^>]*)>([^<]*)</g), ([text, , words]) => ({
        x: number(text, 'x'),
        y: number(text, 'y'),
        anchor: /text-anchor="(\w+)"/.exec(text)?.[1] ?? 'start',
        words: (words ?? '').replace(/&#?\w+;/g, '&'),
      }));
      return { svg, width: Number(width), height: Number(height), points, rects, labels };
    },
  );
}

function expectWithin(page: string, drawn: number) {
  const all = drawings(page);
  expect(all.length).toBe(drawn);
  for (const { svg, width, height, points, rects, labels } of all) {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    for (const [x = Number.NaN, y = Number.NaN] of points)
      expect([x >= 0, x <= width, y >= 0, y <= height], `${x} ${y}`).toEqual([true, true, true, true]);
    for (const rect of rects.filter(one => !one.touch)) {
      expect(rect.width).toBeGreaterThanOrEqual(0);
      expect(rect.x).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width).toBeLessThanOrEqual(width + 0.1);
    }
    for (const { x, y, anchor, words } of labels) {
      const wide = stringWidth(words) * 6.4;
      const from = anchor === 'end' ? x - wide : anchor === 'middle' ? x - wide / 2 : x;
      expect(from, words).toBeGreaterThanOrEqual(-10);
      expect(from + wide, words).toBeLessThanOrEqual(width + 10);
      expect(y).toBeLessThanOrEqual(height);
    }
  }
  return all;
}

const parameters = { propertyId: 'MUC', from: '2026-10-01', to: '2026-10-31' };
const pageOfDays = (businessDays: readonly ReturnType<typeof businessDay>[], locale?: LocaleFormat) =>
  paged('property-performance', [[{ ...measures(1, 1, 1), businessDays }, parameters]], undefined, locale);
const amount = fc.oneof(
  fc.double({ min: -500, max: 5000, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
const day = fc.integer({ min: 0, max: 900 }).map(number => shiftedDay('2026-01-01', number));

describe('a drawing', () => {
  it('by day has every point within its frame, for any numbers and days', async () => {
    const figures = fc.tuple(day, amount, amount, amount);
    const someDays = fc.uniqueArray(figures, { minLength: 1, maxLength: 40, selector: ([date]) => date });
    await fc.assert(
      fc.asyncProperty(someDays, async days => {
        const businessDays = days.map(([date, ...figures]) => businessDay(date, ...figures));
        expectWithin(await pageOfDays(businessDays), 3);
      }),
      { numRuns: 30 },
    );
  });

  it('of bars has every bar within its frame', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const named = fc.tuple(name, fc.integer({ min: -1e9, max: 1e9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(named, { minLength: 1, maxLength: 30 }), async accounts => {
        const children = accounts.map(([name, net]) => account(name, net));
        const [only] = expectWithin(await paged('revenues', [[account('All', 5, children), parameters]]), 1);
        expect(only?.rects.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 30 },
    );
  });

  it('of long names still has space for its bars', async () => {
    const tree = account('All', 14e9, [account('W'.repeat(90), 9e9), account('東京'.repeat(30), 5e9)]);
    const [only] = expectWithin(await paged('revenues', [[tree, parameters]]), 1);
    expect(only?.rects[0]?.width).toBeGreaterThan(100);
    expect(only?.labels[0]?.words).toMatch(/^W{5,}…$/);
  });

  it('of names in capitals, such as ids of hotels, shows their first letter', async () => {
    // As wide as DejaVu Sans has them.
    for (const [name, width] of Object.entries({ MUC: 27.5, Wednesday: 70.2 })) {
      const tree = account('All', 3, [account(name, 2), account('i', 1)]);
      const [only] = expectWithin(await paged('revenues', [[tree, parameters]]), 1);
      const label = only?.labels.find(({ words }) => words === name);
      expect(label?.x, name).toBeGreaterThanOrEqual(width);
    }
  });

  const stretch = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      businessDay(shiftedDay('2025-07-01', index), 50 + (index % 7), 100, 50),
    );
  it.each([1, 2, 7, 31, 90, 365, 900])('of %i days has labels that do not touch', async count => {
    for (const { labels } of expectWithin(await pageOfDays(stretch(count)), 3)) {
      const along = labels.filter(({ anchor }) => anchor === 'middle').sort((a, b) => a.x - b.x);
      expect(along.length).toBeGreaterThan(0);
      for (const [index, { x, words }] of along.entries()) {
        const before = along[index - 1];
        if (before)
          expect(x - (words.length * 6) / 2, `${before.words}, ${words}`).toBeGreaterThan(
            before.x + (before.words.length * 6) / 2,
          );
      }
    }
  });

  it('leaves a gap for a missing day, and draws no line across it', async () => {
    const pageOf = (days: readonly string[]) => pageOfDays(days.map(date => businessDay(date, 50, 1, 1)));
    const few = ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06'];
    const [bars] = drawings(await pageOf(few));
    const marks = bars?.rects.filter(({ touch }) => !touch).map(({ x }) => Math.round(x)) ?? [];
    expect(marks).toHaveLength(4);
    const [first = 0, second = 0, third = 0] = marks;
    expect(third - second).toBeCloseTo((second - first) * 3, -1);
    const many = stretch(100).map(({ businessDay: day }) => day);
    const [line] = drawings(await pageOf(many.filter((_, index) => index !== 40 && index !== 41)));
    expect(line?.svg).toMatch(/ d="M[^M]*M[^M]*"/);
  });

  it('has a name with its lowest and highest day, and a number for each day', async () => {
    const days = ['2026-10-01', '2026-10-02'].map((date, index) => businessDay(date, 50 + index, 1, 1));
    const [occupancy] = drawings(await pageOfDays(days));
    expect(occupancy?.svg).toContain(
      'role="img" aria-label="Occupancy: lowest 50.00 % on 1 Oct, highest 51.00 % on 2 Oct"',
    );
    expect(occupancy?.svg).toContain('<title>Fri 2 Oct: 51.00 %</title>');
  });

  it('has negative numbers with the minus of the table', async () => {
    const page = await pageOfDays([
      businessDay('2026-10-01', 50, -12, 1),
      businessDay('2026-10-02', 50, 12, 1),
    ]);
    expect(page).toContain('<title>Thu 1 Oct: −12.00 EUR</title>');
    expect(page).toContain('lowest −12.00 EUR on 1 Oct');
    expect(page).not.toMatch(/>-\d/);
  });

  it('has an axis with the decimal separator of the locale, and its names of countries', async () => {
    const days = [businessDay('2026-10-01', 0.5, 1, 1), businessDay('2026-10-02', 0.7, 1, 1)];
    const page = await pageOfDays(days, localeFormat('de'));
    expect(page).toMatch(/<text x="0" [^>]*>0,4<\/text>/);
    expect(page).not.toMatch(/>0\.\d/);
    const nationalityBreakdown = [{ countryCode: 'SE', number: 7, percent: 100, reservationIds: [] }];
    const guests: ViewResponse = [{ total: 7, nationalityBreakdown }, parameters];
    expect(await paged('room-nights', [guests], undefined, localeFormat('de'))).toContain('>Schweden (SE)<');
  });
});

describe('the page', () => {
  const requested: ViewResponse = [account('A', 1234.5), parameters];
  it('has amounts with the decimals of their currency, and their digits to sort by', async () => {
    const tree = account('All', 1234.5, [account('Bar', 0.125)]);
    const page = await paged('revenues', [[tree, parameters]]);
    expect(page).toContain('<td data-value="1234.5">1,234.50</td>');
    expect(page).toContain('<td>0.13</td>');
    expect(page).toContain('<p class="value">1,234.50<span>EUR</span></p>');
  });

  it('shows when it was created, and has a section for each request', async () => {
    const page = await paged('revenues', [
      requested,
      [account('B', 1), { ...parameters, propertyId: 'LND' }],
    ]);
    expect(page).toContain('Created 21 November 2026, 09:05 UTC, by hotelctl.');
    expect(page.match(/<h2>(?:Overview|MUC|LND)<\/h2>/g)).toEqual(
      wordsOf('<h2>Overview</h2> <h2>MUC</h2> <h2>LND</h2>'),
    );
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(match => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reports that there are no rows', async () => {
    expect(await paged('gross-transactions', [])).not.toContain('<table');
    expect(await paged('property-performance', [[null, parameters]])).toContain('>No rows.</p>');
  });
});
