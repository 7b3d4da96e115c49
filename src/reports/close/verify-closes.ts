import { dirname, join } from 'node:path';
import { OutputError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import type { Archive } from '../archive/archive.ts';
import { sealedName, verifyEntry } from '../archive/manifest.ts';
import type { Changes } from './changes.ts';
import { type Close, closeBooks, makeCloseResult } from './close.ts';
import { readOpenings } from './ledgers.ts';
import { receiveBooks } from './month-books.ts';
import { receiveSaved } from './responses.ts';
import {
  type ChainEntry,
  type CloseFolder,
  closeKey,
  findClose,
  isClose,
  listCloseFolders,
  nameMissing,
  readClosing,
  readInputs,
  readResult,
  requireUnchanged,
  type StoredClose,
  type StoredResult,
  savedMonth,
} from './stored-closes.ts';

export interface KeptResult extends StoredResult {
  readonly fetchedAt: string;
  readonly changes: Changes | null;
}

/** Whether a close of now has the figures and states of a stored one: only its time, and what has changed since then, may differ. */
export const hasSameFigures = (kept: KeptResult, now: object): boolean => {
  const [one, other] = [kept, parseJson(stringifyJson(now)) as KeptResult].map(
    ({ fetchedAt: _, changes: __, ...figures }) => stringifyJson(figures),
  );
  return one === other;
};

/**
 * Computes a result again from its responses: the hashes only show that no file was changed since. Another version of hotelctl may
 * have other checks and words: then the figures of the checks that both have are compared.
 *
 * @param closes before it that are as they were written; `isWhole`: all of them
 * @returns words if it is not what was kept
 */
async function recomputeClose(close: StoredClose, closes: readonly StoredClose[], isWhole: boolean) {
  const { manifest, about } = close;
  const last = findClose(closes, about.period)?.hash;
  const month = (about.repeats ?? last) === last ? await rebuildClose(close, closes) : undefined;
  if (!month) return isWhole ? 'it continues a close that is missing' : undefined;
  const result = parseJson(stringifyJson(makeCloseResult(month))) as StoredResult;
  const stored = await readResult(close);
  const isSame =
    manifest.hotelctl === version
      ? stringifyJson(stored) === stringifyJson(result)
      : hasSameChecks(stored, result);
  return isSame ? undefined : 'close.json is not the result of the responses';
}

/** Undefined if a close that it continues is not among these. */
async function rebuildClose(close: StoredClose, closes: readonly StoredClose[]) {
  const { entry, about } = close;
  const [before, earlier] = [about.opens, about.repeats].map(of => closes.find(({ hash }) => hash === of));
  if ((about.opens && !before) || (about.repeats && !earlier)) return undefined;
  const inputs = await readInputs(close);
  const openings = before ? await readClosing(before) : inputs.openings && readOpenings(inputs.openings);
  const month = savedMonth(close);
  const receive = receiveSaved(month);
  const books = await receiveBooks(receive, async () => inputs, entry.property, about, openings ?? undefined);
  return closeBooks(books, month, earlier);
}

/** A close as it was kept. @throws OutputError if it was changed */
export async function readClose(close: StoredClose, closes: readonly StoredClose[]): Promise<Close> {
  for (const { file } of close.manifest.files) await requireUnchanged(close, file);
  const month = await rebuildClose(close, closes);
  if (month) return month;
  throw new OutputError(`close ${close.about.sequence} continues a close that is missing`, {
    hint: 'run `hotelctl close verify`',
  });
}

function hasSameChecks(kept: StoredResult, made: StoredResult): boolean {
  const figuresIn = ({ checks }: StoredResult) =>
    checks.map(
      ({ id, ...each }) => [id, stringifyJson([each.state, each.left, each.right, each.difference])] as const,
    );
  const now = new Map(figuresIn(made));
  return figuresIn(kept).every(([id, figures]) => (now.get(id) ?? figures) === figures);
}

/**
 * A finding for each close: whether its files, its name, its place in the chain and its result are as they were written; and for closes
 * that are missing, whose folder the next close names. The hash is named, because only one that is noted elsewhere shows that the newest
 * closes were removed.
 */
export async function verifyCloses(archive: Archive, property: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const good: ChainEntry[] = [];
  let before: CloseFolder | undefined;
  const fail = (check: string, found: string, path: string) =>
    findings.push(finding(check, 'failed', found, `restore ${path} from a backup`));
  for (const each of await listCloseFolders(archive, property)) {
    const { entry, period, sequence, close, problem } = each;
    const next = (before?.sequence ?? 0) + 1;
    const missing = nameMissing(next - 1, sequence);
    if (missing) {
      const previous = close?.manifest.previous ?? '*';
      const name = sealedName(closeKey({ period: '*', sequence: sequence - 1 }), previous);
      const path = join(dirname(entry.folder), name);
      fail(`${property} ${missing}`, `missing before close ${sequence} of ${period}`, path);
    }
    const problems = await verifyEntry(entry);
    if (!close && problems.length === 0) problems.push(problem);
    if (close && sequence === next && !follows(close, before))
      problems.push('it does not follow the close before it: that one was changed or replaced');
    // Of files that were changed, the hashes have said so.
    if (close && isClose(close) && problems.length === 0) {
      const isWhole = good.length === findings.length;
      problems.push(...[(await recomputeClose(close, good.filter(isClose), isWhole)) ?? []].flat());
    }
    if (sequence < next) problems.push(`close ${sequence} occurs twice`);
    if (!close || problems.length > 0) fail(`${property} ${period}`, problems.join('; '), entry.folder);
    else {
      const words = `${isClose(close) ? 'close' : close.about.kind} ${sequence}, ${close.about.closedAt.slice(0, 10)}, ${close.hash}`;
      findings.push(finding(`${property} ${period}`, 'passed', words));
      good.push(close);
    }
    before = each;
  }
  return findings;
}

/** Whether a close has the hash of the one before it, if that one can be read. */
const follows = ({ manifest: { previous = null } }: ChainEntry, before: CloseFolder | undefined): boolean =>
  (before !== undefined && !before.close) || previous === (before?.close?.hash ?? null);
