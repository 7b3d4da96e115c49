import {
  channelCodeKind,
  choice,
  expectedChoice,
  fromDay,
  id,
  lastDay,
  optionalParameter,
  propertyId,
  repeatedParameter,
  travelPurposes,
} from '../parameters.ts';
import { fromNotAfterTo, type ReportDefinition, unitGroupTypes } from './report.ts';

/** The values of `--by` that are a mix, the parameter that filters by each, and its heading. */
export const mixes = {
  channel: ['channelCodes', 'Channel'],
  source: ['sources', 'Source'],
  'market-segment': ['marketSegmentIds', 'Market segment'],
  'rate-plan': ['ratePlanIds', 'Rate plan'],
  company: ['companyIds', 'Company'],
  'travel-purpose': ['travelPurpose', 'Travel purpose'],
} as const;

export type MixDimension = keyof typeof mixes;
export const mixDimensions = Object.keys(mixes) as MixDimension[];

/** The parameters that do not narrow the figures to a part of what is booked: a snapshot has them, and a budget is of them. */
export const ofAllBookings = ['propertyId', 'from', 'to', 'expand', 'unitGroupTypes'];

/** platform.md, "GET /reports/v0-nsfw/reports/property-performance". */
export const propertyPerformanceReport: ReportDefinition = {
  name: 'property-performance',
  method: 'GET',
  summary: 'occupancy, ADR and RevPAR of a period, by day and by unit group',
  description:
    'It counts booked amounts of sold units, without extra services and manual postings, so it differs by design from ' +
    'revenues, which counts what was posted. Day use counts too, unless the time slice definitions are limited to ' +
    'overnight ones.',
  advice: 'For the revenue manager. Use the other filters to exclude, for example, complimentary rate plans.',
  versions: ['v0-nsfw', 'v1'],
  mayBeEmpty: true,
  assumes: { key: 'assume.businessDays.fields', about: /businessDays/ },
  parameters: [
    propertyId,
    fromDay,
    lastDay,
    repeatedParameter('companyIds', id, 'only stays of this company'),
    repeatedParameter('ratePlanIds', id, 'only this rate plan'),
    repeatedParameter('unitGroupTypes', choice('TYPE', unitGroupTypes), 'only unit groups of this type'),
    repeatedParameter('unitGroupIds', id, 'only this unit group'),
    repeatedParameter('timeSliceDefinitionIds', id, 'only this time slice definition'),
    repeatedParameter('channelCodes', channelCodeKind, 'only this channel'),
    repeatedParameter('sources', id, 'only this source'),
    repeatedParameter('marketSegmentIds', id, 'only this market segment'),
    optionalParameter('travelPurpose', expectedChoice('PURPOSE', travelPurposes), 'only this travel purpose'),
    repeatedParameter(
      'expand',
      expectedChoice('EXPANSION', ['businessDays']),
      'embed the figures of each business day',
    ),
  ],
  rules: [fromNotAfterTo],
  views: ['summary', 'days', 'unit-groups'],
  chartView: 'days',
  sortExample: 'revpar:desc',
  period: { becomes: 'from-to', to: 'inclusive' },
  examples: {
    'hotelctl reports property-performance --property MUC --period 2026-10': 'October in one line',
    'hotelctl reports property-performance --property MUC --period 2026-10-01..2026-10-14 --view days':
      'day by day, with bars',
    'hotelctl reports property-performance --property MUC --period 2026-10 --chart':
      'October drawn in the terminal: occupancy, ADR and RevPAR by day',
    'hotelctl reports property-performance --property MUC --property LND --period 2026-10 --output october.html':
      'a page with charts and sortable tables of two properties',
    'hotelctl reports property-performance --property MUC --period last-month --unit-group-type BedRoom --view unit-groups --output performance.csv':
      'each day and unit group, only bedrooms',
  },
  response: async () => (await import('./property-performance-response.ts')).propertyPerformanceResponse,
};
