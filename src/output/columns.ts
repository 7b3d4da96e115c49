import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import type { Column, View } from '../platform/records.ts';
import type { Word } from './number-format.ts';

/** The properties of a view that the choice of columns depends on. */
export type ColumnSource = Pick<View<never>, 'name' | 'columns'>;

/**
 * The columns that `--columns a,b,c` names, in its order; default: every column of the view.
 *
 * @throws UsageError for an unknown, ambiguous or repeated name; the hint lists the valid ones
 */
export function chooseColumns(view: ColumnSource, requested: string | undefined): readonly Column[] {
  if (requested === undefined) return view.columns;
  const chosen: Column[] = [];
  for (const name of requested.split(',').map(word => word.trim())) {
    const column = findColumn(view, name, '--columns');
    if (chosen.includes(column)) {
      throw new UsageError(`--columns names ${name} twice`, { hint: 'name each column once' });
    }
    chosen.push(column);
  }
  return chosen;
}

/**
 * The column with this path, or else with this heading: case-insensitive, with or without its tax and unit.
 *
 * @throws UsageError for a name that matches no column, or several
 */
export function findColumn(view: ColumnSource, name: string, flag: string): Column {
  const exact = view.columns.find(column => column.name === name);
  if (exact) return exact;
  const word = name.toLowerCase();
  const alike = [(column: Column) => headingOf(column), (column: Column) => column.heading].map(heading =>
    view.columns.filter(column => heading(column)?.toLowerCase() === word),
  );
  const found = alike.find(columns => columns.length > 0) ?? [];
  const [only] = found;
  if (only && found.length === 1) return only;
  if (only) {
    throw new UsageError(`${flag}: "${name}" is the heading of several columns`, {
      hint: `use one of ${found.map(column => column.name).join(', ')}`,
    });
  }
  const { suggestion, names } = nearestFirst(
    name,
    view.columns.map(column => column.name),
  );
  const question = suggestion === undefined ? '' : `did you mean ${suggestion}? `;
  const what =
    name === '' ? `${flag} has an empty name` : `${flag}: the view ${view.name} has no column "${name}"`;
  throw new UsageError(what, { hint: `${question}columns: ${names.join(', ')}` });
}

/**
 * The heading of a column for people: `Revenue gross EUR`, `Occ. %`. It shows whether an amount includes taxes, and its
 * unit; `currency` is given if all rows share it.
 */
export function headingOf(column: Column, currency = '', word: Word = english => english): string {
  const { heading = wordsOf(column.name), tax = '', unit, unitWord } = column;
  const unitText = unit?.kind === 'percent' ? '%' : unit?.kind === 'money' ? currency : '';
  // Languages differ in the form of the tax, so some headings are translated with it.
  const whole = `${heading} ${tax}`;
  const named = tax !== '' && word(whole) !== whole ? [word(whole)] : [word(heading), word(tax)];
  return [...named, unitWord === undefined ? unitText : word(unitWord)].filter(Boolean).join(' ');
}

/** `invoice.subTotal.currency` as `Invoice sub total currency`; the `amount` of Money is the field itself. */
function wordsOf(path: string): string {
  const words = path
    .replace(/\.amount$/, '')
    .replace(/\.|(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
