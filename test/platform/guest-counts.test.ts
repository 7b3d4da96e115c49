import { describe, expect, it } from 'vitest';
import { checkAgainstModel } from '../../src/platform/models.ts';
import type { View } from '../../src/platform/records.ts';
import { guestCountBody, guestCountViews } from '../../src/platform/reports/guest-counts-response.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { reportPath } from '../../src/platform/reports/report.ts';

const parameters = { propertyId: 'MUC', month: '10', year: '2026' };
const body = {
  total: 10,
  travelPurposeBreakdown: [
    { purpose: 'Leisure', number: 6, percent: 60, reservationIds: ['A', 'B'] },
    { number: 4, percent: 40 },
  ],
  nationalityBreakdown: [
    { countryCode: 'DE', number: 7, percent: 70, reservationIds: ['A'] },
    { countryCode: null, number: 3, percent: 30, reservationIds: null },
  ],
  countryOfResidenceBreakdown: null,
};
const [breakdown, reservations] = guestCountViews('Room nights') as [View<unknown>, View<unknown>];
const rows = (view: View<unknown>, of: unknown = body) => [...view.records(of, parameters)];
const lead = { propertyId: 'MUC', year: 2026, month: 10 };

describe('the breakdown view', () => {
  it('has the total, then each entry, after property and month', () => {
    expect(rows(breakdown)).toEqual([
      { ...lead, breakdown: 'total', key: null, number: 10, percent: null },
      { ...lead, breakdown: 'travelPurpose', key: 'Leisure', number: 6, percent: 60 },
      { ...lead, breakdown: 'travelPurpose', key: 'unknown', number: 4, percent: 40 },
      { ...lead, breakdown: 'nationality', key: 'DE', number: 7, percent: 70 },
      { ...lead, breakdown: 'nationality', key: 'unknown', number: 3, percent: 30 },
    ]);
  });

  it('of a response without breakdowns is the total', () => {
    expect(rows(breakdown, { total: 0 })).toHaveLength(1);
  });

  it('has also adults and children if the report counts them', () => {
    const [arrivals] = guestCountViews('Arrivals', ['total', 'totalAdults', 'totalChildren']);
    const found = [
      ...(arrivals as View<unknown>).records({ total: 3, totalAdults: 2, totalChildren: 1 }, parameters),
    ];
    expect(found.map(row => [row['breakdown'], row['number']])).toEqual([
      ['total', 3],
      ['totalAdults', 2],
      ['totalChildren', 1],
    ]);
  });

  it('shows country names, and unknown codes unchanged', () => {
    const display = breakdown.columns.find(column => column.name === 'key')?.display;
    const shown = (of: string, key: string | null) => display?.({ breakdown: of, key });
    expect(shown('nationality', 'DE')).toBe('Germany (DE)');
    expect(shown('countryOfResidence', 'JP')).toBe('Japan (JP)');
    expect(shown('nationality', 'unknown')).toBe('unknown');
    expect(shown('nationality', 'QQ')).toBe('QQ');
    expect(shown('nationality', 'de')).toBe('de');
    expect(shown('travelPurpose', 'DE')).toBe('DE');
    expect(shown('total', null)).toBe('');
  });
});

describe('the reservations view', () => {
  it('has a row for each reservation of a number', () => {
    expect(rows(reservations)).toEqual([
      { ...lead, breakdown: 'travelPurpose', key: 'Leisure', reservationId: 'A' },
      { ...lead, breakdown: 'travelPurpose', key: 'Leisure', reservationId: 'B' },
      { ...lead, breakdown: 'nationality', key: 'DE', reservationId: 'A' },
    ]);
  });
});

it('the example of this test is as documented', () => {
  expect(checkAgainstModel(guestCountBody, body)).toEqual({
    unknownFields: [],
    unknownValues: [],
    faults: [],
  });
});

describe.each(reports.map(report => [report.name, report] as const))(
  'the definition of %s',
  (name, report) => {
    it('is consistent', async () => {
      const { views } = await report.response();
      expect(views.map(view => view.name)).toEqual(report.views);
      for (const view of views) {
        const names = view.columns.map(column => column.name);
        expect(new Set(names).size).toBe(names.length);
        const { columns = [], groupBy, barOf } = view.table ?? {};
        expect(names).toEqual(expect.arrayContaining([...columns, groupBy, barOf].filter(Boolean)));
      }
      const flags = report.parameters.map(parameter => parameter.flag);
      expect(new Set(flags).size).toBe(flags.length);
      for (const command of Object.keys(report.examples))
        expect(command).toContain(`hotelctl reports ${name} `);
      expect(reportPath(report, 'v0-nsfw')).toBe(`/reports/v0-nsfw/reports/${name}`);
    });
  },
);
