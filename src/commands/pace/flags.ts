import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { PortfolioOptions } from '../../cli/figures/portfolio.ts';
import { alignFlag, type Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SnapshotOptions } from '../../cli/several-properties.ts';
import { groupings, periodForms } from '../../platform/periods.ts';

export const paceFlags = {
  'Flags:': {
    '--for <period>': { summary: 'period of the stay dates', mandatory: true, suggestions: periodForms },
    '--versus <what>': {
      summary: 'what to compare with: last-year, or the date of an earlier snapshot',
      fallback: 'last-year',
    },
    '--by <what>': { summary: 'how to group the rows', fallback: 'day', choices: groupings },
    ...alignFlag,
  },
} as const;

export type PaceOptions = Options<typeof paceFlags> &
  SnapshotOptions &
  PortfolioOptions &
  OutputOptions &
  DeliveryOptions;
