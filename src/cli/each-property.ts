import { PartialError } from '../base/errors.ts';
import { affectsOne, type ItemOutcome, severalAtATime } from '../reports/several-at-a-time.ts';
import type { Invocation } from './invocation.ts';

/**
 * Counts finished parts of a long run, on the status line; with `--no-animation`, as a note at each quarter.
 *
 * @param what the parts, in the plural
 */
export function openProgress({ context, flags, note, status }: Invocation, total: number, what = 'requests') {
  const notesQuarters =
    context.plain && context.stderr.isTerminal && !flags.quiet && context.env['TERM'] !== 'dumb';
  let done = 0;
  const quarter = () => Math.floor((done * 4) / total);
  return {
    advance: async () => {
      const before = quarter();
      done += 1;
      const text = `${done} of ${total} ${what}`;
      if (notesQuarters && quarter() > before) await note(text);
      await status.show(done < total ? text : undefined);
    },
    close: () => status.show(undefined),
  };
}

/** Runs the work for each property, by default one after the other. One that fails does not stop the others. */
export async function eachProperty<Item extends { readonly property: string }, Result>(
  invocation: Invocation,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  most = 1,
  isOfOne = affectsOne(invocation.context.interrupted),
): Promise<readonly ItemOutcome<Item, Result>[]> {
  const progress = openProgress(invocation, items.length, 'properties');
  const outcomes: ItemOutcome<Item, Result>[] = [];
  try {
    for await (const outcome of severalAtATime(items, most, work, isOfOne)) {
      outcomes.push(outcome);
      await progress.advance();
    }
  } finally {
    await progress.close();
  }
  return outcomes;
}

/**
 * Throws the error of the first property if all have failed, and PartialError (exit 7) if some have.
 *
 * @param done what was done with the others, for example `saved`
 */
export function throwFailures(
  outcomes: readonly ItemOutcome<{ readonly property: string }, unknown>[],
  done: string,
  hint: string,
): void {
  const failures = outcomes.filter(outcome => outcome.error !== undefined);
  const [first] = failures;
  if (first === undefined) return;
  if (failures.length === outcomes.length) throw first.error;
  const messages = failures.map(({ item, error }) => `${item.property}: ${error.message}`);
  const failed = `${failures.length} of ${outcomes.length} properties failed`;
  throw new PartialError(`${failed}; the others were ${done}`, { hint, messages });
}
