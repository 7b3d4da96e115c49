import Big from 'big.js';
import type { Pieces, Text } from '../../output/document/document.ts';
import { say } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { addDecimals, addSums, ExactSum, equalsZero, toSum } from '../../platform/numbers.ts';
import type { KeptLines } from './ledger-books.ts';
import type { CloseBooks } from './month-books.ts';

/** The words that readers see: those that need most attention last, but for what cannot be compared. */
export const checkStates = [
  'agrees',
  'within limit',
  'explained',
  'question',
  'not explained',
  'open',
  'not comparable',
] as const;
/** A question is not wrong by itself: someone who knows the hotel answers it. Only what is open ends with exit 10. */
export type CheckState = (typeof checkStates)[number];

/** Two figures that the reports have of one subject. Nothing but the noise of floats is rounded to make them equal. */
export interface CheckedFigures {
  readonly subject: Text;
  readonly left: ExactSum | null;
  readonly right: ExactSum | null;
  readonly difference: ExactSum | null;
  /** Default: that of its check. */
  readonly unit?: CloseIdentity['unit'];
  readonly state: CheckState;
  /** The legitimate reasons that the data shows, what may have caused it, or why the figures cannot be compared. */
  readonly reasons: readonly Text[];
  /** The entries or stays that differ, of which reasons name only some: what is accepted is these, and no others. */
  readonly names?: readonly string[] | undefined;
  /** The lines behind it: how many there are, and the first of them. With `behind`, they are found at the end. */
  kept?: Pick<KeptLines, 'count' | 'lines'> | undefined;
  /** Which ones they are, where the ledger is read once more for them. */
  readonly behind?: LinesBehind | undefined;
}

/** Lines that touch an account, belong to a reference, or have a receipt or a percentage of tax. */
interface LinesBehind {
  readonly field: 'account' | 'reference' | 'receipt' | 'percent';
  readonly values: readonly string[];
}

export interface CloseIdentity {
  readonly id: string;
  readonly title: Phrase;
  readonly says: Phrase;
  /** What the two figures are. Default: how many there are of something, and how many of them are as they have to be. */
  readonly sides?: readonly [left: Phrase, right: Phrase];
  /** Default: `money` of those that add up, else `count`. */
  readonly unit?: 'money' | 'count' | 'percent';
  /** Not comparable until all nights of the month are over: future ones are sold, and not posted yet. */
  readonly needsAllNights?: true;
  /** Its subjects are parts of one total, which is shown. Without it, only the figures of a single subject are. */
  readonly adds?: true;
  readonly compare: (books: CloseBooks) => Iterable<CheckedFigures>;
}

interface Circumstances extends Pick<CheckedFigures, 'kept' | 'behind' | 'names' | 'unit'> {
  /** Whether it is on the side of the other figure on which it may be: what lies between them is shown. */
  readonly isWithin?: boolean;
  /** A rounding difference up to this is explained. */
  readonly rounding?: Big | number;
  readonly roundingOf?: Text;
  /** Parts of the difference that the data explains. Undefined amount: whatever is left. */
  readonly reasons?: readonly { readonly text: Text; readonly amount?: Big | number }[];
  readonly cause?: Text;
}

export type Figure = ExactSum | Big | number;

/** They agree, are explained by rounding or by reasons that add up to the difference, or are open. @param circumstances a function if finding them takes time */
export function compare(
  subject: Text,
  left: Figure,
  right: Figure,
  circumstances: Circumstances | (() => Circumstances) = {},
): CheckedFigures {
  const [first, second] = [toSum(left), toSum(right)];
  const rest = new ExactSum().addSum(first).addSum(second, -1);
  const { isZero } = rest;
  const known = typeof circumstances !== 'function' ? circumstances : isZero ? {} : circumstances();
  const { kept, behind, names, unit } = known;
  const figures = { subject, left: first, right: second, unit, kept, behind };
  return isZero
    ? { ...figures, difference: new ExactSum(), state: 'agrees', reasons: [] }
    : { ...figures, names, difference: rest, ...explain(rest.value, known) };
}

function explain(
  difference: Big,
  { isWithin, rounding = 0, roundingOf = 'rounding', reasons = [], cause }: Circumstances,
): Pick<CheckedFigures, 'state' | 'reasons'> {
  if (isWithin) return { state: 'within limit', reasons: reasons.map(({ text }) => text) };
  if (difference.abs().lte(rounding)) return { state: 'explained', reasons: [roundingOf] };
  const applied = reasons.filter(({ amount }) => amount === undefined || !equalsZero(new Big(amount)));
  const rest = difference.minus(addDecimals(applied.map(({ amount }) => new Big(amount ?? 0))));
  const isExplained =
    applied.length > 0 && (rest.abs().lte(rounding) || applied.some(({ amount }) => amount === undefined));
  const words = applied.map(({ text }) => text);
  if (isExplained) return { state: 'explained', reasons: words };
  return { state: 'open', reasons: cause === undefined ? words : [cause] };
}

export const notComparable = (subject: Text, why: Text, left: Figure | null = null): CheckedFigures => ({
  subject,
  state: 'not comparable',
  left: left === null ? null : toSum(left),
  right: null,
  difference: null,
  reasons: [why],
});

/** A list has as many items as it says. */
export const compareCount = (subject: Text, count: Figure | undefined, items: number): CheckedFigures =>
  count === undefined ? notComparable(subject, 'the list has no count') : compare(subject, count, items);

export const nameAmount = (kind: 'gross' | 'net', account: Pieces): Pieces =>
  say(kind === 'gross' ? '{account}, gross' : '{account}, net', { account });

export const askAbout = (compared: CheckedFigures): CheckedFigures =>
  compared.state === 'agrees' ? compared : { ...compared, state: 'question' };

export const compareLines = (
  subject: Text,
  all: number,
  kept: KeptLines,
  circumstances: Circumstances = {},
): CheckedFigures => compare(subject, all, all - kept.count, { kept, names: kept.entries, ...circumstances });

/** Whether a person has to look at it, and may accept it. */
export const needsAttention = ({ state }: { readonly state: CheckState }): boolean =>
  ['open', 'question', 'not explained'].includes(state);

const order: readonly CheckState[] = [...checkStates.slice(0, -1).toReversed(), 'not comparable'];

export const worstState = (of: readonly { readonly state: CheckState }[]): CheckState =>
  order.find(each => of.some(({ state }) => state === each)) ?? 'not comparable';

export const sortByState = (comparisons: readonly CheckedFigures[]): readonly CheckedFigures[] =>
  order.flatMap(each => comparisons.filter(({ state }) => state === each));

/** Comparisons of each state that a check keeps: a month may have any number of invoices. */
const mostOfState = 1000;

export type Check = ReturnType<typeof runCheck>;

export function runCheck(checked: CloseIdentity, books: CloseBooks) {
  const { compare: comparisonsOf, adds, needsAllNights, ...identity } = checked;
  const { unit = adds ? 'money' : 'count', sides = ['all', 'correct'] } = identity;
  const all =
    needsAllNights && !books.isComplete
      ? [notComparable('month', 'future nights are sold but not posted yet')]
      : [...comparisonsOf(books)];
  const counts = Object.fromEntries(checkStates.map(state => [state, 0])) as Record<CheckState, number>;
  const comparisons = all.filter(({ state }) => {
    counts[state] += 1;
    return counts[state] <= mostOfState;
  });
  const compared = all.filter(({ difference }) => difference !== null);
  const totals = compared.length > 0 ? compared : all;
  const total = (side: 'left' | 'right' | 'difference') => {
    if (!adds && totals.length > 1) return null;
    const figures = totals.flatMap(each => each[side] ?? []);
    return figures.length > 0 ? addSums(figures) : null;
  };
  return {
    ...identity,
    unit,
    sides,
    state: worstState(all),
    comparisons,
    counts,
    left: total('left'),
    right: total('right'),
    difference: total('difference'),
  };
}
