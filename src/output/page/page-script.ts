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
