import { dayAfterLast, fromDay, id, propertyId, repeatedParameter } from '../parameters.ts';
import { fromBeforeTo, type ReportDefinition } from './report.ts';
/** platform.md, "GET /reports/v0-nsfw/reports/ordered-services". */
export const orderedServicesReport: ReportDefinition = {
  name: 'ordered-services',
  method: 'GET',
  summary: 'services ordered for each day, with guest, room and reservation',
  description:
    'Who ordered which service for which day. Services ordered are booked and ' +
    'not yet posted, so amounts differ by design from revenues.',
  versions: ['v0-nsfw', 'v1'],
  mayBeEmpty: true,
  parameters: [
    propertyId,
    { ...repeatedParameter('serviceIds', id, 'a service to report on'), required: true },
    fromDay,
    dayAfterLast,
  ],
  rules: [fromBeforeTo],
  views: ['services'],
  listField: 'orderedServices',
  dayField: 'serviceDate',
  sortExample: 'date',
  period: { becomes: 'from-to', to: 'exclusive' },
  examples: {
    'hotelctl reports ordered-services --property MUC --service MUC-BRKF --period 2026-10-01..2026-10-07':
      'a week of breakfasts',
    'hotelctl reports ordered-services --property MUC --service MUC-BRKF --period 2026-10-15 --format csv':
      'one day, for the kitchen',
    'hotelctl reports ordered-services --property MUC --service MUC-BRKF --service MUC-PARKING --period next-90-days --output services.csv':
      'what is ordered for the next three months',
  },
  response: async () => (await import('./ordered-services-response.ts')).orderedServicesResponse,
};
