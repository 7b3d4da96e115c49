import type { Context } from '../base/context.ts';

type Write = (text: string) => Promise<void>;

/** The context of a command that a program runs: pipes in place of a terminal, so that it never prompts. */
export function pipedContext(context: Context, input: string, out: Write, notes: Write): Context {
  const piped = (write: Write) => ({
    isTerminal: false,
    columns: 80,
    color: false,
    write: (data: string | Uint8Array) =>
      write(typeof data === 'string' ? data : Buffer.from(data).toString('utf8')),
  });
  return {
    ...context,
    stdin: { isTerminal: false, readText: async () => input, async *lines() {} },
    stdout: piped(out),
    stderr: piped(notes),
  };
}
