import { htmlPageEnd, htmlPageStart } from '../../base/html-page.ts';
import { markup } from '../../platform/html-text.ts';
import { scaleOf } from '../chart/axes.ts';
import { type Chart, drawnValues, figuresOf, type ShownFigure } from '../chart/chart.ts';
import type {
  CollectedRecords,
  RecordBatches,
  ReportDescription,
  RequestResult,
  Results,
} from '../results.ts';
import { totalsOf } from '../totals.ts';
import { daysDrawing } from './drawings.ts';
import { figuresMarkup, type PageContent, type PageSection, sectionMarkup, sectionOf } from './section.ts';
import { pageScript, pageStyle } from './static-parts.ts';

/** With at least this many sections, the tables are collapsed: the page stays short enough to read. */
const foldedFrom = 4;
/** From this many on, the charts too: the overview has a small one of each. */
const deeplyFoldedFrom = 13;

/**
 * A self-contained HTML page: one file that loads nothing. A request is a section, or one for each of its views; several
 * sections have an overview with a contents list before them, so all of them are created before the first chunk is
 * written.
 */
export async function* pageChunks(
  about: ReportDescription,
  contentOf: (result: RequestResult) => PageContent,
  results: Results,
  collect: (batches: RecordBatches) => Promise<CollectedRecords>,
): AsyncGenerator<string> {
  const sections: PageSection[] = [];
  for await (const result of results) {
    const records = await collect(result.records());
    sections.push(sectionOf(about, contentOf(result), records, result, sections.length + 1));
  }
  const made = new Date(about.madeAt).toISOString();
  const folding =
    sections.length >= deeplyFoldedFrom ? 'all' : sections.length >= foldedFrom ? 'table' : 'open';
  yield `${htmlPageStart({ titleMarkup: markup(pageTitle(about.title, sections)), style: pageStyle, script: pageScript })}<main>
<header>
<h1>${markup(about.title)}</h1>
<p class="soft">Created <time datetime="${made}">${made.slice(0, 10)} at ${made.slice(11, 16)} UTC</time></p>
</header>
`;
  if (sections.length > 1) yield overviewMarkup(sections);
  for (const section of sections) yield sectionMarkup(section, folding);
  yield `${about.definition ? `<footer><p>${markup(about.definition)}</p></footer>\n` : ''}</main>\n`;
  yield htmlPageEnd({ script: pageScript });
}

/** The title of a page lists up to this many names; otherwise it shows their number. */
const mostNames = 3;

/** `Property performance · MUC · October 2026`: the hotels and the periods of the page. */
function pageTitle(title: string, sections: readonly PageSection[]): string {
  const headings = sections.flatMap(({ words }) => (words ? [words.heading.split(' · ')] : []));
  const parts = [0, 1].map(index => [...new Set(headings.flatMap(heading => heading[index] ?? []))]);
  const [properties = [], periods = []] = parts;
  const named = (names: readonly string[], what: string) =>
    names.length > mostNames ? `${names.length} ${what}` : names.join(', ');
  return [title, named(properties, 'properties'), named(periods, 'periods')].filter(Boolean).join(' · ');
}

/** The key figures of all sections, a table that leads to each of them, and a small chart of each. */
function overviewMarkup(sections: readonly PageSection[]): string {
  const shared = sharedPeriod(sections);
  return `<section id="overview">
<h2>Overview</h2>
${shared === '' ? '' : `<p class="soft">${markup(shared)}</p>\n`}${figuresMarkup(totalFigures(sections))}${contentsMarkup(sections, shared)}${smallMultiples(sections, shared)}</section>
`;
}

const separator = ' · ';

/** The words behind the hotel that all headings share, which need to be said only once; empty where they differ. */
function sharedPeriod(sections: readonly PageSection[]): string {
  const periods = sections.map(({ words }) => words?.heading.split(separator).slice(1).join(separator) ?? '');
  return new Set(periods).size === 1 ? (periods[0] ?? '') : '';
}

function shortHeading({ id, words }: Pick<PageSection, 'id' | 'words'>, shared: string): string {
  const heading = words?.heading ?? id;
  return shared === '' ? heading : heading.slice(0, heading.length - separator.length - shared.length);
}

/** The figures of all sections: sums, and ratios of sums. A figure without a valid total is omitted. */
function totalFigures(sections: readonly PageSection[]): readonly ShownFigure[] {
  // Of several views, one has the key figures of a request.
  const leading = sections.find(({ whole }) => whole)?.viewName;
  const counted = sections.filter(({ viewName }) => viewName === leading);
  const wholes = counted.flatMap(({ whole }) => (whole ? [whole] : []));
  const [first] = counted;
  if (!first || wholes.length < counted.length) return [];
  const { view, format } = first.content;
  const totals = totalsOf(wholes, view.columns);
  return (view.whole?.figures ?? []).flatMap(({ title, value, unit, change }) => {
    const total = totals.get(value);
    if (!total) return [];
    const changed = change && totals.get(change.value);
    const record = { value: total.value, currency: total.currency, change: changed?.value };
    const figure = {
      title,
      value: 'value',
      unit: unit.kind === 'money' ? { ...unit, currency: 'currency' } : unit,
      ...(change && changed ? { change: { value: 'change', unit: change.unit } } : {}),
    };
    return figuresOf([figure], record, format);
  });
}

/** The contents list: one line for each section, with its key figures. */
function contentsMarkup(sections: readonly PageSection[], shared: string): string {
  const titles = [...new Set(sections.flatMap(({ figures }) => figures.map(({ title }) => title)))];
  const head = [
    `<th scope="col" data-type="text">${shared === '' || sections.some(({ viewName }) => viewName) ? 'Section' : 'Property'}</th>`,
    ...['Rows', ...titles].map(numberHeading),
  ];
  const rows = sections.map(({ id, words, viewName, rows: count, figures }) => {
    const cells = titles.map(title => {
      const figure = figures.find(candidate => candidate.title === title);
      const value = figure ? ` data-value="${figure.plain}"` : '';
      return `<td class="n"${value}>${figure ? figureCell(figure) : ''}</td>`;
    });
    return `<tr><td><a href="#${id}">${markup([shortHeading({ id, words }, shared), viewName].filter(Boolean).join(separator))}</a></td><td class="n">${count}</td>${cells.join('')}</tr>`;
  });
  return `<div class="scroll" role="region" aria-label="Contents" tabindex="0"><table class="contents"><caption>Contents</caption>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>
`;
}

const figureCell = ({ text, unit, change }: ShownFigure) =>
  `${markup([text, unit].filter(Boolean).join(' '))}${change ? `<small>${markup(change)}</small>` : ''}`;

const numberHeading = (title: string) => `<th scope="col" data-type="number" class="n">${markup(title)}</th>`;

/** The first chart by day of each section, all on one scale, so that the hotels can be compared. */
function smallMultiples(sections: readonly PageSection[], shared: string): string {
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
    alike.flatMap(({ chart }) => drawnValues(chart)),
    { reaching: first.chart.unit === '%' ? 100 : 0 },
    2,
  );
  const drawings = alike.map(({ section, chart }) => {
    const small: Chart = { ...chart, title: `${shortHeading(section, shared)} · ${chart.title}`, scale };
    return daysDrawing(small, `${section.id}-small`, false);
  });
  return `<div class="charts multiples">\n${drawings.join('\n')}\n</div>\n`;
}
