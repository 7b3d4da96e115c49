import { createHash } from 'node:crypto';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column, KeyFigures, ReportRecord, TableLayout, View } from '../../platform/records.ts';
import { type Chart, chartsOf, figuresOf, type ShownFigure } from '../chart/chart.ts';
import { collected, type RecordBatches, type Results } from '../results.ts';
import { barsDrawing } from './bars-drawing.ts';
import { daysDrawing } from './days-drawing.ts';
import { grouped, markup } from './markup.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { tableMarkup } from './page-table.ts';

/**
 * A page: one HTML file that needs nothing else. It asks the network for nothing, and a policy in it forbids it to;
 * the style and the script are allowed by their hashes, so that nothing in the data can become either.
 */
export interface PagePlan {
  readonly title: string;
  /** A sentence or two on what the numbers count. */
  readonly about?: string;
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** A request's own heading, and what else it asked for. */
  readonly sectionOf?: (parameters: Parameters) => SectionWords;
}

export interface SectionWords {
  readonly heading: string;
  readonly details: readonly string[];
}

export interface PageContent {
  readonly view: Pick<View<never>, 'name' | 'charts' | 'columns'> & {
    readonly whole?: Pick<KeyFigures<never>, 'figures'>;
  };
  readonly columns: readonly Column[];
  readonly layout: Omit<TableLayout, 'columns' | 'title'>;
}

/** The page in pieces, made as the results come; a section for each of them. */
export async function* pageChunks(
  plan: PagePlan,
  content: PageContent,
  results: Results,
  counted: (batches: RecordBatches) => AsyncIterable<readonly ReportRecord[]>,
): AsyncGenerator<string> {
  yield headMarkup(plan);
  let section = 0;
  for await (const result of results) {
    section += 1;
    const records = await collected(counted(result.records()));
    yield* sectionMarkup(plan, content, records, result.parameters, result.whole?.(), section);
  }
  yield `${plan.about ? `<footer><p>${markup(plan.about)}</p></footer>\n` : ''}</main>
<script>${pageScript}</script>
</body>
</html>
`;
}

function headMarkup({ title, madeAt }: PagePlan): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; style-src ${hash(pageStyle)}; script-src ${hash(pageScript)}; base-uri 'none'; form-action 'none'`;
  const made = new Date(madeAt).toISOString();
  return `<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${markup(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>
<h1>${markup(title)}</h1>
<p class="soft">Made <time datetime="${made}">${made.slice(0, 10)} at ${made.slice(11, 16)} UTC</time></p>
</header>
`;
}

function* sectionMarkup(
  { title, sectionOf }: PagePlan,
  { view, columns, layout }: PageContent,
  records: readonly ReportRecord[],
  parameters: Parameters,
  whole: ReportRecord | undefined,
  section: number,
): Generator<string> {
  const words = sectionOf?.(parameters);
  yield '<section>\n';
  if (words) {
    yield `<h2>${markup(words.heading).replace(/\b\d{4}-\d\d-\d\d\b/g, '<span>$&</span>')}</h2>\n`;
    if (words.details.length > 0) yield `<p class="soft">${words.details.map(markup).join(' · ')}</p>\n`;
  }
  yield figuresMarkup(figuresOf(view.whole?.figures ?? [], whole));
  yield chartsMarkup(chartsOf(view.charts ?? [], view.columns, records), section);
  if (records.length === 0) yield '<p>No rows.</p>\n';
  else yield* tableMarkup(records, columns, layout, [words?.heading ?? title, view.name].join(': '));
  yield '</section>\n';
}

const figuresMarkup = (figures: readonly ShownFigure[]) =>
  figures.length === 0
    ? ''
    : `<dl class="figures">${figures
        .map(
          ({ title, text, unit }) =>
            `<div><dt>${markup(title)}</dt><dd>${markup(grouped(text))}${unit && `<small>${markup(unit)}</small>`}</dd></div>`,
        )
        .join('')}</dl>\n`;

function chartsMarkup(charts: readonly Chart[], section: number): string {
  if (charts.length === 0) return '';
  const drawings = charts.map((chart, index) =>
    (chart.kind === 'days' ? daysDrawing : barsDrawing)(chart, `chart-${section}-${index + 1}`),
  );
  return `<div class="charts${charts.length === 1 ? ' one' : ''}">\n${drawings.join('\n')}\n</div>\n`;
}
