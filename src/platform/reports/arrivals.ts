import { monthlyGuestCount } from './monthly-guest-count.ts';
import type { ReportDefinition } from './report.ts';

/** platform.md, "GET /reports/v0-nsfw/reports/arrivals". */
export const arrivalsReport: ReportDefinition = {
  name: 'arrivals',
  method: 'GET',
  summary: 'guests who arrived in one month, adults and children, by purpose, nationality and residence',
  description:
    'For the monthly return to the statistics office. Every arriving guest counts once, of reservations that are ' +
    'in-house, confirmed or checked out; the breakdowns count only the primary guest.',
  versions: ['v0-nsfw', 'v1'],
  ...monthlyGuestCount,
  examples: [
    {
      command: 'hotelctl reports arrivals --property MUC --month 10 --year 2026',
      explains: 'October, with adults and children',
    },
    {
      command: 'hotelctl reports arrivals --property MUC --period last-month --output arrivals.csv',
      explains: 'last month for the statistics office, in a crontab',
    },
    {
      command:
        'hotelctl reports arrivals --property MUC --period 2026-Q3 --format csv --columns year,month,breakdown,key,number',
      explains: 'a quarter, month by month',
    },
  ],
  response: async () => {
    const { arrivalsBody, guestCountViews } = await import('./guest-counts.ts');
    return {
      body: arrivalsBody,
      views: guestCountViews('Arrivals', ['total', 'totalAdults', 'totalChildren']),
    };
  },
};
