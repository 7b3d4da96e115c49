/** Resolves with the first Ctrl-C or SIGTERM: for what serves until then, and ends as a success. */
export const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
