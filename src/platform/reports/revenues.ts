import { dayAfterLast, fromDay, languageCode, propertyId } from '../parameters.ts';
import type { ReportDefinition } from './report.ts';
import { atMostOneYear, fromBeforeTo } from './rules.ts';

/** platform.md, "GET /reports/v0-nsfw/reports/revenues". */
export const revenuesReport: ReportDefinition = {
  name: 'revenues',
  method: 'GET',
  summary: 'posted revenues as a tree of accounts, net and gross',
  description:
    'For the accountant and the owner: what was posted, by account and subaccount. It counts posted charges, while ' +
    'property-performance counts booked amounts: the two differ by design.',
  versions: ['v0-nsfw', 'v1'],
  mayBeEmpty: false,
  parameters: [
    propertyId,
    fromDay,
    dayAfterLast,
    {
      wire: 'languageCode',
      flag: 'language-code',
      kind: languageCode,
      required: false,
      repeatable: false,
      summary: 'language of the account names',
    },
  ],
  rules: [fromBeforeTo, atMostOneYear],
  views: ['accounts'],
  chartView: 'accounts',
  period: { becomes: 'from-to', to: 'exclusive', atMostMonths: 12 },
  examples: [
    {
      command: 'hotelctl reports revenues --property MUC --from 2026-10-01 --to 2026-11-01',
      explains: 'October, as a tree',
    },
    {
      command: 'hotelctl reports revenues --property MUC --period 2026-10 --chart',
      explains: 'the accounts as bars',
    },
    {
      command:
        'hotelctl reports revenues --property MUC --period 2026-Q3 --language-code de --output revenues.csv',
      explains: 'a quarter, with German account names',
    },
    {
      command:
        'hotelctl reports revenues --property MUC --period last-year --format csv --columns depth,account.number,account.name,netAmount.amount',
      explains: 'chosen columns of last year',
    },
  ],
  response: async () => (await import('./revenues-response.ts')).revenuesResponse,
};
