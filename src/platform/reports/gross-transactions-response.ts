import {
  choiceOf,
  date,
  dateTime,
  double,
  exportAccount,
  int64,
  list,
  model,
  nullish,
  text,
  vatType,
} from '../models.ts';
import type { ReportRecord } from '../records.ts';
import {
  type ColumnFacts,
  columnsOfModel,
  describedColumns,
  ledByProperty,
  propertyColumn,
  propertyLead,
  recordLedBy,
} from './columns.ts';
import type { ReportResponse } from './report.ts';

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
    {
      name: 'transactions',
      summary: 'one line for each posting',
      columns: [propertyColumn, ...describedColumns(facts, columnsOfModel(transaction))],
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
      *records(item, parameters) {
        yield ledByProperty(parameters, item);
      },
    },
    {
      name: 'taxes',
      summary: 'one line for each tax of a posting',
      columns: [
        propertyColumn,
        ...describedColumns(facts, [
          { name: 'sourceEntryNumber', type: 'text' },
          { name: 'type', type: 'text' },
          { name: 'percent', type: 'number' },
          { name: 'amount', type: 'number' },
          { name: 'currency', type: 'text' },
        ]),
      ],
      table: {
        columns: ['sourceEntryNumber', 'type', 'percent', 'amount'],
      },
      *records(item, parameters) {
        const { sourceEntryNumber, currency, taxes } = item;
        for (const tax of (taxes ?? []) as ReportRecord[])
          yield { ...recordLedBy({ ...propertyLead(parameters), sourceEntryNumber }, tax), currency };
      },
    },
  ],
};
