// The page's only script: tables sort, a search and a filter by region, a choice of columns, copying as CSV, and hotels that
// unfold in the table. Without it the page is complete. It writes no markup and reads only text, so that nothing in the data
// can become code.
const words = (document.querySelector('main').dataset.words ?? '').split('|');
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
const compare = {
  number: (a, b) => a - b,
  date: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  text: (a, b) => collator.compare(a, b),
};
const keyOf = { number: Number, date: text => text, text: text => text };
const valueIn = cell => cell.dataset.value ?? cell.textContent.replace(/\s+/g, ' ').trim();
const isSum = row => row.classList.contains('sum');
const element = (name, properties, ...content) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
};
const [mostWithTools, mostWithoutSearch] = [5000, 5];
const unfolded = new Set();
const foldAll = () => {
  for (const fold of [...unfolded]) fold();
};
addEventListener('beforeprint', foldAll);
for (const table of document.querySelectorAll('main table')) {
  const rows = [...table.tBodies[0].rows];
  const headings = [...([...table.tHead.rows].at(-1)?.cells ?? [])];
  if (rows.length < 2) continue;
  // The rows of a region are before its sum.
  const parts = [{ rows: [] }];
  for (const row of rows) {
    if (isSum(row)) {
      parts.at(-1).sum = row;
      parts.push({ rows: [] });
    } else parts.at(-1).rows.push(row);
  }
  makeSortable(table, parts, headings);
  unfoldHotels(table);
  if (rows.length >= 5 && rows.length <= mostWithTools && headings.length > 2)
    addTools(table, parts, headings);
}

function makeSortable(table, parts, headings) {
  const keys = [];
  const keysOf = (column, type) =>
    parts.map(part =>
      part.rows.map(row => {
        const cell = row.cells[column];
        const text = cell.textContent;
        return { row, isEmpty: text === '', key: keyOf[type](cell.dataset.value ?? text) };
      }),
    );
  const place = rows => {
    foldAll();
    for (const row of rows) table.tBodies[0].append(row);
  };
  // Sums stay where they are.
  const inOrder = ordered => parts.flatMap(({ sum }, index) => [...ordered[index], ...(sum ? [sum] : [])]);
  headings.forEach((heading, column) => {
    const { type } = heading.dataset;
    // A drawing has no value to sort by.
    if (!type) return;
    const button = element('button', { type: 'button' }, ...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[
        heading.ariaSort ?? 'none'
      ];
      for (const other of headings) other.removeAttribute('aria-sort');
      table.classList.toggle('sorted', next !== 'none');
      if (next === 'none') return place(inOrder(parts.map(({ rows }) => rows)));
      heading.setAttribute('aria-sort', next);
      const sign = next === 'ascending' ? 1 : -1;
      keys[column] ??= keysOf(column, type);
      // What is empty comes last either way; equal ones keep their order.
      const sorted = keys[column].map(part =>
        [...part]
          .sort((a, b) => a.isEmpty - b.isEmpty || sign * compare[type](a.key, b.key))
          .map(({ row }) => row),
      );
      place(inOrder(sorted));
    });
  });
}

// The section of a hotel is moved below its row, and back.
function unfoldHotels(table) {
  for (const link of table.querySelectorAll('tbody a[href^="#"]')) {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const home = section?.closest('details');
    if (!home) continue;
    const row = link.closest('tr');
    let inset;
    const fold = () => {
      home.append(section);
      home.hidden = false;
      inset.remove();
      inset = undefined;
      unfolded.delete(fold);
      link.setAttribute('aria-expanded', 'false');
    };
    link.setAttribute('role', 'button');
    link.setAttribute('aria-expanded', 'false');
    link.addEventListener('click', event => {
      event.preventDefault();
      if (inset) return fold();
      inset = element('tr', { className: 'inset' }, element('td', { colSpan: row.cells.length }, section));
      row.after(inset);
      home.hidden = true;
      unfolded.add(fold);
      link.setAttribute('aria-expanded', 'true');
    });
    link.addEventListener('keydown', event => {
      if (event.key !== ' ') return;
      event.preventDefault();
      link.click();
    });
  }
}

function addTools(table, parts, headings) {
  const [searchWord, allWord, columnsWord, copyWord, copiedWord] = words;
  const tools = element('div', { className: 'tools' });
  const groups = table.tHead.rows.length > 1 ? [...table.tHead.rows[0].cells] : [];
  const spans = groups.map(group => group.colSpan);
  const rows = parts.flatMap(({ rows, sum }) => [...rows, ...(sum ? [sum] : [])]);
  const nameOf = row => valueIn(row.querySelector('th') ?? row.cells[0]);
  const regions = parts.filter(({ rows, sum }) => sum && rows.length > 0 && sum !== rows.at(-1));
  const search = element('input', { type: 'search', placeholder: searchWord, ariaLabel: searchWord });
  const region = element('select', { ariaLabel: allWord }, element('option', { value: '' }, allWord));
  // What is small, such as how many hotels it has, is not its name.
  const regionOf = ({ sum }) => {
    const cell = (sum.querySelector('th') ?? sum.cells[0]).cloneNode(true);
    cell.querySelector('small')?.remove();
    return cell.textContent.trim();
  };
  for (const [index, part] of regions.entries())
    region.append(element('option', { value: String(index) }, regionOf(part)));
  const filter = () => {
    foldAll();
    const text = search.value.trim().toLocaleLowerCase();
    const chosen = region.value === '' ? undefined : regions[Number(region.value)];
    for (const part of parts) {
      const isOther = chosen !== undefined && part !== chosen;
      for (const row of part.rows) row.hidden = isOther || !nameOf(row).toLocaleLowerCase().includes(text);
      if (part.sum) part.sum.hidden = isOther || text !== '';
    }
  };
  search.addEventListener('input', filter);
  region.addEventListener('change', filter);
  const isLong = parts.reduce((count, { rows }) => count + rows.length, 0) > mostWithoutSearch;
  if (isLong && headings[0]?.dataset.type !== 'date') tools.append(search);
  if (regions.length > 1) tools.append(region);
  const showColumn = (column, isShown) => {
    for (const row of [...rows, headings[0].parentNode]) row.cells[column].hidden = !isShown;
    let from = 0;
    groups.forEach((group, index) => {
      const own = headings.slice(from, from + spans[index]).filter(heading => !heading.hidden).length;
      from += spans[index];
      group.hidden = own === 0;
      group.colSpan = Math.max(1, own);
    });
  };
  const list = element('fieldset', {}, element('legend', {}, columnsWord));
  headings.forEach((heading, column) => {
    if (column === 0 || heading.textContent === '') return;
    const box = element('input', { type: 'checkbox', checked: true });
    box.addEventListener('change', () => showColumn(column, box.checked));
    list.append(element('label', {}, box, ` ${valueIn(heading)}`));
  });
  tools.append(element('details', { className: 'choose' }, element('summary', {}, columnsWord), list));
  const status = element('span', { role: 'status' });
  const quoted = text => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // A text that a spreadsheet would run as a formula gets an apostrophe.
  const guarded = text => (/^[=+@\t-]/.test(text) && !/^[+-]?[\d.]+$/.test(text) ? `'${text}` : text);
  const copy = element('button', { type: 'button' }, copyWord);
  copy.addEventListener('click', async () => {
    // In the order that is shown.
    const shown = [...table.querySelectorAll('tbody > tr:not(.inset):not([hidden])')];
    const lines = [headings[0].parentNode, ...shown].map(row =>
      [...row.cells]
        .filter(cell => !cell.hidden)
        .map(cell => quoted(guarded(valueIn(cell))))
        .join(','),
    );
    try {
      await navigator.clipboard.writeText(`${lines.join('\r\n')}\r\n`);
      status.textContent = copiedWord;
    } catch (error) {
      status.textContent = String(error);
    }
  });
  tools.append(copy, status);
  table.parentNode.before(tools);
}
