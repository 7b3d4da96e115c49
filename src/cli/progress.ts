import type { Invocation } from './invocation.ts';

/**
 * How far a long run is, on one line of standard error that is written over; only where a person looks at a terminal. Where
 * nothing is to be drawn over, a line at each quarter.
 */
export interface Progress {
  /** One more has ended. */
  advance(): Promise<void>;
  /** A line that stays, above the progress. */
  say(line: string): Promise<void>;
  /** Takes the line away. */
  close(): Promise<void>;
}

const clearLine = '\r\u001b[K';

/** @param what of which there are so many, as the line calls them */
export function openProgress(
  { context, flags, note }: Invocation,
  total: number,
  what = 'requests',
): Progress {
  const { stderr } = context;
  const shown = stderr.isTerminal && !flags.quiet && context.env['TERM'] !== 'dumb';
  let done = 0;
  const drawn = shown && !context.plain;
  const draw = () =>
    drawn && done < total ? stderr.write(`${clearLine}${done} of ${total} ${what}`) : undefined;
  const clear = () => (drawn ? stderr.write(clearLine) : undefined);
  const quarter = () => Math.floor((done * 4) / total);
  return {
    advance: async () => {
      const before = quarter();
      done += 1;
      if (shown && context.plain && quarter() > before) await note(`${done} of ${total} ${what}`);
      await draw();
    },
    say: async line => {
      await clear();
      await note(line);
      await draw();
    },
    close: async () => void (await clear()),
  };
}
