import * as z from 'zod/mini';
import type { Context } from '../../base/context.ts';
import { OutputError } from '../../base/errors.ts';
import { writeMoment } from '../../platform/dates.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { addSums, type ExactNumber, plainNumber, toSum } from '../../platform/numbers.ts';
import { monthAfter } from '../../platform/periods.ts';
import { type Archive, type ArchiveEntry, listEntries } from '../archive/archive.ts';
import {
  type ArchivedFile,
  digestSchema,
  findFileProblem,
  type Manifest,
  readArchivedFile,
  readManifest,
} from '../archive/manifest.ts';
import { type StagedEntry, withStagedEntry } from '../archive/write-entry.ts';
import type { Check } from './check.ts';
import { type Openings, readOpenings } from './ledgers.ts';
import { aboutSchema, type CloseAbout, type OtherMonths } from './month-books.ts';
import type { SavedMonth, SavedResponse } from './responses.ts';

/**
 * Closes in the archive, in folders that no later run changes: closes/host=…/property=MUC/2026-10.0001.9f2c…. The manifest has the hash
 * of the close before it, of whichever month, and the name that of the manifest, so each close covers all that precede it.
 */
export type StoredClose = StoredEntry<CloseAbout>;

interface StoredEntry<About> {
  readonly entry: ArchiveEntry;
  readonly hash: string;
  readonly manifest: Manifest;
  readonly about: About;
}

/** What people did with a close: the chain has it too, so no later run changes it. */
const eventSchema = z.object({
  kind: z.enum(['acceptance', 'signature', 'export']),
  period: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  sequence: z.int().check(z.positive()),
  closedAt: z.string(),
  /** The hash of the close; null for an export of the platform, without one. */
  of: z.nullable(digestSchema),
  by: z.optional(z.string()),
  /** Of an acceptance: the check, why it is accepted, and the hash of its differences. */
  check: z.optional(z.string()),
  reason: z.optional(z.string()),
  difference: z.optional(digestSchema),
  role: z.optional(z.enum(['prepared', 'reviewed'])),
  format: z.optional(z.string()),
});
export type CloseEvent = z.infer<typeof eventSchema>;

type StoredEvent = StoredEntry<CloseEvent>;

export type ChainEntry = StoredClose | StoredEvent;
export const isClose = (entry: ChainEntry): entry is StoredClose => !('kind' in entry.about);
export const isEvent = (entry: ChainEntry): entry is StoredEvent => 'kind' in entry.about;

const resultName = 'close.json';
/** What the result depends on besides its responses: what other months have. */
const inputsName = 'inputs.json';
/** A result has the checks and up to some thousand lines. */
const mostResult = 64 << 20;

/** Keeps a staged close behind the newest one of the chain. @param now milliseconds since 1970 */
export async function storeClose(
  staged: StagedEntry,
  chain: readonly ChainEntry[],
  described: Omit<CloseAbout, 'sequence'>,
  responses: readonly SavedResponse[],
  { result, inputs }: { readonly result: object; readonly inputs: object },
  now: number,
): Promise<StoredClose> {
  const files: ArchivedFile[] = [...responses];
  for (const [file, value] of Object.entries({ [inputsName]: inputs, [resultName]: result }))
    files.push(await staged.write(file, Buffer.from(`${stringifyJson(value)}\n`)));
  return keepBehind(staged, chain, described, files, now);
}

/** Keeps an event of now behind the newest entry. @param check of the chain, which another run may have continued */
export const storeEvent = (
  archive: Archive,
  property: string,
  context: Context,
  zone: string | undefined,
  event: Omit<CloseEvent, 'sequence' | 'closedAt'>,
  check: (chain: readonly ChainEntry[]) => void = () => {},
): Promise<unknown> =>
  withStagedEntry({ archive, kind: 'closes', property }, context, async staged => {
    const now = context.clock.now();
    const about = { ...event, closedAt: writeMoment(zone, now) };
    const chain = await listChain(archive, property);
    check(chain);
    return keepBehind(staged, chain, about, [], now);
  });

async function keepBehind<About extends Pick<CloseAbout, 'period'>>(
  staged: StagedEntry,
  chain: readonly ChainEntry[],
  described: About,
  files: readonly ArchivedFile[],
  now: number,
): Promise<StoredEntry<About & Pick<CloseAbout, 'sequence'>>> {
  const newest = chain.at(-1);
  const about = { sequence: (newest?.about.sequence ?? 0) + 1, ...described };
  const createdAt = new Date(now).toISOString();
  const { hash, manifest, ...entry } = await staged.keep(
    { key: closeKey(about), createdAt, previous: newest?.hash ?? null, about, files: [...files] },
    true,
  );
  return { entry, hash, manifest, about };
}

export const closeKey = ({ period, sequence }: Pick<CloseAbout, 'period' | 'sequence'>) =>
  `${period}.${String(sequence).padStart(4, '0')}`;

/** A folder of the chain, and its close. Without one, its manifest cannot be read, and `problem` says why. */
export interface CloseFolder {
  readonly entry: ArchiveEntry;
  readonly period: string;
  readonly sequence: number;
  readonly close?: ChainEntry | undefined;
  readonly problem: string;
}

/** The folders of a property in the order of the chain; the name of one without a readable manifest has its place. */
export async function listCloseFolders(archive: Archive, property: string): Promise<CloseFolder[]> {
  const folders: CloseFolder[] = [];
  for (const entry of await listEntries({ archive, kind: 'closes', property })) {
    const [, period, number] = /^(\d{4}-\d{2})\.(\d{1,9})(?:\.|$)/.exec(entry.name) ?? [];
    if (period === undefined) continue;
    const sequence = Number(number);
    const read = await readManifest(entry);
    const [own, problem] =
      typeof read === 'string' ? [undefined, read] : [read.manifest.about, 'manifest.json is not valid'];
    const about = aboutSchema.safeParse(own).data ?? eventSchema.safeParse(own).data;
    const isOwn = typeof read !== 'string' && about?.period === period && about.sequence === sequence;
    const close = isOwn ? ({ entry, ...read, about } as ChainEntry) : undefined;
    folders.push({ entry, period, sequence, close, problem });
  }
  return folders.sort((one, other) => one.sequence - other.sequence);
}

/** The closes of a property in the order of the chain, and what people did with them. @throws OutputError for a manifest that cannot be read */
export async function listChain(archive: Archive, property: string): Promise<ChainEntry[]> {
  return (await listCloseFolders(archive, property)).map(({ entry, close, problem }) => {
    if (close) return close;
    throw new OutputError(`the close ${entry.folder} cannot be read: ${problem}`, {
      hint: 'restore the folder from a backup, or move it away',
    });
  });
}

/** `close 2`, `closes 2 to 4`: what is missing between two places of a chain; undefined if nothing is. */
export function nameMissing(before: number, sequence: number): string | undefined {
  const [first, last] = [before + 1, sequence - 1];
  if (last < first) return undefined;
  return last === first ? `close ${first}` : `closes ${first} to ${last}`;
}

/** What is missing in a chain: `missing before close 3 of 2026-11: close 2`. */
export const findGaps = (chain: readonly Pick<CloseFolder, 'sequence' | 'period'>[]): string[] =>
  chain.flatMap(({ sequence, period }, index) => {
    const missing = nameMissing(chain[index - 1]?.sequence ?? 0, sequence);
    return missing ? `missing before close ${sequence} of ${period}: ${missing}` : [];
  });

export const findClose = (closes: readonly StoredClose[], period: string): StoredClose | undefined =>
  closes.findLast(({ about }) => about.period === period);

/** A month that does not begin as the one before it now ends, because that was closed again; the first of those before a month. */
export async function findOutdated(closes: readonly StoredClose[], month: string) {
  let found: { readonly month: string; readonly words: string } | undefined;
  let close = findClose(closes, monthAfter(month, -1));
  while (close) {
    const before = findClose(closes, monthAfter(close.about.period, -1));
    const isSame = !before || before.hash === close.about.opens;
    if (!isSame && (await balancesIn(close, 'opening')) !== (await balancesIn(before, 'closing')))
      found = {
        month: close.about.period,
        words: `${nameClose(close)} does not begin with the balances of ${nameClose(before)}`,
      };
    close = before;
  }
  return found;
}

const nameClose = ({ about }: StoredClose) => `close ${about.sequence} of ${about.period}`;

async function balancesIn(close: StoredClose, when: 'opening' | 'closing'): Promise<string> {
  const { ledgers } = await readResult(close);
  const balances = ledgers.flatMap(({ ledger, control, debit, credit, items }) => {
    // Of the control account, which also has postings that belong to no item.
    const account = addSums([toSum(control)]);
    if (when === 'opening') account.addSum(toSum(credit)).addSum(toSum(debit), -1);
    const own = items.flatMap(({ reference, [when]: amount = 0 }) =>
      toSum(amount).isZero ? [] : `${ledger} ${reference} ${plainNumber(amount)}`,
    );
    return [`${ledger} ${account.value}`, ...own];
  });
  return balances.sort().join('\n');
}

export const savedMonth = ({ entry, manifest }: StoredClose): SavedMonth => ({
  folder: entry.folder,
  responses: manifest.files.filter(
    (each): each is SavedResponse => each.report !== undefined && each.status !== undefined,
  ),
});

export interface StoredResult {
  readonly ledgers: readonly (Openings<ExactNumber>['ledgers'][number] &
    Readonly<Record<'debit' | 'credit', ExactNumber>>)[];
  readonly openings: Pick<Openings, 'since' | 'vatTypes'>;
  readonly state: string;
  readonly checks: Check[];
}

/** The result of a close. @throws OutputError if it was changed */
export const readResult = async (close: StoredClose) =>
  (await readJsonFile(close, resultName)) as StoredResult;

/** @throws OutputError if it was changed */
export const readInputs = async (close: StoredClose) =>
  (await readJsonFile(close, inputsName)) as OtherMonths & {
    readonly openings: Openings<ExactNumber> | null;
  };

/** The openings of the month after a close. @throws OutputError if it was changed */
export async function readClosing(close: StoredClose): Promise<Openings> {
  const { openings, ledgers } = await readResult(close);
  return readOpenings({ ...openings, from: 'close', ledgers });
}

async function readJsonFile(close: StoredClose, name: string) {
  const { folder } = close.entry;
  const bytes = await readArchivedFile(folder, requireFile(close, name), mostResult);
  if (typeof bytes === 'string') throw changedClose(folder, bytes);
  return parseJson(bytes.toString());
}

/** @throws OutputError if the file was changed */
export async function requireUnchanged(close: StoredClose, name = resultName): Promise<void> {
  const problem = await findFileProblem(close.entry.folder, requireFile(close, name));
  if (problem !== undefined) throw changedClose(close.entry.folder, problem);
}

function requireFile({ entry, manifest }: StoredClose, name: string): ArchivedFile {
  const found = manifest.files.find(({ file }) => file === name);
  if (found) return found;
  throw changedClose(entry.folder, `${name} is not part of it`);
}

const changedClose = (folder: string, problem: string) =>
  new OutputError(`the close ${folder} was changed: ${problem}`, {
    hint: 'run `hotelctl close verify` and restore the folder from a backup',
  });
