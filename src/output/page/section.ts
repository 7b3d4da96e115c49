import type { Column, KeyFigures, ReportRecord, TableLayout, View } from '../../platform/records.ts';
import { type Chart, chartsOf, figuresOf, type ShownFigure } from '../chart/chart.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { CollectedRecords, ReportDescription, RequestResult, SectionWords } from '../results.ts';
import { barsDrawing } from './bars-drawing.ts';
import { daysDrawing } from './days-drawing.ts';
import { markup } from './markup.ts';
import { tableMarkup } from './page-table.ts';

/** The parts that all sections of a page share: a view, its columns and its layout. */
export interface PageContent {
  readonly view: Pick<View<never>, 'name' | 'charts' | 'columns'> & {
    readonly whole?: Pick<KeyFigures<never>, 'figures'>;
  };
  readonly columns: readonly Column[];
  readonly layout: Omit<TableLayout, 'columns' | 'title'>;
  readonly format: LocaleFormat;
}

/** The content of the page for one request. */
export interface PageSection {
  /** The link target of the contents list; unique in the page. */
  readonly id: string;
  readonly words: SectionWords | undefined;
  readonly whole: ReportRecord | undefined;
  readonly figures: readonly ShownFigure[];
  readonly charts: readonly Chart[];
  readonly rows: number;
  readonly markup: string;
}

/** The section of one request: its heading, key figures, charts and table. */
export function sectionOf(
  { title, sectionOf: wordsOf }: ReportDescription,
  { view, columns, layout, format }: PageContent,
  { shown, all }: CollectedRecords,
  { parameters, whole: wholeOf }: RequestResult,
  number: number,
): PageSection {
  const words = wordsOf?.(parameters);
  const id = `section-${number}`;
  const whole = wholeOf?.();
  const figures = figuresOf(view.whole?.figures ?? [], whole, format);
  const charts = chartsOf(view.charts ?? [], view.columns, shown, format);
  const parts = [`<section id="${id}">\n`];
  if (words) {
    parts.push(`<h2>${markup(words.heading).replace(/\b\d{4}-\d\d-\d\d\b/g, '<span>$&</span>')}</h2>\n`);
    if (words.details.length > 0) {
      parts.push(`<p class="soft">${words.details.map(markup).join(' · ')}</p>\n`);
    }
  }
  parts.push(figuresMarkup(figures), chartsMarkup(charts, id));
  if (shown.length === 0) parts.push('<p>No rows.</p>\n');
  else {
    const name = [words?.heading ?? title, view.name].join(': ');
    parts.push(`<details open><summary>${shown.length === 1 ? '1 row' : `${shown.length} rows`}</summary>\n`);
    for (const piece of tableMarkup({ name, records: shown, all, columns, layout, format }))
      parts.push(piece);
    parts.push('</details>\n');
  }
  parts.push('</section>\n');
  return { id, words, whole, figures, charts, rows: shown.length, markup: parts.join('') };
}

/** Key figures side by side, each below its number. */
export const figuresMarkup = (figures: readonly ShownFigure[]): string =>
  figures.length === 0
    ? ''
    : `<dl class="figures">${figures
        .map(
          ({ title, text, unit }) =>
            `<div><dt>${markup(title)}</dt><dd>${markup(text)}${unit && `<small>${markup(unit)}</small>`}</dd></div>`,
        )
        .join('')}</dl>\n`;

function chartsMarkup(charts: readonly Chart[], section: string): string {
  if (charts.length === 0) return '';
  const drawings = charts.map((chart, index) =>
    (chart.kind === 'days' ? daysDrawing : barsDrawing)(chart, `${section}-chart-${index + 1}`),
  );
  return `<div class="charts${charts.length === 1 ? ' one' : ''}">\n${drawings.join('\n')}\n</div>\n`;
}
