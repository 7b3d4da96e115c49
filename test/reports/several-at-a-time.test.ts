import { setTimeout as sleep } from 'node:timers/promises';
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

describe('several at a time', () => {
  it('yields the outcomes in the order of the items, and goes on after an error of one', async () => {
    let [running, most] = [0, 0];
    const outcomes = await outcomesOf([30, 1, 20, 2], 2, async item => {
      running += 1;
      most = Math.max(most, running);
      await sleep(item);
      running -= 1;
      if (item === 1) throw new TemporaryError('not now', { hint: 'again' });
      return item * 2;
    });
    expect(outcomes).toEqual(['30: {"result":60}', '1: not now', '20: {"result":40}', '2: {"result":4}']);
    expect(most).toBe(2);
  });

  it('starts nothing after an error of all, and throws it when the started work is done', async () => {
    const [started, done]: number[][] = [[], []];
    const outcomes = outcomesOf([1, 2, 3, 4, 5, 6], 2, async item => {
      started?.push(item);
      await sleep(item === 2 ? 1 : 20);
      if (item === 2) throw new Error('disk full');
      done?.push(item);
      return item;
    });
    await expect(outcomes).rejects.toThrow('disk full');
    expect(started).toEqual([1, 2]);
    expect(done).toEqual([1]);
  });
});
