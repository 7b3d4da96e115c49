import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import Big from 'big.js';
import type { CsvOptions } from '../../output/csv-options.ts';
import { type Column, dateColumn, type ReportRecord, textColumn } from '../../platform/records.ts';
import { unguarded } from './account-map.ts';
import type { JournalEntry } from './entries.ts';
import type { WrittenRow } from './proof.ts';

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
        ...{ date, document, debit, credit, amount, currency },
        ...{ taxCode: key, costCentre, text },
      }));
}
const recordsAtATime = 1000;

const makeRow = (debit = '', credit = '', amount = ''): WrittenRow => ({
  ...{ debit, credit, amount: new Big(amount) },
});

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
