import {
  type compile,
  TreeInterpreter,
  TYPE_ANY,
  TYPE_ARRAY,
  TYPE_ARRAY_NUMBER,
  TYPE_ARRAY_STRING,
  TYPE_EXPREF,
  TYPE_NUMBER,
  TYPE_OBJECT,
  TYPE_STRING,
} from '@jmespath-community/jmespath';
import Big from 'big.js';
import { ensureEntry, ownValue } from '../../base/text.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import {
  compareNumbers,
  type ExactNumber,
  isDecimal,
  isExactNumber,
  settled,
} from '../../platform/numbers.ts';

interface Signature {
  readonly types: readonly number[];
  readonly variadic?: boolean;
  readonly optional?: boolean;
}

/**
 * JMESPath's functions over numbers, computed exactly; those that order by a key, for which the library compares
 * numbers as text and has no maximum of texts; and those that collect fields by names from the data, which may be
 * `constructor`.
 */
function defineFunctions(interpreter: Interpreter): void {
  const define = <Args extends readonly unknown[]>(
    name: string,
    types: readonly (readonly number[])[],
    run: (args: Args) => unknown,
    last: Omit<Signature, 'types'> = {},
  ) => {
    const signature = types.map((each, index) => ({
      types: each,
      ...(index === types.length - 1 ? last : {}),
    }));
    interpreter.runtime.register(name, run as (args: never) => unknown, signature, { override: true });
  };
  const visit = (expression: Expression, value: unknown) => interpreter.visit(expression, value);
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
  define('abs', [[TYPE_NUMBER]], ([value]: OneNumber) => settled(new Big(value).abs()));
  define('ceil', [[TYPE_NUMBER]], ([value]: OneNumber) => settled(wholeBelow(new Big(value).neg()).neg()));
  define('floor', [[TYPE_NUMBER]], ([value]: OneNumber) => settled(wholeBelow(new Big(value))));
  define('sum', [[TYPE_ARRAY_NUMBER]], ([values]: Numbers) => settled(sumOfNumbers(values)));
  define('avg', [[TYPE_ARRAY_NUMBER]], ([values]: Numbers) =>
    values.length === 0 ? null : settled(sumOfNumbers(values).div(values.length)));
  define('max', [sortable], ([items]: Keyed) => extreme(items, own, 1));
  define('min', [sortable], ([items]: Keyed) => extreme(items, own, -1));
  define('max_by', keyed, ([items, by]: Keyed) => extreme(items, by, 1));
  define('min_by', keyed, ([items, by]: Keyed) => extreme(items, by, -1));
  define('sort', [sortable], ([items]: Keyed) => sorted(items, own).map(({ item }) => item));
  define('sort_by', keyed, ([items, by]: Keyed) => sorted(items, by).map(({ item }) => item));
  define('contains', [[TYPE_STRING, TYPE_ARRAY], [TYPE_ANY]], ([place, what]: readonly [
    string | unknown[],
    unknown,
  ]) =>
    typeof place === 'string'
      ? typeof what === 'string' && place.includes(what)
      : place.some(item => interpreter.visit(equality(item, what), null) === true));
  define('to_number', [[TYPE_ANY]], ([value]: readonly [unknown]) => toNumber(value));
  define('to_string', [[TYPE_ANY]], ([value]: readonly [unknown]) =>
    typeof value === 'string' ? value : stringifyJson(value));
  define('group_by', keyed, ([items, by]: Keyed) => {
    const groups = new Map<string, unknown[]>();
    for (const item of items) {
      const key = visit(by, item);
      if (typeof key !== 'string') throw new Error('group_by() requires strings to group by');
      ensureEntry(groups, key, () => []).push(item);
    }
    return Object.fromEntries(groups);
  });
  define(
    'merge',
    [[TYPE_OBJECT]],
    (records: readonly object[]) => Object.fromEntries(records.flatMap(record => Object.entries(record))),
    { variadic: true },
  );
}

const sumOfNumbers = (values: readonly ExactNumber[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(value), new Big(0));

function wholeBelow(value: Big): Big {
  const cut = value.round(0, Big.roundDown);
  return cut.gt(value) ? cut.minus(1) : cut;
}

/** Rounded down, by means of the remainder, because the quotient itself may have been rounded up. */
function wholeQuotient(left: Big, right: Big): Big {
  const rest = left.mod(right);
  const cut = left.minus(rest).div(right);
  return rest.eq(0) || rest.s === right.s ? cut : cut.minus(1);
}

/** By the library parser's names. A quotient that does not terminate is rounded to 20 digits after the point. */
const operations: Readonly<Record<string, (left: Big, right: Big) => Big>> = {
  Plus: (left, right) => left.plus(right),
  Minus: (left, right) => left.minus(right),
  Multiply: (left, right) => left.times(right),
  Star: (left, right) => left.times(right),
  Divide: (left, right) => left.div(right),
  Modulo: (left, right) => left.mod(right),
  Div: wholeQuotient,
};

/** @throws Error for a value that is not a number, and for a division by zero */
function calculated(operator: string, left: unknown, right: unknown): ExactNumber {
  const operation = operations[operator];
  if (!operation || !isExactNumber(left) || !isExactNumber(right))
    throw new Error('arithmetic requires numbers');
  if (/^(Div|Divide|Modulo)$/.test(operator) && new Big(right).eq(0)) throw new Error('division by zero');
  return settled(operation(new Big(left), new Big(right)));
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

function toNumber(value: unknown): unknown {
  if (isExactNumber(value)) return value;
  if (typeof value !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return null;
  return parseJson(value);
}

/** A compiled expression, as the library's parser returns it. */
export type Expression = ReturnType<typeof compile>;

/**
 * The part of the library's interpreter that this file uses. Its class is reached through its only instance, and its
 * function table is private.
 * @private-parts @jmespath-community/jmespath 1.3.0
 */
interface Interpreter {
  readonly runtime: {
    readonly _functionTable: Readonly<Record<string, { readonly _signature: readonly Signature[] }>>;
    getTypeName(value: unknown): number | undefined;
    register(
      name: string,
      run: (args: never) => unknown,
      signature: readonly Signature[],
      options: object,
    ): unknown;
  };
  _rootValue: unknown;
  _scope: { withScope(scope: object): unknown };
  search(node: Expression, value: unknown): unknown;
  visit(node: Expression, value: unknown): unknown;
  withScope(scope: object): Interpreter;
}
const LibraryInterpreter = TreeInterpreter.constructor as unknown as new () => Interpreter;
const numberType = 0;

/**
 * The library's interpreter, extended with decimals (big.js) as numbers. The library supports only doubles and would
 * treat a decimal as an object, so its order, its arithmetic and its functions over numbers are replaced here.
 */
class ExactInterpreter extends LibraryInterpreter {
  constructor() {
    super();
    const typeName = this.runtime.getTypeName.bind(this.runtime);
    this.runtime.getTypeName = value => (isDecimal(value) ? numberType : typeName(value));
    defineFunctions(this);
  }

  override withScope(scope: object): Interpreter {
    const inner = new ExactInterpreter();
    inner._rootValue = this._rootValue;
    inner._scope = this._scope.withScope(scope) as Interpreter['_scope'];
    return inner;
  }

  override visit(node: Expression, value: unknown): unknown {
    switch (node.type) {
      case 'Field':
        return isRecord(value) ? (ownValue(value, node.name) ?? null) : null;
      case 'ValueProjection': {
        const base = this.visit(node.left, value);
        if (!isRecord(base)) return null;
        return Object.values(base).flatMap(inner => {
          const projected = this.visit(node.right, inner);
          return projected === null ? [] : [projected];
        });
      }
      case 'MultiSelectHash':
        // The library assigns fields, and assigning `__proto__` would change the prototype of the object instead of
        // adding a field.
        return Object.fromEntries(node.children.map(({ name, value: of }) => [name, this.visit(of, value)]));
      case 'Comparator': {
        if (node.name === 'EQ' || node.name === 'NE') return super.visit(node, value);
        const [left, right] = [this.visit(node.left, value), this.visit(node.right, value)];
        return isExactNumber(left) && isExactNumber(right)
          ? isOrdered(node.name, compareNumbers(left, right))
          : null;
      }
      case 'Arithmetic':
        return calculated(node.operator, this.visit(node.left, value), this.visit(node.right, value));
      case 'Unary': {
        const operand = this.visit(node.operand, value);
        if (!isExactNumber(operand)) throw new Error('only a number can have a minus sign');
        return node.operator === 'Minus' ? settled(new Big(operand).neg()) : operand;
      }
      default:
        return super.visit(node, value);
    }
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDecimal(value);

const isOrdered = (name: 'GT' | 'GTE' | 'LT' | 'LTE', order: number): boolean =>
  ({ GT: order > 0, GTE: order >= 0, LT: order < 0, LTE: order <= 0 })[name];

/** The library's own equality of any two values; it works for decimals too, which consist of plain fields. */
const equality = (left: unknown, right: unknown) =>
  ({
    type: 'Comparator',
    name: 'EQ',
    left: { type: 'Literal', value: left },
    right: { type: 'Literal', value: right },
  }) as Expression;

export const interpreter = new ExactInterpreter();

/** The number of arguments of a function; undefined for an unknown function. `most` is Infinity for any number. */
export function countArguments(name: string): { readonly least: number; readonly most: number } | undefined {
  const { _functionTable: table } = interpreter.runtime;
  const signature = ownValue(table, name)?._signature;
  return (
    signature && {
      least: signature.filter(({ optional }) => !optional).length,
      most: signature.at(-1)?.variadic ? Number.POSITIVE_INFINITY : signature.length,
    }
  );
}

export const functionNames = (): readonly string[] => Object.keys(interpreter.runtime._functionTable);
