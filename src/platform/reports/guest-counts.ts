import { month, propertyId, year } from '../parameters.ts';
import type { ArrivalCounts } from './guest-counts-response.ts';
import type { ReportDefinition } from './report.ts';

/** What the reports for the statistics office (arrivals, bed nights, room nights) have in common. */
const monthlyGuestCount = {
  method: 'GET',
  versions: ['v0-nsfw'],
  mayBeEmpty: false,
  assumes: { key: 'assume.travelPurposes.fields', about: /travelPurpose/ },
  parameters: [propertyId, month, year],
  rules: [],
  views: ['breakdown', 'reservations'],
  chartView: 'breakdown',
  sortExample: 'number:desc',
  period: { becomes: 'months' },
} satisfies Partial<ReportDefinition>;

/** @param ages the totals of adults and of children, if the response has them */
const defineResponse =
  (counted: string, ages: readonly (keyof ArrivalCounts)[] = []) =>
  async () => {
    const { arrivalsBody, guestCountBody, guestCountViews } = await import('./guest-counts-response.ts');
    const body = ages.length > 0 ? arrivalsBody : guestCountBody;
    return { body, views: guestCountViews(counted, ['total', ...ages]) };
  };

/** platform.md, "GET /reports/v0-nsfw/reports/room-nights". */
export const roomNightsReport: ReportDefinition = {
  name: 'room-nights',
  summary: 'room nights of one month, by travel purpose, nationality and country of residence',
  description:
    'For the monthly return to the statistics office and for the business mix. Only overnight stays count ' +
    '(no day use), of reservations that are in-house, confirmed or checked out.',
  ...monthlyGuestCount,
  examples: {
    'hotelctl reports room-nights --property MUC --period 2026-10': 'October, as a table',
    'hotelctl reports room-nights --month 10 --year 2026 --format csv --output room-nights.csv':
      "October of the profile's property, as a CSV file",
    'hotelctl reports room-nights --month 10 --year 2026 --view reservations --columns key,reservationId':
      'which reservations are behind each number',
  },
  response: defineResponse('Room nights'),
};

/** platform.md, "GET /reports/v0-nsfw/reports/bed-nights". */
export const bedNightsReport: ReportDefinition = {
  name: 'bed-nights',
  summary:
    'bed nights (guests times nights) of one month, by travel purpose, nationality and country of residence',
  description:
    'For the monthly return to the statistics office and for the city tax. Every guest of an overnight stay counts, ' +
    'of reservations that are in-house, confirmed or checked out; the breakdowns count only the primary guest.',
  ...monthlyGuestCount,
  examples: {
    'hotelctl reports bed-nights --property MUC --period 2026-10': 'October, as a table',
    'hotelctl reports bed-nights --property MUC --period last-month --output bed-nights.csv':
      'last month for the statistics office, in a crontab',
    'hotelctl reports bed-nights --property MUC --property LND --period 2026-09 --format csv':
      'two properties in one file',
  },
  response: defineResponse('Bed nights'),
};

/** platform.md, "GET /reports/v0-nsfw/reports/arrivals". */
export const arrivalsReport: ReportDefinition = {
  name: 'arrivals',
  summary:
    'arrivals (adults and children) of one month, by travel purpose, nationality and country of residence',
  description:
    'For the monthly return to the statistics office. Every arriving guest counts once, of reservations that are ' +
    'in-house, confirmed or checked out; the breakdowns count only the primary guest.',
  ...monthlyGuestCount,
  versions: ['v0-nsfw', 'v1'],
  examples: {
    'hotelctl reports arrivals --property MUC --period 2026-10': 'October, with adults and children',
    'hotelctl reports arrivals --property MUC --period last-month --output arrivals.csv':
      'last month for the statistics office, in a crontab',
    'hotelctl reports arrivals --property MUC --period 2026-Q3 --format csv --columns year,month,breakdown,key,number':
      'a quarter, month by month',
  },
  response: defineResponse('Arrivals', ['totalAdults', 'totalChildren']),
};
