/** Resolves with the first Ctrl-C or SIGTERM: for commands that serve until then and end successfully. */
export const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
