import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../base/context.ts';
import { OutputError } from '../base/errors.ts';
import { withLock } from '../lock/lock.ts';
import { parseJson, stringifyJson } from '../platform/json.ts';
import { money, type Schema } from '../platform/models.ts';
import type { Money } from '../platform/money.ts';

/**
 * The journal of bookings: one line of JSON for each thing that happened, its owner's alone, synced to the disk before
 * the next step is taken. It holds ids, amounts and digests, and nothing about a person.
 */
export type JournalLine =
  | {
      readonly at: string;
      readonly event: 'authorization-requested';
      readonly quoteId: string;
      readonly shopperReference: string;
      readonly propertyId: string;
      readonly prePayment: Money;
    }
  | {
      readonly at: string;
      readonly event: 'sending';
      /** The Idempotency-Key: the same for every try of one intent. */
      readonly key: string;
      readonly transactionReference?: string | undefined;
      /** SHA-256 of host, quote and request. */
      readonly digest: string;
      readonly host: string;
      readonly quoteId?: string | undefined;
      readonly propertyIds: readonly string[];
      readonly grandTotal: Money;
      readonly authorizedAt?: string | undefined;
    }
  | {
      readonly at: string;
      readonly event: 'created';
      readonly key: string;
      readonly bookingId: string;
      readonly reservationIds: readonly string[];
    }
  | { readonly at: string; readonly event: 'refused'; readonly key: string; readonly status: number }
  | { readonly at: string; readonly event: 'not-sent'; readonly key: string }
  | { readonly at: string; readonly event: 'unknown'; readonly key: string };

export type JournalEvent = JournalLine extends infer Line
  ? Line extends { at: string }
    ? Omit<Line, 'at'>
    : never
  : never;

export interface JournalContent {
  readonly lines: readonly JournalLine[];
  /** Lines that can't be understood: a process was killed, or a disk was full, while it wrote one. */
  readonly torn: readonly string[];
}

export interface Journal {
  /** Resolves when the line is on the disk. @throws OutputError */
  append(event: JournalEvent): Promise<void>;
  read(): Promise<JournalContent>;
}

export function openJournal(context: Context): Journal {
  const path = join(context.folders.state, 'bookings.jsonl');
  return {
    append: event => {
      const line = stringifyJson({ at: new Date(context.clock.now()).toISOString(), ...event });
      return withLock('bookings-journal', context, () => appendLine(path, line));
    },
    read: () => readLines(path),
  };
}

async function appendLine(path: string, line: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a+', 0o600);
    try {
      // What a killed process left half-written must not swallow the next line.
      await file.appendFile(`${(await endsInLine(file)) ? '' : '\n'}${line}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(dirname(path));
  } catch (error) {
    throw journalProblem('written', error);
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

/** A new file's name is on the disk only when its folder is; Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

async function readLines(path: string): Promise<JournalContent> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw journalProblem('read', error);
  });
  const lines: JournalLine[] = [];
  const torn: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = lineOf(line);
    if (parsed) lines.push(parsed);
    else torn.push(line);
  }
  return { lines, torn };
}

const told = z.optional(z.string());
const ofKey = (event: JournalLine['event'], more: Readonly<Record<string, Schema>> = {}) =>
  z.looseObject({ at: z.string(), event: z.literal(event), key: z.string(), ...more });

/** What each event must have to be understood; a line without it is as good as cut off. */
const lineModel = z.union([
  z.looseObject({
    at: z.string(),
    event: z.literal('authorization-requested'),
    quoteId: z.string(),
    shopperReference: z.string(),
    propertyId: z.string(),
    prePayment: money,
  }),
  ofKey('sending', {
    transactionReference: told,
    digest: z.string(),
    host: z.string(),
    quoteId: told,
    propertyIds: z.array(z.string()),
    grandTotal: money,
    authorizedAt: told,
  }),
  ofKey('created', { bookingId: z.string(), reservationIds: z.array(z.string()) }),
  ofKey('refused', { status: z.number() }),
  ofKey('not-sent'),
  ofKey('unknown'),
]);

function lineOf(text: string): JournalLine | undefined {
  try {
    const value = parseJson(text);
    return lineModel.safeParse(value).success ? (value as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}

const journalProblem = (what: 'written' | 'read', error: unknown) =>
  new OutputError(
    `the journal of bookings could not be ${what} (${(error as NodeJS.ErrnoException).code ?? 'failed'})`,
    {
      hint: 'make room or mend the state folder, or choose another with HOTELCTL_STATE_DIR',
      cause: error,
    },
  );
