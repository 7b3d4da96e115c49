import { dateExpression, id, propertyId } from '../parameters.ts';
import type { ReportDefinition } from './report.ts';

/** platform.md, "POST /reports/v0-nsfw/reports/gross-transactions". */
export const grossTransactionsReport: ReportDefinition = {
  name: 'gross-transactions',
  method: 'POST',
  summary: 'every posting of the ledger with folio and reservation, by business date',
  description:
    'For the accountant: one or two lines for each ledger entry, with the accounts debited and credited, the receipt, ' +
    'the tax lines and the reservation. Amounts are posted charges and payments, so they differ by design from ' +
    'property-performance, which counts booked amounts.',
  versions: ['v0-nsfw'],
  mayBeEmpty: true,
  parameters: [
    propertyId,
    {
      wire: 'dateFilter',
      flag: 'date-filter',
      kind: dateExpression,
      required: true,
      repeatable: true,
      summary: 'filter on the business date; every expression must apply',
    },
    {
      wire: 'reference',
      flag: 'reference',
      kind: id,
      required: false,
      repeatable: false,
      summary: 'a reservation, booking or external folio id, or the property id for the house folio',
    },
  ],
  rules: [],
  views: ['transactions', 'taxes'],
  listField: 'transactions',
  period: { becomes: 'date-filter' },
  examples: [
    {
      command:
        'hotelctl reports gross-transactions --property MUC --date-filter gte_2026-10-01 --date-filter lt_2026-11-01',
      explains: 'October, on the screen',
    },
    {
      command:
        'hotelctl reports gross-transactions --property MUC --period last-month --output transactions.csv',
      explains: 'last month for the accountant, in a crontab',
    },
    {
      command:
        'hotelctl reports gross-transactions --property MUC --period 2026-10-15 --view taxes --format csv',
      explains: 'the tax lines of one business day',
    },
  ],
  response: async () => (await import('./gross-transactions-response.ts')).grossTransactionsResponse,
};
