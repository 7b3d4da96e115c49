import { UsageError } from './errors.ts';

/** The requirement that a value does not meet, after "must be". It never repeats the value, which may be a misplaced secret. */
export type ValueCheck = (value: string) => string | undefined;

export const oneOfValues = (choices: readonly string[]): ValueCheck => {
  return value => (choices.includes(value) ? undefined : `one of ${choices.join(', ')}`);
};

export const wholeNumberIn =
  (lowest: number, highest: number): ValueCheck =>
  value =>
    /^\d{1,9}$/.test(value) && Number(value) >= lowest && Number(value) <= highest
      ? undefined
      : `a whole number from ${lowest} to ${highest}`;

/** @param what the name of the flag or argument @param hint default: the nearest choice @throws UsageError (exit 2) */
export function readChoice<Choice extends string>(
  what: string,
  value: string,
  choices: readonly Choice[],
  hint?: string,
): Choice {
  const found = choices.find(choice => choice === value);
  if (found !== undefined) return found;
  throw new UsageError(`${what} must be one of ${choices.join(', ')}, not "${value}"`, {
    hint: hint ?? askForName(value, choices) ?? `for example ${choices[0]}`,
  });
}

/**
 * The name that the typed word is probably a typo of: its beginning, up to two letters more, or a quarter of its letters away. A
 * typo of two letters keeps the first one (`install` is not a typo of `uninstall`). A wrong guess is worse than none.
 */
export function findNearest(typed: string, allowed: readonly string[]): string | undefined {
  const word = singular(typed);
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of allowed) {
    const candidate = singular(name);
    // A word that is much longer may have megabytes.
    if (word.length > candidate.length * 2) continue;
    const isBeginning = word.length > 2 && candidate !== word && candidate.startsWith(word);
    const isLonger = candidate.length > 2 && word.startsWith(candidate) && word.length < candidate.length + 3;
    const away = isBeginning ? 0.5 : isLonger ? 1 : distance(word, candidate);
    const isNear = away <= Math.max(1, candidate.length / 4) && (away < 2 || word[0] === candidate[0]);
    if (away < least && isNear) [nearest, least] = [name, away];
  }
  return nearest;
}

const singular = (word: string): string => word.toLowerCase().replace(/ies$/, 'y');

/** `did you mean MUC?`; undefined if no name is likely. */
export function askForName(typed: string, allowed: readonly string[]): string | undefined {
  const nearest = findNearest(typed, allowed);
  return nearest && `did you mean ${nearest}?`;
}

/** What to do about a name that does not exist: the likely one, and all. @param label `keys:` */
export const hintOfNames = (typed: string, allowed: readonly string[], label = 'it has'): string =>
  [askForName(typed, allowed), label, allowed.join(', ')].filter(Boolean).join(' ');

/** Damerau's distance: insertions, deletions and replacements of single characters, and neighbors that are swapped. */
function distance(left: string, right: string): number {
  const first = Array.from({ length: right.length + 1 }, (_, index) => index);
  let [before, row] = [first, first];
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
