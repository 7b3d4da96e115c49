import { date, double, int64, list, model, money, nonEmptyText, nullish, text, vatType } from '../models.ts';
import type { Column, ReportRecord } from '../records.ts';
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
  'company.taxId': 'Tax id',
  'invoice.number': 'Invoice',
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

/** The leading columns of a tax line. */
const identity: readonly Column[] = columnsOfModel(item).filter(({ name }) =>
  ['company.id', 'company.code', 'company.name', 'invoice.number', 'invoice.date'].includes(name),
);

export const companyInvoicesVatResponse: ReportResponse = {
  body: model({ companyInvoices: list(item), count: int64 }),
  item,
  views: [
    {
      name: 'invoices',
      summary: 'one line for each invoice',
      columns: [propertyColumn, ...describedColumns(facts, columnsOfModel(item))],
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
      *records(record, parameters) {
        yield ledByProperty(parameters, record);
      },
    },
    {
      name: 'taxes',
      summary: 'one line for each VAT type of an invoice',
      columns: [propertyColumn, ...describedColumns(facts, [...identity, ...columnsOfModel(taxDetail)])],
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
      *records(record, parameters) {
        const { company: buyer, invoice: bill } = record as { company: ReportRecord; invoice: ReportRecord };
        const lead = {
          ...propertyLead(parameters),
          company: { id: buyer['id'], code: buyer['code'], name: buyer['name'] },
          invoice: { number: bill['number'], date: bill['date'] },
        };
        for (const tax of (bill['taxDetails'] ?? []) as ReportRecord[]) yield recordLedBy({ ...lead }, tax);
      },
    },
  ],
};
