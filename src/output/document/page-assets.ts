/**
 * Of a page whose sections are all folded, the table is the last that is printed. Chromium breaks between a table and the
 * notes after it, whatever the style says: the notes are in the last row of the table, so that no sheet has only notes.
 */
const folded = 'main:not(:has(> :is(section, figure, .charts, details[open], details.printed)))';

/** A table with so many columns that a window as narrow as a tablet's needs smaller letters. */
const wide = 'table:has(thead tr:last-child > :nth-child(10))';
/** One that only a tablet held upright is too narrow for. */
const middle = 'table:has(thead tr:last-child > :nth-child(6))';

/** The strongest background is that of `h8`. */
export const heatSteps = 8;
const heat = Array.from({ length: heatSteps }, (_, step) => step + 1)
  .map(
    step => `.heat .h${step} { background: color-mix(in srgb, var(--tone) ${5 * step - 1}%, transparent); }`,
  )
  .join('\n');

/**
 * The style of a page: system fonts, light and dark as the system prefers, A4 landscape in print. Changes are colored,
 * and their sign says the same. Contrasts meet WCAG AA.
 */
export const documentStyle = `
:root {
  color-scheme: light dark;
  --ink: #16191f; --soft: #5b6472; --line: #e3e6eb; --paper: #fff; --band: #f6f7f9; --accent: #0b5cab; --up: #1a7f45; --down: #b3261e; --warn: #8a5a00;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e8eaee; --soft: #9aa3b0; --line: #2c323b; --paper: #14171c; --band: #1b1f26; --accent: #7ab8ff; --up: #58c98a; --down: #ff8a80; --warn: #e0b050;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-variant-numeric: tabular-nums;
  overflow-wrap: break-word; font: 15px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
}
main { max-width: 1240px; margin: 0 auto; padding: 32px 24px 48px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 17px; margin: 32px 0 10px; }
.lead { color: var(--soft); margin: 0 0 20px; }
small { color: var(--soft); font-size: 12.5px; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 12px; margin: 16px 0 8px; }
@media screen and (min-width: 760px) { .tiles:has(> :nth-child(7)):not(:has(> :nth-child(9))) { grid-template-columns: repeat(4, 1fr); } }
.tile { border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
.tile p { margin: 0; }
.what { color: var(--soft); font-size: 13px; }
.value { font-size: 27px; font-weight: 600; letter-spacing: -.01em; white-space: nowrap; }
.value span { font-size: 14px; font-weight: 400; color: var(--soft); margin-left: 4px; letter-spacing: 0; }
.tiles:has(.long) .value { font-size: 21px; white-space: normal; }
.delta { font-size: 13.5px; min-height: 1.45em; }
.up { color: var(--up); } .down { color: var(--down); } .flat { color: var(--soft); } .warn { color: var(--warn); }
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
td.t, tbody th:not(:has(small)) { unicode-bidi: plaintext; }
td.long, th.long { white-space: normal; min-width: 12rem; max-width: 26rem; overflow-wrap: anywhere; }
tbody th { text-align: left; font-weight: 500; }
tbody th small { display: inline-block; margin-left: 4px; }
tbody th, thead tr > th:first-child { position: sticky; left: 0; background: var(--paper); text-align: left; }
thead tr > th:first-child { z-index: 1; }
.key { font-weight: 650; }
.opens th, .opens td { border-top: 1px solid var(--soft); } .again .group { color: var(--soft); font-weight: 400; }
.sorted .opens th, .sorted .opens td { border-top: 0; } .sorted .again .group { color: inherit; }
[hidden] { display: none !important; }
.tiles + .tools, .scroll + .tools, figure + .tools, .charts + .tools { margin-top: 24px; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 10px; margin: 0 0 8px; font-size: 13px; color: var(--soft); }
.tools input[type=search], .tools select, .tools > button, .choose > summary { font: inherit; padding: 3px 9px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: var(--ink); cursor: pointer; }
.tools input[type=search] { cursor: text; width: 12rem; } .tools :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.choose { border: 0; margin: 0; padding: 0; position: relative; } .choose > summary { font-weight: 400; }
.choose fieldset { position: absolute; z-index: 3; margin: 4px 0 0; padding: 8px 12px; background: var(--paper); color: var(--ink); border: 1px solid var(--line); border-radius: 6px; max-height: 60vh; overflow: auto; }
.choose legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .choose label { display: block; white-space: nowrap; }
.inset > td { text-align: left; white-space: normal; padding: 4px 12px 20px; border-left: 3px solid var(--accent); }
a[aria-expanded]::before { content: '\\25B8'; display: inline-block; width: 1em; color: var(--soft); } a[aria-expanded=true]::before { content: '\\25BE'; }
.sum th, .sum td { background: var(--band); font-weight: 600; }
tbody tr:hover th, tbody tr:hover td { background: var(--band); }
.depth1 th { padding-left: 26px; } .depth2 th { padding-left: 43px; } .depth3 th { padding-left: 60px; } .depth4 th { padding-left: 77px; }
.heat span { display: inline-block; min-width: 46px; padding: 2px 6px; border-radius: 4px; }
${heat}
.heat .up { --tone: var(--up); color: inherit; } .heat .down { --tone: var(--down); color: inherit; } .heat .flat { color: inherit; }
.heat span, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
a { color: inherit; text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
code { font: 12.5px ui-monospace, 'Cascadia Mono', 'Liberation Mono', monospace; }
.gap { border-left: 4px solid var(--down); background: var(--band); padding: 8px 14px; margin: 0 0 14px; }
.notes { color: var(--soft); font-size: 13px; margin: 20px 0 0; }
figure { margin: 0; }
svg { display: block; }
svg.spark { margin-left: auto; }
.dense svg.spark { width: 110px; height: 20px; }
svg.wide, svg.narrow { width: 100%; height: auto; }
svg.wide { min-width: 760px; } svg.single { max-width: 560px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 0 24px; }
.charts h2 { font-size: 14px; margin: 20px 0 6px; }
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
th button { all: unset; cursor: pointer; position: relative; }
th button::after { content: '\\2195'; opacity: .35; position: absolute; left: 100%; bottom: 0; font-weight: 400; font-size: 10px; }
:is(th, td):last-child, .dense :is(th, td):last-child { padding-right: 14px; }
th button:hover, th[aria-sort] { color: var(--ink); }
th[aria-sort=ascending] button::after { content: '\\2191'; opacity: 1; }
th[aria-sort=descending] button::after { content: '\\2193'; opacity: 1; }
@media screen { th.name, td.name { white-space: normal; min-width: 7rem; } }
@media screen and (max-width: 1180px) {
  main { padding: 32px 16px 48px; }
  .bar svg { min-width: 72px; } .tiles:has(.long) .value { font-size: 17px; }
}
@media screen and (min-width: 701px) and (max-width: 900px) { ${middle} { font-size: 12px; } ${middle} :is(th, td) { padding: 6px 5px; } ${middle} thead th { font-size: 11px; } .value { font-size: 22px; } }
@media screen and (min-width: 701px) and (max-width: 1180px) {
  ${wide} { font-size: 12px; } ${wide} thead th { font-size: 10.5px; }
  ${wide} :is(th, td) { padding: 6px 3px; } ${wide} :is(th, td):last-child { padding-right: 12px; }
  ${wide} thead tr:last-child th { padding-top: 12px; max-width: 8em; } ${wide} th button::after { left: auto; right: 0; bottom: 100%; line-height: 8px; }
}
@media screen and (max-width: 700px) {
  main { padding: 20px 14px; }
  h1 { font-size: 22px; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px; }
  .tile { padding: 9px 10px; min-width: 0; } .value { font-size: 20px; line-height: 1.3; white-space: normal; } .tiles:has(.long) .value { font-size: 16.5px; } .value span { display: inline-block; } .what, .delta { font-size: 12px; }
  select { max-width: 100%; } .choose { position: static; } .choose fieldset { max-width: calc(100vw - 28px); left: 14px; } .choose label { white-space: normal; }
  [data-above]::before { content: attr(data-above); font-size: 13px; font-weight: 600; }
  .cards, .cards tbody { display: block; } .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards tr { display: grid; grid-template-columns: 1fr 1fr; gap: 1px 18px; padding: 10px 0; border-bottom: 1px solid var(--line); }
  .cards th[scope=row], .cards td { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: baseline; align-content: flex-start; gap: 0 8px; border: 0; padding: 0; min-width: 0; max-width: none; white-space: normal; font-size: 13px; }
  .cards th[scope=row] { position: static; grid-column: 1 / -1; grid-row: 1; justify-content: flex-start; font-size: 15px; } .cards .sum { padding: 10px 6px; background: var(--band); }
  .cards td::before { content: attr(data-label); flex: 1 1 0; min-width: min-content; color: var(--soft); font-size: 12px; font-weight: 400; text-align: left; } .cards td.key { font-size: 15px; }
  .cards td:has(~ th) { grid-row: 1; grid-column: 1; color: var(--soft); justify-content: flex-start; } .cards td:has(~ th):not(:first-child) { grid-column: 2; justify-content: flex-end; }
  .cards td:has(~ th)::before { content: none; } .cards td ~ th[scope=row] { padding: 0 44px 0 26px; background: none; }
  .cards td:last-child { padding-right: 0; } .cards td:empty, .cards td.drawn, .cards td.optional { display: none; }
  .cards td.long { grid-column: 1 / -1; justify-content: flex-start; } .cards .inset { display: block; } .cards .inset > td { display: block; }
  th, td { padding: 7px 6px; } th.name, td.name { min-width: 5.5rem; } th.bar, td.bar { display: none; }
  tbody th, tbody th.long { white-space: normal; min-width: 6rem; max-width: 11rem; border-right: 1px solid var(--line); }
  tbody th small { display: block; margin: 0; }
}
@page { size: A4 landscape; margin: 12mm; }
@media print {
  body { font-size: 11px; }
  main { padding: 0; max-width: none; }
  h1 { font-size: 20px; } h2 { font-size: 13px; margin: 14px 0 6px; break-after: avoid; }
  .lead { margin-bottom: 10px; }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(110px, 1fr)); gap: 8px; } .tile { padding: 7px 9px; } .value, .tiles:has(.long) .value { font-size: 17px; line-height: inherit; } .value span, .what, .delta { font-size: 10px; }
  table, .dense { font-size: 9.5px; } thead th, .dense thead th { font-size: 9px; } small, .dense small { font-size: 8.5px; }
  th, td, .dense th, .dense td { padding: 3px 5px; }
  .notes { font-size: 9.5px; margin-top: 10px; }
  svg.spark, .dense svg.spark { width: 90px; height: 14px; } svg.wide { min-width: 0; max-height: 150mm; } .charts { grid-template-columns: repeat(3, 1fr); }
  .heat span { min-width: 0; padding: 1px 4px; }
  .scroll { overflow: visible; }
  tbody th, thead tr > th:first-child { position: static; background: none; }
  .tools { display: none; } a[aria-expanded]::before { content: none; }
  tbody, tbody tr:nth-last-child(-n+5) { break-before: avoid; } tbody tr:nth-child(-n+3) { break-after: avoid; } .notes { break-before: avoid; }
  .scroll:has(+ .notes:last-child), section:has(+ .notes:last-child) > div > .scroll:last-child, ${folded} > .scroll:has(~ details + .notes:last-child):not(:has(~ .scroll)) {
    tbody tr:last-child > * { padding-bottom: 87px; border-bottom: 0; vertical-align: top; }
    tbody tr.sum:last-child > * { background: linear-gradient(var(--band), var(--band)) 0 0 / 100% calc(100% - 84px) no-repeat; }
  }
  .scroll + .notes:last-child, section:has(> div > .scroll:last-child) + .notes:last-child, ${folded} > .scroll:not(:has(~ .scroll)) ~ details + .notes:last-child { margin-top: -74px; }
  tr, figure, .tile { break-inside: avoid; } thead { display: table-header-group; }
  .sum th, .sum td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  td.long, th.long { min-width: 0; }
  .state { font-size: 8.5px; min-width: 64px; padding: 0 6px; }
  th button { display: contents; } th button::after { content: none; }
  details:not([open], .printed) { display: none; } details.printed::details-content { content-visibility: visible; block-size: auto; }
  table:not(:has(tbody tr:nth-child(16))) { break-inside: avoid; } summary { break-after: avoid; }
  section { break-before: page; border: 0; padding: 0; margin: 0; } h1 + section, h1 + .lead + section { break-before: auto; }
}
`;
