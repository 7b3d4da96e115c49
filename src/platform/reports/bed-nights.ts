import { monthlyGuestCount } from './monthly-guest-count.ts';
import type { ReportDefinition } from './report.ts';

/** platform.md, "GET /reports/v0-nsfw/reports/bed-nights". */
export const bedNightsReport: ReportDefinition = {
  name: 'bed-nights',
  method: 'GET',
  summary: 'bed nights (guests times nights) of one month, by travel purpose, nationality and residence',
  description:
    'For the monthly return to the statistics office and for the city tax. Every guest of an overnight stay counts, ' +
    'of reservations that are in-house, confirmed or checked out; the breakdowns count only the primary guest.',
  versions: ['v0-nsfw'],
  ...monthlyGuestCount,
  examples: [
    {
      command: 'hotelctl reports bed-nights --property MUC --month 10 --year 2026',
      explains: 'October, as a table',
    },
    {
      command: 'hotelctl reports bed-nights --property MUC --period last-month --output bed-nights.csv',
      explains: 'last month for the statistics office, in a crontab',
    },
    {
      command: 'hotelctl reports bed-nights --property MUC --property LND --period 2026-09 --format csv',
      explains: 'two properties in one file',
    },
  ],
  response: async () => {
    const { guestCountViews, guestCountBody } = await import('./guest-counts.ts');
    return { body: guestCountBody, views: guestCountViews('Bed nights') };
  },
};
