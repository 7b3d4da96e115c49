import { date, double, int64, list, model, money, nonEmptyText, nullish, text } from '../models.ts';
import { vatType } from './account-models.ts';
import type { ColumnFacts } from './columns.ts';
import type { ReportResponse } from './report.ts';
import { shapedView } from './row-shape.ts';

/** AddressModel. */
const address = model({
  addressLine1: nonEmptyText,
  addressLine2: nullish(text),
  postalCode: nonEmptyText,
  city: nonEmptyText,
  regionCode: nullish(text),
  countryCode: text,
});

/** CompanyModel. */
const company = model({ id: text, code: text, name: nonEmptyText, taxId: nullish(text), address });

const taxDetail = model({ vatType, vatPercent: double, net: money, tax: money });

/** InvoiceModel. */
const invoice = model({
  number: nullish(text),
  date,
  subTotal: money,
  outstandingPayment: nullish(money),
  taxDetails: nullish(list(taxDetail)),
});

/** CompaniesVatReportItemModel. */
const item = model({ company, invoice });

const facts: Readonly<Record<string, ColumnFacts>> = {
  'company.name': 'Company',
  'company.taxId': { heading: 'Tax id', role: 'identifier' },
  'invoice.number': { heading: 'Invoice', role: 'identifier' },
  'invoice.date': 'Date',
  'invoice.subTotal.amount': { heading: 'Subtotal', aggregation: { kind: 'sum' } },
  'invoice.subTotal.currency': 'Currency',
  'invoice.outstandingPayment.amount': { heading: 'Outstanding', aggregation: { kind: 'sum' } },
  vatType: 'VAT type',
  vatPercent: { heading: 'VAT', unit: { kind: 'percent' } },
  'net.amount': { heading: 'Amount', tax: 'net', aggregation: { kind: 'sum' } },
  'net.currency': 'Currency',
  'tax.amount': { heading: 'Tax', aggregation: { kind: 'sum' } },
};

export const companyInvoicesVatResponse: ReportResponse = {
  body: model({ companyInvoices: list(item), count: int64 }),
  item,
  views: [
    shapedView(item, facts, {
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
    shapedView(item, facts, {
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
