import { OutputError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { readOpenings } from '../../reports/close/ledgers.ts';
import { receiveBooks } from '../../reports/close/month-books.ts';
import { receiveSaved } from '../../reports/close/responses.ts';
import {
  type ChainEntry,
  findClose,
  isClose,
  type Recompute,
  readClosing,
  readInputs,
  readResult,
  requireUnchanged,
  type StoredClose,
  type StoredResult,
  savedMonth,
} from '../../reports/close/stored-closes.ts';
import { type ClosedMonth, closeBooks, findSignOff, makeCloseResult } from './close-result.ts';

/**
 * Computes the result of a close again from the responses that it kept. The hashes show that no file was changed since they were
 * computed; this shows that the figures are those of the responses. Another version of hotelctl may have other checks and words:
 * then the figures of the checks that both have are compared.
 */
export const recomputeClose: Recompute = async (close, closes, isWhole) => {
  const { manifest, about } = close;
  const last = findClose(closes, about.period)?.hash;
  const month = (about.repeats ?? last) === last ? await rebuildClose(close, closes) : undefined;
  if (!month) return isWhole ? 'it continues a close that is not there' : undefined;
  const result = parseJson(stringifyJson(makeCloseResult(month))) as StoredResult;
  const stored = await readResult(close);
  const isSame =
    manifest.hotelctl === version
      ? stringifyJson(stored) === stringifyJson(result)
      : hasSameChecks(stored, result);
  return isSame ? undefined : 'close.json is not the result of the responses';
};

/** Undefined if a close that it continues is not among these. */
async function rebuildClose(
  close: StoredClose,
  closes: readonly StoredClose[],
): Promise<ClosedMonth | undefined> {
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

/** A close as it was kept, with what people did with it. Works offline. @throws OutputError if it was changed */
export async function readClose(chain: readonly ChainEntry[], close: StoredClose): Promise<ClosedMonth> {
  const { manifest, about } = close;
  for (const { file } of manifest.files) await requireUnchanged(close, file);
  const month = await rebuildClose(close, chain.filter(isClose));
  if (!month)
    throw new OutputError(`close ${about.sequence} continues a close that is not there`, {
      hint: 'run `hotelctl close verify`',
    });
  return { ...month, ...findSignOff(chain, close, month.checks) };
}

function hasSameChecks(kept: StoredResult, made: StoredResult): boolean {
  const figuresIn = ({ checks }: StoredResult) =>
    checks.map(
      ({ id, ...each }) => [id, stringifyJson([each.state, each.left, each.right, each.difference])] as const,
    );
  const now = new Map(figuresIn(made));
  return figuresIn(kept).every(([id, figures]) => (now.get(id) ?? figures) === figures);
}
