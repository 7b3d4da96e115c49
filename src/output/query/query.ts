import { HotelctlError, OutputError } from '../../base/errors.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { checkExpression } from './expression.ts';
import { type Expression, search } from './interpreter.ts';

/**
 * `--query`: a JMESPath expression on any JSON that a command prints. This folder owns the expression, which is checked
 * before anything is sent, and its evaluation with exact numbers: values that pass through keep every digit, and values
 * that are added, compared or sorted are computed as decimals. Loaded only with the flag, like the library.
 */
export interface Query {
  /**
   * Applies the expression to a value that parseJson could have returned.
   * @throws OutputError (exit 8) if the value does not have the types that the expression's functions expect: the
   * response has been received by then, and a write was carried out
   */
  readonly of: (value: unknown) => unknown;
  /** The same from JSON text to JSON text, indented with two spaces, without a final line feed. */
  readonly ofText: (json: string) => string;
  /** With `--raw`: a value of `ndjson` as one line, without its line feed. */
  readonly lineOf?: (value: unknown) => string;
}

/** @throws UsageError that gives the position of the error */
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
    throw new OutputError(`--query does not fit the response: ${sentenceOf(error)}`, {
      hint: 'run a read without --query to see its response; do not repeat a write, because it was carried out',
      cause: error,
    });
  }
}

/** The library's message; it names types and functions, never values. */
const sentenceOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\.$/, '')
    .replace(/^(\S)/, first => first.toLowerCase());
