import { HotelctlError, OutputError } from '../../base/errors.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { checkExpression } from './expression.ts';
import { type Expression, search } from './interpreter.ts';

/**
 * `--query`: a JMESPath expression on whatever JSON a command prints. This folder owns the expression, checked before
 * anything is sent, and its evaluation with exact numbers: what passes through keeps every digit, and what is added,
 * compared or sorted is reckoned in decimals. Loaded with the flag alone, as the library is.
 */
export interface Query {
  /**
   * What the expression makes of a value that parseJson could have read.
   * @throws OutputError (exit 8) where the value is not what the expression's functions want: the answer is there by
   * then, and for a write it was carried out
   */
  readonly of: (value: unknown) => unknown;
  /** The same from JSON text to JSON text in lines of two blanks, without a final line feed. */
  readonly ofText: (json: string) => string;
  /** With `--raw`: a value of `ndjson` as one line, without its line feed. */
  readonly lineOf?: (value: unknown) => string;
}

/** @throws UsageError that names the place of what is wrong */
export function makeQuery(expression: string): Query {
  const compiled = checkExpression(expression);
  const of = (value: unknown) => evaluated(compiled, value);
  return { of, ofText: json => stringifyJson(of(parseJson(json)), 2) };
}

function evaluated(expression: Expression, value: unknown): unknown {
  try {
    return search(expression, value);
  } catch (error) {
    if (error instanceof HotelctlError) throw error;
    throw new OutputError(`--query does not fit the answer: ${sentenceOf(error)}`, {
      hint: 'a read shows its whole answer without --query; a write was carried out and must not be repeated',
      cause: error,
    });
  }
}

/** The library's words; they name types and functions, never values. */
const sentenceOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\.$/, '')
    .replace(/^(\S)/, first => first.toLowerCase());
