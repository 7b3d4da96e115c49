/**
 * Runs `work` on every item, at most `concurrency` at a time, and hands the outcomes on in the items' order, whichever
 * is ready first. Nobody runs further ahead of the reader than a few times the concurrency, so that a slow reader or
 * one slow answer never piles up all the others in memory.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly outcome: PromiseSettledResult<Result> }> {
  const outcomes: Promise<PromiseSettledResult<Result>>[] = [];
  let started = 0;
  let running = 0;
  let read = 0;
  const startMore = () => {
    while (started < items.length && running < concurrency && started < read + 4 * concurrency) {
      const item = items[started] as Item;
      running += 1;
      outcomes[started] = settled(work(item)).finally(() => {
        running -= 1;
        startMore();
      });
      started += 1;
    }
  };
  for (; read < items.length; read += 1) {
    startMore();
    const outcome = await (outcomes[read] as Promise<PromiseSettledResult<Result>>);
    delete outcomes[read];
    yield { item: items[read] as Item, outcome };
  }
}

const settled = async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([work]))[0] as PromiseSettledResult<T>;
