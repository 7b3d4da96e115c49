import type { Runtime } from './runtime.ts';

/** How far a long run is, on one line of standard error that is written over; only where a person looks at a terminal. */
export interface Progress {
  /** One more request has ended. */
  advance(): Promise<void>;
  /** A line that stays, above the progress. */
  say(line: string): Promise<void>;
  /** Takes the line away. */
  close(): Promise<void>;
}

const clearLine = '\r\u001b[K';

export function openProgress({ context, global, note }: Runtime, total: number): Progress {
  const { stderr } = context;
  const shown = stderr.isTerminal && !global.quiet && context.env['TERM'] !== 'dumb';
  let done = 0;
  const draw = () =>
    shown && done < total ? stderr.write(`${clearLine}${done} of ${total} requests`) : undefined;
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
