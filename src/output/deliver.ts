import type { Replacement } from '../base/atomic-file.ts';
import { orInterrupted } from '../base/context.ts';
import { outputNotWritten, UsageError } from '../base/errors.ts';
import { unicodePattern } from '../base/text.ts';
import type { Delivery, DeliveryContext } from './delivery/write-file.ts';

export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes the chunks to standard output (`target` undefined or `-`) or to a file, which is either replaced completely or
 * keeps its old content. Special files (`/dev/null`, a named pipe) are written to directly.
 *
 * Throws OutputError (exit 8) with a message and a hint for every failure to write, any error of the chunks' source,
 * and the context's InterruptedError immediately when it fires; a file's temporary copy is removed then.
 *
 * @param begin begins the replacement of a target that is not a file
 */
export async function deliver(
  chunks: Chunks,
  target: string | undefined,
  context: DeliveryContext,
  begin?: () => Promise<Replacement>,
): Promise<Delivery> {
  const steady = untilInterrupted(chunks, context.interrupted);
  if (isStandardOutput(target)) return toStandardOutput(steady, context);
  // Loaded only for a file, so that standard output does not pay for it.
  const { writeFileTarget, writeReplacement } = await import('./delivery/write-file.ts');
  if (begin) return writeReplacement(steady, await begin(), context);
  return writeFileTarget(steady, target, context);
}

/** The device names mean the same as `-`: opened by name, they would truncate a file that `>>` appends to. */
export const isStandardOutput = (target: string | undefined): target is undefined | '-' =>
  target === undefined || ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(target);

/** Checks that a file can be written, as far as that is possible without writing it. @throws OutputError */
export async function checkTarget(target: string): Promise<void> {
  if (isStandardOutput(target) || /^\w+:\/\//.test(target)) return;
  const { checkPlace } = await import('./delivery/write-file.ts');
  await checkPlace(target);
}

async function toStandardOutput(chunks: AsyncIterable<string | Uint8Array>, context: DeliveryContext) {
  for await (const chunk of chunks) {
    try {
      await orInterrupted(context.stdout.write(chunk), context.interrupted);
    } catch (error) {
      if (context.interrupted.aborted) throw context.interrupted.reason;
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 'closed';
      throw outputNotWritten(error);
    }
  }
  return 'complete';
}

/** The same chunks; waiting for the next one ends when the signal fires, with the signal's reason. */
async function* untilInterrupted(chunks: Chunks, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
  const source = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await orInterrupted(Promise.resolve(source.next()), signal);
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a source that hangs would keep the user waiting after Ctrl-C.
    if (!ended) void Promise.resolve(source.return?.()).catch(() => {});
  }
}

const placeholders = ['property', 'report', 'period', 'date'] as const;
export type FileNameValues = Readonly<Record<(typeof placeholders)[number], string>>;

/** Leaves space for the rest of the name below the limit of 255 bytes of file systems. */
const mostCharacters = 50;

/** Whether `--output` names one file for each request. Throws UsageError for a placeholder that does not exist. */
export function isFileNameTemplate(output: string): boolean {
  const names = [...output.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '');
  const unknown = names.find(name => !(placeholders as readonly string[]).includes(name));
  if (unknown === undefined) return names.length > 0;
  throw new UsageError(`--output has an unknown placeholder {${unknown}}`, {
    hint: `placeholders: ${placeholders.map(name => `{${name}}`).join(', ')}`,
  });
}

/**
 * The file of each request, in order. Throws UsageError if two requests would write the same file, also if only the
 * case differs: some file systems treat them as one.
 */
export function fileNames(output: string, requests: readonly FileNameValues[]): string[] {
  const names = requests.map(values => fileName(output, values));
  const seen = new Set<string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    if (seen.has(folded))
      throw new UsageError(`--output: several requests would write ${name}`, {
        hint: 'add {property} or {period} to the name, so that each request has a separate file',
      });
    seen.add(folded);
  }
  return names;
}

export const fileName = (output: string, values: FileNameValues): string =>
  output.replace(/\{([^{}]*)\}/g, (_, name: keyof FileNameValues) => safePart(values[name]));

/**
 * A value as a part of a file name. It may come from the platform, so it is never a path: letters, digits, `_`, `-` and
 * single inner dots stay, everything else becomes `_`; `2026-01..2026-06` becomes `2026-01--2026-06`. Windows' device
 * names get a leading `_`, on every system, so that a name means the same file everywhere.
 */
function safePart(value: string): string {
  const reduced = Array.from(
    value
      .normalize('NFC')
      .replace(/\.{2,}/g, '--')
      .split(unicodePattern`[^\p{L}\p{M}\p{N}._-]`)
      .join('_'),
  )
    .slice(0, mostCharacters)
    .join('')
    .replace(/^[.-]+/, '_')
    .replace(/\.+$/, '');
  if (reduced === '') return '_';
  return /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(reduced) ? `_${reduced}` : reduced;
}
