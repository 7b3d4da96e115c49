import { dateExpression, id, propertyId } from '../parameters.ts';
import type { ReportDefinition } from './report.ts';
import { dateFilterAtMostOneMonth } from './rules.ts';

/** platform.md, "GET /reports/v0-nsfw/reports/company-invoices-vat". */
export const companyInvoicesVatReport: ReportDefinition = {
  name: 'company-invoices-vat',
  method: 'GET',
  summary: 'invoices to companies with their VAT breakdown',
  description:
    'For the accountant and the VAT return: each company invoice with the company, its tax id and address, the amount ' +
    'outstanding, and net and tax for each VAT type. Without a date filter, the platform chooses the dates.',
  versions: ['v0-nsfw', 'v1'],
  mayBeEmpty: true,
  parameters: [
    propertyId,
    {
      wire: 'companyIds',
      flag: 'company',
      kind: id,
      required: false,
      repeatable: true,
      summary: 'only invoices to this company',
    },
    {
      wire: 'dateFilter',
      flag: 'date-filter',
      kind: dateExpression,
      required: false,
      repeatable: true,
      summary: 'filter on the invoice date, at most one month; every expression must apply',
    },
  ],
  rules: [dateFilterAtMostOneMonth],
  views: ['invoices', 'taxes'],
  listField: 'companyInvoices',
  period: { becomes: 'date-filter', atMostMonths: 1 },
  examples: [
    {
      command: 'hotelctl reports company-invoices-vat --property MUC --period 2026-10',
      explains: 'October, as a table with totals',
    },
    {
      command:
        'hotelctl reports company-invoices-vat --property MUC --period last-month --view taxes --output vat.csv',
      explains: 'the VAT lines of last month, in a crontab',
    },
    {
      command:
        'hotelctl reports company-invoices-vat --property MUC --date-filter gte_2026-10-01 --date-filter lt_2026-11-01 --format ndjson',
      explains: 'as records for a program',
    },
  ],
  response: async () => (await import('./company-invoices-vat-response.ts')).companyInvoicesVatResponse,
};
