import { countText } from '../../base/text.ts';
import { markup } from '../../platform/html-text.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, KeyFigures, ReportRecord, TableLayout, View } from '../../platform/records.ts';
import { cellText } from '../cell.ts';
import { type Chart, chartsOf, figuresOf, type ShownFigure } from '../chart/chart.ts';
import { likeForLike, totalLabel } from '../like-for-like.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { CollectedRecords, ReportDescription, RequestResult, SectionWords } from '../results.ts';
import { fractionOf, type ShownColumn, shownColumns, variedColumns } from '../shown-cell.ts';
import { barsDrawing, daysDrawing } from './drawings.ts';

/** The parts that all sections of a page share: a view, its columns and its layout. */
export interface PageContent {
  readonly view: Pick<View<never>, 'name' | 'charts' | 'columns'> & {
    readonly whole?: Pick<KeyFigures<never>, 'figures'>;
  };
  readonly columns: readonly Column[];
  readonly layout: Omit<TableLayout, 'columns' | 'title'>;
  readonly format: LocaleFormat;
}

/** One request in one view: what the overview and the section itself show. */
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
  /** Empty without rows. */
  readonly tableMarkup: string;
}

export function sectionOf(
  about: ReportDescription,
  content: PageContent,
  records: CollectedRecords,
  result: RequestResult,
  number: number,
): PageSection {
  const { view, format } = content;
  const words = about.sectionOf?.(result.parameters);
  const whole = result.whole?.();
  const rows = records.shown.length;
  const name = [words?.heading ?? about.title, view.name].join(': ');
  return {
    id: `section-${number}`,
    words,
    content,
    viewName: result.view?.name,
    whole,
    figures: figuresOf(view.whole?.figures ?? [], whole, format),
    charts: chartsOf(view.charts ?? [], view.columns, records.shown, format),
    rows,
    tableMarkup: rows === 0 ? '' : tableMarkup(name, records, content),
  };
}

/** @param folding how much is folded: nothing, the table, or the charts too; a reader unfolds it, and so does printing */
export function sectionMarkup(section: PageSection, folding: 'open' | 'table' | 'all'): string {
  const { id, words, viewName, rows, tableMarkup: table } = section;
  const heading = [words?.heading, viewName].filter(Boolean).join(' · ');
  const charts = chartsMarkup(section);
  const isDeep = folding === 'all' && charts !== '';
  const counted = countText(rows, 'row');
  const body =
    table === ''
      ? `${charts}<p>No rows.</p>\n`
      : `${isDeep ? '' : charts}<details${folding === 'open' ? ' open' : ''}><summary>${isDeep ? `Charts and ${counted}` : counted}</summary>\n${isDeep ? charts : ''}${table}</details>\n`;
  return [
    `<section id="${id}">\n`,
    words && `<h2>${markup(heading).replace(/\b\d{4}-\d\d-\d\d\b/g, '<span>$&</span>')}</h2>\n`,
    words?.details.length ? `<p class="soft">${words.details.map(markup).join(' · ')}</p>\n` : '',
    figuresMarkup(section.figures),
    `${body}</section>\n`,
  ].join('');
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

function chartsMarkup({ id, charts }: PageSection): string {
  if (charts.length === 0) return '';
  const drawings = charts.map((chart, index) =>
    (chart.kind === 'days' ? daysDrawing : barsDrawing)(chart, `${id}-chart-${index + 1}`),
  );
  return `<div class="charts${charts.length === 1 ? ' one' : ''}">\n${drawings.join('\n')}\n</div>\n`;
}

/** With more rows than this, the table scrolls under its headings. */
const longTable = 60;
/** A tree is indented only as deep as the style has classes. */
const deepest = 4;

/** The records as a table in a box that scrolls, so that the page itself never scrolls horizontally. */
function tableMarkup(
  name: string,
  { shown: records, all }: CollectedRecords,
  { columns, layout, format: { decimal }, format }: PageContent,
): string {
  const shown = shownColumns(variedColumns(columns, layout, all), all, format);
  const points = shown.map(column => longestFraction(column, records, decimal));
  const cells = shown.map((column, index) => cellMarkup(column, layout, points[index] ?? 0, decimal));
  const label = markup(name);
  const total = totalLabel(likeForLike(all, columns), records.length, all.length);
  let rows = '';
  for (const record of records) {
    rows += '<tr>';
    for (const cell of cells) rows += cell(record);
    rows += '</tr>\n';
  }
  return `<div class="scroll${records.length > longTable ? ' long' : ''}" role="region" aria-label="${label}" tabindex="0"><table><caption>${label}</caption>
<thead><tr>${shown.map(headingMarkup).join('')}</tr></thead>
<tbody>
${rows}</tbody>${footMarkup(shown, points, total, decimal)}</table></div>\n`;
}

const headingMarkup = ({ column, heading }: ShownColumn) =>
  `<th scope="col" data-type="${column.type}"${classOf(column)}>${markup(heading)}</th>`;

const classOf = ({ type }: Column) => ({ number: ' class="n"', date: ' class="d"', text: '' })[type];

function footMarkup(
  shown: readonly ShownColumn[],
  points: readonly number[],
  label: string,
  decimal: string,
): string {
  if (shown.every(({ total }) => total === '')) return '';
  const cells = shown.map(({ column, total }, index) => {
    const text = index === 0 && total === '' ? label : total;
    return `<td${classOf(column)}>${inLine(text, points[index] ?? 0, decimal)}</td>`;
  });
  return `\n<tfoot><tr>${cells.join('')}</tr></tfoot>`;
}

function cellMarkup(
  { column, text }: ShownColumn,
  { indentBy }: PageContent['layout'],
  fraction: number,
  decimal: string,
): (record: ReportRecord) => string {
  if (indentBy?.column === column.name) {
    const depth = valueReader(indentBy.depth);
    return record => {
      const level = Math.min(deepest, Math.max(0, Math.trunc(Number(depth(record)) || 0)));
      return `<td class="d${level}">${markup(text(record))}</td>`;
    };
  }
  const read = valueReader(column.name);
  return record => {
    const shown = text(record);
    const value = column.type === 'text' ? undefined : read(record);
    // The value to sort by, if the shown text has separators, a weekday or a currency.
    const plain = cellText(value);
    const sorted = value === undefined || plain === shown ? '' : ` data-value="${markup(plain)}"`;
    return `<td${classOf(column)}${sorted}>${inLine(shown, fraction, decimal)}</td>`;
  };
}

function longestFraction(
  { column, text, total }: ShownColumn,
  records: readonly ReportRecord[],
  decimal: string,
): number {
  if (column.type !== 'number') return 0;
  let longest = fractionOf(total, decimal);
  for (const record of records) {
    const shown = text(record);
    // A number of a mixed column is followed by its currency, which is not a part of its fraction.
    if (/[A-Za-z]$/.test(shown)) return 0;
    longest = Math.max(longest, fractionOf(shown, decimal));
  }
  return longest;
}

/** A number followed by invisible zeros, so that the decimal points are aligned; the number stays unchanged. */
function inLine(text: string, fraction: number, decimal: string): string {
  const missing = text === '' ? 0 : fraction - fractionOf(text, decimal);
  if (missing <= 0) return markup(text);
  return `${markup(text)}<i>${(text.includes(decimal) ? '' : decimal).padEnd(missing, '0')}</i>`;
}
