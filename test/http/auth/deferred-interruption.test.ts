import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { deferInterruption } from '../../../src/http/auth/session.ts';
import { testContext } from '../../context.ts';

/** `sleep` waits for the end of the grace period. */
function scene(sleep: (milliseconds: number) => Promise<void> = () => new Promise(() => {})) {
  const interruption = new AbortController();
  const clock = { now: () => 0, sleep };
  const deferred = deferInterruption({ ...testContext(), clock, interrupted: interruption.signal });
  return { ...deferred, interrupt: () => interruption.abort(new Error('interrupted')) };
}

it('passes an interruption on immediately while nothing runs', () => {
  const { context, interrupt } = scene();
  interrupt();
  expect(context.interrupted.reason).toEqual(new Error('interrupted'));
});

it('is interrupted from the start if the original context is', () => {
  const interrupted = AbortSignal.abort(new Error('before'));
  expect(deferInterruption({ ...testContext(), interrupted }).context.interrupted.aborted).toBe(true);
});

it('waits for the last running work', async () => {
  const { context, uninterrupted, interrupt } = scene();
  const ends: (() => void)[] = [];
  const works = [1, 2].map(() => uninterrupted(() => new Promise<void>(resolve => ends.push(resolve))));
  interrupt();
  ends[0]?.();
  await works[0];
  expect(context.interrupted.aborted).toBe(false);
  ends[1]?.();
  await works[1];
  expect(context.interrupted.aborted).toBe(true);
});

it('waits at most for the grace period', async () => {
  const slept: number[] = [];
  const { context, uninterrupted, interrupt } = scene(async milliseconds => void slept.push(milliseconds));
  const work = uninterrupted(
    () =>
      new Promise((_, reject) => {
        context.interrupted.addEventListener('abort', () => reject(context.interrupted.reason));
      }),
  );
  interrupt();
  await expect(work).rejects.toThrow('interrupted');
  expect(slept).toEqual([5000]);
});

it('leaves nothing behind when it is released: a command may open a session for each hotel', () => {
  const { signal } = new AbortController();
  for (let hotel = 0; hotel < 12; hotel += 1)
    deferInterruption({ ...testContext(), interrupted: signal }).release();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
