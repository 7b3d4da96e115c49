import Big from 'big.js';
import { addDecimals, equalsZero } from './exact-sum.ts';
import type { KeptLines } from './ledger-line.ts';
import type { CloseBooks } from './month-books.ts';

export const checkStates = ['equal', 'explained', 'unexplained', 'not comparable'] as const;
export type CheckState = (typeof checkStates)[number];

/** Two figures that the reports have of one subject. Nothing is rounded to make them equal. */
export interface CheckedFigures {
  readonly subject: string;
  readonly state: CheckState;
  readonly left: Big | null;
  readonly right: Big | null;
  readonly difference: Big | null;
  /** The legitimate reasons that the data shows, or why the figures cannot be compared. */
  readonly reasons: readonly string[];
  /** The lines behind it, or which ones they are. */
  readonly kept?: KeptLines;
  readonly behind?: LinesBehind;
}

/** Lines that touch an account, belong to a reference, or have a receipt or a percentage of tax. */
export interface LinesBehind {
  readonly field: 'account' | 'reference' | 'receipt' | 'percent';
  readonly values: readonly string[];
}

export type CheckUnit = 'money' | 'count' | 'percent';

/** An identity of the reports, as data. */
export interface CloseIdentity {
  readonly id: string;
  readonly title: string;
  /** What has to hold. */
  readonly says: string;
  /** The reports that it compares. */
  readonly reports: string;
  readonly unit: CheckUnit;
  /** Figures that do not add up, such as ratios: the check counts its subjects, and those that agree. */
  readonly counts?: true;
  readonly compare: (books: CloseBooks) => Iterable<CheckedFigures>;
}

export interface Check extends Omit<CloseIdentity, 'compare' | 'counts'> {
  /** Of the subjects: a check that counts them has counts itself. */
  readonly unitOfSubjects: CheckUnit;
  readonly state: CheckState;
  readonly left: Big | null;
  readonly right: Big | null;
  /** The sum of all differences, without their signs: they never offset each other. */
  readonly difference: Big | null;
  readonly comparisons: readonly CheckedFigures[];
}

/** A part of a difference that the data explains. Undefined amount: whatever is left. */
interface Reason {
  readonly text: string;
  readonly amount?: Big | number;
}

interface Circumstances extends Pick<CheckedFigures, 'kept' | 'behind'> {
  /** A rounding difference up to this is explained. */
  readonly rounding?: Big | number | string;
  readonly roundingOf?: string;
  readonly reasons?: readonly Reason[];
}

/** Compares two figures: equal, explained by rounding or by reasons that add up to the difference, or unexplained. */
export function compare(
  subject: string,
  left: Big | number,
  right: Big | number,
  { rounding = 0, roundingOf = 'rounding', reasons = [], ...lines }: Circumstances = {},
): CheckedFigures {
  const difference = new Big(left).minus(right);
  const figures = { subject, left: new Big(left), right: new Big(right), difference, ...lines };
  if (equalsZero(difference)) return { ...figures, state: 'equal', reasons: [] };
  if (difference.abs().lte(rounding)) return { ...figures, state: 'explained', reasons: [roundingOf] };
  const applied = reasons.filter(({ amount }) => amount === undefined || !equalsZero(new Big(amount)));
  const rest = difference.minus(addDecimals(applied.map(({ amount }) => new Big(amount ?? 0))));
  const isExplained =
    applied.length > 0 && (rest.abs().lte(rounding) || applied.some(({ amount }) => amount === undefined));
  return {
    ...figures,
    state: isExplained ? 'explained' : 'unexplained',
    reasons: applied.map(({ text }) => text),
  };
}

/** A figure that has a bound, such as the least that it can be: the difference is what it is beyond. */
export function compareWithBound(
  subject: string,
  value: Big,
  bound: Big,
  isWithin: boolean,
  circumstances: Circumstances = {},
): CheckedFigures {
  const compared = compare(subject, value, isWithin ? value : bound, circumstances);
  return { ...compared, right: bound };
}

export const notComparable = (subject: string, why: string, left: Big | null = null): CheckedFigures => ({
  ...{ subject, state: 'not comparable', left, right: null, difference: null, reasons: [why] },
});

/** How many lines are as they have to be. */
export const compareLines = (subject: string, all: number, kept: KeptLines, why?: string): CheckedFigures =>
  compare(subject, all, all - kept.count, { kept, reasons: why === undefined ? [] : [{ text: why }] });

const worst: readonly CheckState[] = ['unexplained', 'explained', 'equal', 'not comparable'];

export function runCheck(
  { compare: comparisonsOf, counts, ...identity }: CloseIdentity,
  books: CloseBooks,
): Check {
  const { unit: unitOfSubjects } = identity;
  const comparisons = [...comparisonsOf(books)];
  const state = worst.find(each => comparisons.some(one => one.state === each)) ?? 'not comparable';
  const compared = comparisons.filter(one => one.state !== 'not comparable');
  if (compared.length === 0) {
    const left = comparisons.length === 1 ? (comparisons[0]?.left ?? null) : null;
    return { ...identity, unitOfSubjects, state, left, right: null, difference: null, comparisons };
  }
  const sum = (of: (one: CheckedFigures) => Big | null) =>
    addDecimals(compared.map(one => of(one) ?? new Big(0)));
  const agreeing = compared.filter(one => one.state === 'equal').length;
  return {
    ...identity,
    unitOfSubjects,
    ...(counts ? { unit: 'count' as const } : {}),
    state,
    left: counts ? new Big(compared.length) : sum(one => one.left),
    right: counts ? new Big(agreeing) : sum(one => one.right),
    difference: counts ? new Big(compared.length - agreeing) : sum(one => one.difference?.abs() ?? null),
    comparisons,
  };
}
