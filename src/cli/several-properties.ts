import { type HotelctlError, PartialError, withDetails } from '../base/errors.ts';
import { isSuccess, namedStatus } from '../base/http-status.ts';
import { describeItem, type ItemOutcome } from '../base/item-outcome.ts';
import { affectsOne, type ItemResult, severalAtATime } from '../reports/several-at-a-time.ts';
import type { Invocation } from './invocation.ts';
import type { RunProperty } from './properties.ts';
import { timeLeftText } from './status-line.ts';

/**
 * Counts finished parts of a long run, on the status line; with `--no-animation`, as a note at each quarter.
 *
 * @param what the parts, in the plural
 */
export function openProgress({ context, flags, note, status }: Invocation, total: number, what = 'requests') {
  const notesQuarters =
    context.plain && context.stderr.isTerminal && !flags.quiet && context.env['TERM'] !== 'dumb';
  const startedAt = context.clock.now();
  let done = 0;
  const quarter = () => Math.floor((done * 4) / total);
  return {
    advance: async () => {
      const before = quarter();
      done += 1;
      const text = `${done} of ${total} ${what}${timeLeftText(context.clock.now() - startedAt, done, total)}`;
      if (notesQuarters && quarter() > before) await note(text);
      await status.show(done < total ? text : undefined);
    },
    close: () => status.show(undefined),
  };
}

interface EachOptions<Item, Result> {
  /** How many at a time. */
  readonly most?: number;
  readonly isOfOne?: ReturnType<typeof affectsOne>;
  /** What the run records of a property; default: the property. */
  readonly itemsOf?: (outcome: ItemResult<Item, Result>) => readonly ItemOutcome[];
}

/** Runs the work for each property, by default one after the other. One that fails does not stop the others. */
export async function eachProperty<Item extends RunProperty, Result>(
  invocation: Invocation,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  {
    most = 1,
    isOfOne = affectsOne(invocation.context.interrupted),
    itemsOf = ({ item, error }) => [describeItem(item.property, error)],
  }: EachOptions<Item, Result> = {},
): Promise<readonly ItemResult<Item, Result>[]> {
  const progress = openProgress(invocation, items.length, 'properties');
  const outcomes: ItemResult<Item, Result>[] = [];
  try {
    if (items.length > 1) await invocation.status.show(`0 of ${items.length} properties`);
    const attempt = async (item: Item) => {
      if (item.error) throw item.error;
      return work(item);
    };
    for await (const outcome of severalAtATime(items, most, attempt, isOfOne)) {
      outcomes.push(outcome);
      for (const item of itemsOf(outcome)) await invocation.recordItem(item);
      await progress.advance();
    }
  } finally {
    await progress.close();
  }
  return outcomes;
}

/**
 * The results of the properties that did not fail, the others with their causes, and a function that throws their errors once
 * the results are written. If all have failed, it throws the first error itself.
 */
export async function collectResults<Item extends RunProperty, Result>(
  ...parameters: Parameters<typeof eachProperty<Item, Result>>
) {
  const outcomes = await eachProperty(...parameters);
  const results = outcomes.flatMap(outcome => (outcome.error === undefined ? [outcome.result] : []));
  const failed = outcomes.flatMap(({ item, error }) =>
    error === undefined ? [] : [{ property: item.property, cause: shortCause(error) }],
  );
  const finish = () => throwFailures(outcomes, 'written', seeError);
  if (results.length === 0) finish();
  return { results, failed, finish };
}

/** For a page: `503 unavailable`; what was wrong with a response is said in full. */
export const shortCause = ({ message, details: { status = 200 } }: HotelctlError): string =>
  isSuccess(status) ? message : namedStatus(status);

export const seeError = 'run the command for one of them with --property to see its error';

/**
 * Throws the error of the first property if all have failed, and PartialError (exit 7) if some have. Different causes
 * are all named.
 *
 * @param done what was done with the others, for example `saved`
 */
export function throwFailures(
  outcomes: readonly ItemResult<RunProperty, unknown>[],
  done: string,
  hint: string,
): void {
  const failures = outcomes.filter(outcome => outcome.error !== undefined);
  const [first] = failures;
  if (first === undefined) return;
  const messages = failures.map(({ item, error }) => `${item.property}: ${error.message}`);
  const isOneCause = failures.every(({ error }) => error.message === first.error.message);
  if (failures.length === outcomes.length)
    throw isOneCause ? first.error : withDetails(first.error, { messages });
  const failed = `${failures.length} of ${outcomes.length} properties failed`;
  // No command can name a property that the list of properties lacks.
  const isUnlisted = failures.every(({ item }) => item.error);
  throw new PartialError(`${failed}; the others were ${done}`, {
    hint: isUnlisted ? first.error.details.hint : hint,
    messages,
  });
}
