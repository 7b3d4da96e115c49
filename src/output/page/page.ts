import { htmlPageEnd, htmlPageStart } from '../../base/html-page.ts';
import type {
  CollectedRecords,
  RecordBatches,
  ReportDescription,
  RequestResult,
  Results,
} from '../results.ts';
import { markup } from './markup.ts';
import { overviewMarkup, pageTitle } from './overview.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { type PageContent, type PageSection, sectionMarkup, sectionOf } from './section.ts';

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
