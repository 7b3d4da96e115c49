import { readChoice } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { decimalSeparator } from './number-format.ts';

export const formats = ['table', 'csv', 'xlsx', 'json', 'ndjson', 'html', 'parquet'] as const;
export type Format = (typeof formats)[number];

export const isBinary = (format: Format): boolean => format === 'xlsx' || format === 'parquet';

/** Whether it can contain several views: as sheets, or as sections. */
export const hasSections = (format: Format): boolean => format === 'xlsx' || format === 'html';

/** Whether people read it: figures are rounded and named, and nothing else depends on the digits of the platform. */
export const isForPeople = (format: Format): boolean => format === 'table' || hasSections(format);

const formatsHint =
  'csv and xlsx are for spreadsheets, json and ndjson are for scripts, table is for people, html is a page with charts, parquet is for databases';

/** File name extensions: the names of all formats but `table`; `.jsonl` is the other common one for NDJSON. */
const byEnding = new Map<string, Format>([
  ...formats.slice(1).map(format => [format, format] as const),
  ['jsonl', 'ndjson'],
  ['htm', 'html'],
]);

/** Extensions of formats that are not supported; any other (`.txt`, none at all) is valid for a table. */
const foreign = new Map<string, Format>([
  ...['xls', 'xlsm', 'ods'].map(ending => [ending, 'xlsx'] as const),
  ['tsv', 'csv'],
  ...['pdf', 'doc', 'docx', 'svg', 'png'].map(ending => [ending, 'html'] as const),
  ...['xml', 'yaml', 'yml'].map(ending => [ending, 'json'] as const),
]);

/** The extension of a file if a format has it, supported or not; else empty. */
export function formatEnding(file: string): string {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return byEnding.has(ending) || foreign.has(ending) ? ending : '';
}

/**
 * `--format`, else the extension of `--output`'s file name, else JSON for a `--query`, a page for `--open` and
 * otherwise a table: it never depends on whether there is a terminal. Throws UsageError that names the formats, also if
 * the flags do not allow the format.
 */
export function chooseFormat(flags: {
  readonly format?: string;
  readonly output?: string;
  readonly query?: string;
  readonly open?: boolean;
}): Format {
  const { format: flag, output, query, open } = flags;
  const ending = formatEnding(output ?? '');
  const unnamed = query !== undefined ? 'json' : open && output === undefined ? 'html' : 'table';
  const fallback = byEnding.get(ending) ?? unnamed;
  const nearest = flag === undefined ? foreign.get(ending) : undefined;
  if (nearest !== undefined)
    throw new UsageError(`hotelctl cannot write .${ending}`, {
      hint: `end it in .${nearest}, or add --format; formats: ${formats.join(', ')}`,
    });
  const format = flag === undefined ? fallback : readChoice('--format', flag, formats, formatsHint);
  if (query !== undefined && format !== 'json' && format !== 'ndjson')
    throw new UsageError(`--query requires JSON; the format is ${format}`, {
      hint: 'add --format json, or ndjson for a query on each record',
    });
  if (isBinary(format) && output === undefined)
    throw new UsageError(`--format ${format} needs --output`, {
      hint: `for example --output report.${format}; --output - is for a pipe`,
    });
  return format;
}

/** The dialect of a CSV file; RFC 4180 by default. */
export interface CsvOptions {
  readonly delimiter: string;
  /** Numbers with a decimal comma; if the delimiter is `,` too, such a cell is quoted. */
  readonly decimalComma: boolean;
  /** A UTF-8 byte order mark, by which Excel recognizes the encoding. */
  readonly bom: boolean;
  readonly header: boolean;
  /** The header contains the paths of the fields, or headings for people. */
  readonly headings: 'path' | 'human';
  /** Whether text that a spreadsheet would run as a formula is escaped. */
  readonly formulaGuard: boolean;
}

export const csvHeadings = ['path', 'human'] as const;

/** The values of flags and settings; the settings have been validated, and are undefined if not set. */
interface CsvFlags {
  readonly delimiter?: string | undefined;
  readonly decimalComma?: boolean | undefined;
  readonly bom?: boolean | undefined;
  readonly locale?: string | undefined;
  readonly headings?: string | undefined;
  /** False for `--no-header` and `--no-formula-guard`. */
  readonly header: boolean;
  readonly formulaGuard: boolean;
}

/**
 * The dialect: explicit values, else what Excel expects in the locale, else RFC 4180.
 *
 * @param given the flags of the command line, which are an error with another format
 */
export function csvOptions(flags: CsvFlags, given: readonly string[], format: Format): CsvOptions {
  const [first] = given;
  if (first !== undefined && format !== 'csv')
    throw new UsageError(`${first} requires CSV; the format is ${format}`, {
      hint: `add --format csv, or omit ${first}`,
    });
  const headings = readChoice(
    '--headings',
    flags.headings ?? 'path',
    csvHeadings,
    'for example `--headings human`',
  );
  const { locale } = flags;
  const localComma = locale !== undefined && decimalSeparator(locale) === ',';
  // Excel in Switzerland and Liechtenstein has decimal points, and reads semicolons all the same.
  const usesSemicolon = localComma || /-(CH|LI)\b/i.test(locale ?? '');
  return {
    delimiter: toDelimiter(flags.delimiter ?? (usesSemicolon ? ';' : ',')),
    decimalComma: flags.decimalComma ?? localComma,
    bom: flags.bom ?? locale !== undefined,
    header: flags.header,
    headings,
    formulaGuard: flags.formulaGuard,
  };
}

const toDelimiter = (word: string) => (word === 'tab' || word === '\\t' ? '\t' : word);
