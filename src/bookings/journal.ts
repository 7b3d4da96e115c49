import { type FileHandle, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile, syncFolder } from '../base/atomic-file.ts';
import type { Context } from '../base/context.ts';
import { notWritten, OutputError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { makeFolder } from '../base/make-folder.ts';
import {
  checkAccess,
  forEachOwnLine,
  type OwnFileRule,
  openOwnLines,
  readOwnFile,
} from '../base/own-file.ts';
import { resultOr, uriDecoded } from '../base/text.ts';
import { dayLength } from '../platform/dates.ts';
import { parseJson, stringifyJson } from '../platform/json.ts';
import { money } from '../platform/models.ts';
import { digestOfText, identityFields, optionalText, summaryFields } from './intent.ts';

const keyed = { at: z.string(), key: z.string() };

/** The required fields of each event. A line that lacks any of them is treated as cut off. */
const journalLine = z.discriminatedUnion('event', [
  z.object({
    at: z.string(),
    event: z.literal('authorization-requested'),
    quoteId: z.string(),
    shopperReference: z.string(),
    /** The request's own reference, which the processor returns as merchantReference. */
    merchantReference: optionalText,
    propertyId: z.string(),
    prePayment: money,
  }),
  z.object({
    ...keyed,
    event: z.literal('sending'),
    // The identifying fields come first, so that a line that was cut off still contains them.
    ...identityFields,
    digest: z.string(),
    host: z.string(),
    propertyIds: z.readonly(z.array(z.string())),
    grandTotal: money,
    authorizedAt: optionalText,
    /** When it was sent, by the clock of the platform. */
    platformTime: optionalText,
    ...summaryFields,
  }),
  z.object({
    ...keyed,
    event: z.literal('created'),
    bookingId: z.string(),
    reservationIds: z.readonly(z.array(z.string())),
  }),
  z.object({ ...keyed, event: z.literal('refused'), status: z.number() }),
  z.object({ ...keyed, event: z.literal('not-sent') }),
  /** A person found that an unknown attempt made no booking. */
  z.object({ ...keyed, event: z.literal('not-made') }),
  z.object({ ...keyed, event: z.literal('unknown') }),
  /** The first line, if lines before it were removed. */
  z.object({ at: z.string(), event: z.literal('pruned') }),
]);

/**
 * A line of the journal of bookings: one line of JSON for each event, in a file that only its owner can read, synced to
 * the disk before the next step. It contains ids, amounts, digests, the days of the stay and the booker's last name.
 */
export type JournalLine = z.infer<typeof journalLine>;

export type JournalEvent = JournalLine extends infer Line
  ? Line extends { at: string }
    ? Omit<Line, 'at'>
    : never
  : never;

export interface JournalContent {
  readonly lines: readonly JournalLine[];
  /** Lines that cannot be read, because a process was killed or the disk was full while a line was written. */
  readonly torn: readonly string[];
}

/** How long a booking is kept after its departure, in milliseconds: 13 months. */
const keptFor = 400 * dayLength;

export type Journal = ReturnType<typeof openJournal>;

export function openJournal(context: Context) {
  const path = join(context.folders.state, 'bookings.jsonl');
  // Users who can change the journal could cause a booking to be sent a second time.
  const rule = makeRule(context.host.uid, 'trusted', 'the booking journal');
  const search = (texts: readonly string[]): string[] => {
    const found: string[] = [];
    forEachOwnLine(path, rule, line => {
      if (texts.some(text => line.includes(text))) found.push(line);
    });
    return found;
  };
  // What happened is recorded although Ctrl-C was pressed meanwhile.
  const uninterrupted = { ...context, interrupted: new AbortController().signal };
  const locked = (work: () => Promise<void>) => withLock('bookings-journal', uninterrupted, work);
  return {
    /** Resolves when the line is on the disk. @throws OutputError */
    append: (event: JournalEvent) => {
      const line = stringifyJson({ at: new Date(context.clock.now()).toISOString(), ...event });
      return locked(() => appendLine(path, withChecksum(line), rule));
    },
    /**
     * All lines, or only those of the bookings that `names` identify: a journal of years has too many to parse for each
     * booking.
     */
    read: async (names?: readonly string[]): Promise<JournalContent> => {
      const content = { lines: [] as JournalLine[], torn: [] as string[] };
      const addLine = (line: string) => {
        if (line === '') return;
        const parsed = parseLine(line);
        if (parsed) content.lines.push(parsed);
        else content.torn.push(line);
      };
      if (names === undefined) forEachOwnLine(path, rule, addLine);
      else {
        const quoted = names.map(name => JSON.stringify(name));
        const keys = search(quoted).flatMap(line => keyOfLine(line) ?? []);
        search([...quoted, ...keys.map(key => JSON.stringify(key))]).forEach(addLine);
      }
      return content;
    },
    index: () => indexJournal(path, rule),
    /** Removes what no rule needs any more, at most once a month. @param time of the platform, in milliseconds since 1970 */
    prune: async (time: number) => {
      let first: JournalLine | undefined;
      forEachOwnLine(path, rule, line => {
        first = parseLine(line);
        return first === undefined;
      });
      if (first === undefined) return;
      const oldest = first.event === 'pruned' ? 31 * dayLength : keptFor;
      if (time - Date.parse(first.at) > oldest) await locked(() => removeOldLines(path, rule, time));
    },
  };
}

const makeRule = (uid: number | null, access: OwnFileRule['access'], name: string): OwnFileRule => ({
  uid,
  access,
  variable: 'HOTELCTL_STATE_DIR',
  failure: (message, hint, cause) => new OutputError(`${name} cannot be used: ${message}`, { hint, cause }),
});

/** The beginning of a line that hotelctl wrote, and the quote of a line of the sending. */
const writtenLine = /^\{"at":"[^"]+","event":"([a-z-]+)","key":"([^"]+)"(?:,"quoteId":"([^"]+)")?/;

/**
 * The journal without its lines, because those of 100,000 bookings would take 300 MB of memory. Parses only lines without a
 * checksum and those of authorizations: parsing all takes five times as long.
 */
function indexJournal(path: string, rule: OwnFileRule) {
  const lines = openOwnLines(path, rule);
  /** Bookings, and quotes whose prepayment is authorized, with the positions of their lines. */
  const entries = new Map<string, { readonly positions: number[]; readonly isUnknown: boolean }>();
  const sentQuotes = new Set<string>();
  let torn = 0;
  const add = (name: string, position: number, isUnknown: boolean) => {
    const { positions = [] } = entries.get(name) ?? {};
    // It becomes the last entry.
    entries.delete(name);
    entries.set(name, { positions: [...positions, position], isUnknown });
  };
  lines.forEach((text, position) => {
    if (text === '') return;
    const [, event, key, quote] = (checkedLine(text) && writtenLine.exec(text)) || [];
    const line = event && key ? { event, key, quoteId: quote } : parseLine(text);
    if (line === undefined) torn += 1;
    else if (line.event === 'authorization-requested') add(`quote ${line.quoteId}`, position, false);
    else if ('key' in line) {
      const { event: last, key: name } = line;
      add(copied(name), position, last === 'sending' || last === 'unknown');
      if ('quoteId' in line && line.quoteId) sentQuotes.add(copied(line.quoteId));
    }
  });
  for (const quote of sentQuotes) entries.delete(`quote ${quote}`);
  return {
    /** What changed last comes last. */
    entries: [...entries.values()],
    torn,
    linesOf: ({ positions }: { readonly positions: readonly number[] }) =>
      positions.flatMap(position => parseLine(lines.lineAt(position)) ?? []),
    close: () => lines.close(),
  };
}

/** A part of a text keeps the whole text in memory, unless it is copied. */
const copied = (text: string): string => Buffer.from(text).toString();

/** The key of a line, also of one that was cut off. */
export const keyOfLine = (line: string): string | undefined => /"key":"([^"]+)"/.exec(line)?.[1];

/**
 * Removes bookings whose outcome is certain and whose departure was long ago: the platform offers no stay in the past, so
 * they can't be booked a second time. Lines that cannot be read are kept.
 */
async function removeOldLines(path: string, rule: OwnFileRule, time: number): Promise<void> {
  const endByKey = new Map<string, number>();
  const isSettled = new Map<string, boolean>();
  forEachOwnLine(path, rule, text => {
    const line = parseLine(text);
    if (line === undefined || !('key' in line)) return;
    if (line.event === 'sending') endByKey.set(line.key, Date.parse(line.departure ?? line.at));
    isSettled.set(line.key, line.event !== 'sending' && line.event !== 'unknown');
  });
  const isOld = (line: JournalLine): boolean => {
    const end = 'key' in line ? (endByKey.get(line.key) ?? Number.NaN) : Date.parse(line.at);
    return time - end > keptFor && (!('key' in line) || isSettled.get(line.key) === true);
  };
  const at = new Date(time).toISOString();
  const kept = [withChecksum(stringifyJson({ at, event: 'pruned' }))];
  forEachOwnLine(path, rule, text => {
    const line = parseLine(text);
    const isRemoved = text === '' || (line && (line.event === 'pruned' || isOld(line)));
    if (!isRemoved) kept.push(text);
  });
  await replaceFile(await realpath(path), `${kept.join('\n')}\n`, { locked: true });
}

/** A line whose content was damaged on the disk is not taken for the line of another booking. */
const withChecksum = (line: string): string => `${line.slice(0, -1)},"sum":"${computeChecksum(line)}"}`;

const computeChecksum = (line: string): string => digestOfText(line).slice(0, 16);

/** The line without its checksum; undefined if they do not match. */
function checkedLine(line: string): string | undefined {
  const [, content, sum] = /^(.*),"sum":"([^"]*)"\}$/.exec(line) ?? [];
  return computeChecksum(`${content}}`) === sum ? `${content}}` : undefined;
}

async function appendLine(path: string, line: string, rule: OwnFileRule): Promise<void> {
  try {
    makeFolder(dirname(path), 0o700);
    checkAccess(dirname(path), await stat(dirname(path)), rule);
    const file = await open(path, 'a+', 0o600);
    try {
      checkAccess(path, await file.stat(), rule);
      // A line that a killed process left incomplete must not absorb the next one.
      await file.appendFile(`${(await endsInLineBreak(file)) ? '' : '\n'}${line}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // The name of a new file is on the disk only after its folder is synced.
    await syncFolder(dirname(path));
  } catch (error) {
    throw error instanceof OutputError
      ? error
      : notWritten('the booking journal could not be written', error, fixStateFolder);
  }
}

async function endsInLineBreak(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

function parseLine(text: string): JournalLine | undefined {
  const checked = checkedLine(text);
  if (checked === undefined) return undefined;
  const value = resultOr(undefined, () => parseJson(checked));
  // The value itself and not the parsed copy, so that fields of newer releases are kept.
  return journalLine.safeParse(value).success ? (value as JournalLine) : undefined;
}

const fixStateFolder = 'free disk space or fix the state folder, or choose another with HOTELCTL_STATE_DIR';

/**
 * The requests as they were sent, one file for each Idempotency-Key whose outcome is unknown, in files that only their
 * owner can read: `bookings resume KEY` sends exactly these bytes. Unlike the journal they contain names, so a file is
 * deleted as soon as the outcome is certain or the platform no longer knows the key.
 */
export function sentRequests({ folders, host }: Pick<Context, 'folders' | 'host'>) {
  // The key is a UUID generated by hotelctl or read from the journal; anything else must not become part of a path.
  const folder = join(folders.state, 'booking-requests');
  const locateFile = (key: string) => join(folder, `${encodeURIComponent(key)}.json`);
  const rule = makeRule(host.uid, 'private', 'the booking request');
  return {
    /** Resolves when the request is on the disk. @throws OutputError */
    store: (key: string, body: string) =>
      replaceFile(locateFile(key), body).catch(error => {
        throw notWritten('the booking request could not be written', error, fixStateFolder);
      }),
    /** @throws OutputError for a request that others can read or change: it would be sent as it is */
    read: async (key: string) => readOwnFile(locateFile(key), rule),
    // A file that cannot be deleted now is deleted with the next booking that is sent.
    remove: (key: string) => rm(locateFile(key)).catch(() => {}),
    keys: async (): Promise<string[]> =>
      (await readdir(folder).catch(() => []))
        .filter(name => /^[^.].*\.json$/.test(name))
        .map(name => uriDecoded(name.slice(0, -'.json'.length))),
    /** How long before another request this one was stored, in milliseconds by the clock of the file system. */
    ageBefore: async (key: string, other: string): Promise<number> => {
      const [own, newest] = await Promise.all(
        [key, other].map(one => stat(locateFile(one)).catch(() => undefined)),
      );
      return own && newest ? newest.mtimeMs - own.mtimeMs : 0;
    },
  };
}
