import { compile, tokenize } from '@jmespath-community/jmespath';
import { nearestFirst } from '../../base/choices.ts';
import { HotelctlError, OutputError, UsageError } from '../../base/errors.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { isDecimal } from '../../platform/numbers.ts';
import { countArguments, type Expression, functionNames, search } from './interpreter.ts';

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
    throw new OutputError(`--query does not fit the response: ${toSentence(error)}`, {
      hint: 'run a read without --query to see its response; do not repeat a write, because it was carried out',
      cause: error,
    });
  }
}

/** The library's message; it names types and functions, never values. */
const toSentence = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\.$/, '')
    .replace(/^(\S)/, first => first.toLowerCase());

type Token = ReturnType<typeof tokenize>[number];

/**
 * The maximum number of tokens. The library's parser and interpreter recurse once for each, and the call stack is
 * limited.
 */
const mostWords = 1000;

/**
 * Compiles the expression and checks everything that does not depend on the data: its syntax, its functions, their
 * number of arguments, and literals that would lose digits.
 *
 * @throws UsageError that gives the position, counted in characters from 1
 */
function checkExpression(expression: string): Expression {
  if (expression.trim() === '') throw faulty('it is empty', 0);
  const tokens = parseTokens(expression);
  const beyond = tokens[mostWords];
  if (beyond) throw faulty(`it has more than ${mostWords} words`, beyond.start);
  checkLiterals(expression, tokens);
  let compiled: Expression;
  try {
    compiled = compile(expression);
  } catch {
    const place = placeOfFault(expression, tokens);
    const found = expression.slice(place).trimStart();
    throw faulty(
      found === '' ? 'it ends too early' : `"${Array.from(found)[0]}" is not expected there`,
      place,
    );
  }
  checkFunctions(compiled, tokens);
  return compiled;
}

const faulty = (why: string, place: number) =>
  new UsageError(`--query is not a valid JMESPath expression: ${why} (at character ${place + 1})`, {
    hint: "for example --query 'properties[].id'; write numbers in backticks, strings in single quotes: [?count > `3` && code == 'MUC']",
  });

function parseTokens(expression: string): readonly Token[] {
  try {
    return tokenize(expression);
  } catch {
    // The library reports no position. The fault begins where the longest prefix that can be tokenized ends.
    let end = expression.length - 1;
    while (end > 0 && !canBeCut(expression.slice(0, end))) end--;
    const found = Array.from(expression.slice(end).trimStart())[0] ?? '';
    throw faulty(
      /["`]/.test(found)
        ? `${found} is never closed, or does not contain JSON`
        : `"${found}" is not expected there`,
      end,
    );
  }
}

function canBeCut(text: string): boolean {
  try {
    tokenize(text);
    return true;
  } catch {
    return false;
  }
}

/** The library accepts a text without its closing quote, and reads numbers as doubles. */
function checkLiterals(expression: string, tokens: readonly Token[]): void {
  for (const [index, { start, type }] of tokens.entries()) {
    if (type !== 'Literal') continue;
    const text = expression.slice(start, tokens[index + 1]?.start).trimEnd();
    if (text.startsWith('`') && !/^`(?:[^`\\]|\\.)*`$/s.test(text)) throw faulty('` is never closed', start);
    if (text.startsWith("'") && !/^'(?:[^'\\]|\\.)*'$/s.test(text)) throw faulty("' is never closed", start);
    if (text.startsWith('`') && losesDigits(text.slice(1, -1).replaceAll('\\`', '`')))
      throw faulty('a number in it has more digits than a literal keeps', start);
  }
}

function losesDigits(json: string): boolean {
  const hasDecimal = (value: unknown): boolean =>
    isDecimal(value) ||
    (typeof value === 'object' && value !== null && Object.values(value).some(hasDecimal));
  try {
    return hasDecimal(parseJson(json.trim()));
  } catch {
    return true;
  }
}

/**
 * The position where the parser stops: the first token with which a prefix of the expression fails for another reason
 * than its end. The parser itself reports no position.
 */
function placeOfFault(expression: string, tokens: readonly Token[]): number {
  for (const [index, { start }] of tokens.entries()) {
    if (!couldGoOn(expression.slice(0, tokens[index + 1]?.start))) return start;
  }
  return expression.length;
}

function couldGoOn(beginning: string): boolean {
  try {
    compile(beginning);
    return true;
  } catch (error) {
    return (
      error instanceof TypeError ||
      /^Syntax error: invalid token \(EOF\)|got: EOF$|\(EOF\)$/.test((error as Error).message)
    );
  }
}

function checkFunctions(node: unknown, tokens: readonly Token[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, name, children } = node as { type?: string; name?: string; children?: readonly unknown[] };
  if (type === 'Literal') return;
  if (type === 'Function' && name !== undefined && children) {
    const called = tokens.findIndex(
      (token, index) =>
        token.type === 'UnquotedIdentifier' && token.value === name && tokens[index + 1]?.type === 'Lparen',
    );
    const place = tokens[called]?.start ?? 0;
    const takes = countArguments(name);
    if (!takes) {
      const { suggestion } = nearestFirst(name, functionNames());
      throw faulty(
        `there is no function ${name}()${suggestion ? `, did you mean ${suggestion}()?` : ''}`,
        place,
      );
    }
    if (children.length < takes.least || children.length > takes.most) {
      throw faulty(`${name}() takes ${numberText(takes)}, not ${children.length}`, place);
    }
  }
  for (const inner of Object.values(node)) checkFunctions(inner, tokens);
}

const numberText = ({ least, most }: { readonly least: number; readonly most: number }) =>
  most === Number.POSITIVE_INFINITY
    ? `${least} argument${least === 1 ? '' : 's'} or more`
    : `${least === most ? least : `${least} to ${most}`} argument${most === 1 ? '' : 's'}`;
