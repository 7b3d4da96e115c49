import type { TestContext } from '../context.ts';

/** Advances the clock whenever there is a sleeper, until the work is done. */
export async function pass<T>(context: TestContext, work: Promise<T>): Promise<T> {
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  finished.catch(() => {});
  while (!isDone) {
    await Promise.race([context.clock.asleep(), finished.catch(() => {})]);
    await context.clock.advance(100);
  }
  return finished;
}
