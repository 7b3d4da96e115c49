import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { remember } from '../../base/text.ts';
import { unguarded } from '../../output/csv.ts';
import type { CsvOptions } from '../../output/format.ts';
import { monthOf } from '../../platform/dates.ts';
import { type ExactNumber, type ExactSum, negated, settled, zero } from '../../platform/numbers.ts';
import { dateColumn, numberColumn, type ReportRecord, textColumns } from '../../platform/records.ts';
import { escapedCharacter, safeText } from '../../platform/safe-text.ts';
import { addBetween, type JournalEntry, type LedgerJournal, type WrittenRow } from './entries.ts';

/** Proves that rows, read one by one, are those of the ledger: as many as entries, with the same sums. @throws UndocumentedResponseError that names the account */
export function proveSums(
  { entries, movements, currency = '' }: LedgerJournal,
  rows: Iterable<WrittenRow>,
  rowsOfEntry = 1,
): void {
  const sums = new Map<string, ExactSum>();
  let count = 0;
  for (const row of rows) {
    count += 1;
    addBetween(sums, row);
  }
  for (const account of new Set([...movements.keys(), ...sums.keys()])) {
    const moved = movements.get(account)?.value ?? zero;
    const written = sums.get(account)?.value ?? zero;
    if (moved.eq(written)) continue;
    throw refused(
      `account ${safeText(account, 80)} is ${written.toFixed()} ${currency} in the file and ${moved.toFixed()} ${currency} in ` +
        `the ledger: a difference of ${written.minus(moved).toFixed()} ${currency}`,
    );
  }
  const expected = entries.length * rowsOfEntry;
  if (count !== expected) throw refused(`the file has ${count} rows; the journal has ${expected}`);
}

const refused = (message: string) =>
  new UndocumentedResponseError(message, { hint: 'nothing was written; report it' });

const moneyColumn = (name: string, heading: string) => ({
  ...numberColumn(name, heading),
  unit: { kind: 'money', currency: 'currency' } as const,
});
const lastColumns = textColumns('currency', 'taxCode', 'costCentre', 'text', 'close');

export const journalLayouts = {
  /** Both accounts in a row, with a signed amount. */
  entries: [
    dateColumn('date', 'Date'),
    ...textColumns('document', 'debit', 'credit'),
    moneyColumn('amount', 'Amount'),
    ...lastColumns,
  ],
  /** One account in a row, as Xero, QuickBooks and Sage have it; the rows of an entry have its number. */
  rows: [
    numberColumn('entry', 'Entry'),
    dateColumn('date', 'Date'),
    ...textColumns('document', 'account'),
    moneyColumn('debit', 'Debit'),
    moneyColumn('credit', 'Credit'),
    ...lastColumns,
  ],
};
export type JournalLayout = keyof typeof journalLayouts;

/** The two rows of an entry: a reduction is on the other side, with a positive amount. */
function* accountRows(
  { date, document, debit, credit, amount, key, keySide, costCentre, text }: JournalEntry,
  number: number,
  more: ReportRecord,
): Generator<ReportRecord> {
  const isReduction = Number(amount) < 0;
  const positive = isReduction ? negated(amount) : amount;
  const shared = { entry: number, date, document, costCentre, text, ...more };
  for (const [account, side] of [[debit, 'debit'] as const, [credit, 'credit'] as const]) {
    const isDebit = (side === 'debit') !== isReduction;
    const amounts = isDebit ? { debit: positive, credit: null } : { debit: null, credit: positive };
    yield { ...shared, ...amounts, account, taxCode: side === keySide ? key : '' };
  }
}

/** The records of a journal, a few at a time: those of all entries would take as much memory as the entries. */
export function* journalRecords(
  entries: readonly JournalEntry[],
  layout: JournalLayout,
  currency: string,
  closeOf: (month: string) => string,
): Generator<readonly ReportRecord[]> {
  const closeIn = remember(closeOf);
  for (let from = 0; from < entries.length; from += recordsAtATime)
    yield entries.slice(from, from + recordsAtATime).flatMap((entry, index) => {
      const more = { currency, close: closeIn(monthOf(entry.date)) };
      if (layout === 'rows') return [...accountRows(entry, from + index + 1, more)];
      // Copies of all fields would take thirty times as long.
      const { date, document, debit, credit, amount, key, costCentre, text } = entry;
      return { date, document, debit, credit, amount, taxCode: key, costCentre, text, ...more };
    });
}
const recordsAtATime = 1000;

/** The rows of a CSV file of this journal, read back. @param pieces of whole rows */
export function* readJournalCsv(
  pieces: readonly Buffer[],
  { delimiter, decimalComma }: CsvOptions,
  layout: JournalLayout,
): Generator<WrittenRow> {
  const names = journalLayouts[layout].map(({ name }) => name);
  const separator = escapedCharacter(delimiter);
  // What is proven is before the currency: the other cells of a row need only end where it ends.
  const cells = `("(?:[^"]|"")*"|[^"\\r\\n${separator}]*)${separator}`.repeat(names.indexOf('currency'));
  const rowForm = new RegExp(`${cells}[^"\\r\\n]*(?:"[^"]*"[^"\\r\\n]*)*\\r\\n`, 'guy');
  let isHeading = true;
  for (const piece of pieces)
    for (const [, ...row] of piece.toString().matchAll(rowForm)) {
      const cell = (name: string) => {
        const text = row[names.indexOf(name)] ?? '';
        return unguarded(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
      };
      const amount = (name: string) => readAmount(decimalComma ? cell(name).replace(',', '.') : cell(name));
      if (isHeading) isHeading = false;
      else if (layout === 'entries')
        yield { debit: cell('debit'), credit: cell('credit'), amount: amount('amount') };
      else {
        const isDebit = cell('credit') === '';
        const moved = isDebit ? amount('debit') : negated(amount('credit'));
        yield { debit: cell('account'), amount: moved };
      }
    }
}

const readAmount = (text: string): ExactNumber => {
  const double = Number(text);
  return String(double) === text ? double : settled(new Big(text));
};
