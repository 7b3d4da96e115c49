import { readChoice } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import type { Format } from './format.ts';
import { decimalSeparator } from './number-format.ts';

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
  if (first !== undefined && format !== 'csv') {
    throw new UsageError(`${first} requires CSV; the format is ${format}`, {
      hint: `add --format csv, or omit ${first}`,
    });
  }
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
