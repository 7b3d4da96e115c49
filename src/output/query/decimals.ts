import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';

/**
 * Arithmetic on exact numbers, in decimals. A quotient that does not terminate is rounded to 20 digits after the point.
 */

const decimal = (value: ExactNumber): Big =>
  typeof value === 'number' ? new Big(plainNumber(value)) : value;

/** Negative, 0 or positive, as sort requires; a double is its shortest spelling, which has the same order. */
export const compareNumbers = (left: ExactNumber, right: ExactNumber): number =>
  typeof left === 'number' && typeof right === 'number' ? left - right : decimal(left).cmp(decimal(right));

export const sumOfNumbers = (values: readonly ExactNumber[]): ExactNumber =>
  settled(values.reduce<Big>((sum, value) => sum.plus(decimal(value)), new Big(0)));

export const computeAverage = (values: readonly ExactNumber[]): ExactNumber | null =>
  values.length === 0 ? null : settled(decimal(sumOfNumbers(values)).div(values.length));

export const absolute = (value: ExactNumber): ExactNumber => settled(decimal(value).abs());
export const negated = (value: ExactNumber): ExactNumber => settled(decimal(value).neg());
export const floor = (value: ExactNumber): ExactNumber => settled(wholeBelow(decimal(value)));
export const ceiling = (value: ExactNumber): ExactNumber => settled(wholeBelow(decimal(value).neg()).neg());

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

/** The library parser's names of its operators. */
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
export function calculated(operator: string, left: unknown, right: unknown): ExactNumber {
  const operation = operations[operator];
  if (!operation || !isExactNumber(left) || !isExactNumber(right))
    throw new Error('arithmetic requires numbers');
  if (/^(Div|Divide|Modulo)$/.test(operator) && decimal(right).eq(0)) throw new Error('division by zero');
  return settled(operation(decimal(left), decimal(right)));
}
