import type { Invocation } from './invocation.ts';

/** Counts finished parts of a long run, on the status line; with `--no-animation`, as a note at each quarter. */
interface Progress {
  /** One more part is finished. */
  advance(): Promise<void>;
  /** Removes the progress. */
  close(): Promise<void>;
}

/** @param what the parts, in the plural */
export function openProgress(
  { context, flags, note, status }: Invocation,
  total: number,
  what = 'requests',
): Progress {
  const notesQuarters =
    context.plain && context.stderr.isTerminal && !flags.quiet && context.env['TERM'] !== 'dumb';
  let done = 0;
  const quarter = () => Math.floor((done * 4) / total);
  return {
    advance: async () => {
      const before = quarter();
      done += 1;
      const text = `${done} of ${total} ${what}`;
      if (notesQuarters && quarter() > before) await note(text);
      await status.show(done < total ? text : undefined);
    },
    close: () => status.show(undefined),
  };
}
