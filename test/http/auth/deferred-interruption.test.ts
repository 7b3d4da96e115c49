import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { deferInterruption } from '../../../src/http/auth/session.ts';
import { testContext } from '../../context.ts';

function scene() {
  const interruption = new AbortController();
  const deferred = deferInterruption({ ...testContext(), interrupted: interruption.signal });
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
  // The clock never reaches the end of the grace period.
  const interruption = new AbortController();
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => {}) };
  const { context, uninterrupted } = deferInterruption({
    ...testContext(),
    clock,
    interrupted: interruption.signal,
  });
  const ends: (() => void)[] = [];
  const works = [1, 2].map(() => uninterrupted(() => new Promise<void>(resolve => ends.push(resolve))));
  interruption.abort(new Error('interrupted'));
  ends[0]?.();
  await works[0];
  expect(context.interrupted.aborted).toBe(false);
  ends[1]?.();
  await works[1];
  expect(context.interrupted.aborted).toBe(true);
});

it('waits at most for the grace period', async () => {
  const interruption = new AbortController();
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (milliseconds: number) => void slept.push(milliseconds) };
  const { context, uninterrupted } = deferInterruption({
    ...testContext(),
    clock,
    interrupted: interruption.signal,
  });
  const work = uninterrupted(
    () =>
      new Promise((_, reject) => {
        context.interrupted.addEventListener('abort', () => reject(context.interrupted.reason));
      }),
  );
  interruption.abort(new Error('interrupted'));
  await expect(work).rejects.toThrow('interrupted');
  expect(slept).toEqual([5000]);
});

it('leaves nothing behind when it is released: a command may open a session for each hotel', () => {
  const { signal } = new AbortController();
  for (let hotel = 0; hotel < 12; hotel += 1)
    deferInterruption({ ...testContext(), interrupted: signal }).release();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
