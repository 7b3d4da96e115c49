import { HotelctlError, OutputError } from '../base/errors.ts';

/** What `work` returned for one item, or the error that affects only this item. */
export type ItemResult<Item, Result> =
  | { readonly item: Item; readonly result: Result; readonly error?: undefined }
  | { readonly item: Item; readonly error: HotelctlError };

/**
 * Runs `work` on every item, at most `most` at a time, and yields the outcomes in the order of the items. At most four
 * times as many items are started before they are read, so that a slow reader or one slow response never collects all
 * others in memory.
 *
 * @param isOfOne whether an error affects only its item. After any other error no further work starts; the error is
 * thrown when the work that has started is done.
 */
export async function* severalAtATime<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
  isOfOne: (error: unknown) => error is HotelctlError,
): AsyncGenerator<ItemResult<Item, Result>> {
  const outcomes: Promise<ItemResult<Item, Result> | { readonly fatal: unknown }>[] = [];
  let [started, running, read, stopped] = [0, 0, 0, false];
  const attempt = async (item: Item) => {
    try {
      return { item, result: await work(item) };
    } catch (error) {
      if (isOfOne(error)) return { item, error };
      stopped = true;
      return { fatal: error };
    } finally {
      running -= 1;
      startMore();
    }
  };
  const startMore = () => {
    while (!stopped && started < items.length && running < most && started < read + 4 * most) {
      running += 1;
      started += 1;
      outcomes[started - 1] = attempt(items[started - 1] as Item);
    }
  };
  for (startMore(); read < started; startMore()) {
    const outcome = await (outcomes[read] as (typeof outcomes)[number]);
    delete outcomes[read];
    read += 1;
    if ('fatal' in outcome) {
      await Promise.all(outcomes);
      throw outcome.fatal;
    }
    yield outcome;
  }
}

/** The values of promises. All of them have ended before the first error is thrown: what they use may be removed then. */
export async function allEnded<Promises extends readonly unknown[]>(promises: readonly [...Promises]) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Errors of one request or property: not a full disk or a lost database, not an interruption, not a defect. */
export const affectsOne =
  (interrupted: AbortSignal) =>
  (error: unknown): error is HotelctlError =>
    error instanceof HotelctlError && !(error instanceof OutputError) && !interrupted.aborted;
