import {
  dateExpression,
  dayAfterLast,
  fromDay,
  id,
  languageCode,
  optionalParameter,
  propertyId,
  repeatedParameter,
} from '../parameters.ts';
import { atMostOneYear, dateFilterAtMostOneMonth, fromBeforeTo, type ReportDefinition } from './report.ts';

/** platform.md, "POST /reports/v0-nsfw/reports/gross-transactions". */
export const grossTransactionsReport: ReportDefinition = {
  name: 'gross-transactions',
  method: 'POST',
  summary: 'every posting of the ledger with folio and reservation, by business date',
  description:
    'One or two lines for each ledger entry, with the accounts debited and credited, the receipt, ' +
    'the tax lines and the reservation. Amounts are posted charges and payments, so they differ by design from ' +
    'property-performance, which counts booked amounts.',
  versions: ['v0-nsfw'],
  mayBeEmpty: true,
  assumes: { key: 'assume.transactions.fields', about: /./ },
  parameters: [
    propertyId,
    {
      ...repeatedParameter(
        'dateFilter',
        dateExpression,
        'filter on the business date; every expression must apply',
      ),
      required: true,
    },
    optionalParameter(
      'reference',
      id,
      'a reservation, booking or external folio id, or the property id for the house folio',
    ),
  ],
  rules: [],
  views: ['transactions', 'taxes'],
  listField: 'transactions',
  dayField: 'date',
  sortExample: 'date',
  period: { becomes: 'date-filter' },
  examples: {
    'hotelctl reports gross-transactions --property MUC --period 2026-10': 'October, on the screen',
    'hotelctl reports gross-transactions --property MUC --period last-month --output transactions.csv':
      'last month for the accountant, in a crontab',
    'hotelctl reports gross-transactions --property MUC --period 2026-10-15 --view taxes --format csv':
      'the tax lines of one business day',
  },
  response: async () => (await import('./accounting-response.ts')).grossTransactionsResponse,
};

/** platform.md, "GET /reports/v0-nsfw/reports/company-invoices-vat". */
export const companyInvoicesVatReport: ReportDefinition = {
  name: 'company-invoices-vat',
  title: 'Company invoices VAT',
  method: 'GET',
  summary: 'invoices to companies with their VAT breakdown',
  description:
    'Each company invoice with the company, its tax id and address, the amount ' +
    'outstanding, and net and tax for each VAT type.',
  versions: ['v0-nsfw', 'v1'],
  mayBeEmpty: true,
  assumes: { key: 'assume.taxDetails.fields', about: /./ },
  parameters: [
    propertyId,
    repeatedParameter('companyIds', id, 'only invoices to this company'),
    repeatedParameter(
      'dateFilter',
      dateExpression,
      'filter on the invoice date, at most one month; every expression must apply; default: dates that the platform chooses',
    ),
  ],
  rules: [dateFilterAtMostOneMonth],
  views: ['invoices', 'taxes'],
  gatheredView: 'ageing',
  listField: 'companyInvoices',
  dayField: 'invoice.date',
  sortExample: 'date',
  period: { becomes: 'date-filter', atMostMonths: 1 },
  examples: {
    'hotelctl reports company-invoices-vat --property MUC --period 2026-10':
      'October, as a table with totals',
    'hotelctl reports company-invoices-vat --property MUC --period last-month --view taxes --output vat.csv':
      'the VAT lines of last month, in a crontab',
    'hotelctl reports company-invoices-vat --all-properties --period 2026-06..2026-10 --view ageing --output debtors.xlsx':
      'what each company owes of these invoices, by age',
    'hotelctl reports company-invoices-vat --property MUC --date-filter gte_2026-10-01 --date-filter lt_2026-11-01 --format ndjson':
      'as records for a program',
  },
  response: async () => (await import('./accounting-response.ts')).companyInvoicesVatResponse,
};

/** platform.md, "GET /reports/v0-nsfw/reports/revenues". */
export const revenuesReport: ReportDefinition = {
  name: 'revenues',
  method: 'GET',
  summary: 'posted revenues as a tree of accounts, net and gross',
  description:
    'What was posted, by account and subaccount. It counts posted charges, while ' +
    'property-performance counts booked amounts: the two differ by design.',
  versions: ['v0-nsfw', 'v1'],
  mayBeEmpty: false,
  assumes: { key: 'assume.revenues.fields', about: /./ },
  parameters: [
    propertyId,
    fromDay,
    dayAfterLast,
    optionalParameter('languageCode', languageCode, 'language of the account names'),
  ],
  rules: [fromBeforeTo, atMostOneYear],
  views: ['accounts'],
  chartView: 'accounts',
  sortExample: 'netAmount.amount:desc',
  period: { becomes: 'from-to', to: 'exclusive', atMostMonths: 12 },
  examples: {
    'hotelctl reports revenues --property MUC --period 2026-10': 'October, as a tree',
    'hotelctl reports revenues --property MUC --period 2026-10 --chart': 'the accounts as bars',
    'hotelctl reports revenues --property MUC --period 2026-Q3 --language-code de --output revenues.csv':
      'a quarter, with German account names',
    'hotelctl reports revenues --property MUC --period last-year --format csv --columns depth,account.number,account.name,netAmount.amount':
      'chosen columns of last year',
  },
  response: async () => (await import('./accounting-response.ts')).revenuesResponse,
};
