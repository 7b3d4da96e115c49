import { choiceOf, date, dateTime, double, int64, list, model, nullish, text } from '../models.ts';
import { exportAccount, vatType } from './account-models.ts';
import type { ColumnFacts } from './columns.ts';
import type { ReportResponse } from './report.ts';
import { shapedView } from './row-shape.ts';

/** Gross transactions list (platform facts, Reports): plain amounts with one currency field, not Money. */
const transaction = model({
  timestamp: dateTime,
  date,
  debitedAccount: exportAccount,
  creditedAccount: exportAccount,
  command: choiceOf(
    'PostCharge',
    'PostPayment',
    'MoveLineItem',
    'PostPrepayment',
    'PostToAccountsReceivables',
    'PostPrepaymentVat',
    'PostToLossOfAccountsReceivables',
    'System',
  ),
  currency: text,
  grossAmount: double,
  netAmount: double,
  receipt: model({
    type: nullish(choiceOf('Custom', 'Reservation', 'Invoice', 'PspReference')),
    number: text,
  }),
  sourceEntryNumber: text,
  reference: text,
  referenceType: choiceOf('House', 'Guest', 'External', 'Booking'),
  taxes: nullish(list(model({ type: vatType, percent: double, amount: double }))),
  reservation: nullish(
    model({
      id: text,
      status: choiceOf('Confirmed', 'InHouse', 'CheckedOut', 'Canceled', 'NoShow'),
      arrival: dateTime,
      departure: dateTime,
    }),
  ),
});

/** Amounts have no totals: charges, the payments that settle them and moved items are in the same list. */
const amount = { unit: { kind: 'money', currency: 'currency' } } as const;

const facts: Readonly<Record<string, ColumnFacts>> = {
  date: 'Date',
  command: 'Command',
  'debitedAccount.name': 'Debited',
  'creditedAccount.name': 'Credited',
  reference: 'Reference',
  grossAmount: { ...amount, heading: 'Amount', tax: 'gross' },
  netAmount: { ...amount, heading: 'Amount', tax: 'net' },
  currency: 'Currency',
  sourceEntryNumber: 'Entry',
  type: 'VAT type',
  percent: { heading: 'VAT', unit: { kind: 'percent' } },
  amount: { ...amount, heading: 'Tax' },
};

export const grossTransactionsResponse: ReportResponse = {
  body: model({ transactions: list(transaction), count: int64 }),
  item: transaction,
  views: [
    shapedView(transaction, facts, {
      name: 'transactions',
      summary: 'one line for each posting',
      shape: {},
      table: {
        columns: [
          'date',
          'command',
          'debitedAccount.name',
          'creditedAccount.name',
          'reference',
          'grossAmount',
          'netAmount',
        ],
      },
    }),
    shapedView(transaction, facts, {
      name: 'taxes',
      summary: 'one line for each tax of a posting',
      shape: { each: 'taxes', members: ['sourceEntryNumber', '*', 'currency'] },
      table: {
        columns: ['sourceEntryNumber', 'type', 'percent', 'amount'],
      },
    }),
  ],
};
