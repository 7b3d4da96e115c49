import { monthlyGuestCount } from './monthly-guest-count.ts';
import type { ReportDefinition } from './report.ts';

/** platform.md, "GET /reports/v0-nsfw/reports/room-nights". */
export const roomNightsReport: ReportDefinition = {
  name: 'room-nights',
  method: 'GET',
  summary: 'room nights of one month, by travel purpose, nationality and country of residence',
  description:
    'For the monthly return to the statistics office and for the business mix. Only overnight stays count ' +
    '(no day use), of reservations that are in-house, confirmed or checked out.',
  versions: ['v0-nsfw'],
  ...monthlyGuestCount,
  examples: [
    {
      command: 'hotelctl reports room-nights --property MUC --month 10 --year 2026',
      explains: 'October, as a table',
    },
    {
      command: 'hotelctl reports room-nights --month 10 --year 2026 --format csv --output room-nights.csv',
      explains: "October of the profile's property, as a CSV file",
    },
    {
      command:
        'hotelctl reports room-nights --month 10 --year 2026 --view reservations --columns key,reservationId',
      explains: 'which reservations are behind each number',
    },
  ],
  response: async () => {
    const { guestCountViews, guestCountBody } = await import('./guest-counts.ts');
    return { body: guestCountBody, views: guestCountViews('Room nights') };
  },
};
