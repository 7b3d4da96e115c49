import { HotelctlError, OutputError, PartialError } from '../base/errors.ts';
import type { Invocation } from './invocation.ts';

/** The result of the work for each property, and the properties for which it failed. */
interface PropertyResults<Result> {
  readonly results: readonly { readonly property: string; readonly result: Result }[];
  readonly failures: readonly { readonly property: string; readonly error: HotelctlError }[];
}

/** Runs the work for one property after the other. One that fails does not stop the others. */
export async function eachProperty<Item extends { readonly property: string }, Result>(
  invocation: Invocation,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PropertyResults<Result>> {
  const results: { property: string; result: Result }[] = [];
  const failures: { property: string; error: HotelctlError }[] = [];
  const progress = openProgress(invocation, items.length, 'properties');
  try {
    for (const item of items) {
      const { property } = item;
      try {
        results.push({ property, result: await work(item) });
      } catch (error) {
        // A full disk affects every hotel.
        if (!(error instanceof HotelctlError) || error instanceof OutputError) throw error;
        if (invocation.context.interrupted.aborted) throw error;
        failures.push({ property, error });
      }
      await progress.advance();
    }
  } finally {
    await progress.close();
  }
  return { results, failures };
}

/**
 * Throws the error of the first property if all have failed, and PartialError (exit 7) if some have.
 *
 * @param done what was done with the others, for example `saved`
 */
export function throwFailures(
  { results, failures }: PropertyResults<unknown>,
  done: string,
  hint: string,
): void {
  const [first] = failures;
  if (first === undefined) return;
  if (results.length === 0) throw first.error;
  const count = results.length + failures.length;
  throw new PartialError(`${failures.length} of ${count} properties failed; the others were ${done}`, {
    hint,
    messages: failures.map(({ property, error }) => `${property}: ${error.message}`),
  });
}

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
