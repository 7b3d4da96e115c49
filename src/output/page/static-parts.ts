/**
 * The style of a page: system fonts, one color for charts (no information depends on color), light and dark as the
 * system prefers, black on white in print. Contrasts meet WCAG AA.
 */
export const pageStyle = `
:root {
  color-scheme: light;
  --paper: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0; --faint: #eef1f4; --hover: #f4f6f8;
  --mark: #0a66c2; --shade: #f1f3f6;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --paper: #14171b; --ink: #e8ebee; --soft: #9ea8b3; --line: #363c44; --faint: #23282e; --hover: #1d2126;
    --mark: #62b0ff; --shade: #1e2329;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem) 3rem; max-width: 90rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
}
h1, h2, h3 { line-height: 1.25; margin: 0; text-wrap: balance; overflow-wrap: anywhere; }
h2 span { white-space: nowrap; }
h1 { font-size: 1.75rem; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; }
h3 { font-size: .9375rem; }
p { margin: .25rem 0 0; }
.soft, figcaption, footer { color: var(--soft); font-size: .875rem; }
section { margin-top: 2.5rem; }
header + section { margin-top: 1.5rem; }
section + section { border-top: 1px solid var(--line); padding-top: 2.5rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.25rem 0 0; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--soft); font-size: .875rem; }
.figures dd { margin: 0; font-size: 1.5rem; line-height: 1.25; font-variant-numeric: tabular-nums; white-space: nowrap; }
.figures .change { font-size: .875rem; color: var(--soft); }
.figures small { font-size: .875rem; color: var(--soft); margin-left: .3em; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 2rem 2.5rem; margin-top: 1.75rem; align-items: start; }
.charts.multiples { grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1.25rem 1.5rem; }
.multiples h3 { font-size: .8125rem; }
.charts.one { max-width: 32rem; grid-template-columns: 1fr; }
figure { margin: 0; min-width: 0; }
figure h3 { margin-bottom: .5rem; }
figcaption { margin-top: .25rem; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font-size: 11px; fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .key, svg .number { fill: var(--ink); }
svg .rule { stroke: var(--faint); }
svg .zero { stroke: var(--line); }
svg .line { fill: none; stroke: var(--mark); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
svg .dot { fill: var(--mark); }
svg .bar { fill: var(--mark); }
svg .line.versus { stroke: var(--soft); stroke-dasharray: 5 3; stroke-width: 1.5; }
svg .bar.versus { fill: var(--soft); fill-opacity: .55; }
.legend { display: flex; gap: 1rem; margin: 0 0 .375rem; color: var(--soft); font-size: .8125rem; }
.legend span { display: flex; align-items: center; gap: .375rem; }
.legend svg { width: 20px; height: 10px; flex: none; }
svg .weekend { fill: var(--shade); }
svg .touch { fill: transparent; }
svg .touch:hover { fill: var(--mark); fill-opacity: .1; }
.scroll { overflow: auto; margin-top: 1.75rem; border: 1px solid var(--line); border-radius: 6px; }
.scroll.long { max-height: 92vh; }
.scroll:focus-visible, button:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; width: max-content; min-width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
td small { display: block; color: var(--soft); }
summary { cursor: pointer; color: var(--soft); font-size: .875rem; margin-top: 1.5rem; width: max-content; }
a { color: var(--mark); }
tfoot td { font-weight: 600; border-top: 1px solid var(--line); }
th, td { padding: .4rem .75rem; text-align: left; vertical-align: top; unicode-bidi: plaintext; border-bottom: 1px solid var(--faint); }
td { max-width: 26rem; overflow-wrap: break-word; }
.n { text-align: right; white-space: nowrap; }
.n i { visibility: hidden; }
.d { white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--paper); border-bottom-color: var(--line); color: var(--soft); font-weight: 600; white-space: nowrap; }
tbody tr:hover td { background: var(--hover); }
tbody:last-child tr:last-child td, tfoot tr:last-child td { border-bottom: 0; }
tfoot td { font-weight: 600; }
tfoot tr:first-child td { border-top: 1px solid var(--line); }
th button { all: unset; cursor: pointer; }
th button::after { content: '\\2195'; opacity: .35; margin-left: .35em; font-weight: 400; }
th button:hover { color: var(--ink); }
th[aria-sort] { color: var(--ink); }
th[aria-sort=ascending] button::after { content: '\\2191'; opacity: 1; }
th[aria-sort=descending] button::after { content: '\\2193'; opacity: 1; }
.d1 { padding-left: 2rem; } .d2 { padding-left: 3.25rem; } .d3 { padding-left: 4.5rem; } .d4 { padding-left: 5.75rem; }
.d0 { font-weight: 600; }
footer { margin-top: 2.5rem; max-width: 48rem; }
@media print {
  @page { margin: 14mm; }
  :root { font-size: 10pt; }
  body { padding: 0; max-width: none; }
  section { margin-top: 1rem; }
  section + section { break-before: page; border: 0; padding: 0; }
  .charts { grid-template-columns: repeat(3, 1fr); gap: 1rem; }
  .charts:has(.bars) { grid-template-columns: repeat(2, 1fr); }
  .charts.one { max-width: 60%; grid-template-columns: 1fr; }
  .figures { gap: 1rem 2rem; }
  .scroll, .scroll.long { overflow: visible; max-height: none; border: 0; border-radius: 0; }
  summary { display: none; }
  .charts.multiples { grid-template-columns: repeat(3, 1fr); }
  thead { display: table-header-group; }
  tfoot { display: table-row-group; }
  thead th { position: static; }
  table { font-size: 8pt; width: 100%; }
  th, td { padding: .2rem .4rem; overflow-wrap: anywhere; }
  th button::after { content: none; }
  th[aria-sort=ascending] button::after { content: '\\2191'; }
  th[aria-sort=descending] button::after { content: '\\2193'; }
  tr, figure, .figures { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  svg .bar, svg .dot, svg .line.versus { stroke: var(--soft); stroke-dasharray: 5 3; stroke-width: 1.5; }
svg .bar.versus { fill: var(--soft); fill-opacity: .55; }
.legend { display: flex; gap: 1rem; margin: 0 0 .375rem; color: var(--soft); font-size: .8125rem; }
.legend span { display: flex; align-items: center; gap: .375rem; }
.legend svg { width: 20px; height: 10px; flex: none; }
svg .weekend { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/**
 * The page's only script: a button in each heading sorts its table ascending, descending and in the original order.
 * Without the script the page is complete, but cannot be sorted. It writes no markup and reads only text, so that
 * nothing in the data can become code.
 */
export const pageScript = `'use strict';
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
const compare = {
  number: (a, b) => a - b,
  date: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  text: (a, b) => collator.compare(a, b),
};
const keyOf = { number: Number, date: text => text, text: text => text };
// A long table is laid out again in pieces: the rows in sight first, the others while nothing else is to be done.
const [firstRows, nextRows] = [200, 500];
const unfinished = new Set();
addEventListener('beforeprint', () => {
  for (const finish of [...unfinished]) finish();
  for (const details of document.querySelectorAll('details')) details.open = true;
});
for (const table of document.querySelectorAll('table')) {
  const original = [...table.tBodies[0].rows];
  if (original.length < 2) continue;
  const headings = [...table.tHead.rows[0].cells];
  const keys = [];
  const keysOf = (column, type) =>
    original.map(row => {
      const cell = row.cells[column];
      const text = cell.textContent;
      return { row, isEmpty: text === '', key: keyOf[type](cell.dataset.value ?? text) };
    });
  let stop = () => {};
  const place = rows => {
    stop();
    const isLong = rows.length > firstRows + nextRows;
    if (isLong && table.style.tableLayout === '') {
      // Columns keep their widths while only some of the rows are there.
      const widths = headings.map(heading => heading.getBoundingClientRect().width);
      headings.forEach((heading, index) => { heading.style.width = widths[index] + 'px'; });
      table.style.width = table.getBoundingClientRect().width + 'px';
      table.style.tableLayout = 'fixed';
    }
    for (const body of [...table.tBodies]) body.remove();
    let from = 0;
    const add = count => {
      const body = document.createElement('tbody');
      body.append(...rows.slice(from, from + count));
      table.insertBefore(body, table.tFoot);
      from += count;
    };
    add(isLong ? firstRows : rows.length);
    if (!isLong) return;
    let timer;
    const finish = () => {
      stop();
      add(rows.length - from);
    };
    const step = () => {
      add(nextRows);
      if (from < rows.length) timer = setTimeout(step);
      else unfinished.delete(finish);
    };
    stop = () => {
      clearTimeout(timer);
      unfinished.delete(finish);
    };
    unfinished.add(finish);
    timer = setTimeout(step, 50);
  };
  headings.forEach((heading, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    heading.append(button);
    const { type } = heading.dataset;
    button.addEventListener('click', () => {
      const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[heading.ariaSort ?? 'none'];
      for (const other of headings) other.removeAttribute('aria-sort');
      if (next === 'none') return place(original);
      heading.setAttribute('aria-sort', next);
      const sign = next === 'ascending' ? 1 : -1;
      keys[column] ??= keysOf(column, type);
      // What is empty comes last either way; equal ones keep their order.
      const sorted = [...keys[column]].sort((a, b) => a.isEmpty - b.isEmpty || sign * compare[type](a.key, b.key));
      place(sorted.map(({ row }) => row));
    });
  });
}
`;
