import Big from 'big.js';
import { OutputError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { daysOfMonth } from '../../platform/periods.ts';
import { type Openings, readOpenings } from '../../reports/close/ledgers.ts';
import { type CloseBasis, receiveBooks } from '../../reports/close/month-books.ts';
import { readOtherMonths } from '../../reports/close/other-months.ts';
import { receiveSaved } from '../../reports/close/responses.ts';
import {
  type ChainEntry,
  type CloseAbout,
  findClose,
  isClose,
  type Recompute,
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
  const before = findByHash(closes, about.opens);
  const earlier = findByHash(closes, about.repeats);
  const last = findClose(closes, about.period);
  if (before === null || earlier === null || (earlier ?? last)?.hash !== last?.hash)
    return isWhole ? 'it continues a close that is not there' : undefined;
  const made = makeCloseResult(await rebuildClose(close, before, earlier));
  const result = parseJson(stringifyJson(made)) as StoredResult;
  const stored = await readResult(close);
  const isSame =
    manifest.hotelctl === version
      ? stringifyJson(stored) === stringifyJson(result)
      : hasSameChecks(stored, result);
  return isSame ? undefined : 'close.json is not the result of the responses';
};

async function rebuildClose(
  close: StoredClose,
  before: StoredClose | undefined,
  earlier: StoredClose | undefined,
): Promise<ClosedMonth> {
  const { entry, about } = close;
  const inputs = await readInputs(close);
  const openings = readOpenings(before ? await readResult(before) : inputs);
  const basis = closeBasis(entry.property, about, openings);
  const month = savedMonth(close);
  const books = await receiveBooks(receiveSaved(month), async () => readOtherMonths(inputs), basis);
  return closeBooks(books, about, month, earlier);
}

/** A close as it was kept, with what people did with it. Works offline. @throws OutputError if it was changed */
export async function readClose(chain: readonly ChainEntry[], close: StoredClose): Promise<ClosedMonth> {
  const { manifest, about } = close;
  for (const { file } of manifest.files) await requireUnchanged(close, file);
  const closes = chain.filter(isClose);
  const [before, earlier] = [about.opens, about.repeats].map(hash => findByHash(closes, hash));
  if (before === null || earlier === null)
    throw new OutputError(`close ${about.sequence} continues a close that is not there`, {
      hint: 'run `hotelctl close verify`',
    });
  const month = await rebuildClose(close, before, earlier);
  return { ...month, ...findSignOff(chain, close, month.close.checks) };
}

/** What the books of a close depend on besides its responses. */
export const closeBasis = (
  property: string,
  about: Omit<CloseAbout, 'sequence'>,
  openings: Openings | undefined,
): CloseBasis => ({
  property,
  period: daysOfMonth(about.period),
  currency: about.currency ?? undefined,
  zone: about.zone ?? undefined,
  accountsOfServices: new Map(about.services.map(([id, account]) => [id, account ?? undefined])),
  excludesDayUse: about.excludesDayUse,
  isComplete: about.isComplete,
  today: about.today,
  openings,
  tolerance: about.tolerance === null ? undefined : new Big(about.tolerance),
});

/** Undefined: there is none; null: it is not among the good closes before this one. */
const findByHash = (closes: readonly StoredClose[], hash: string | null) =>
  hash === null ? undefined : (closes.find(close => close.hash === hash) ?? null);

function hasSameChecks(kept: StoredResult, made: StoredResult): boolean {
  const [before, now] = [kept, made].map(
    ({ checks }) =>
      new Map(
        checks.map(({ id, state, left, right, difference }) => [
          id,
          stringifyJson([state, left, right, difference]),
        ]),
      ),
  );
  return [...(before ?? [])].every(([id, figures]) => (now?.get(id) ?? figures) === figures);
}
