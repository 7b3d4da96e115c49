import { compile, tokenize } from '@jmespath-community/jmespath';
import { findNearest } from '../../base/choices.ts';
import { HotelctlError, OutputError, UsageError } from '../../base/errors.ts';
import { countText, resultOr } from '../../base/text.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { isDecimal } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import { countArguments, type Expression, functionNames, interpreter } from './interpreter.ts';

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
  /** What it returned as JSON, indented with two spaces, without a final line feed. */
  readonly textOf: (value: unknown) => string;
  /** The same of a record of `ndjson`, as one line. */
  readonly lineOf: (value: unknown) => string;
}

/**
 * @param isRaw `--raw`: strings are written without quotes
 * @throws UsageError
 */
export function makeQuery(expression: string, isRaw = false): Query {
  const compiled = checkExpression(expression);
  const of = (value: unknown) => evaluated(compiled, value);
  if (isRaw) return { of, textOf: rawText, lineOf: rawLine };
  return { of, textOf: value => stringifyJson(value, 2), lineOf: stringifyJson };
}

/** The elements of an array, one per line; nothing for null. */
function rawText(value: unknown): string {
  if (Array.isArray(value)) return value.map(rawLine).join('\n');
  return value === null ? '' : rawLine(value);
}

/** A string stays on one line: control characters are escaped, because the text comes from the platform. */
const rawLine = (value: unknown) => (typeof value === 'string' ? safeText(value) : stringifyJson(value));

function evaluated(expression: Expression, value: unknown): unknown {
  try {
    return interpreter.search(expression, value);
  } catch (error) {
    if (error instanceof HotelctlError) throw error;
    throw new OutputError(`--query does not fit the response: ${toSentence(error)}`, {
      hint: 'run a read without --query to see its response; do not repeat a write, because it was carried out',
      cause: error,
    });
  }
}

/** The library's message; it names types, functions and parts of the expression, never values. Kinds of tokens are left out. */
const toSentence = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^Syntax error[:,] |\.$/g, '')
    .replace(/^.*(?:\(EOF\)(?:: "")?|got: EOF)$/, 'it ends too early')
    .replace(
      /^(?:invalid token|unexpected token type:) .*?: |^unexpected token: (?=.*\(\w+\)$)/,
      'unexpected ',
    )
    .replace(/^(unexpected .+)\(\w+\)$/, '$1')
    .replace(/^(\S)/, first => first.toLowerCase());

/** The library's parser and interpreter recurse once for each token, and the call stack is limited. */
const mostWords = 1000;

/** Checks all that does not depend on the data: syntax, functions, and literals that would lose digits. */
function checkExpression(expression: string): Expression {
  if (expression.trim() === '') throw faulty('it is empty');
  const tokens = parsed(() => tokenize(expression));
  if (tokens.length > mostWords) throw faulty(`it has more than ${mostWords} words`);
  checkLiterals(expression, tokens);
  const compiled = parsed(() => compile(expression));
  checkFunctions(compiled);
  return compiled;
}

const faulty = (why: string) =>
  new UsageError(`--query is not a valid JMESPath expression: ${why}`, {
    hint: "for example --query 'properties[].id'; write numbers in backticks, strings in single quotes: [?count > `3` && code == 'MUC']",
  });

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw faulty(toSentence(error));
  }
}

/** The library accepts a text without its closing quote, and reads numbers as doubles. */
function checkLiterals(expression: string, tokens: ReturnType<typeof tokenize>): void {
  for (const [index, { start, type }] of tokens.entries()) {
    if (type !== 'Literal') continue;
    const text = expression.slice(start, tokens[index + 1]?.start).trimEnd();
    const [open = ''] = text;
    if (!/^(['`])(?:(?!\1)[^\\]|\\.)*\1$/s.test(text)) throw faulty(`${open} is never closed`);
    if (open === '`' && losesDigits(text.slice(1, -1).replaceAll('\\`', '`')))
      throw faulty(`${text} has more digits than a literal keeps`);
  }
}

function losesDigits(json: string): boolean {
  const hasDecimal = (value: unknown): boolean =>
    isDecimal(value) ||
    (typeof value === 'object' && value !== null && Object.values(value).some(hasDecimal));
  return resultOr(true, () => hasDecimal(parseJson(json.trim())));
}

function checkFunctions(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, name, children } = node as { type?: string; name?: string; children?: readonly unknown[] };
  if (type === 'Literal') return;
  if (type === 'Function' && name !== undefined && children) {
    const takes = countArguments(name);
    if (!takes) {
      const nearest = findNearest(name, functionNames());
      throw faulty(`there is no function ${name}()${nearest ? `, did you mean ${nearest}()?` : ''}`);
    }
    const { least, most } = takes;
    const allowed =
      most === least
        ? countText(least, 'argument')
        : `${least} ${most === Number.POSITIVE_INFINITY ? 'or more' : `to ${most}`} arguments`;
    if (children.length < least || children.length > most)
      throw faulty(`${name}() takes ${allowed} (${children.length} given)`);
  }
  for (const inner of Object.values(node)) checkFunctions(inner);
}
