import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { isDate } from '../platform/dates.ts';
import { isCurrency } from '../platform/money.ts';
import { readDecimal } from '../platform/numbers.ts';
import { groupings } from '../platform/periods.ts';
import type { Grouping, HotelWords } from '../reports/figures/groups.ts';
import type { Rate, Rates } from '../reports/figures/rates.ts';
import type { Options, portfolioFlags } from './flags.ts';
import { type InputReader, readNamedText } from './input.ts';

/** What the user's own files say of the hotels: names, groups such as regions, and exchange rates. */

export type PortfolioOptions = Options<typeof portfolioFlags>;

export type TableLine = Readonly<Record<string, string>>;

/** The lines of a CSV file by heading, which is compared in lower case; undefined if there is none. */
async function readCsvTable(reader: InputReader, path: string): Promise<readonly TableLine[] | undefined> {
  if (!existsSync(path)) return undefined;
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
      trim: true,
      columns: (names: string[]) => names.map(name => name.toLowerCase()),
    });
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new UsageError(`${path} is not a CSV file: ${reason}`, {
      hint: 'save it as CSV with a header line',
    });
  }
}

export function requireColumns(path: string, lines: readonly TableLine[], names: readonly string[]): void {
  const missing = names.find(name => lines[0] && !(name in lines[0]));
  if (lines.length > 0 && missing === undefined) return;
  const what = lines.length === 0 ? 'has no lines' : `has no column ${missing}`;
  throw new UsageError(`${path} ${what}`, { hint: `its columns are ${names.join(', ')}` });
}

/** The lines of a CSV file that the user named. @throws UsageError with the hint if it does not exist */
export async function requireCsvTable(
  reader: InputReader,
  path: string,
  columns: readonly string[],
  hint = `its columns are ${columns.join(', ')}`,
): Promise<readonly TableLine[]> {
  const lines = await readCsvTable(reader, path);
  if (!lines) throw new UsageError(`${path} does not exist`, { hint });
  requireColumns(path, lines, columns);
  return lines;
}

/**
 * The portfolio of the flags, if there is one, and the grouping that `--by` names: one of `choices`, or a column of the
 * portfolio.
 *
 * @param further other values of the flag, for the message
 * @throws UsageError
 */
export async function readPortfolio(
  reader: InputReader,
  { portfolio }: PortfolioOptions,
  by: string | undefined,
  choices: readonly (typeof groupings)[number][] = groupings,
  further: readonly string[] = [],
) {
  const path = portfolio ?? join(reader.context.folders.config, 'portfolio.csv');
  const lines = await readCsvTable(reader, path);
  if (!lines && portfolio !== undefined) throw new UsageError(`${path} does not exist`, { hint: writeFirst });
  if (lines) requireColumns(path, lines, ['property']);
  const known = choices.find(choice => choice === by);
  const columns = Object.keys(lines?.[0] ?? {}).filter(name => name !== 'property' && name !== 'name');
  const column = by === undefined || known ? undefined : columns.find(name => name === by.toLowerCase());
  if (by !== undefined && known === undefined && column === undefined) {
    const { suggestion } = nearestFirst(by, [...choices, ...further, ...columns]);
    const question = suggestion === undefined ? '' : `did you mean ${suggestion}? `;
    const list = columns.length > 0 ? `columns of ${path}: ${columns.join(', ')}` : writeFirst;
    const allowed = `${choices.length > 0 ? `one of ${[...choices, ...further].join(', ')}, or ` : ''}a column of the portfolio`;
    throw new UsageError(`--by must be ${allowed}, not "${by}"`, { hint: `${question}${list}` });
  }
  /** The values of a column, by property; empty cells are none. */
  const pick = (name: string): ReadonlyMap<string, string> =>
    new Map((lines ?? []).flatMap(line => (line[name] ? [[line['property'] ?? '', line[name]]] : [])));
  const grouping: Grouping | undefined = column === undefined ? known : 'group';
  const heading = column?.replace(/^./, letter => letter.toUpperCase()) ?? '';
  return {
    grouping,
    column: pick,
    /** What the hotels are called, with the names of the platform for hotels that the file does not name. */
    words: (names: ReadonlyMap<string, string>): HotelWords => ({
      names: new Map([...names, ...pick('name')]),
      groups: column === undefined ? undefined : { heading, of: pick(column) },
    }),
  };
}

const writeFirst =
  'run `hotelctl properties list --portfolio-template --output portfolio.csv` to write a first one';

/** The rates of the flags; undefined without `--currency`. @throws UsageError */
export async function readRates(
  reader: InputReader,
  { currency, rates }: PortfolioOptions,
): Promise<Rates | undefined> {
  if (currency === undefined && rates === undefined) return undefined;
  if (rates === undefined) {
    throw new UsageError('--currency needs the rates of the other currencies', {
      hint: 'add `--rates FILE`, a CSV file with the columns currency and rate',
    });
  }
  if (currency === undefined)
    throw new UsageError('--rates needs the currency to convert to', {
      hint: 'for example `--currency EUR`',
    });
  if (!isCurrency(currency))
    throw new UsageError(`--currency must be a code such as EUR, not "${currency}"`, {
      hint: 'use three capital letters',
    });
  const hint = 'its columns are currency, rate, from and to';
  const lines = await requireCsvTable(reader, rates, ['currency', 'rate'], hint);
  const read = lines.map((line, index): Rate => {
    const { currency: code = '', rate = '', from = '', to = '' } = line;
    const refuse = (what: string) =>
      new UsageError(`${rates}, line ${index + 2}: ${what}`, {
        hint: 'for example `CHF,1.0642,2026-01-01,2026-12-31`',
      });
    if (!isCurrency(code)) throw refuse(`"${code}" is not a currency`);
    const decimal = readDecimal(rate);
    if (decimal === undefined || Number(decimal) <= 0) throw refuse(`"${rate}" is not a rate`);
    for (const day of [from, to]) if (day !== '' && !isDate(day)) throw refuse(`"${day}" is not a date`);
    return { currency: code, rate: decimal, from, to };
  });
  return { currency, source: basename(rates), rates: read };
}
