import { countText } from '../../base/text.ts';
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

export interface PageSection {
  /** The link target of the contents list; unique in the page. */
  readonly id: string;
  readonly words: SectionWords | undefined;
  readonly content: PageContent;
  /** The name of its view, if there are several. */
  readonly viewName: string | undefined;
  readonly whole: ReportRecord | undefined;
  readonly figures: readonly ShownFigure[];
  readonly charts: readonly Chart[];
  readonly rows: number;
  readonly headMarkup: string;
  readonly chartsMarkup: string;
  readonly tableMarkup: string;
}

/** The section of one request and view: its heading, key figures, charts and table. */
export function sectionOf(
  { title, sectionOf: wordsOf }: ReportDescription,
  content: PageContent,
  { shown, all }: CollectedRecords,
  { parameters, whole: wholeOf, view: ofSeveral }: RequestResult,
  number: number,
): PageSection {
  const { view, columns, layout, format } = content;
  const words = wordsOf?.(parameters);
  const id = `section-${number}`;
  const whole = wholeOf?.();
  const figures = figuresOf(view.whole?.figures ?? [], whole, format);
  const charts = chartsOf(view.charts ?? [], view.columns, shown, format);
  const parts: string[] = [];
  if (words) {
    const heading = ofSeveral ? `${words.heading} · ${view.name}` : words.heading;
    parts.push(`<h2>${markup(heading).replace(/\b\d{4}-\d\d-\d\d\b/g, '<span>$&</span>')}</h2>\n`);
    if (words.details.length > 0) {
      parts.push(`<p class="soft">${words.details.map(markup).join(' · ')}</p>\n`);
    }
  }
  parts.push(figuresMarkup(figures));
  const name = [words?.heading ?? title, view.name].join(': ');
  return {
    id,
    words,
    content,
    viewName: ofSeveral?.name,
    whole,
    figures,
    charts,
    rows: shown.length,
    headMarkup: parts.join(''),
    chartsMarkup: chartsMarkup(charts, id),
    tableMarkup:
      shown.length === 0
        ? ''
        : [...tableMarkup({ name, records: shown, all, columns, layout, format })].join(''),
  };
}

/** How much of a section is folded: nothing, its table, or its charts too. A reader unfolds it, and so does printing. */
type Folding = 'open' | 'table' | 'all';

export function sectionMarkup(section: PageSection, folding: Folding): string {
  const { id, rows, headMarkup, chartsMarkup: charts, tableMarkup: table } = section;
  const counted = countText(rows, 'row');
  const isDeep = folding === 'all' && charts !== '';
  const [beside, inside] = isDeep ? ['', charts] : [charts, ''];
  const body =
    table === ''
      ? `${charts}<p>No rows.</p>\n`
      : `${beside}<details${folding === 'open' ? ' open' : ''}><summary>${isDeep ? `Charts and ${counted}` : counted}</summary>\n${inside}${table}</details>\n`;
  return `<section id="${id}">\n${headMarkup}${body}</section>\n`;
}

/** Key figures side by side, each below its number. */
export const figuresMarkup = (figures: readonly ShownFigure[]): string =>
  figures.length === 0
    ? ''
    : `<dl class="figures">${figures
        .map(
          ({ title, text, unit, change }) =>
            `<div><dt>${markup(title)}</dt>${change ? `<dd class="change">${markup(change)}</dd>` : ''}<dd>${markup(text)}${unit && `<small>${markup(unit)}</small>`}</dd></div>`,
        )
        .join('')}</dl>\n`;

function chartsMarkup(charts: readonly Chart[], section: string): string {
  if (charts.length === 0) return '';
  const drawings = charts.map((chart, index) =>
    (chart.kind === 'days' ? daysDrawing : barsDrawing)(chart, `${section}-chart-${index + 1}`),
  );
  return `<div class="charts${charts.length === 1 ? ' one' : ''}">\n${drawings.join('\n')}\n</div>\n`;
}
