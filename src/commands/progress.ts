import type { Runtime } from './runtime.ts';

/** How far a long run is, on one line of standard error that is written over; only where a person looks at a terminal. */
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
export function openProgress({ context, global, note }: Runtime, total: number, what = 'requests'): Progress {
  const { stderr } = context;
  const shown = stderr.isTerminal && !global.quiet && context.env['TERM'] !== 'dumb';
  let done = 0;
  const draw = () =>
    shown && done < total ? stderr.write(`${clearLine}${done} of ${total} ${what}`) : undefined;
  const clear = () => (shown ? stderr.write(clearLine) : undefined);
  return {
    advance: async () => {
      done += 1;
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
