import type { TestContext } from '../context.ts';

/** Advances the clock by a step whenever there is a sleeper, until the work is done. */
export async function pass<T>({ clock }: TestContext, work: Promise<T>, step = 100): Promise<T> {
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  finished.catch(() => {});
  while (!isDone) {
    await Promise.race([clock.asleep(), finished.catch(() => {})]);
    if (!isDone) await clock.advance(step);
  }
  return finished;
}
