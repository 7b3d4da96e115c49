import type { Clock } from '../../src/base/context.ts';

/** Sleeps end immediately, except for the limit of a whole sign-in: no test waits for that. */
export function quickClock(start: number): { readonly clock: Clock; readonly slept: () => number } {
  let now = start;
  return {
    slept: () => now - start,
    clock: {
      now: () => now,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          // A sleep that ends leaves no listener behind: a signal may outlive many of them.
          if (milliseconds > 100_000)
            return signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          setImmediate(() => {
            if (signal?.aborted) return reject(signal.reason);
            now += milliseconds;
            resolve();
          });
        }),
    },
  };
}
