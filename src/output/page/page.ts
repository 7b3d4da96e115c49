import { htmlPageEnd, htmlPageStart } from '../../base/html-page.ts';
import type { CollectedRecords, RecordBatches, ReportDescription, Results } from '../results.ts';
import { markup } from './markup.ts';
import { overviewMarkup, pageTitle } from './overview.ts';
import { pageStyle } from './page-style.ts';
import { type PageContent, type PageSection, sectionOf } from './section.ts';

/** With at least this many sections, the tables are collapsed: the page stays short enough to read. */
const foldedFrom = 4;

/**
 * A self-contained HTML page: one file that loads nothing. A request is a section; several requests have an overview
 * with a contents list before their sections, so all sections are created before the first chunk is written.
 */
export async function* pageChunks(
  about: ReportDescription,
  content: PageContent,
  results: Results,
  collect: (batches: RecordBatches) => Promise<CollectedRecords>,
): AsyncGenerator<string> {
  const sections: PageSection[] = [];
  for await (const result of results) {
    const records = await collect(result.records());
    sections.push(sectionOf(about, content, records, result, sections.length + 1));
  }
  const made = new Date(about.madeAt).toISOString();
  const folded = sections.length >= foldedFrom;
  yield `${htmlPageStart({ titleMarkup: markup(pageTitle(about.title, sections)), style: pageStyle, script: pageScript })}<main>
<header>
<h1>${markup(about.title)}</h1>
<p class="soft">Created <time datetime="${made}">${made.slice(0, 10)} at ${made.slice(11, 16)} UTC</time></p>
</header>
`;
  if (sections.length > 1) yield overviewMarkup(content, sections);
  for (const section of sections) {
    yield folded ? section.markup.replace('<details open>', '<details>') : section.markup;
  }
  yield `${about.definition ? `<footer><p>${markup(about.definition)}</p></footer>\n` : ''}</main>\n`;
  yield htmlPageEnd({ script: pageScript });
}

/**
 * The page's only script: a button in each heading sorts its table ascending, descending and in the original order.
 * Without the script the page is complete, but cannot be sorted. It writes no markup and reads only text, so that
 * nothing in the data can become code.
 */
const pageScript = `'use strict';
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
const compare = {
  number: (a, b) => a - b,
  date: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  text: (a, b) => collator.compare(a, b),
};
const keyOf = { number: Number, date: text => text, text: text => text };
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details')) details.open = true;
});
for (const table of document.querySelectorAll('table')) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  if (original.length < 2) continue;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    heading.append(button);
    const { type } = heading.dataset;
    button.addEventListener('click', () => {
      const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[heading.ariaSort ?? 'none'];
      for (const other of headings) other.removeAttribute('aria-sort');
      let rows = original;
      if (next !== 'none') {
        heading.setAttribute('aria-sort', next);
        const sign = next === 'ascending' ? 1 : -1;
        const keyed = original.map(row => {
          const cell = row.cells[column];
          const text = cell.textContent;
          return { row, text, key: keyOf[type](cell.dataset.value ?? text) };
        });
        // What is empty comes last either way; equal ones keep their order.
        keyed.sort((a, b) => (a.text === '') - (b.text === '') || sign * compare[type](a.key, b.key));
        rows = keyed.map(({ row }) => row);
      }
      const all = document.createDocumentFragment();
      for (const row of rows) all.append(row);
      body.append(all);
    });
  });
}
`;
