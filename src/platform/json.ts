import Big from 'big.js';
import { parse, stringify } from 'lossless-json';
import { type ErrorDetails, UndocumentedResponseError } from '../base/errors.ts';
import { isObject } from '../base/text.ts';
import { type ExactNumber, isDecimal, isExactNumber, plainNumber, settled } from './numbers.ts';

/** JSON.parse is used whenever doubles represent every number exactly; only another body is read by the slower exact parser. */

/** A nesting depth that the platform's documents never approach; readers may recurse this deep. */
export const deepestNesting = 500;

/** Larger exponents would be printed as a page of zeros. */
const largestExponent = 400;

/**
 * Number lexemes that a double may not represent as written: 16 or more digits (including the point), or an exponent of
 * three or more digits. It also matches such text inside strings; the exact parser then decides.
 */
const suspicious = /(?:^|[:,[ \t\r\n])(-?(?:[\d.]{16,}(?:[eE][+-]?\d+)?|[\d.]{1,15}[eE][+-]?\d{3,}))/g;

export const isWebPageText = (text: string): boolean => /^\s*</.test(text);

export const signInToNetwork = 'sign in to the network with a browser, or check the address';

/** What is sent in place of JSON where the way to the platform ends earlier. */
export class WebPageError extends UndocumentedResponseError {
  /** @param received what was received, as used in a sentence: `the response` */
  constructor(received: string, details: Omit<ErrorDetails, 'hint'>, excerpt = '') {
    const message = `${received} is a web page, such as the sign-in page of a network${excerpt}`;
    super(message, { ...details, hint: signInToNetwork });
  }
}

/** A text that is not JSON. The message contains nothing of the text: it may be a secret. */
export class NotJsonError extends SyntaxError {
  constructor() {
    super('not JSON');
  }
}

/**
 * The value of a JSON text: doubles where their shortest spelling equals what was sent, otherwise decimals (big.js). Of
 * duplicate keys the last wins, and `__proto__` is an ordinary key.
 *
 * @throws NotJsonError, and SyntaxError for nesting that is too deep and for numbers out of range
 */
export function parseJson(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const value = parseDoubles(json);
  checkDepth(value, 0);
  if (!needsExactParser(json)) return value;
  // The text is valid JSON and not deeply nested, so the exact parser's recursion is safe.
  return parse(json, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** The JSON of a text that was scanned: it has no number of 16 or more digits, exponent or deep nesting. @throws NotJsonError */
export function parseDoubles(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new NotJsonError();
  }
}

/** A key that an object has twice with different values, of which `parseJson` ignores the first. @param json what it has read */
export function repeatedKey(json: string): string | undefined {
  let repeated: string | undefined;
  const onDuplicateKey = ({ key }: { readonly key: string }) => {
    repeated ??= key;
  };
  parse(json.replace('\ufeff', ''), undefined, { parseNumber: text => text, onDuplicateKey });
  return repeated;
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

/** Text that only looks like a number was found inside a string: the exact parser decides. */
const exactNumberOr = (found: string) => (withinBounds(found) ? exactNumber(found) : undefined);

function exactNumber(text: string): number | Big {
  if (!withinBounds(text))
    throw new SyntaxError(`a number greater than 10^${largestExponent} or its inverse`);
  return settled(new Big(text));
}

/** Whether a text is a number whose first significant digit is within the exponents that can be printed; zero is. */
function withinBounds(text: string): boolean {
  const [, whole, fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return false;
  const lead = (whole + fraction).search(/[1-9]/);
  return lead === -1 || Math.abs(whole.length - 1 - lead + Number(exponent)) <= largestExponent;
}

/** Valid unescaped in JSON, but terminals and script parsers interpret these characters. */
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const exactNumbers = {
  test: (value: unknown) => isExactNumber(value) && (typeof value !== 'number' || Number.isFinite(value)),
  stringify: (value: unknown) => plainNumber(value as ExactNumber),
};

/**
 * The JSON of a value: numbers unrounded and without an exponent, no unescaped control, separator or bidirectional character.
 * @param indent spaces for each level; default: everything on one line
 */
export function stringifyJson(value: unknown, indent?: number): string {
  // The built-in serializer is ten times as fast, and wrong only for decimals and exponents.
  const json = isPlain(value)
    ? JSON.stringify(value, null, indent)
    : (stringifyDoubles(value, indent) ?? stringify(value, null, indent, [exactNumbers]));
  return (json ?? 'null').replace(unsafe, escaped);
}

/** The same with the built-in serializer: most decimals are doubles. Undefined if one is not, or needs an exponent. */
function stringifyDoubles(value: unknown, indent?: number): string | undefined {
  let areDoubles = true;
  function readDecimal(this: Readonly<Record<string, unknown>>, name: string, inner: unknown) {
    // A decimal has become a text already.
    const own = this[name];
    const number = isDecimal(own) ? settled(own) : inner;
    if (typeof number === 'number' || isDecimal(number)) areDoubles &&= isPlain(number);
    return number;
  }
  const json = JSON.stringify(value, readDecimal, indent);
  return areDoubles ? json : undefined;
}

/** Whether the built-in serializer writes every number in the value without an exponent. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return value === 0 || (Math.abs(value) < 1e21 && Math.abs(value) >= 1e-6);
  if (typeof value !== 'object' || value === null) return true;
  if (isDecimal(value) || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** The fields that are not undefined, so that nothing is sent or written with empty fields. */
export const filledFields = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** Changes each text in the value, and the names of fields. */
export function withTexts(
  value: unknown,
  change: (text: string) => string,
  changeName = (name: string) => name,
): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(each => withTexts(each, change, changeName));
  if (!isObject(value) || isExactNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [changeName(name), withTexts(inner, change, changeName)]),
  );
}

/** Names in alphabetical order at every level, so that tools which reorder a file change neither digest nor key. */
export function sortedByName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(sortedByName);
  const entries = Object.entries(filledFields(value)).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortedByName(inner)]));
}
