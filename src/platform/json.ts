import Big from 'big.js';
import { parse, stringify } from 'lossless-json';
import { type ExactNumber, isDecimal, isExactNumber, plainNumber, settled } from './numbers.ts';

/**
 * JSON that neither loses digits nor carries control characters. JSON.parse does the work wherever a double holds
 * every number as written; only a body with a number that it does not hold is read by the slower exact parser.
 */

/** Levels of nesting that the platform's documents never come near; what reads them may recurse that deep. */
export const deepestNesting = 500;

/** Exponents beyond this would become a page of zeros when written out. */
const largestExponent = 400;

/**
 * Number lexemes that a double may not hold as written: 16 characters of digits and point or more, or an exponent
 * of three digits or more. It also finds such text inside strings; the exact parser decides then.
 */
const suspicious = /(?:^|[:,[ \t\r\n])(-?(?:[\d.]{16,}(?:[eE][+-]?\d+)?|[\d.]{1,15}[eE][+-]?\d{3,}))/g;

const lexeme = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What is no JSON. The one-line message holds nothing of the text: it may be a secret. */
export class NotJsonError extends SyntaxError {
  /** Characters before the place where it stops being JSON, where that is known at once; see placeOfFault. */
  readonly position: number | undefined;

  constructor(position: number | undefined) {
    super(`not JSON${position === undefined ? '' : ` (at character ${position})`}`);
    this.position = position;
  }
}

/**
 * The value of a JSON text. Numbers are doubles where the shortest spelling of the double has the value that was
 * sent, and decimals (big.js) elsewhere. Of duplicate keys the last wins, `__proto__` is a key like any other, and
 * a byte order mark at the start is dropped.
 *
 * @throws NotJsonError, and SyntaxError for what is nested too deep and for a number beyond all bounds
 */
export function parseJson(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const value = parseDoubles(json);
  checkDepth(value, 0);
  if (!needsExactParser(json)) return value;
  // By now the text is known to be JSON and not deep, so the exact parser's recursion is safe.
  return parse(json, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/**
 * The same for a text that is known to hold no number of 16 digits or more, none with an exponent, and no deep
 * nesting: who went through its bytes already knows.
 *
 * @throws NotJsonError
 */
export function parseDoubles(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new NotJsonError(placeOf(error));
  }
}

const placeOf = (error: unknown) => {
  // At the end of the message alone: earlier on it may quote the text.
  const position = /at position (\d+)(?: \([^()]*\))?$/.exec(String(error))?.[1];
  return position === undefined ? undefined : Number(position);
};

/**
 * Where a text stops being JSON, in characters. V8 does not say where it met a token that it did not expect; the
 * exact parser does, more slowly.
 */
export function placeOfFault(text: string): number | undefined {
  try {
    parse(text);
  } catch (error) {
    // It may also be a stack overflow, for nobody has looked how deep this text is nested.
    return placeOf(error);
  }
  return undefined;
}

function checkDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepestNesting) throw new SyntaxError(`nested more than ${deepestNesting} levels deep`);
  if (Array.isArray(value)) {
    for (const item of value) checkDepth(item, depth + 1);
  } else {
    for (const key in value) checkDepth((value as Record<string, unknown>)[key], depth + 1);
  }
}

function needsExactParser(json: string): boolean {
  for (const [, found = ''] of json.matchAll(suspicious)) {
    if (String(Number(found)) !== found && typeof exactNumberOr(found) !== 'number') return true;
  }
  return false;
}

/** Text that only looks like a number was found inside a string: the exact parser shall decide. */
const exactNumberOr = (found: string) =>
  lexeme.test(found) && withinBounds(found) ? exactNumber(found) : undefined;

function exactNumber(text: string): number | Big {
  if (!withinBounds(text)) throw new SyntaxError(`a number beyond 10^${largestExponent} or its inverse`);
  return settled(new Big(text));
}

/** Whether the number's first significant digit stands within the exponents that can be written out; zero does. */
function withinBounds(text: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const lead = (whole + fraction).search(/[1-9]/);
  return lead === -1 || Math.abs(whole.length - 1 - lead + Number(exponent)) <= largestExponent;
}

/** Raw in JSON they are lawful, and a terminal or a script reader would still obey them. */
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const exactNumbers = {
  test: (value: unknown) => isExactNumber(value) && (typeof value !== 'number' || Number.isFinite(value)),
  stringify: (value: unknown) => plainNumber(value as ExactNumber),
};

/**
 * A value as JSON text: decimals and doubles as plain numbers, unrounded and without an exponent; no raw control,
 * separator or bidirectional character and no lone surrogate anywhere in it.
 *
 * @param indent spaces for each level; without it everything is on one line.
 */
export function stringifyJson(value: unknown, indent?: number): string {
  // The built-in writer is ten times as fast, and wrong for decimals and exponents alone.
  const json = isPlain(value)
    ? JSON.stringify(value, null, indent)
    : stringify(value, null, indent, [exactNumbers]);
  return (json ?? 'null').replace(unsafe, escaped);
}

/** Whether the built-in writer spells every number in it without an exponent. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return value === 0 || (Math.abs(value) < 1e21 && Math.abs(value) >= 1e-6);
  if (typeof value !== 'object' || value === null) return true;
  if (isDecimal(value)) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key])) return false;
  return true;
}
