import { UsageError } from '../base/errors.ts';
import type { Format } from './format.ts';

/** The dialect of a CSV file; without any flag it is RFC 4180. */
export interface CsvOptions {
  readonly delimiter: string;
  /** Numbers with a decimal comma; with `,` as the delimiter too such a cell is quoted. */
  readonly decimalComma: boolean;
  /** A UTF-8 byte order mark, by which Excel knows the encoding. */
  readonly bom: boolean;
  readonly header: boolean;
}

/** The flags as they were given; `header` is false for `--no-header`. */
export interface CsvFlags {
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
  readonly bom?: boolean;
  readonly header: boolean;
}

/** The dialect that the flags ask for. Throws UsageError for a bad delimiter, and for these flags without a CSV. */
export function csvOptions(flags: CsvFlags, format: Format): CsvOptions {
  const given = [
    flags.delimiter !== undefined && '--delimiter',
    flags.decimalComma && '--decimal-comma',
    flags.bom && '--bom',
    !flags.header && '--no-header',
  ].find(flag => flag);
  if (given && format !== 'csv') {
    throw new UsageError(`${given} is for a CSV, and the format is ${format}`, {
      hint: `add --format csv, or leave ${given} out`,
    });
  }
  return {
    delimiter: flags.delimiter === undefined ? ',' : delimiterOf(flags.delimiter),
    decimalComma: flags.decimalComma ?? false,
    bom: flags.bom ?? false,
    header: flags.header,
  };
}

/**
 * A delimiter as it is written on a command line or in a profile: one character, or the word `tab`. Undefined for a
 * character that occurs inside values.
 */
export function parsedDelimiter(text: string): string | undefined {
  if (text === 'tab' || text === '\\t' || text === '\t') return '\t';
  return /^[^\p{L}\p{N}\p{C}\p{Z}"'.+\-\u{10000}-\u{10ffff}]$/u.test(text) ? text : undefined;
}

function delimiterOf(flag: string): string {
  const delimiter = parsedDelimiter(flag);
  if (delimiter !== undefined) return delimiter;
  throw new UsageError(`--delimiter must be one character such as , ; | or the word tab, not "${flag}"`, {
    hint: 'letters, digits, quotation marks, blanks and . + - occur in the values themselves',
  });
}
