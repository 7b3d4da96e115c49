import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { definedText, englishText } from '../../src/output/words/messages.ts';
import { bookingModel } from '../../src/platform/bookings/booking-request.ts';
import { valueReader } from '../../src/platform/record-paths.ts';
import type { View } from '../../src/platform/records.ts';
import { columnDefinition } from '../../src/platform/reports/columns.ts';
import { guestCountViews } from '../../src/platform/reports/guest-counts-response.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { reportPath } from '../../src/platform/reports/report.ts';
import { literalExchanges, literalServices } from '../wire/literal-responses.ts';

const drawn = await Promise.all(
  reports.map(async report => ({ report, views: (await report.response()).views as readonly View<never>[] })),
);

describe('the charts', () => {
  it('exist for these reports, and each report names the view that has them', () => {
    const charted = reports.flatMap(({ name, chartView }) => (chartView ? [[name, chartView]] : []));
    const counts = { 'room-nights': 'breakdown', 'bed-nights': 'breakdown', arrivals: 'breakdown' };
    const others = { 'property-performance': 'days', revenues: 'accounts' };
    expect(Object.fromEntries(charted)).toEqual({ ...counts, ...others });
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

// The sandbox accepts the names of the definitions, whatever they are: only a literal request can show a wrong one.
it.each(reports)('each parameter of $name is in a literal request', ({ name, parameters }) => {
  const { query = '', views = {} } = literalExchanges.find(({ report }) => report === name) ?? {};
  const queries = [query, ...Object.values(views).map(view => view.query ?? '')].join('&');
  const names = parameters.map(({ wire }) => wire);
  expect(
    names.filter(wire => !new URLSearchParams(queries).has(wire)),
    'add them to test/wire/literal-responses.ts',
  ).toEqual([]);
});

it('each field of a booking is in a literal request', () => {
  const names = new Set<string>();
  JSON.stringify(toJSONSchema(bookingModel, { unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name);
    return value;
  });
  const requests = readFileSync(new URL('../wire/booking.test.ts', import.meta.url), 'utf8');
  // The offer of a service, which the request repeats.
  const literal = `${requests}${literalServices}`;
  expect(
    [...names].filter(name => !new RegExp(`\\b${name}"?:|\\.${name}\\b`).test(literal)),
    'add them to test/wire/booking.test.ts',
  ).toEqual([]);
});
