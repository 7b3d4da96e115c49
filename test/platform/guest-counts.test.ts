import { describe, expect, it } from 'vitest';
import { definedText, englishText } from '../../src/output/words/messages.ts';
import type { View } from '../../src/platform/records.ts';
import { columnDefinition } from '../../src/platform/reports/columns.ts';
import { guestCountViews } from '../../src/platform/reports/guest-counts-response.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { reportPath } from '../../src/platform/reports/report.ts';

const [breakdown] = guestCountViews('Room nights', ['total']) as [View<unknown>];
it('the breakdown view shows country names, and unknown codes unchanged', () => {
  const display = breakdown.columns.find(column => column.name === 'key')?.display;
  const shown = (of: string, key: string | null) =>
    englishText(definedText(display?.({ breakdown: of, key }) ?? ''));
  expect(shown('nationality', 'DE')).toBe('Germany (DE)');
  expect(shown('countryOfResidence', 'JP')).toBe('Japan (JP)');
  expect(shown('nationality', 'unknown')).toBe('unknown');
  expect(shown('nationality', 'QQ')).toBe('QQ');
  expect(shown('nationality', 'de')).toBe('de');
  expect(shown('travelPurpose', 'DE')).toBe('DE');
  expect(shown('total', null)).toBe('');
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

it('each measure of property performance has a definition', async () => {
  const performance = reports.find(({ name }) => name === 'property-performance');
  const days = (await performance?.response())?.views.find(({ name }) => name === 'days');
  expect(days?.columns.map(({ name }) => name).filter(name => columnDefinition(name) === undefined)).toEqual(
    [],
  );
});
