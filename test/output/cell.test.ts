import { describe, expect, it } from 'vitest';
import { makeCharts } from '../../src/output/chart/chart.ts';
import { makeColumnHeading } from '../../src/output/columns.ts';
import {
  cellText,
  dayBefore,
  formattedNumber,
  localeFormat,
  pageFormat,
} from '../../src/output/number-format.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';

/** The cells and headings of one column, as people read them. */
const [neutral, german] = [localeFormat(undefined), localeFormat('de')];
const money = { kind: 'money', currency: 'currency' } as const;
const percent = { kind: 'percent' } as const;
const roundedPercent = { ...percent, rounded: true } as const;
const number: Column = { name: 'value', type: 'number' };
const date: Column = { name: 'value', type: 'date' };
const weekdays: Column = { ...date, weekday: true };
const amount: Column = { ...number, unit: money };
const euros = (value: unknown, currency: unknown = 'EUR') => ({ value, currency }) as ReportRecord;

/** The cell as the label of a bar. */
const labelOf = (column: Column, record: ReportRecord, format = neutral) =>
  makeCharts(
    { title: '', kind: 'bars', label: column.name, value: 'drawn', unit: { kind: 'count' } },
    [column],
    [{ ...record, drawn: 1 }],
    format,
  )[0]?.points[0]?.label;

describe('a cell', () => {
  it.each([
    ['a number without a unit, such as a year', number, { value: 2026 }, '2026', '2026'],
    ['a number without a unit and its fraction', number, { value: 0.5 }, '0.5', '0,5'],
    ['a count', { ...number, unit: { kind: 'count' } }, { value: 1234 }, '1,234', '1.234'],
    ['a share that keeps its digits', { ...number, unit: percent }, { value: 7.555 }, '7.555', '7,555'],
    ['a share, rounded', { ...number, unit: roundedPercent }, { value: 7.555 }, '7.56', '7,56'],
    ['an amount and its currency', amount, euros(5), '5.00 EUR', '5,00 EUR'],
    ['an amount with more digits', amount, euros(5.005), '5.005 EUR', '5,005 EUR'],
    ['an amount with an empty currency', amount, euros(5, ''), '5', '5'],
    ['no amount', amount, euros(null), '', ''],
    ['a text in place of a number', amount, euros('n/a'), 'n/a', 'n/a'],
    ['a date', date, { value: '2026-10-03' }, '2026-10-03', '03.10.2026'],
    ['a date with its weekday', weekdays, { value: '2026-10-03' }, 'Sat 2026-10-03', 'Sa., 03.10.2026'],
    ['the last day', { ...date, exclusive: true }, { value: '2026-11-01' }, '2026-10-31', '31.10.2026'],
    ['a date that is missing', date, { value: null }, '', ''],
    ['a number in place of a date', date, { value: 20261003 }, '20261003', '20261003'],
    ['a text that the column makes', { ...number, display: () => 'made' }, { value: 1 }, 'made', 'made'],
  ] satisfies [string, Column, ReportRecord, string, string][])(
    'has %s',
    (_, column, record, plain, local) => {
      expect(labelOf(column, record)).toBe(plain);
      expect(labelOf(column, record, german)).toBe(local);
    },
  );

  it.each([
    [-1234.125, 'EUR', '−1,234.125 EUR'],
    [61.5, 'JPY', '61.5 JPY'],
    [1, 'KWD', '1.000 KWD'],
    [1e-7, 'EUR', '0.0000001 EUR'],
  ])('has the amount %s %s as %s', (value, currency, shown) => {
    expect(labelOf(amount, euros(value, currency))).toBe(shown);
  });

  it.each([
    ['en-IN', 1234567.8, '12,34,567.80 EUR', 'Thu, 01/10/2026'],
    ['fr', 1234567.8, '1\u202f234\u202f567,80 EUR', 'jeu. 01/10/2026'],
    ['it', 1234.8, '1.234,80 EUR', 'gio 01/10/2026'],
  ])('follows the locale %s', (locale, value, shown, day) => {
    const format = localeFormat(locale);
    expect(labelOf(amount, euros(value), format)).toBe(shown);
    expect(labelOf(weekdays, { value: '2026-10-01' }, format)).toBe(day);
  });

  it('has an amount in the digits of its currency on pages, and only if that is one', () => {
    expect(labelOf(amount, euros(5.005), pageFormat(neutral))).toBe('5.01 EUR');
    expect(labelOf(amount, euros(5.005, 'points'), pageFormat(neutral))).toBe('5.005 points');
    expect(labelOf(amount, euros(5.005, null), pageFormat(neutral))).toBe('5.005');
  });

  it('has a list of exact numbers', () => {
    const texts = [[1e21, 'a'], undefined, true].map(value => cellText(value));
    expect(texts).toEqual(['1000000000000000000000;a', '', 'true']);
  });

  it('keeps the sign of an amount below one', () => {
    const amounts = [-0.5, -1234.5, 0].map(value => formattedNumber(value, 2, german));
    expect(amounts).toEqual(['-0,50', '-1.234,50', '0,00']);
  });

  it('has the day before only of a date', () => {
    expect([dayBefore('2026-03-01'), dayBefore('soon')]).toEqual(['2026-02-28', 'soon']);
  });
});

it.each<[string, Partial<Column>, string]>([
  ['Sub total', { name: 'subTotal.amount' }, ''],
  ['Invoice sub total currency', { name: 'invoice.subTotal.currency' }, ''],
  ['Fee amount due', { name: 'fee.amount.due' }, ''],
  ['Vat7 rate', { name: 'vat7Rate' }, ''],
  ['Revenue gross EUR', { heading: 'Revenue', tax: 'gross', unit: money }, 'EUR'],
  ['Revenue', { heading: 'Revenue', unit: money }, ''],
  ['Sold', { heading: 'Sold', unit: { kind: 'count' } }, 'EUR'],
  ['Occ. %', { heading: 'Occ.', unit: percent }, 'EUR'],
  ['Occ. 2026 %', { heading: 'Occ.', side: ['2026'], unit: percent }, ''],
  ['Stay nights', { heading: 'Stay', unit: { kind: 'count' }, unitWord: 'nights' }, ''],
])('a heading is %s', (heading, column, currency) => {
  expect(makeColumnHeading({ ...number, ...column }, currency)).toBe(heading);
});

it('a heading is translated with its tax if that has a phrase, else in its parts', () => {
  const revenue: Column = { ...number, heading: 'Revenue', tax: 'gross' };
  const word = (english: string) =>
    ({ 'Revenue gross': 'Bruttoumsatz', Revenue: 'Umsatz', 'Revenue ': 'wrong', net: 'netto' })[english] ??
    english;
  const format = { ...german, word };
  expect(makeColumnHeading(revenue, '', format)).toBe('Bruttoumsatz');
  expect(makeColumnHeading({ ...revenue, tax: 'net' }, '', format)).toBe('Umsatz netto');
  expect(makeColumnHeading({ ...number, heading: 'Revenue' }, '', format)).toBe('Umsatz');
});
