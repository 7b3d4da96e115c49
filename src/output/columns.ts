import { askForName } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { headingOf } from '../base/text.ts';
import { compareNumbers, isExactNumber, readWholeNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord, View } from '../platform/records.ts';
import type { Format } from './format.ts';
import { cellText, type LocaleFormat, localeFormat } from './number-format.ts';
import { definedText, formatText } from './words/messages.ts';

/** The properties of a view that the choice of columns depends on. */
export type ColumnSource = Pick<View<never>, 'name' | 'columns'> & {
  readonly table?: Pick<NonNullable<View<never>['table']>, 'columns'>;
};

export const refusedForJson = (flag: string) =>
  new UsageError(`${flag} cannot be combined with --format json, which prints the whole body`, {
    hint: 'use --format ndjson, with one record a line, or choose from the JSON with --query',
  });

/**
 * The columns that `--columns a,b,c` names, in its order, checked before anything is sent; undefined without the flag.
 *
 * @throws UsageError for an unknown, ambiguous or repeated name, whose hint lists the valid ones, and for `json`, which
 * is always the platform's complete body
 */
export function chooseColumns(view: ColumnSource, format: Format, requested: string | undefined) {
  if (requested === undefined) return undefined;
  if (format === 'json') throw refusedForJson('--columns');
  const chosen: Column[] = [];
  for (const name of requested.split(',').map(word => word.trim())) {
    const column = findColumn(view, name, '--columns');
    if (chosen.includes(column))
      throw new UsageError(`--columns names ${name} twice`, { hint: 'name each column once' });
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
  const found = matchingColumns(view.columns, name);
  const [only, ...others] = likeliest(view, found);
  if (only && others.length === 0) return only;
  if (only)
    throw new UsageError(`${flag}: "${name}" is the heading of several columns`, {
      hint: `use one of ${found.map(column => column.name).join(', ')}`,
    });
  const usual = view.table?.columns ?? [];
  const names = [...new Set([...usual, ...view.columns.map(column => column.name)])];
  const what =
    name === '' ? `${flag} has an empty name` : `${flag}: the view ${view.name} has no column "${name}"`;
  const isLong = usual.length > 0 && names.length > mostListed;
  const further = isLong ? '; --format csv without --columns writes all' : '';
  const listed = `columns: ${(isLong ? usual : names).join(', ')}${further}`;
  throw new UsageError(what, { hint: [askForName(name, names) ?? [], listed].flat().join(' ') });
}

/** The columns that a name may mean, by the first way in which any matches. */
export function matchingColumns(columns: readonly Column[], name: string): readonly Column[] {
  const word = name.toLowerCase();
  const startsWith = (text: string | undefined, start: string) => text?.toLowerCase().startsWith(start);
  const ways: readonly ((column: Column) => boolean | undefined)[] = [
    column => column.name === name,
    column => makeColumnHeading(column).toLowerCase() === word,
    column => plainHeading(column)?.toLowerCase() === word,
    column => column.name.toLowerCase() === word,
    column => startsWith(column.name, `${word}.`) || startsWith(plainHeading(column), `${word} `),
  ];
  return ways.map(way => columns.filter(way)).find(found => found.length > 0) ?? [];
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
  const { heading = headingOf(column.name), side = '', tax = '', unit, unitWord } = column;
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

/** The names of the columns that others are changes from. */
export const findEarlier = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ aggregation }) => (aggregation?.kind === 'change' ? [aggregation.before.name] : [])),
  );

/** The order and the number of the records that are shown: `--sort` and `--limit`. */
export interface Arrangement {
  readonly sort?: { readonly column: Column; readonly descending: boolean };
  readonly limit?: number;
}

export const isArranged = ({ sort, limit }: Arrangement) => (sort ?? limit) !== undefined;

/** @throws UsageError for an unknown column, for an invalid count, and for JSON, which is the platform's body */
export function chooseArrangement(
  view: ColumnSource,
  format: Format,
  { sort, limit }: { readonly sort?: string | undefined; readonly limit?: string | undefined },
): Arrangement {
  const given = sort === undefined ? limit && '--limit' : '--sort';
  if (given && format === 'json') throw refusedForJson(given);
  return {
    ...(sort === undefined ? {} : { sort: readSort(view, sort) }),
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
  };
}

/** `departure:desc`: the column, and its direction, which may be any word. */
export function splitSort(text: string) {
  const [, name = text, direction] = /^(.*):(\w+)$/.exec(text) ?? [];
  return { name, direction };
}

function readSort(view: ColumnSource, text: string): NonNullable<Arrangement['sort']> {
  const { name, direction } = splitSort(text);
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
    throw new UsageError(`--sort: "${direction}" is not a direction`, {
      hint: `use \`--sort ${name}:desc\` or \`--sort ${name}:asc\``,
    });
  return { column: findColumn(view, name, '--sort'), descending: direction === 'desc' };
}

export const readLimit = (text: string): number =>
  readWholeNumber('--limit', text, {
    least: 1,
    most: 999_999_999,
    words: `above 0, not "${text}"`,
    hint: 'for example `--limit 10`',
  });

/**
 * Stable; records without a value come last in both directions.
 *
 * @throws UsageError for amounts of several currencies
 */
export function sorted<Row extends ReportRecord>(records: readonly Row[], sort: Arrangement['sort']) {
  if (!sort) return records;
  const { column, descending } = sort;
  const read = valueReader(column.name);
  if (column.unit?.kind === 'money') {
    const code = valueReader(column.unit.currency);
    const codes = new Set(records.filter(record => isExactNumber(read(record))).map(code));
    if (codes.size > 1)
      throw new UsageError(`--sort: ${column.name} has amounts in ${[...codes].sort().join(', ')}`, {
        hint: 'sort by another column, or choose hotels of one currency; computed rows, as of --by, can be converted with --currency and --rates',
      });
  }
  const collator = new Intl.Collator('en', { numeric: true });
  const compare = (left: FieldValue, right: FieldValue): number =>
    isExactNumber(left) && isExactNumber(right)
      ? compareNumbers(left, right)
      : collator.compare(cellText(left), cellText(right));
  return records
    .map(record => ({ record, value: read(record) }))
    .sort((a, b) => {
      const [emptyA, emptyB] = [isEmpty(a.value), isEmpty(b.value)];
      if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
      return compare(a.value, b.value) * (descending ? -1 : 1);
    })
    .map(({ record }) => record);
}

const isEmpty = (value: FieldValue) => value === null || value === undefined || value === '';

/** Of each row of a tree in depth-first order, the levels that continue below it. */
export function continuedLevels(depths: readonly number[]): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  // From the end, because whether a level continues depends on the following rows.
  let open: readonly number[] = [];
  for (const depth of depths.toReversed()) {
    rows.push(open);
    open = [...open.filter(level => level < depth), depth];
  }
  return rows.reverse();
}
