import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { PortfolioOptions } from '../../cli/figures/portfolio.ts';
import type { Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SnapshotOptions } from '../../cli/several-properties.ts';
import { groupings, periodForms } from '../../platform/periods.ts';

export const pickupFlags = {
  'Flags:': {
    '--since <day>': { summary: 'day of the earlier snapshot: 7d, yesterday or a date', mandatory: true },
    '--for <period>': {
      summary: 'period of the stay dates',
      fallback: 'next-90-days',
      suggestions: periodForms,
    },
    '--by <what>': {
      summary: 'how to group the rows',
      fallback: 'day',
      choices: groupings,
    },
  },
} as const;

export type PickupOptions = Options<typeof pickupFlags> &
  SnapshotOptions &
  PortfolioOptions &
  OutputOptions &
  DeliveryOptions;
