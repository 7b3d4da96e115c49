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
