import type { ReportRecord } from '../../platform/records.ts';
import { type Chart, figuresOf, type ShownFigure } from '../chart/chart.ts';
import { scaleOf } from '../chart/scale.ts';
import { totalsOf } from '../totals.ts';
import { daysDrawing } from './days-drawing.ts';
import { markup } from './markup.ts';
import { figuresMarkup, type PageContent, type PageSection } from './section.ts';

/** The title of a page lists up to this many names; otherwise it shows their number. */
const mostNames = 3;

/** `Property performance · MUC · October 2026`: the hotels and the periods of the page. */
export function pageTitle(title: string, sections: readonly PageSection[]): string {
  const headings = sections.flatMap(({ words }) => (words ? [words.heading.split(' · ')] : []));
  const parts = [0, 1].map(index => [...new Set(headings.flatMap(heading => heading[index] ?? []))]);
  const [properties = [], periods = []] = parts;
  const named = (names: readonly string[], what: string) =>
    names.length > mostNames ? `${names.length} ${what}` : names.join(', ');
  return [title, named(properties, 'properties'), named(periods, 'periods')].filter(Boolean).join(' · ');
}

/** The key figures of all sections, a table that leads to each of them, and a small chart of each. */
export function overviewMarkup(content: PageContent, sections: readonly PageSection[]): string {
  return `<section id="overview">
<h2>Overview</h2>
${figuresMarkup(totalFigures(content, sections))}${contentsMarkup(sections)}${smallMultiples(sections)}</section>
`;
}

/** The figures of all sections: sums, and ratios of sums. A figure without a valid total is omitted. */
function totalFigures(
  { view, format }: PageContent,
  sections: readonly PageSection[],
): readonly ShownFigure[] {
  const wholes = sections.flatMap(({ whole }) => (whole ? [whole] : []));
  if (wholes.length < sections.length) return [];
  const totals = totalsOf(wholes, view.columns);
  return (view.whole?.figures ?? []).flatMap(figure => {
    const total = totals.get(figure.value);
    if (!total) return [];
    const { unit } = figure;
    const record = (
      unit.kind === 'money' ? { value: total.value, currency: total.currency } : total
    ) as ReportRecord;
    const flat = {
      ...figure,
      value: 'value',
      ...(unit.kind === 'money' ? { unit: { ...unit, currency: 'currency' } } : {}),
    };
    return figuresOf([flat], record, format);
  });
}

/** The contents list: one line for each section, with its key figures. */
function contentsMarkup(sections: readonly PageSection[]): string {
  const titles = [...new Set(sections.flatMap(({ figures }) => figures.map(({ title }) => title)))];
  const head = ['<th scope="col" data-type="text">Section</th>', ...['Rows', ...titles].map(numberHeading)];
  const rows = sections.map(({ id, words, rows: count, figures }) => {
    const cells = titles.map(title => {
      const figure = figures.find(candidate => candidate.title === title);
      const value = figure ? ` data-value="${figure.plain}"` : '';
      return `<td class="n"${value}>${figure ? markup(`${figure.text}${figure.unit === '%' ? ' %' : figure.unit && ` ${figure.unit}`}`) : ''}</td>`;
    });
    return `<tr><td><a href="#${id}">${markup(words?.heading ?? id)}</a></td><td class="n">${count}</td>${cells.join('')}</tr>`;
  });
  return `<div class="scroll" role="region" aria-label="Contents" tabindex="0"><table class="contents"><caption>Contents</caption>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>
`;
}

const numberHeading = (title: string) => `<th scope="col" data-type="number" class="n">${markup(title)}</th>`;

/** The first chart by day of each section, all on one scale, so that the hotels can be compared. */
function smallMultiples(sections: readonly PageSection[]): string {
  const drawn = sections.flatMap(section => {
    const chart = section.charts.find(({ kind }) => kind === 'days');
    return chart ? [{ section, chart }] : [];
  });
  const [first] = drawn;
  if (!first || drawn.length < 2) return '';
  const alike = drawn.filter(
    ({ chart }) => chart.title === first.chart.title && chart.unit === first.chart.unit,
  );
  const scale = scaleOf(
    alike.flatMap(({ chart }) => chart.points.map(({ value }) => value)),
    { reaching: first.chart.unit === '%' ? 100 : 0 },
    2,
  );
  const drawings = alike.map(({ section, chart }) => {
    const small: Chart = { ...chart, title: `${section.words?.heading ?? ''} · ${chart.title}`, scale };
    return daysDrawing(small, `${section.id}-small`);
  });
  return `<div class="charts multiples">\n${drawings.join('\n')}\n</div>\n`;
}
