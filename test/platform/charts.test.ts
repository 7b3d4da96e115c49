import { describe, expect, it } from 'vitest';
import { valueReader } from '../../src/platform/record-paths.ts';
import type { View } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { literalExchanges } from '../wire/literal-responses.ts';

const drawn = await Promise.all(
  reports.map(async report => ({ report, views: (await report.response()).views as readonly View<never>[] })),
);

describe('the charts', () => {
  it('exist for these reports, and each report names the view that has them', () => {
    expect(
      reports.filter(({ chartView }) => chartView).map(({ name, chartView }) => `${name} ${chartView}`),
    ).toEqual([
      'room-nights breakdown',
      'bed-nights breakdown',
      'arrivals breakdown',
      'property-performance days',
      'revenues accounts',
    ]);
    for (const { report, views } of drawn) {
      const withCharts = views.filter(view => view.charts).map(view => view.name);
      expect(withCharts, report.name).toEqual(report.chartView ? [report.chartView] : []);
    }
  });

  it.each(
    drawn.flatMap(({ report, views }) =>
      views.flatMap(view => (view.charts ?? []).map(chart => ({ report, view, chart }))),
    ),
  )('$report.name $chart.title: are based on columns that the view has', ({ view, chart }) => {
    const typeOf = (name: string) => view.columns.find(column => column.name === name)?.type;
    expect(typeOf(chart.value)).toBe('number');
    expect(typeOf(chart.label)).toBe(chart.kind === 'days' ? 'date' : 'text');
    if (chart.beside) expect(typeOf(chart.beside)).toBe('number');
    if (chart.only) expect(typeOf(chart.only.column)).toBeDefined();
    if (chart.unit.kind === 'money') {
      expect(typeOf(chart.unit.currency)).toBe('text');
      expect(chart.unit.currency).toBe(chart.value.replace(/amount$/, 'currency'));
    }
  });

  it("have key figures that the platform's response contains", () => {
    for (const { report, views } of drawn)
      for (const { whole } of views) {
        if (!whole) continue;
        const literal = literalExchanges.find(exchange => exchange.report === report.name);
        const record = whole.record(JSON.parse(literal?.body ?? '') as never, {}) ?? {};
        expect(whole.figures.length, report.name).toBeGreaterThan(0);
        for (const { title, value, unit } of whole.figures) {
          expect(valueReader(value)(record), `${report.name} ${title}`).toBeTypeOf('number');
          if (unit.kind === 'money') expect(valueReader(unit.currency)(record)).toMatch(/^[A-Z]{3}$/);
        }
      }
  });
});
