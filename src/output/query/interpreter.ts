import { type compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { isDecimal, isExactNumber } from '../../platform/numbers.ts';
import { calculated, compareNumbers, negated } from './decimals.ts';
import { exactFunctions, type Signature } from './functions.ts';

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
    const functions = exactFunctions({
      visit: (node, value) => this.visit(node, value),
      areEqual: (left, right) => this.visit(equality(left, right), null) === true,
    });
    for (const { name, signature, run } of functions) {
      this.runtime.register(name, run, signature, { override: true });
    }
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
        return isRecord(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null;
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
        return node.operator === 'Minus' ? negated(operand) : operand;
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

const interpreter = new ExactInterpreter();

export const search = (expression: Expression, value: unknown): unknown =>
  interpreter.search(expression, value);

/** The number of arguments of a function; undefined for an unknown function. `most` is Infinity for any number. */
export function argumentsOf(name: string): { readonly least: number; readonly most: number } | undefined {
  const { _functionTable: table } = interpreter.runtime;
  if (!Object.hasOwn(table, name)) return undefined;
  const signature = table[name]?._signature ?? [];
  return {
    least: signature.filter(({ optional }) => !optional).length,
    most: signature.at(-1)?.variadic ? Number.POSITIVE_INFINITY : signature.length,
  };
}

export const functionNames = (): readonly string[] => Object.keys(interpreter.runtime._functionTable);
