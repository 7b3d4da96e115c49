import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfLabel, dayTicks, positionOn, scaleOfChart } from '../../../src/output/chart/axes.ts';
import { localeFormat, weekday } from '../../../src/output/number-format.ts';
import { formatText } from '../../../src/output/words/messages.ts';

const bars = { kind: 'chart', title: '', form: 'bars', series: [''] } as const;
const chooseScale = (values: readonly number[], { reaching = 0, whole = false }) =>
  scaleOfChart({
    ...bars,
    reaching,
    unit: { sign: '', decimals: whole ? 0 : 2 },
    points: values.map(value => ({ label: '', values: [value] })),
  });
const texts = (...parameters: Parameters<typeof chooseScale>) =>
  chooseScale(...parameters).ticks.map(tick => tick.text);

describe('a scale', () => {
  it('begins at zero and has round steps', () => {
    expect(texts([12, 187.3], {})).toEqual(['0', '50', '100', '150', '200']);
    expect(texts([7, 9.1], {})).toEqual(['0', '2', '4', '6', '8', '10']);
    expect(texts([333_233.98], {})).toEqual(['0', '100k', '200k', '300k', '400k']);
    expect(texts([2_600_000], {})).toEqual(['0', '1M', '2M', '3M']);
    expect(texts([4100], {})).toEqual(['0', '1000', '2000', '3000', '4000', '5000']);
  });

  it('of an occupancy is 0 to 100, and more for an overbooked house', () => {
    expect(texts([61], { reaching: 100 })).toEqual(['0', '20', '40', '60', '80', '100']);
    expect(texts([104.2], { reaching: 100 })).toEqual(['0', '20', '40', '60', '80', '100', '120']);
  });

  it('goes below zero for negative values, and has a range if all are zero', () => {
    expect(texts([-30, 80], {})).toEqual(['-40', '-20', '0', '20', '40', '60', '80']);
    expect(texts([0, 0], {}).at(-1)).toBe('1');
    expect(texts([], {}).at(-1)).toBe('1');
    expect(texts([1, 2], { whole: true })).toEqual(['0', '1', '2']);
  });

  const value = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  );
  it('has every value between its ends, a line at zero, and different labels', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 40 }),
        fc.boolean(),
        fc.boolean(),
        (values, reaching, whole) => {
          const scale = chooseScale(values, { reaching: reaching ? 100 : 0, whole });
          expect(scale.to).toBeGreaterThan(scale.from);
          expect(Number.isFinite(scale.to - scale.from)).toBe(true);
          const position = positionOn(scale, [0, 1]);
          const unseen = (scale.to - scale.from) * 1e-9;
          for (const one of values) {
            const drawn = Math.min(1e300, Math.max(-1e300, one));
            expect(drawn).toBeGreaterThanOrEqual(scale.from - unseen);
            expect(drawn).toBeLessThanOrEqual(scale.to + unseen);
            expect(position(one)).toBeGreaterThanOrEqual(0);
            expect(position(one)).toBeLessThanOrEqual(1);
          }
          const ticks = scale.ticks.map(tick => tick.value);
          expect(ticks).toContain(0);
          expect(ticks[0]).toBe(scale.from);
          expect(ticks.at(-1)).toBe(scale.to);
          expect(ticks.length).toBeLessThanOrEqual(9);
          expect(new Set(scale.ticks.map(tick => tick.text)).size).toBe(ticks.length);
          for (const tick of scale.ticks) expect(tick.text).toMatch(/^-?\d[\d.]*([kMBT]|e[+-]\d+)?$/);
          if (whole) for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
        },
      ),
      // It is the smallest range that is drawn unchanged: its labels were once identical.
      { numRuns: 500, examples: [[[1e-9], false, false]] },
    );
  });
});

describe('the days of an axis', () => {
  const day = (text: string) => dayOfLabel(text) ?? Number.NaN;
  const labels = (first: string, last: string) =>
    dayTicks(day(first), day(last), 6).map(({ name }) => formatText(name, localeFormat(undefined)));

  it('have labels that fit the range', () => {
    expect(labels('2026-10-01', '2026-10-01')).toEqual(['1 Oct']);
    expect(labels('2026-12-30', '2027-01-02')).toEqual(['30 Dec', '31 Dec', '1 Jan', '2 Jan']);
    expect(labels('2026-10-01', '2026-10-31')).toEqual(['1 Oct', '8 Oct', '15 Oct', '22 Oct', '29 Oct']);
    expect(labels('2026-01-01', '2026-06-30')).toEqual(['Jan 2026', 'Feb', 'Mar', 'Apr', 'May', 'Jun']);
    expect(labels('2025-07-01', '2026-06-30')).toEqual(['Jul 2025', 'Sep', 'Nov', 'Jan 2026', 'Mar', 'May']);
    expect(labels('2020-01-01', '2026-12-31')).toEqual(['2020', '2022', '2024', '2026']);
  });

  it('are limited by the space, and within the range', () => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(20_000), (first, length) => {
        const ticks = dayTicks(first, first + length, 6);
        expect(ticks.length).toBeLessThanOrEqual(7);
        for (const tick of ticks) {
          expect(tick.day).toBeGreaterThanOrEqual(first);
          expect(tick.day).toBeLessThanOrEqual(first + length);
        }
      }),
    );
  });

  it('recognize weekdays, and invalid dates', () => {
    const days = ['2026-10-01', '2026-10-04', '1969-12-31'].map(text => weekday(day(text)));
    expect(days.join()).toBe('Thu,Sun,Wed');
    for (const text of ['', 'today', '2026-13-01', '2026-10-1', ' 2026-10-01'])
      expect(dayOfLabel(text)).toBeUndefined();
  });
});
