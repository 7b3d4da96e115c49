import { inflateRawSync } from 'node:zlib';
import Big from 'big.js';
import type { CsvOptions } from '../../output/csv-options.ts';
import { settled } from '../../platform/numbers.ts';
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

export const journalRecords = (entries: readonly JournalEntry[], currency: string): readonly ReportRecord[] =>
  entries.map(({ date, document, debit, credit, amount, key, costCentre, text }) => ({
    ...{ date, document, debit, credit, amount: settled(amount), currency },
    ...{ taxCode: key, costCentre, text },
  }));

const makeRow = (debit = '', credit = '', amount = ''): WrittenRow => ({
  ...{ debit, credit, amount: new Big(amount) },
});

/** The rows of a CSV file of this journal, read back. */
export async function readJournalCsv(
  bytes: Uint8Array,
  { delimiter, decimalComma }: CsvOptions,
): Promise<WrittenRow[]> {
  const { parse } = await import('csv-parse/sync');
  const rows = parse(Buffer.from(bytes), { bom: true, delimiter, from: 2 });
  return rows.map(row => {
    const amount = row[amountAt] ?? '';
    const [debit, credit] = [debitAt, creditAt].map(at => unguarded(row[at] ?? ''));
    return makeRow(debit, credit, decimalComma ? amount.replace(',', '.') : amount);
  });
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The rows of a workbook of this journal, read back: they are the first part of the ZIP file. */
export function readJournalWorkbook(bytes: Buffer): WrittenRow[] {
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const sheet = inflateRawSync(bytes.subarray(start)).toString('utf8');
  const letters = [debitAt, creditAt, amountAt].map(index => String.fromCharCode(65 + index));
  // After the row of the headings.
  return sheet
    .split('<row ')
    .slice(2)
    .flatMap(row => {
      const cells = new Map(
        [...row.matchAll(/<c r="([A-Z])\d+"[^>]*>(.*?)<\/c>/gs)].map(([, letter = '', inner = '']) => [
          letter,
          inner.replace(/<[^>]*>/g, '').replace(/&\w+;/g, entity => entities[entity] ?? entity),
        ]),
      );
      const [debit, credit, amount] = letters.map(letter => cells.get(letter));
      return amount === undefined ? [] : [makeRow(debit, credit, amount)];
    });
}
