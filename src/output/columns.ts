import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import type { Column, View } from '../platform/records.ts';
import type { Format } from './format.ts';
import { type LocaleFormat, localeFormat } from './number-format.ts';
import { definedText, formatText } from './words/messages.ts';

/** The properties of a view that the choice of columns depends on. */
export type ColumnSource = Pick<View<never>, 'name' | 'columns'> & {
  readonly table?: Pick<NonNullable<View<never>['table']>, 'columns'>;
};

/**
 * The columns that `--columns a,b,c` names, in its order, checked before anything is sent; undefined without the flag.
 *
 * @throws UsageError for an unknown, ambiguous or repeated name, whose hint lists the valid ones, and for `json`, which
 * is always the platform's complete body
 */
export function chooseColumns(
  view: ColumnSource,
  format: Format,
  requested: string | undefined,
): readonly Column[] | undefined {
  if (requested === undefined) return undefined;
  if (format === 'json')
    throw new UsageError('--columns cannot be combined with --format json, which prints the whole body', {
      hint: 'use --format ndjson for chosen fields, one record a line',
    });
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
 * The column with this path, or else with this heading: case-insensitive, with or without its tax and unit. Of a measure
 * with two sides, its name is the later side.
 *
 * @throws UsageError for a name that matches no column, or several
 */
export function findColumn(view: ColumnSource, name: string, flag: string): Column {
  const word = name.toLowerCase();
  const startsWith = (text: string | undefined, start: string) => text?.toLowerCase().startsWith(start);
  const ways: readonly ((column: Column) => boolean | undefined)[] = [
    column => column.name === name,
    column => makeColumnHeading(column).toLowerCase() === word,
    column => plainHeading(column)?.toLowerCase() === word,
    column => column.name.toLowerCase() === word,
    column => startsWith(column.name, `${word}.`) || startsWith(plainHeading(column), `${word} `),
  ];
  const found = ways.map(way => view.columns.filter(way)).find(columns => columns.length > 0) ?? [];
  const [only, ...others] = likeliest(view, found);
  if (only && others.length === 0) return only;
  if (only) {
    throw new UsageError(`${flag}: "${name}" is the heading of several columns`, {
      hint: `use one of ${found.map(column => column.name).join(', ')}`,
    });
  }
  const usual = view.table?.columns ?? [];
  const { suggestion, names } = nearestFirst(name, [
    ...usual,
    ...view.columns.map(column => column.name).filter(path => !usual.includes(path)),
  ]);
  const question = suggestion === undefined ? '' : `did you mean ${suggestion}? `;
  const what =
    name === '' ? `${flag} has an empty name` : `${flag}: the view ${view.name} has no column "${name}"`;
  const isLong = usual.length > 0 && names.length > mostListed;
  const further = isLong ? '; --format csv without --columns writes all' : '';
  throw new UsageError(what, {
    hint: `${question}columns: ${(isLong ? usual : names).join(', ')}${further}`,
  });
}

/** A hint with more names is not read. */
const mostListed = 30;

/** Of several columns those of the table, and of two sides the later one, if there are any. */
function likeliest({ table }: ColumnSource, found: readonly Column[]): readonly Column[] {
  const usual = found.filter(({ name }) => table?.columns.includes(name));
  const left = usual.length > 0 ? usual : found;
  const later = left.filter(({ name }) => name.endsWith('.now'));
  return later.length > 0 ? later : left;
}

/**
 * The heading of a column for people: `Revenue gross EUR`, `Occ. %`. It shows whether an amount includes taxes, and its
 * unit; `currency` is given if all rows share it.
 */
export function makeColumnHeading(column: Column, currency = '', format = english): string {
  const { word } = format;
  const { heading = toWords(column.name), side = '', tax = '', unit, unitWord } = column;
  const unitText = unit?.kind === 'percent' ? '%' : unit?.kind === 'money' ? currency : '';
  const shownSide = formatText(definedText(side), format);
  // Languages differ in the form of the tax, so some headings are translated with it.
  const whole = `${heading} ${tax}`;
  const named =
    side === '' && tax !== '' && word(whole) !== whole
      ? [word(whole)]
      : [word(heading), shownSide, word(tax)];
  return [...named, unitWord === undefined ? unitText : word(unitWord)].filter(Boolean).join(' ');
}

/** A declared heading with its side, without tax and unit. */
const plainHeading = ({ tax: _tax, unit: _unit, unitWord: _word, ...column }: Column) =>
  column.heading === undefined ? undefined : makeColumnHeading(column);

const english: LocaleFormat = localeFormat(undefined);

/** `invoice.subTotal.currency` as `Invoice sub total currency`; the `amount` of Money is the field itself. */
function toWords(path: string): string {
  const words = path
    .replace(/\.amount$/, '')
    .replace(/\.|(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The names of the columns that others are changes from. */
export const findEarlier = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ aggregation }) => (aggregation?.kind === 'change' ? [aggregation.before.name] : [])),
  );
