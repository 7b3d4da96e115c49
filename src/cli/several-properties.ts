import { HotelctlError, PartialError, withDetails } from '../base/errors.ts';
import { namedStatus, statusNames } from '../base/http-status.ts';
import { causeOf, describeItem, type ItemOutcome } from '../base/item-outcome.ts';
import { countText, groupBy } from '../base/text.ts';
import { joinSome } from '../platform/safe-text.ts';
import { type ItemResult, severalAtATime } from '../reports/several-at-a-time.ts';
import type { Invocation } from './invocation.ts';
import type { RunProperty } from './properties.ts';
import { timeLeftText } from './status-line.ts';

/** Counts finished parts of a long run, on the status line; with `--no-animation`, as a note at each quarter. */
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
    itemsOf = ({ item, error }) => [describeItem(item.property, error)],
  }: EachOptions<Item, Result> = {},
): Promise<readonly ItemResult<Item, Result>[]> {
  const progress = openProgress(invocation, items.length, 'properties');
  const { interrupted } = invocation.context;
  // Also if its files cannot be written: each property has its own folder.
  const isOfOne = (error: unknown): error is HotelctlError =>
    error instanceof HotelctlError && !interrupted.aborted;
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

/** What succeeded and failed; `finish` throws the errors once the results are written. If all have failed, throws immediately. */
export async function collectResults<Item extends RunProperty, Result>(
  ...parameters: Parameters<typeof eachProperty<Item, Result>>
) {
  const outcomes = await eachProperty(...parameters);
  const results = outcomes.flatMap(outcome => (outcome.error === undefined ? [outcome.result] : []));
  const failed = outcomes.flatMap(({ item, error }) =>
    error === undefined ? [] : [{ property: item.property, cause: shortCause(error) }],
  );
  const finish = (reports: readonly FailedPart[] = []) => throwFailures(outcomes, 'written', reports);
  if (results.length === 0) finish();
  return { results, failed, finish };
}

/** For a page: `503 unavailable`; what was wrong with a response, or a message that does not name the status, is said in full. */
export const shortCause = ({ message, details: { status = 200 } }: HotelctlError): string =>
  status in statusNames && message.includes(namedStatus(status)) ? namedStatus(status) : message;

/** What failed: a property, one of its requests, or one of its reports. */
export interface FailedPart {
  readonly part: string;
  readonly error: HotelctlError;
}

/**
 * PartialError (exit 7), or the first error if all have failed. It names each cause once, with its parts.
 *
 * @param message of the PartialError; undefined if all have failed
 */
export function errorOfParts(failed: readonly FailedPart[], message: string | undefined, hint?: string) {
  const [first, ...others] = failed;
  if (!first) return undefined;
  const { error } = first;
  const ofFirst = `for the first one: ${error.details.hint}`;
  const causes = groupBy(failed, ({ error }) => causeOf(error));
  const messages = [...causes].map(([cause, same]) => {
    const ids = [...new Set(same.flatMap(({ error }) => error.details.trackingId ?? []))];
    const id =
      ids.length === 0 ? '' : ` (tracking ${ids.length === 1 ? 'id' : 'ids'} ${joinSome(ids, 3, ', ')})`;
    return `${[...new Set(same.map(({ part }) => part))].join(', ')}: ${cause}${id}`;
  });
  if (message !== undefined) return new PartialError(message, { hint: hint ?? ofFirst, messages });
  if (causes.size > 1) return withDetails(error, { messages });
  if (others.length === 0) return error;
  const isSame = others.every(other => other.error.details.hint === error.details.hint);
  const parts = [...new Set(failed.map(({ part }) => part))];
  const words = `${joinSome(parts, 3, ', ')}: ${error.message}`;
  return withDetails(error, isSame ? {} : { hint: ofFirst }, words);
}

/** @param done what was done with the others, for example `saved` @param reports that failed of these others */
export function throwFailures(
  outcomes: readonly ItemResult<RunProperty, unknown>[],
  done = 'written',
  reports: readonly FailedPart[] = [],
): void {
  const failed = outcomes.flatMap(({ item, error }) => (error ? [{ part: item.property, error }] : []));
  const counts = [
    ...(failed.length > 0 ? [`${failed.length} of ${outcomes.length} properties`] : []),
    ...(reports.length > 0 ? [countText(reports.length, 'report')] : []),
  ];
  const error = errorOfParts(
    [...failed, ...reports],
    failed.length === outcomes.length ? undefined : `${counts.join(' and ')} failed; the others were ${done}`,
  );
  if (error) throw error;
}
