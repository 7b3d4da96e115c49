import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import type { CsvOptions } from '../../output/csv-options.ts';
import { type ExactNumber, settled } from '../../platform/numbers.ts';
import { type Column, dateColumn, type ReportRecord, textColumn } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { ExactSum } from '../close/exact-sum.ts';
import { unguarded } from './account-map.ts';
import { addBetween, type JournalEntry, type LedgerJournal } from './entries.ts';

/** A row of a file, as it is read back from the bytes of the file. */
export interface WrittenRow {
  readonly debit: string;
  readonly credit: string;
  /** Signed: debited to the first account, credited to the second. */
  readonly amount: ExactNumber;
}

/**
 * Proves that the rows of the files are those of the ledger: as many as entries, and the same sum for each account. The rows are
 * read one by one, because all of them would take more memory than the file.
 *
 * @throws UndocumentedResponseError (exit 6) with the account and the difference
 */
export async function proveSums(
  { entries, movements, currency = '' }: LedgerJournal,
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>,
): Promise<void> {
  const sums = new Map<string, ExactSum>();
  let count = 0;
  for await (const row of rows) {
    count += 1;
    addBetween(sums, row);
  }
  for (const account of new Set([...movements.keys(), ...sums.keys()])) {
    const [moved, written] = [movements, sums].map(each => each.get(account)?.value ?? new Big(0)) as [
      Big,
      Big,
    ];
    if (moved.eq(written)) continue;
    throw refused(
      `account ${safeText(account, 80)} is ${written.toFixed()} ${currency} in the file and ${moved.toFixed()} ${currency} in ` +
        `the ledger: a difference of ${written.minus(moved).toFixed()} ${currency}`,
    );
  }
  if (count !== entries.length)
    throw refused(`the file has ${count} rows, and the journal has ${entries.length}`);
}

const refused = (message: string) =>
  new UndocumentedResponseError(message, { hint: 'nothing was written; report it' });

/** Double entry that other accounting systems import. */
export const doubleEntryColumns: readonly Column[] = [
  dateColumn('date', 'Date'),
  textColumn('document', 'Document'),
  textColumn('debit', 'Debit'),
  textColumn('credit', 'Credit'),
  { name: 'amount', type: 'number', heading: 'Amount', unit: { kind: 'money', currency: 'currency' } },
  textColumn('currency', 'Currency'),
  textColumn('taxCode', 'Tax code'),
  textColumn('costCentre', 'Cost centre'),
  textColumn('text', 'Text'),
];

const [debitAt, creditAt, amountAt] = ['debit', 'credit', 'amount'].map(name =>
  doubleEntryColumns.findIndex(column => column.name === name),
) as [number, number, number];

/** The records of a journal, a few at a time: those of all entries would take as much memory as the entries. */
export function* journalRecords(
  entries: readonly JournalEntry[],
  currency: string,
): Generator<readonly ReportRecord[]> {
  for (let from = 0; from < entries.length; from += recordsAtATime)
    yield entries
      .slice(from, from + recordsAtATime)
      .map(({ date, document, debit, credit, amount, key, costCentre, text }) => ({
        date,
        document,
        debit,
        credit,
        amount,
        currency,
        taxCode: key,
        costCentre,
        text,
      }));
}
const recordsAtATime = 1000;

const makeRow = (debit = '', credit = '', text = ''): WrittenRow => {
  const double = Number(text);
  return { debit, credit, amount: String(double) === text ? double : settled(new Big(text)) };
};

/** The rows of a CSV file of this journal, read back. */
export async function* readJournalCsv(
  bytes: Uint8Array,
  { delimiter, decimalComma }: CsvOptions,
): AsyncGenerator<WrittenRow> {
  const { parse } = await import('csv-parse');
  const rows: AsyncIterable<readonly string[]> = Readable.from([bytes]).pipe(
    parse({ bom: true, delimiter, from: 2 }),
  );
  for await (const row of rows) {
    const amount = row[amountAt] ?? '';
    const [debit, credit] = [debitAt, creditAt].map(at => unguarded(row[at] ?? ''));
    yield makeRow(debit, credit, decimalComma ? amount.replace(',', '.') : amount);
  }
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The rows of a workbook of this journal, read back: they are the first part of the ZIP file. */
export async function* readJournalWorkbook(bytes: Buffer): AsyncGenerator<WrittenRow> {
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const sheet = Readable.from([bytes.subarray(start)])
    .pipe(createInflateRaw())
    .setEncoding('utf8');
  const letters = [debitAt, creditAt, amountAt].map(index => String.fromCharCode(65 + index));
  let [rest, isHeading] = ['', true];
  for await (const piece of sheet) {
    const rows = `${rest}${piece}`.split('</row>');
    rest = rows.pop() ?? '';
    for (const row of rows) {
      const cells = new Map(
        [...row.matchAll(/<c r="([A-Z])\d+"[^>]*>(.*?)<\/c>/gs)].map(([, letter = '', inner = '']) => [
          letter,
          inner.replace(/<[^>]*>/g, '').replace(/&\w+;/g, entity => entities[entity] ?? entity),
        ]),
      );
      const [debit, credit, amount] = letters.map(letter => cells.get(letter));
      if (!isHeading && amount !== undefined) yield makeRow(debit, credit, amount);
      isHeading = false;
    }
  }
}
