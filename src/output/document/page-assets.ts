/**
 * The style of a page: system fonts, light and dark as the system prefers, A4 landscape in print. Changes are colored,
 * and their sign says the same. Contrasts meet WCAG AA.
 */
export const documentStyle = `
:root {
  color-scheme: light dark;
  --ink: #16191f; --soft: #5b6472; --line: #e3e6eb; --paper: #fff; --band: #f6f7f9; --accent: #0b5cab; --up: #1a7f45; --down: #b3261e;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e8eaee; --soft: #9aa3b0; --line: #2c323b; --paper: #14171c; --band: #1b1f26; --accent: #7ab8ff; --up: #58c98a; --down: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-variant-numeric: tabular-nums;
  font: 15px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
}
main { max-width: 1240px; margin: 0 auto; padding: 32px 24px 48px; }
main.wide { max-width: 100rem; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 32px 0 10px; overflow-wrap: anywhere; }
.lead { color: var(--soft); margin: 0 0 20px; }
small { color: var(--soft); font-size: 12.5px; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 12px; margin: 16px 0 8px; }
.tile { border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
.tile p { margin: 0; }
.what { color: var(--soft); font-size: 13px; }
.value { font-size: 27px; font-weight: 600; letter-spacing: -.01em; white-space: nowrap; }
.value span { font-size: 14px; font-weight: 400; color: var(--soft); margin-left: 4px; letter-spacing: 0; }
.value.long { font-size: 21px; line-height: 1.85; white-space: normal; }
.delta { font-size: 13.5px; min-height: 1.45em; }
.up { color: var(--up); } .down { color: var(--down); } .flat { color: var(--soft); }
.state { display: inline-block; min-width: 96px; text-align: center; border-radius: 999px; padding: 1px 10px; font-size: 12.5px; border: 1px solid var(--line); }
.state.down { border-color: var(--down); font-weight: 600; }
.scroll { overflow-x: auto; }
.charts + .scroll, figure + .scroll, .tiles + .scroll, .scroll + .scroll { margin-top: 24px; }
.scroll:focus-visible, summary:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 7px 9px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { font-weight: 600; font-size: 12.5px; color: var(--soft); vertical-align: bottom; white-space: normal; }
.group th { text-align: center; color: var(--ink); border-bottom: 2px solid var(--line); }
.dense { font-size: 13px; } .dense th, .dense td { padding: 6px; } .dense thead th, .dense small { font-size: 11.5px; }
.t { text-align: left; }
td.t { unicode-bidi: plaintext; }
td.long, th.long { white-space: normal; min-width: 12rem; max-width: 26rem; overflow-wrap: break-word; }
tbody th { text-align: left; font-weight: 500; unicode-bidi: plaintext; }
tbody th small { margin-left: 4px; }
tbody th, thead tr > th:first-child { position: sticky; left: 0; background: var(--paper); text-align: left; }
thead tr > th:first-child { z-index: 1; }
.key { font-weight: 650; }
.sum th, .sum td { background: var(--band); font-weight: 600; }
.sum th { background: var(--band); }
tbody tr:hover th, tbody tr:hover td { background: var(--band); }
.depth1 th { padding-left: 26px; } .depth2 th { padding-left: 43px; } .depth3 th { padding-left: 60px; } .depth4 th { padding-left: 77px; }
.heat span { display: inline-block; min-width: 46px; padding: 2px 6px; border-radius: 4px; }
.heat .h1 { background: color-mix(in srgb, var(--tone) 4%, transparent); }
.heat .h2 { background: color-mix(in srgb, var(--tone) 9%, transparent); }
.heat .h3 { background: color-mix(in srgb, var(--tone) 14%, transparent); }
.heat .h4 { background: color-mix(in srgb, var(--tone) 19%, transparent); }
.heat .h5 { background: color-mix(in srgb, var(--tone) 24%, transparent); }
.heat .h6 { background: color-mix(in srgb, var(--tone) 29%, transparent); }
.heat .h7 { background: color-mix(in srgb, var(--tone) 34%, transparent); }
.heat .h8 { background: color-mix(in srgb, var(--tone) 39%, transparent); }
.heat .up { --tone: var(--up); color: inherit; } .heat .down { --tone: var(--down); color: inherit; } .heat .flat { color: inherit; }
.heat span, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
a { color: inherit; text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
code { font: 12.5px ui-monospace, 'Cascadia Mono', 'Liberation Mono', monospace; }
.notes { color: var(--soft); font-size: 13px; margin: 20px 0 0; overflow-wrap: anywhere; }
figure { margin: 0; }
svg { display: block; }
svg.spark { margin-left: auto; }
.dense svg.spark { width: 110px; height: 20px; }
svg.wide, svg.narrow { width: 100%; height: auto; }
svg.wide { min-width: 760px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 0 24px; }
.charts h2 { font-size: 14px; margin: 20px 0 6px; }
tfoot th, tfoot td { background: var(--band); font-weight: 600; text-align: right; } tfoot th { text-align: left; position: sticky; left: 0; }
svg text { font-size: 12px; fill: var(--soft); }
svg .name { fill: var(--ink); }
svg .rule { stroke: var(--line); }
svg .mark { fill: var(--accent); opacity: .75; }
svg .mark.weekend, .bars .mark, .bar .mark { opacity: 1; }
svg .other { stroke: var(--ink); stroke-width: 2; }
svg .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
svg .line.other { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 3; }
svg .touch { fill: transparent; } svg g:hover .touch { fill: var(--band); }
.spark path { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-linejoin: round; }
.bar svg { width: 100%; min-width: 120px; height: 12px; }
details { border-top: 1px solid var(--line); margin-top: 16px; padding-top: 8px; }
details + details { margin-top: 8px; }
summary { cursor: pointer; font-weight: 600; } summary small { margin-left: 4px; }
details .lead { margin-top: 12px; }
section { border-top: 1px solid var(--line); margin-top: 40px; padding-top: 32px; }
section > h2:first-child, section > div > h2:first-child { font-size: 20px; margin-top: 0; margin-bottom: 4px; }
th button { all: unset; cursor: pointer; }
th button::after { content: '\\2195'; opacity: .35; margin-left: .35em; font-weight: 400; }
th button:hover, th[aria-sort] { color: var(--ink); }
th[aria-sort=ascending] button::after { content: '\\2191'; opacity: 1; }
th[aria-sort=descending] button::after { content: '\\2193'; opacity: 1; }
@media screen and (max-width: 700px) {
  main { padding: 20px 14px; }
  h1 { font-size: 22px; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px; }
  .tile { padding: 9px 10px; } .value { font-size: 20px; white-space: normal; } .what, .delta { font-size: 12px; }
  th, td { padding: 7px 6px; }
  tbody th, tbody th.long { white-space: normal; min-width: 8.5rem; max-width: 11rem; border-right: 1px solid var(--line); }
  tbody th small { display: block; margin: 0; }
}
@page { size: A4 landscape; margin: 12mm; }
@media print {
  body { font-size: 11px; }
  main { padding: 0; max-width: none; }
  h1 { font-size: 20px; } h2 { font-size: 13px; margin: 14px 0 6px; break-after: avoid; }
  .lead { margin-bottom: 10px; }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(110px, 1fr)); gap: 8px; } .tile { padding: 7px 9px; } .value, .value.long { font-size: 17px; line-height: inherit; } .value span, .what, .delta { font-size: 10px; }
  table, .dense { font-size: 9.5px; } thead th, .dense thead th { font-size: 9px; } small, .dense small { font-size: 8.5px; }
  th, td, .dense th, .dense td { padding: 3px 5px; }
  .notes { font-size: 9.5px; margin-top: 10px; }
  svg.spark, .dense svg.spark { width: 90px; height: 14px; } svg.wide { min-width: 0; max-height: 150mm; } .charts { grid-template-columns: repeat(3, 1fr); }
  .heat span { min-width: 0; padding: 1px 4px; }
  .scroll { overflow: visible; }
  tbody th, thead tr > th:first-child { position: static; background: none; }
  tr, figure, .tile { break-inside: avoid; } thead { display: table-header-group; } tfoot { display: table-row-group; }
  .sum th, .sum td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  td.long, th.long { min-width: 0; }
  .state { font-size: 8.5px; min-width: 64px; padding: 0 6px; }
  th button { display: contents; } th button::after { content: none; }
  details:not([open]) { display: none; }
  section { break-before: page; border: 0; padding: 0; margin: 0; } h1 + section, h1 + .lead + section { break-before: auto; }
}
`;

/**
 * The page's only script: a button in each heading sorts its table ascending, descending and in the original order.
 * Without the script the page is complete, but cannot be sorted. It writes no markup and reads only text, so that
 * nothing in the data can become code.
 */
export const documentScript = `'use strict';
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
});
for (const table of document.querySelectorAll('table.sortable')) {
  const original = [...table.tBodies[0].rows];
  if (original.length < 2) continue;
  const headings = [...[...table.tHead.rows].at(-1).cells];
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
    const { type } = heading.dataset;
    // A drawing has no value to sort by.
    if (!type) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    heading.append(button);
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
