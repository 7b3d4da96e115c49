import {
  type compile,
  TYPE_ANY,
  TYPE_ARRAY,
  TYPE_ARRAY_NUMBER,
  TYPE_ARRAY_STRING,
  TYPE_EXPREF,
  TYPE_NUMBER,
  TYPE_OBJECT,
  TYPE_STRING,
} from '@jmespath-community/jmespath';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import { absolute, averageOf, ceiling, compareNumbers, floor, sumOfNumbers } from './decimals.ts';

type Expression = ReturnType<typeof compile>;
export interface Signature {
  readonly types: readonly number[];
  readonly variadic?: boolean;
  readonly optional?: boolean;
}
interface ExactFunction {
  readonly name: string;
  readonly signature: readonly Signature[];
  readonly run: (args: never) => unknown;
}

/** The parts of the interpreter that the functions need. */
interface Evaluation {
  readonly visit: (expression: Expression, value: unknown) => unknown;
  readonly areEqual: (left: unknown, right: unknown) => boolean;
}

/**
 * JMESPath's functions over numbers, computed exactly; those that order by a key, for which the library compares
 * numbers as text and has no maximum of texts; and those that collect fields by names from the data, which may be
 * `constructor`.
 */
export function exactFunctions({ visit, areEqual }: Evaluation): readonly ExactFunction[] {
  const define = <Args extends readonly unknown[]>(
    name: string,
    types: readonly (readonly number[])[],
    run: (args: Args) => unknown,
    last: Omit<Signature, 'types'> = {},
  ): ExactFunction => ({
    name,
    signature: types.map((each, index) => ({ types: each, ...(index === types.length - 1 ? last : {}) })),
    run: run as ExactFunction['run'],
  });
  const sortable = [TYPE_ARRAY_NUMBER, TYPE_ARRAY_STRING];
  const keyed = [[TYPE_ARRAY], [TYPE_EXPREF]];
  const keyedItems = (items: readonly unknown[], by: Expression) =>
    sameKind(items.map(item => ({ item, key: visit(by, item) })));
  const sorted = (items: readonly unknown[], by: Expression) =>
    keyedItems(items, by).sort((left, right) => compareKeys(left.key, right.key));
  type Keyed = readonly [items: readonly unknown[], by: Expression];
  type Numbers = readonly [readonly ExactNumber[]];
  type OneNumber = readonly [ExactNumber];
  const own: Expression = { type: 'Current' };
  const extreme = (items: readonly unknown[], by: Expression, sign: 1 | -1) =>
    keyedItems(items, by).reduce<Entry | undefined>(
      (best, entry) => (best && sign * compareKeys(entry.key, best.key) <= 0 ? best : entry),
      undefined,
    )?.item ?? null;
  return [
    define('abs', [[TYPE_NUMBER]], ([value]: OneNumber) => absolute(value)),
    define('ceil', [[TYPE_NUMBER]], ([value]: OneNumber) => ceiling(value)),
    define('floor', [[TYPE_NUMBER]], ([value]: OneNumber) => floor(value)),
    define('sum', [[TYPE_ARRAY_NUMBER]], ([values]: Numbers) => sumOfNumbers(values)),
    define('avg', [[TYPE_ARRAY_NUMBER]], ([values]: Numbers) => averageOf(values)),
    define('max', [sortable], ([items]: Keyed) => extreme(items, own, 1)),
    define('min', [sortable], ([items]: Keyed) => extreme(items, own, -1)),
    define('max_by', keyed, ([items, by]: Keyed) => extreme(items, by, 1)),
    define('min_by', keyed, ([items, by]: Keyed) => extreme(items, by, -1)),
    define('sort', [sortable], ([items]: Keyed) => sorted(items, own).map(({ item }) => item)),
    define('sort_by', keyed, ([items, by]: Keyed) => sorted(items, by).map(({ item }) => item)),
    define(
      'contains',
      [[TYPE_STRING, TYPE_ARRAY], [TYPE_ANY]],
      ([place, what]: readonly [string | unknown[], unknown]) =>
        typeof place === 'string'
          ? typeof what === 'string' && place.includes(what)
          : place.some(item => areEqual(item, what)),
    ),
    define('to_number', [[TYPE_ANY]], ([value]: readonly [unknown]) => numberOf(value)),
    define('to_string', [[TYPE_ANY]], ([value]: readonly [unknown]) =>
      typeof value === 'string' ? value : stringifyJson(value),
    ),
    define('group_by', keyed, ([items, by]: Keyed) => {
      const groups = new Map<string, unknown[]>();
      for (const item of items) {
        const key = visit(by, item);
        if (typeof key !== 'string') throw new Error('group_by() requires strings to group by');
        groups.set(key, [...(groups.get(key) ?? []), item]);
      }
      return Object.fromEntries(groups);
    }),
    define(
      'merge',
      [[TYPE_OBJECT]],
      (records: readonly object[]) => Object.fromEntries(records.flatMap(record => Object.entries(record))),
      { variadic: true },
    ),
  ];
}

interface Entry {
  readonly item: unknown;
  readonly key: unknown;
}

/** @throws Error unless all keys are numbers, or all texts */
function sameKind(entries: Entry[]): Entry[] {
  const isOf = (test: (key: unknown) => boolean) => entries.every(({ key }) => test(key));
  if (isOf(isExactNumber) || isOf(key => typeof key === 'string')) return entries;
  throw new Error('only values that are all numbers or all strings can be sorted');
}

const compareKeys = (left: unknown, right: unknown): number =>
  typeof left === 'string'
    ? compareTexts(left, right as string)
    : compareNumbers(left as ExactNumber, right as ExactNumber);

/** By code points, as the specification requires; the order of UTF-16 differs beyond U+FFFF. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const [first, second] = [Array.from(left), Array.from(right)];
  for (const [index, character] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    if (character !== other) return (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
  }
  return -1;
}

function numberOf(value: unknown): unknown {
  if (isExactNumber(value)) return value;
  if (typeof value !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return null;
  return parseJson(value);
}
