import { type Context, onAbort } from '../../base/context.ts';
import { type HotelctlError, InterruptedError } from '../../base/errors.ts';
import { partsOfItem } from '../../base/item-outcome.ts';
import { presentedError } from '../../cli/error-output.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { pipedContext } from '../../cli/own-program.ts';
import { boundedText } from '../../output/json.ts';
import { withProfileFlag } from '../../output/prose.ts';

export type CollectedRun = Awaited<ReturnType<typeof runCollected>>;

interface RunChoices {
  readonly input?: string;
  readonly signal: AbortSignal;
  readonly page?: { readonly offset: number; readonly limit: number };
  /** Writes the output, of which only the rows are counted. */
  readonly save?: (data: string | Uint8Array) => Promise<void>;
  readonly onProgress?: (count: number, unit: string) => void;
  readonly context?: Partial<Context>;
  /** Names flags as the reader of the notes knows them. */
  readonly inWords?: (text: string) => string;
}

/** Runs a command line of this program, with its output collected: of rows, only those of the page. It never prompts. */
export async function runCollected(
  { context, flags, program }: Invocation,
  words: readonly string[],
  { input = '', signal, page, save, onProgress, context: further, inWords = text => text }: RunChoices,
) {
  const [out, notes, rows]: [string[], string[], string[]] = [[], [], []];
  const [shown, counted] = [new Set<string>(), new Set<string>()];
  const [empty, failed] = [new Set<string>(), new Set<string>()];
  let total = 0;
  let saved: number | null = null;
  let size = 0;
  let failure: HotelctlError | undefined;
  let rest = '';
  // A booking may have several.
  const hotelsIn = words[0] === 'properties' ? /"id":("[^"\\]*")/ : /"propertyIds?":("[^"\\]*"|\[[^\]]*\])/;
  const collectRows = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const hotels = (hotelsIn.exec(line)?.[1] ?? '').match(/[^",[\]]+/g) ?? [];
      for (const hotel of hotels) counted.add(hotel);
      if (page && total >= page.offset && rows.length < page.limit) {
        rows.push(line);
        for (const hotel of hotels) shown.add(hotel);
      }
      total += 1;
    }
    onProgress?.(total, 'rows');
  };
  const write = async (data: string | Uint8Array) => {
    if (page) return collectRows(String(data));
    if (!save) return void out.push(String(data));
    await save(data);
    size += Buffer.byteLength(data);
    onProgress?.(size, 'bytes');
  };
  const interruption = new AbortController();
  // Each call has a separate signal: many calls at the same time leave no listeners on that of the process.
  const stop = AbortSignal.any([signal, context.interrupted]);
  const release = onAbort(stop, () =>
    interruption.abort(context.interrupted.reason ?? new InterruptedError('SIGINT')),
  );
  const profile = flags.profile === undefined ? [] : [`--profile=${flags.profile}`];
  try {
    await program.run([...profile, '--no-input', ...words], {
      ...pipedContext(
        context,
        input,
        write,
        async data => void notes.push(context.secrets.redact(String(data))),
      ),
      onItem: ({ item, outcome, isEmpty }) =>
        void (outcome === 'failed' ? failed : isEmpty ? empty : counted).add(partsOfItem(item).property),
      onWritten: rows => {
        if (save) saved = rows ?? 0;
      },
      ...further,
      interrupted: interruption.signal,
    });
  } catch (error) {
    failure = presentedError(error, context.secrets);
  } finally {
    release();
  }
  for (const item of [...failed, ...empty]) counted.delete(item);
  const lines = notes.join('').split('\n').filter(Boolean);
  return {
    failure,
    exitCode: failure?.exitCode ?? 0,
    out: out.join(''),
    /** Rows of the page, and the number of all rows. */
    rows,
    total,
    /** Of what was saved: its number of rows, and of bytes. */
    saved,
    size,
    /** The hotels of the page; all that have not failed, also without rows; those without figures; and those that failed in part. */
    shown,
    counted,
    empty,
    failed,
    /** Lines on standard error: notes and warnings; then the error. */
    notes: [
      ...lines.map(line => boundedText(inWords(line))),
      ...(failure ? linesOfError(failure, inWords, flags.profile) : []),
    ],
  };
}

/** The message of an error, its details and its hint. @param error what `presentedError` made */
export function linesOfError(
  { message, details }: HotelctlError,
  inWords: (text: string) => string,
  profile: string | undefined,
): readonly string[] {
  const { messages = [], trackingId, hint } = details;
  const more = messages.length - mostMessages;
  const id = trackingId ? [`tracking id: ${trackingId}`] : [];
  const named = [...messages.slice(0, mostMessages), ...(more > 0 ? [`and ${more} more`] : [])];
  const lines = [message, ...named, ...id, `hint: ${withProfileFlag(hint, profile)}`];
  return lines.map(line => boundedText(inWords(line)));
}

/** Of the hotels that failed: a chain may have thousands, and each has a line. */
const mostMessages = 20;
