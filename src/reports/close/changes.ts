import { parseJson, sortedByName, stringifyJson } from '../../platform/json.ts';
import { type ExactNumber, exact, negated, settled } from '../../platform/numbers.ts';
import { daysOfMonth } from '../../platform/periods.ts';
import { ByteDigest } from '../archive/manifest.ts';
import { type ItemList, requireDates } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';
import { mostKept } from './ledger-books.ts';
import { ledgerFile, readLedger, readList, type SavedMonth, type SavedResponse } from './responses.ts';
import { requireUnchanged, type StoredClose, savedMonth } from './stored-closes.ts';

/** What the lines of an entry that differ were in a close, and are now. Null: there are none. */
type ChangedEntry = Readonly<Record<'entry' | 'date', string> & Record<'before' | 'now', ExactNumber | null>>;

/** Compares the responses of a month with those of a close of it, and the ledger by entry. */
export async function findChanges(close: StoredClose, month: SavedMonth) {
  const earlier = savedMonth(close);
  await requireUnchanged(close, ledgerFile);
  const known = new Map(earlier.responses.map(each => [each.file, each]));
  const isOther = ({ file, sha256 }: SavedResponse) => known.get(file)?.sha256 !== sha256;
  // The same bytes have the same lines, and a ledger takes seconds to read.
  const isRead = month.responses.some(each => each.file === ledgerFile && isOther(each));
  const [before, now] = isRead ? [await readLedger(earlier), await readLedger(month)] : [];
  const { removed, added } = before && now ? await compareLedgers(before, now) : { removed: [], added: [] };
  const entries = new Map<string, ChangedEntry>();
  for (const [side, lines] of [['before', removed] as const, ['now', added] as const])
    for (const { sourceEntryNumber: entry, date, grossAmount } of lines) {
      const found = entries.get(entry) ?? { entry, before: null, now: null };
      const sum = settled(exact(found[side] ?? 0).plus(exact(grossAmount)));
      entries.set(entry, { ...found, date, [side]: sum });
    }
  const changed = [...entries.values()].map(each => {
    const what = each.before === null ? 'added' : each.now === null ? 'removed' : 'changed';
    return { ...each, what } as const;
  });
  const reports = month.responses
    .filter(({ file }) => file !== ledgerFile && file !== 'revenues-again.json')
    // With other flags, the request differs: its response cannot show whether the report has changed.
    .filter(each => known.get(each.file)?.path === each.path && isOther(each))
    .map(({ file }) => file.replace('.json', ''));
  return {
    since: close.about.closedAt,
    sequence: close.about.sequence,
    entries: changed.slice(0, mostKept),
    count: changed.length,
    reports,
  };
}

export type Changes = Awaited<ReturnType<typeof findChanges>>;

/** Of a list that a close keeps, hashed while it is read. @throws OutputError if it was changed, UndocumentedResponseError for other months */
export async function* itemsOfClose<Item>(close: StoredClose, list: ItemList<Item>) {
  const { name } = list.report;
  const file = `${name}.json`;
  const period = daysOfMonth(close.about.period);
  const hint = 'correct it in the platform and close the month again; nothing was written';
  const month = savedMonth(close);
  const digest = new ByteDigest();
  let isRead = false;
  try {
    for await (const items of (await readList<Item>(month, name, digest)) ?? []) {
      requireDates(list, items, period, `${name} of close ${close.about.sequence}`, hint);
      yield items;
    }
    isRead = month.responses.some(saved => saved.file === file && saved.sha256 === digest.end().sha256);
  } finally {
    // Says what is wrong with the file, instead of what the reader has found in it.
    if (!isRead) await requireUnchanged(close, file);
  }
}

type Lines = AsyncIterable<readonly Posting[]>;

/** The lines that only one of two ledgers has. The status of a reservation is that of the query, so it is not compared. */
async function compareLedgers(before: Lines, now: Lines) {
  const left = new Map<string, number>();
  const keyOf = ({ reservation, ...line }: Posting) =>
    stringifyJson(sortedByName({ ...line, reservation: reservation && { id: reservation.id } }));
  for await (const lines of before)
    for (const key of lines.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  const added: Posting[] = [];
  for await (const lines of now)
    for (const line of lines) {
      const key = keyOf(line);
      const count = left.get(key) ?? 0;
      if (count === 0) added.push(line);
      else left.set(key, count - 1);
    }
  const removed = [...left].flatMap(([key, count]) => Array<Posting>(count).fill(parseJson(key) as Posting));
  return { removed, added };
}

/** The lines of a ledger that another one does not have, and those that it has besides, with their amounts reversed. */
export async function* differenceOfLedgers(before: Lines, now: Lines): AsyncGenerator<readonly Posting[]> {
  const { removed, added } = await compareLedgers(before, now);
  yield [...removed.map(reverseLine), ...added];
}

const reverseLine = ({ grossAmount, netAmount, taxes, ...line }: Posting): Posting => ({
  ...line,
  grossAmount: negated(grossAmount),
  netAmount: negated(netAmount),
  taxes: taxes?.map(({ amount, ...tax }) => ({ ...tax, amount: negated(amount) })) ?? null,
});
