import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { askForName } from '../base/choices.ts';
import { lineOfFile, type TableLine, UsageError } from '../base/errors.ts';
import { capitalized } from '../base/text.ts';
import type { Pieces } from '../output/document/document.ts';
import { nameSome, say } from '../output/words/messages.ts';
import { isDate } from '../platform/dates.ts';
import { isCurrency } from '../platform/money.ts';
import { readDecimal } from '../platform/numbers.ts';
import { groupings } from '../platform/periods.ts';
import { joinSome } from '../platform/safe-text.ts';
import { type Budget, budgetMeasures, type PropertyBudget } from '../reports/figures/budget.ts';
import type { Grouping, HotelWords } from '../reports/figures/groups.ts';
import type { Rate } from '../reports/figures/rates.ts';
import type { Options } from './flags.ts';
import { type InputReader, readNamedText } from './input.ts';
import type { Invocation } from './invocation.ts';
import type { ratesFlags } from './shared-flags.ts';

/** What the user's own files say of the hotels: names, groups such as regions, and exchange rates. */

export type RatesOptions = Options<typeof ratesFlags>;

/** The lines of a CSV file that exists by heading, which is compared in lower case, without empty ones. @param hint if it does not exist */
async function readCsvTable(reader: InputReader, path: string, hint: string): Promise<readonly TableLine[]> {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist`, { hint });
  const text = await readNamedText(reader, path, problem => {
    throw new UsageError(`${path}: ${problem}`, { hint: 'check the path and the permissions of the file' });
  });
  const { parse } = await import('csv-parse/sync');
  const [first = ''] = text.split('\n', 1);
  const delimiter = [';', '\t', ','].find(character => first.includes(character)) ?? ',';
  try {
    return parse<Record<string, string>>(text, {
      bom: true,
      delimiter,
      skip_empty_lines: true,
      // Excel writes empty cells of a sheet as lines and columns of delimiters.
      skip_records_with_empty_values: true,
      trim: true,
      columns: (given: string[]) => {
        const names = given.map(name => name.toLowerCase());
        const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
        if (twice !== undefined) throw new Error(`it has two columns ${twice}`);
        return names.map(name => name || null);
      },
    });
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new UsageError(`${path} is not a CSV file: ${reason}`, {
      hint: 'save it as CSV with a header line',
    });
  }
}

function requireColumns(
  path: string,
  lines: readonly TableLine[],
  names: readonly string[],
  hint = `its columns are ${names.join(', ')}`,
): void {
  const missing = names.find(name => lines[0] && !(name in lines[0]));
  if (lines.length > 0 && missing === undefined) return;
  const what = lines.length === 0 ? 'has no lines' : `has no column ${missing}`;
  throw new UsageError(`${path} ${what}`, { hint });
}

/** The lines of a CSV file. Other columns are named; one of a currency or a period is refused: amounts would be of another. */
export async function requireCsvTable(
  reader: InputReader,
  path: string,
  columns: readonly string[],
  optional: readonly string[] = [],
  hint = `its columns are ${columns.join(', ')}`,
): Promise<readonly TableLine[]> {
  const lines = await readCsvTable(reader, path, hint);
  requireColumns(path, lines, columns, hint);
  const others = Object.keys(lines[0] ?? {}).filter(name => ![...columns, ...optional].includes(name));
  const meant = others.find(name => ['currency', 'day', 'month', 'year'].includes(name));
  if (meant !== undefined) throw new UsageError(`${path} has a column ${meant}`, { hint });
  if (others.length > 0)
    await reader.note(`${path}: columns that are not used: ${joinSome(others, 3, ', ')}`);
  return lines;
}

/** The portfolio of the setting, if any. @param by the grouping: one of `choices`, or a column of the portfolio */
export async function readPortfolio(
  reader: InputReader,
  { by, allProperties }: { readonly by?: string | undefined; readonly allProperties?: boolean | undefined },
  choices: readonly (typeof groupings)[number][] = groupings,
  further: readonly string[] = [],
) {
  const named = reader.settings.optional('portfolio');
  const path = named ?? join(reader.context.folders.config, 'portfolio.csv');
  const isUsed = named !== undefined || existsSync(path);
  const lines = isUsed ? await readCsvTable(reader, path, writeFirst) : [];
  if (isUsed) requireColumns(path, lines, ['property']);
  for (const [index, { property = '' }] of lines.entries())
    if (lines.findIndex(line => line['property'] === property) !== index)
      throw lineOfFile(path, index, 'a property has one line').refuse(`${property} occurs twice`);
  const known = choices.find(choice => choice === by);
  const columns = Object.keys(lines[0] ?? {}).filter(name => name !== 'property' && name !== 'name');
  const column = by === undefined || known ? undefined : columns.find(name => name === by.toLowerCase());
  if (by !== undefined && known === undefined && column === undefined) {
    const question = askForName(by === 'hotel' ? 'property' : by, [...choices, ...further, ...columns]);
    const list = columns.length > 0 ? `columns of ${path}: ${columns.join(', ')}` : writeFirst;
    const allowed = `${choices.length > 0 ? `one of ${[...choices, ...further].join(', ')}, or ` : ''}a column of the portfolio`;
    throw new UsageError(`--by must be ${allowed}, not "${by}"`, { hint: question ?? list });
  }
  /** The values of a column, by property; empty cells are none. */
  const pick = (name: string): ReadonlyMap<string, string> =>
    new Map(lines.flatMap(line => (line[name] ? [[line['property'] ?? '', line[name]]] : [])));
  const describeUnlisted: HotelWords['describeUnlisted'] = hotels =>
    sayOthers(pick('property').keys(), hotels, ids =>
      say('in the portfolio, but not among all properties: {ids}', { ids }),
    );
  const grouping: Grouping | undefined = column === undefined ? known : 'group';
  const heading = capitalized(column ?? '');
  return {
    grouping,
    column: pick,
    /** What the hotels are called, with the names of the platform for hotels that the file does not name. */
    words: (names: ReadonlyMap<string, string>): HotelWords => ({
      names: new Map([...names, ...pick('name')]),
      groups: column === undefined ? undefined : { heading, of: pick(column) },
      ...(allProperties ? { describeUnlisted } : {}),
    }),
  };
}

/** What a file has of hotels that are not there: most are typing errors. */
function sayOthers(
  ids: Iterable<string>,
  hotels: readonly { readonly property: string }[],
  sayIds: (ids: Pieces) => Pieces,
): Pieces[] {
  const others = [...ids].filter(id => !hotels.some(({ property }) => property === id));
  return others.length === 0 ? [] : [sayIds(nameSome(others))];
}

const writeFirst =
  'run `hotelctl properties list --portfolio-template --output portfolio.csv` to write a first one';

/** The rates of the flags; undefined without `--currency`. @throws UsageError */
export async function readRates(reader: InputReader, { currency, rates }: RatesOptions) {
  if (currency === undefined && rates === undefined) return undefined;
  if (rates === undefined)
    throw new UsageError('--currency needs the rates of the other currencies', {
      hint: 'add `--rates FILE`, a CSV file with the columns currency and rate',
    });
  if (currency === undefined)
    throw new UsageError('--rates needs the currency to convert to', {
      hint: 'for example `--currency EUR`',
    });
  if (!isCurrency(currency))
    throw new UsageError(`--currency must be a code such as EUR, not "${currency}"`, {
      hint: 'use three capital letters',
    });
  const hint = 'its columns are currency, rate, from and to';
  const lines = await requireCsvTable(reader, rates, ['currency', 'rate'], ['from', 'to'], hint);
  const read = lines.map((line, index): Rate => {
    const { currency: code = '', rate = '', from = '', to = '' } = line;
    const { refuse } = lineOfFile(rates, index, 'for example `CHF,1.0642,2026-01-01,2026-12-31`');
    if (!isCurrency(code)) throw refuse(`"${code}" is not a currency`);
    const decimal = readDecimal(rate);
    if (decimal === undefined || Number(decimal) <= 0) throw refuse(`"${rate}" is not a rate`);
    if (code === currency && Number(decimal) !== 1)
      throw refuse(`1 ${code} is ${decimal} of another currency than ${currency}`);
    for (const day of [from, to]) if (day !== '' && !isDate(day)) throw refuse(`"${day}" is not a date`);
    const isAgain = (other: TableLine) =>
      other['currency'] === code && (other['from'] ?? '') === from && (other['to'] ?? '') === to;
    if (lines.findIndex(isAgain) !== index)
      throw refuse(`${[code, from, to].filter(Boolean).join(', ')} occurs twice`);
    return { currency: code, rate: decimal, from, to };
  });
  return { currency, source: basename(rates), rates: read };
}

/** The budget of the setting, with the name of its file for people; undefined without one. */
export async function findBudget(invocation: Invocation) {
  const path = invocation.settings.optional('budget');
  if (path === undefined) return undefined;
  const [file, budget] = [basename(path), await readBudget(invocation, path)];
  return {
    file,
    budget,
    describeOthers: (hotels: readonly { readonly property: string }[]) =>
      sayOthers(budget.keys(), hotels, ids => say('in the budget, but not on this page: {ids}', { ids })),
  };
}

async function readBudget(reader: InputReader, path: string): Promise<Budget> {
  const hint =
    'for example `MUC,2026-10,revenue,182400.00`; measures: revenue, sold, available, or an account number';
  const optional = ['month', 'day', 'currency'];
  const lines = await requireCsvTable(reader, path, ['property', 'measure', 'amount'], optional, hint);
  const isDaily = lines.some(line => line['day'] !== undefined);
  if (!isDaily) requireColumns(path, lines, ['month'], hint);
  const budget = new Map<string, PropertyBudget>();
  for (const [index, line] of lines.entries()) {
    const { property = '', measure: named = '', amount = '', currency = '', ...dates } = line;
    const date = (isDaily ? dates['day'] : dates['month']) ?? '';
    const { refuse } = lineOfFile(path, index, hint);
    const known = budgetMeasures.find(name => name === named.toLowerCase());
    const measure = known ?? named;
    if (property === '' || measure === '') throw refuse('a cell is empty');
    // Only a page of accounts would notice a word that is misspelled.
    if (!known && !/\d/.test(named)) throw refuse(`"${named}" is not a measure`);
    if (!isDate(isDaily ? date : `${date}-01`))
      throw refuse(`"${date}" is not a ${isDaily ? 'day' : 'month'}`);
    // `182.400` is a thousand times as much in Germany.
    if (/^[^.,]*[.,]\d{3}$/.test(amount))
      throw refuse(`"${amount}" is ambiguous: write ${amount.replace(/[.,]/, '')}, or two decimals`);
    const decimal = readDecimal(amount);
    if (decimal === undefined) throw refuse(`"${amount}" is not an amount`);
    if (currency !== '' && !isCurrency(currency)) throw refuse(`"${currency}" is not a currency`);
    const own = budget.get(property) ?? { amounts: new Map(), currency };
    if (currency !== '' && own.currency !== '' && currency !== own.currency)
      throw refuse(`${property} has amounts in ${own.currency} and in ${currency}`);
    const measures = own.amounts.get(date) ?? new Map<string, string>();
    if (measures.has(measure)) throw refuse(`${property}, ${date}, ${measure} occurs twice`);
    own.amounts.set(date, measures.set(measure, decimal));
    budget.set(property, { ...own, currency: own.currency || currency });
  }
  return budget;
}
