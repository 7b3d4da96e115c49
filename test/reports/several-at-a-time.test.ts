import { describe, expect, it } from 'vitest';
import { TemporaryError } from '../../src/base/errors.ts';
import { affectsOne, severalAtATime } from '../../src/reports/several-at-a-time.ts';

const isOfOne = affectsOne(new AbortController().signal);

async function outcomesOf(items: readonly number[], most: number, work: (item: number) => Promise<number>) {
  const outcomes: string[] = [];
  for await (const { item, error, ...outcome } of severalAtATime(items, most, work, isOfOne))
    outcomes.push(`${item}: ${error ? error.message : JSON.stringify(outcome)}`);
  return outcomes;
}

/** Work on each item that ends when the test says so. */
function endedByTest() {
  const ends = new Map<number, (error?: Error) => void>();
  const work = (item: number) =>
    new Promise<number>((resolve, reject) => {
      ends.set(item, error => (error ? reject(error) : resolve(item * 2)));
    });
  return {
    work,
    started: () => [...ends.keys()],
    end: async (item: number, error?: Error) => {
      ends.get(item)?.(error);
      // What follows an end is done in the same turn of the event loop.
      await new Promise(setImmediate);
    },
  };
}

describe('several at a time', () => {
  it('yields the outcomes in the order of the items, and goes on after an error of one', async () => {
    const { work, started, end } = endedByTest();
    const outcomes = outcomesOf([1, 2, 3, 4], 2, work);
    expect(started()).toEqual([1, 2]);
    await end(2, new TemporaryError('not now', { hint: 'again' }));
    expect(started()).toEqual([1, 2, 3]);
    for (const item of [3, 4, 1]) await end(item);
    expect(await outcomes).toEqual(['1: {"result":2}', '2: not now', '3: {"result":6}', '4: {"result":8}']);
  });

  it('starts nothing after an error of all, and throws it when the started work is done', async () => {
    const { work, started, end } = endedByTest();
    const outcomes = outcomesOf([1, 2, 3, 4, 5, 6], 2, work);
    let isThrown = false;
    outcomes.catch(() => {
      isThrown = true;
    });
    await end(2, new Error('disk full'));
    expect([started(), isThrown]).toEqual([[1, 2], false]);
    await end(1);
    await expect(outcomes).rejects.toThrow('disk full');
    expect(started()).toEqual([1, 2]);
  });
});
