import { describe, expect, it } from 'vitest';
import { valueAt } from '../../src/output/columns.ts';
import type { View } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { literalExchanges } from '../wire/literal-answers.ts';

const drawn = await Promise.all(
  reports.map(async report => ({ report, views: (await report.answer()).views as readonly View<never>[] })),
);

describe('the pictures', () => {
  it('are of these reports, and each report names the view that has them', () => {
    expect(
      reports.filter(({ pictured }) => pictured).map(({ name, pictured }) => `${name} ${pictured}`),
    ).toEqual([
      'room-nights breakdown',
      'bed-nights breakdown',
      'arrivals breakdown',
      'property-performance days',
      'revenues accounts',
    ]);
    for (const { report, views } of drawn) {
      const withPictures = views.filter(view => view.pictures).map(view => view.name);
      expect(withPictures, report.name).toEqual(report.pictured ? [report.pictured] : []);
    }
  });

  it.each(
    drawn.flatMap(({ report, views }) =>
      views.flatMap(view => (view.pictures ?? []).map(picture => ({ report, view, picture }))),
    ),
  )('$report.name $picture.title: are made of columns that the view has', ({ view, picture }) => {
    const typeOf = (name: string) => view.columns.find(column => column.name === name)?.type;
    expect(typeOf(picture.value)).toBe('number');
    expect(typeOf(picture.label)).toBe(picture.kind === 'days' ? 'date' : 'text');
    if (picture.beside) expect(typeOf(picture.beside)).toBe('number');
    if (picture.only) expect(typeOf(picture.only.column)).toBeDefined();
    if (picture.unit.kind === 'money') {
      expect(typeOf(picture.unit.currency)).toBe('text');
      expect(picture.unit.currency).toBe(picture.value.replace(/amount$/, 'currency'));
    }
  });

  it('have numbers of the whole that the answer as the platform writes it has', () => {
    for (const { report, views } of drawn) {
      for (const { whole } of views) {
        if (!whole) continue;
        const literal = literalExchanges.find(answer => answer.report === report.name);
        const record = whole.record(JSON.parse(literal?.body ?? '') as never, {}) ?? {};
        expect(whole.figures.length, report.name).toBeGreaterThan(0);
        for (const { title, value, unit } of whole.figures) {
          expect(valueAt(record, value), `${report.name} ${title}`).toBeTypeOf('number');
          if (unit.kind === 'money') expect(valueAt(record, unit.currency)).toMatch(/^[A-Z]{3}$/);
        }
      }
    }
  });
});
