import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { monthForms } from '../../platform/periods.ts';

export const statisticsFlags = {
  'Flags:': {
    '--period <month>': {
      summary: 'month of the return, which must be over',
      fallback: 'last-month',
      suggestions: monthForms,
    },
    '--portfolio <file>':
      'CSV file with property, and what the reports do not know of it: beds, rooms, open-days, deadline, office-id (default portfolio.csv in the configuration folder)',
    '--adjustments <file>':
      'CSV file with guests to subtract: property, month, country, arrivals, nights, room-nights, reason',
    '--save': 'keep the figures that you report; a later run prints the correction',
  },
} as const;

export type StatisticsOptions = Options<typeof statisticsFlags> &
  SeveralProperties &
  OutputOptions &
  DeliveryOptions;
