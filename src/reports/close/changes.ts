import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { readItems } from '../../output/rows/read-items.ts';
import { parseJson, sortedByName, stringifyJson } from '../../platform/json.ts';
import { type ExactNumber, settled } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import { ByteDigest } from '../archive/manifest.ts';
import type { ItemList, ReportSource } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';
import { addDecimals, exact } from './exact-sum.ts';
import { mostKept } from './ledger-line.ts';
import { readResponse, responseFiles, type SavedResponse, savedResponses } from './responses.ts';
import { requireUnchanged, type StoredClose } from './stored-closes.ts';

/** What an entry of the ledger was in a close, and is now. Null: there is none. */
interface ChangedEntry {
  readonly entry: string;
  readonly what: 'added' | 'removed' | 'changed';
  readonly date: string;
  readonly before: ExactNumber | null;
  readonly now: ExactNumber | null;
}

/** What has changed in a month since it was closed. */
export interface Changes {
  readonly since: string;
  /** The number of that close. */
  readonly sequence: number;
  readonly entries: readonly ChangedEntry[];
  readonly count: number;
  /** Other reports whose responses are not what they were. */
  readonly reports: readonly string[];
}

interface Entry {
  readonly date: string;
  readonly gross: Big;
  readonly content: string;
}

export type ResponsePlace = readonly [folder: string, responses: readonly SavedResponse[]];

/** Compares two ledgers by entry. The status of a reservation is that of the query, so it is not compared. */
export async function findChanges(
  source: ReportSource,
  close: StoredClose,
  [folder, responses]: ResponsePlace,
): Promise<Changes> {
  const earlier = savedResponses(close.manifest.files);
  await requireUnchanged(close, responseFiles.ledger);
  const digestIn = (list: readonly SavedResponse[], file: string) =>
    list.find(each => each.file === file)?.sha256;
  const isSame = (file: string) => digestIn(earlier, file) === digestIn(responses, file);
  // The same bytes have the same entries, and a ledger takes seconds to read.
  const entriesIn = (place: ResponsePlace) =>
    isSame(responseFiles.ledger) ? new Map<string, Entry>() : readEntries(source, place);
  const before = await entriesIn([close.entry.folder, earlier]);
  const now = await entriesIn([folder, responses]);
  const changed = [...new Set([...before.keys(), ...now.keys()])].flatMap((entry): ChangedEntry[] => {
    const [was, is] = [before.get(entry), now.get(entry)];
    if (was?.content === is?.content) return [];
    const what = was && is ? 'changed' : is ? 'added' : 'removed';
    const date = (is ?? was)?.date ?? '';
    return [{ entry, what, date, before: was?.gross ?? null, now: is?.gross ?? null }];
  });
  // With other flags, the request differs: its response cannot show whether the report has changed.
  const isRepeated = ({ file, path }: SavedResponse) =>
    earlier.some(each => each.file === file && each.path === path);
  const reports = responses
    .filter(({ file }) => file !== responseFiles.ledger && file !== responseFiles.revenuesAgain)
    .filter(response => isRepeated(response) && !isSame(response.file))
    .map(({ file }) => file.replace('.json', ''));
  return {
    since: close.about.closedAt,
    sequence: close.about.sequence,
    entries: changed.slice(0, mostKept),
    count: changed.length,
    reports,
  };
}

async function readEntries(
  source: ReportSource,
  [folder, responses]: ResponsePlace,
): Promise<Map<string, Entry>> {
  const saved = responses.find(({ file }) => file === responseFiles.ledger);
  const entries = new Map<string, Entry>();
  if (!saved) return entries;
  for await (const records of (await readResponse(source, folder, saved)).records()) {
    for (const record of records) {
      const { reservation, ...line } = record as unknown as Posting;
      const known = entries.get(line.sourceEntryNumber);
      const content = stringifyJson(sortedByName({ ...line, reservation: reservation?.id }));
      entries.set(line.sourceEntryNumber, {
        date: line.date,
        gross: addDecimals([known?.gross ?? new Big(0), exact(line.grossAmount)]),
        content: [known?.content ?? '', content].sort().join('\n'),
      });
    }
  }
  return entries;
}

/**
 * The items of a list that a close keeps, hashed while they are read: whether it was changed is known at the end.
 *
 * @throws OutputError if it was changed, UndocumentedResponseError for other months
 */
export async function* itemsOfClose<Item>(
  source: ReportSource,
  close: StoredClose,
  { report, fields, dateOf }: ItemList<Item>,
): AsyncGenerator<readonly Item[]> {
  const { entry, manifest, about } = close;
  const file = `${report.name}.json`;
  const saved = savedResponses(manifest.files).find(each => each.file === file);
  if (!saved) return requireUnchanged(close, file);
  const digest = new ByteDigest();
  let isRead = false;
  try {
    const result = await readResponse(source, entry.folder, saved, digest);
    for await (const items of readItems<Item>(result, fields)) {
      const stray = items.map(dateOf).find(date => !date.startsWith(about.period));
      if (stray !== undefined)
        throw new UndocumentedResponseError(
          `${saved.report} of close ${about.sequence} has the date ${safeText(stray, 30)}, which is not in ${about.period}`,
          { hint: 'correct it in the platform and close the month again; nothing was written' },
        );
      yield items;
    }
    isRead = digest.end().sha256 === saved.sha256;
  } finally {
    // Says what is wrong with the file, instead of what the reader has found in it.
    if (!isRead) await requireUnchanged(close, file);
  }
}

type Lines = AsyncIterable<readonly Posting[]>;

/** The lines of a ledger that another one does not have, and those that it has besides, with their amounts reversed. */
export async function* differenceOfLedgers(before: Lines, now: Lines): AsyncGenerator<readonly Posting[]> {
  const left = new Map<string, number>();
  // The status of a reservation is that of the query.
  const keyOf = (line: Posting) => stringifyJson(sortedByName({ ...line, reservation: null }));
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
  yield [...removed.map(reverseLine), ...added];
}

const negated = (value: ExactNumber): ExactNumber => settled(exact(value).times(-1));

const reverseLine = ({ grossAmount, netAmount, taxes, ...line }: Posting): Posting => ({
  ...line,
  grossAmount: negated(grossAmount),
  netAmount: negated(netAmount),
  taxes: taxes?.map(({ amount, ...tax }) => ({ ...tax, amount: negated(amount) })) ?? null,
});
