import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { PortfolioOptions } from '../../cli/figures/portfolio.ts';
import { alignments, type Options, settingFlags } from '../../cli/flags.ts';
import { type OutputOptions, outputFlags } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { periodForms } from '../../platform/periods.ts';

export const packFlags = {
  'Flags:': {
    '--period <period>': {
      summary: 'period of the pack, which must be over',
      fallback: 'last-month',
      suggestions: periodForms,
      example: '2026-10',
    },
    '--budget <file>':
      'CSV file with property, month, measure (revenue, sold, available or an account number) and amount',
    '--by <column>': 'subtotals by a column of the portfolio (default region, if there is one)',
    '--align <what>': {
      summary:
        'what totals are compared with: the same dates of last year, or the same weekdays; days always use weekdays',
      fallback: 'date',
      choices: alignments,
    },
  },
} as const;

const heading = 'Output flags:';
const { '-o, --output <file>': output } = outputFlags()[heading];

/** A page has no rows that could be chosen. */
export const pageFlags = {
  [heading]: {
    '--format <format>': {
      summary: 'output format (default: the extension of --output, else table)',
      choices: ['table', 'html', 'xlsx'],
    },
    '-o, --output <file>': output,
  },
} as const;

export const pageSettings = settingFlags(['locale'], heading);

export type PackOptions = Options<typeof packFlags> &
  Pick<OutputOptions, 'format' | 'output'> &
  SeveralProperties &
  PortfolioOptions &
  DeliveryOptions;
