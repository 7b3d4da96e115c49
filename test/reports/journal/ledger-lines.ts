import * as fc from 'fast-check';
import type { PostedAccount, Posting } from '../../../src/reports/posting.ts';
import { textOfFile } from '../../repository.ts';

/** Lines of a ledger, as gross transactions has them. */
export const account = (
  number: string,
  type: string,
  name = `${type} ${number}`,
  parentNumber: string | null = null,
): PostedAccount => ({ number, name, type, parentNumber });

export const receivables = account('1400', 'Receivables', 'Guest receivables');
export const lodging = account('8130', 'Revenues', 'Accommodation 7% VAT', '8100');
export const bar = account('8240', 'Revenues', 'Bar 19% VAT', '8200');
export const cash = account('1010', 'Payments', 'Cash', '1000');
export const prepayments = account('3000', 'Liabilities', 'Prepayments');
export const vat = account('3800', 'Vat', 'VAT');
export const vatOnPrepayments = account('3850', 'VatOnLiabilities', 'VAT on prepayments');

export const tax = (percent: number, amount: number, type = percent === 7 ? 'Reduced' : 'Normal') => ({
  type,
  percent,
  amount,
});

export const line = (
  debitedAccount: PostedAccount,
  creditedAccount: PostedAccount,
  grossAmount: number,
  rest: Partial<Posting> = {},
): Posting => ({
  timestamp: '2026-10-15T09:00:00+02:00',
  date: '2026-10-15',
  debitedAccount,
  creditedAccount,
  grossAmount,
  netAmount: grossAmount,
  command: 'PostCharge',
  currency: 'EUR',
  receipt: { type: 'Reservation', number: 'ABCD-1' },
  sourceEntryNumber: 'ABCD-1-1',
  reference: 'ABCD-1',
  referenceType: 'Guest',
  taxes: null,
  ...rest,
});

/** A complete map of the accounts above, with keys on the revenue accounts. */
export const mapText = textOfFile('test/reports/journal/map.csv');

const accounts = [cash, receivables, lodging, bar, prepayments, vat, vatOnPrepayments];
const days = ['2026-10-01', '2026-10-02', '2026-10-15', '2026-10-31'];
const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.constantFrom('Müller & Söhne', 'Dvořák “€” 100', '日本語', 'ßẞŁłĐ'),
  fc.constantFrom('=HYPERLINK("x")', 'a;b"c"', '\u0081\r\n\t'),
);

/** Ledgers with signed amounts, zeros, the same account on both sides, one tax or none, and any text. */
export const ledgers = fc.array(
  fc
    .record({
      debitedAccount: fc.constantFrom(...accounts),
      creditedAccount: fc.constantFrom(...accounts),
      cents: fc.oneof(fc.integer({ min: -999_999, max: 999_999 }), fc.constant(0)),
      date: fc.constantFrom(...days),
      number: texts,
      reference: texts,
      name: texts.map(text => text || 'Account'),
    })
    .map(({ debitedAccount, creditedAccount, cents, date, number, reference, name }) => {
      const percent = { [lodging.number]: 7, [bar.number]: 19 }[creditedAccount.number];
      return line(
        debitedAccount.type === 'Revenues' ? cash : debitedAccount,
        { ...creditedAccount, name },
        cents / 100,
        {
          date,
          reference,
          receipt: { type: 'Invoice', number },
          taxes: percent === undefined ? null : [tax(percent, 0.01)],
        },
      );
    }),
  { maxLength: 25 },
);

/** The lines of a CSV text without quotation marks, by heading. */
export function parseTable(text: string): Record<string, string>[] {
  const [head = '', ...rows] = text.trim().split('\n');
  const names = head.split(',');
  return rows.map(row => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
}
