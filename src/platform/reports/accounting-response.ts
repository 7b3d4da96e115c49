import type * as z from 'zod/mini';
import {
  assumedModel,
  choiceOf,
  countryCode,
  date,
  dateTime,
  double,
  int64,
  list,
  model,
  money,
  nonEmptyText,
  nullish,
  type Schema,
  text,
} from '../models.ts';
import type { ReportRecord } from '../records.ts';
import {
  type ColumnFacts,
  columnsOfModel,
  describedColumns,
  intervalColumns,
  intervalLead,
  recordLedBy,
  shapedView,
  vatTypeWords,
} from './columns.ts';
import type { ReportResponse } from './report.ts';

/** What the accounting reports share. They are loaded with those reports only. */

/** ExportAccountModel (platform.md, Other models). */
const exportAccount = model({
  name: nonEmptyText,
  number: nonEmptyText,
  parentNumber: nullish(text),
  type: choiceOf(
    'Revenues',
    'Payments',
    'Liabilities',
    'Receivables',
    'Vat',
    'House',
    'AccountsReceivable',
    'CityTaxes',
    'TransitoryItems',
    'VatOnLiabilities',
    'LossOfAccountsReceivable',
    'SecondCityTax',
    'GuestLevies',
  ),
});

export const vatType = choiceOf(
  'Null',
  'VeryReduced',
  'Reduced',
  'Normal',
  'Without',
  'Special',
  'Special1',
  'Special2',
  'ReducedCovid19',
  'NormalCovid19',
  'Mixed',
);

/** Gross transactions list (platform facts, Reports): plain amounts with one currency field, not Money. */
const transaction = assumedModel({
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
  receipt: assumedModel({
    type: nullish(choiceOf('Custom', 'Reservation', 'Invoice', 'PspReference')),
    number: text,
  }),
  sourceEntryNumber: text,
  reference: text,
  referenceType: choiceOf('House', 'Guest', 'External', 'Booking'),
  taxes: nullish(list(assumedModel({ type: vatType, percent: double, amount: double }))),
  reservation: nullish(
    assumedModel({
      id: text,
      status: choiceOf('Confirmed', 'InHouse', 'CheckedOut', 'Canceled', 'NoShow'),
      arrival: dateTime,
      departure: dateTime,
    }),
  ),
});

export type GrossTransaction = z.infer<typeof transaction>;

/** Amounts have no totals: charges, the payments that settle them and moved items are in the same list. */
const amount = { unit: { kind: 'money', currency: 'currency' } } as const;

const transactionFacts: Readonly<Record<string, ColumnFacts>> = {
  date: 'Date',
  command: 'Operation',
  'debitedAccount.name': 'Debited',
  'creditedAccount.name': 'Credited',
  reference: 'Reference',
  grossAmount: { ...amount, heading: 'Amount', tax: 'gross' },
  netAmount: { ...amount, heading: 'Amount', tax: 'net' },
  currency: 'Currency',
  sourceEntryNumber: 'Entry',
  type: { heading: 'VAT type', display: vatTypeWords('type') },
  percent: { heading: 'VAT', unit: { kind: 'percent' } },
  amount: { ...amount, heading: 'Tax' },
};

export const grossTransactionsResponse: ReportResponse = {
  body: model({ transactions: list(transaction), count: int64 }),
  item: transaction,
  views: [
    shapedView(transaction, transactionFacts, {
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
    shapedView(transaction, transactionFacts, {
      name: 'taxes',
      summary: 'one line for each tax of a posting',
      shape: { each: 'taxes', members: ['sourceEntryNumber', '*', 'currency'] },
      table: { columns: ['sourceEntryNumber', 'type', 'percent', 'amount'] },
    }),
  ],
};

const address = model({
  addressLine1: nonEmptyText,
  addressLine2: nullish(text),
  postalCode: nonEmptyText,
  city: nonEmptyText,
  regionCode: nullish(text),
  countryCode,
});

const company = model({ id: text, code: text, name: nonEmptyText, taxId: nullish(text), address });

const taxDetail = assumedModel({ vatType, vatPercent: double, net: money, tax: money });

const invoice = model({
  number: nullish(text),
  date,
  subTotal: money,
  outstandingPayment: nullish(money),
  taxDetails: nullish(list(taxDetail)),
});

const companyInvoice = model({ company, invoice });
export type ListedInvoice = z.infer<typeof companyInvoice>;

const invoiceFacts: Readonly<Record<string, ColumnFacts>> = {
  'company.name': 'Company',
  'company.taxId': { heading: 'Tax id', role: 'identifier' },
  'invoice.number': { heading: 'Invoice', role: 'identifier' },
  'invoice.date': 'Date',
  'invoice.subTotal.amount': { heading: 'Subtotal', aggregation: { kind: 'sum' } },
  'invoice.subTotal.currency': 'Currency',
  'invoice.outstandingPayment.amount': { heading: 'Outstanding', aggregation: { kind: 'sum' } },
  vatType: { heading: 'VAT type', display: vatTypeWords('vatType') },
  vatPercent: { heading: 'VAT', unit: { kind: 'percent' } },
  'net.amount': { heading: 'Amount', tax: 'net', aggregation: { kind: 'sum' } },
  'net.currency': 'Currency',
  'tax.amount': { heading: 'Tax', aggregation: { kind: 'sum' } },
};

export const companyInvoicesVatResponse: ReportResponse = {
  body: model({ companyInvoices: list(companyInvoice), count: int64 }),
  item: companyInvoice,
  views: [
    shapedView(companyInvoice, invoiceFacts, {
      name: 'invoices',
      summary: 'one line for each invoice',
      shape: {},
      table: {
        columns: [
          'invoice.date',
          'invoice.number',
          'company.name',
          'company.taxId',
          'invoice.subTotal.amount',
          'invoice.outstandingPayment.amount',
        ],
      },
    }),
    shapedView(companyInvoice, invoiceFacts, {
      name: 'taxes',
      summary: 'one line for each VAT type of an invoice',
      shape: {
        each: 'invoice.taxDetails',
        members: ['company.id', 'company.code', 'company.name', 'invoice.number', 'invoice.date', '*'],
      },
      table: {
        columns: [
          'invoice.date',
          'invoice.number',
          'company.name',
          'vatType',
          'vatPercent',
          'net.amount',
          'tax.amount',
        ],
      },
    }),
  ],
};

const own = { account: exportAccount, netAmount: money, grossAmount: money };
const withoutChildren = model(own);

/** Revenues (platform facts, Reports): a tree, each account with its own amounts and its children's. */
const account: Schema = assumedModel({
  ...own,
  get children() {
    return nullish(list(account));
  },
});

export interface RevenueNode extends z.infer<typeof withoutChildren> {
  readonly children?: readonly RevenueNode[] | null;
}

const accountFacts = {
  'account.name': 'Account',
  'account.number': 'Account number',
  'netAmount.amount': 'Revenue',
  'netAmount.currency': 'Currency',
  'grossAmount.amount': 'Revenue',
};

const net = { kind: 'money', currency: 'netAmount.currency' } as const;

export const revenuesResponse: ReportResponse = {
  body: account,
  views: [
    {
      name: 'accounts',
      summary: 'the accounts in depth-first order, each with its depth in the tree',
      columns: [
        ...intervalColumns.map(column =>
          column.name === 'to' ? { ...column, exclusive: true as const } : column,
        ),
        { name: 'depth', type: 'number', storage: 'int32' },
        ...describedColumns(accountFacts, columnsOfModel(withoutChildren)),
      ],
      table: {
        title: 'Revenues',
        columns: ['account.name', 'account.number', 'netAmount.amount', 'grossAmount.amount'],
        indentBy: 'depth',
      },
      charts: [
        {
          title: 'Revenue net by account',
          kind: 'bars',
          label: 'account.name',
          value: 'netAmount.amount',
          unit: net,
          only: { column: 'depth', values: [1] },
          largestFirst: true,
        },
      ],
      whole: {
        record: body => body as ReportRecord,
        figures: [
          { title: 'Revenue net', value: 'netAmount.amount', unit: net },
          {
            title: 'Revenue gross',
            value: 'grossAmount.amount',
            unit: { kind: 'money', currency: 'grossAmount.currency' },
          },
        ],
      },
      *records(body, parameters) {
        yield* walk(body as RevenueNode, 0);
        function* walk({ children, ...node }: RevenueNode, depth: number): Generator<ReportRecord> {
          yield recordLedBy({ ...intervalLead(parameters), depth }, node as ReportRecord);
          for (const child of children ?? []) yield* walk(child, depth + 1);
        }
      },
    },
  ],
};
