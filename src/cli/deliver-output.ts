import { type Chunks, deliver } from '../output/deliver.ts';
import type { Invocation, WrittenFile } from './invocation.ts';

/** What is to be written, and counts of it that are known once it is. */
interface CommandOutput {
  readonly chunks: Chunks;
  /** Records written so far. */
  readonly rows?: () => number | undefined;
  readonly sheets?: () => number | undefined;
  readonly figures?: WrittenFile['figures'];
}

/** Writes a command's output; on a terminal the status line counts its rows, and a written file is reported. */
export async function deliverOutput(
  invocation: Invocation,
  { chunks, rows, sheets, figures }: CommandOutput,
  target: string | undefined,
): Promise<void> {
  const { status, context } = invocation;
  status.countRows(rows);
  try {
    await deliver(chunks, target, context);
  } finally {
    status.countRows(undefined);
  }
  await invocation.wrote(target, rows?.(), figures, sheets?.());
}
