import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { PortfolioOptions } from '../../cli/figures/portfolio.ts';
import { alignFlag, type Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';

export const briefFlags = {
  'Flags:': {
    ...alignFlag,
    '--by <column>': 'subtotals by a column of the portfolio, such as region',
  },
} as const;

export type BriefOptions = Options<typeof briefFlags> &
  OutputOptions &
  SeveralProperties &
  PortfolioOptions &
  DeliveryOptions;
