import type { Options } from '../../cli/flags.ts';
import type { RatesOptions } from '../../cli/portfolio.ts';
import type { SeveralProperties, SnapshotOptions } from '../../cli/property-flags.ts';
import {
  alignFlag,
  type DeliveryOptions,
  type OutputOptions,
  outputFlags,
  settingFlags,
} from '../../cli/shared-flags.ts';
import { alignments } from '../../platform/compared-period.ts';
import { groupings, periodForms } from '../../platform/periods.ts';

type CommonOptions = SeveralProperties & RatesOptions & DeliveryOptions;

export const briefFlags = {
  ...alignFlag,
  '--by <column>': 'subtotals by a column of the portfolio, such as region',
} as const;

export type BriefOptions = Options<typeof briefFlags> & OutputOptions & CommonOptions;

const byFlag = {
  '--by <what>': { summary: 'how to group the rows', fallback: 'day', choices: groupings },
} as const;

export const paceFlags = {
  '--period <period>': { summary: 'period of the stay dates', mandatory: true, suggestions: periodForms },
  '--versus <what>': {
    summary: 'what to compare with: last-year, or the date of an earlier snapshot',
    fallback: 'last-year',
  },
  ...byFlag,
  ...alignFlag,
} as const;

export type PaceOptions = Options<typeof paceFlags> & SnapshotOptions & OutputOptions & CommonOptions;

export const pickupFlags = {
  '--since <day>': { summary: 'day of the earlier snapshot: 7d, yesterday or a date', mandatory: true },
  '--period <period>': {
    summary: 'period of the stay dates',
    fallback: 'next-90-days',
    suggestions: periodForms,
  },
  ...byFlag,
} as const;

export type PickupOptions = Options<typeof pickupFlags> & SnapshotOptions & OutputOptions & CommonOptions;

export const packFlags = {
  '--period <period>': {
    summary: 'period of the pack, which must be over',
    fallback: 'last-month',
    suggestions: periodForms,
  },
  '--by <column>': 'subtotals by a column of the portfolio (default region, if there is one)',
  '--align <what>': {
    summary:
      'what totals are compared with: the same dates of last year, or the same weekdays; days always use weekdays',
    fallback: 'date',
    choices: alignments,
  },
} as const;

/** What the figures of a hotel count, what its amounts are, and what hotels are called. */
export const figureFlags = settingFlags(['unitGroupTypes', 'amounts', 'portfolio']);
export const budgetedFlags = settingFlags(['unitGroupTypes', 'amounts', 'budget', 'portfolio']);

const { '-o, --output <file>': output } = outputFlags()['Output flags:'];

/** A page has no rows that could be chosen. */
export const pageFlags = {
  'Output flags:': {
    '--format <format>': {
      summary: 'output format (default: the extension of --output, else table)',
      choices: ['table', 'html', 'xlsx'],
    },
    '-o, --output <file>': output,
    ...settingFlags(['locale']),
  },
} as const;

export type PackOptions = Options<typeof packFlags> &
  Pick<OutputOptions, 'format' | 'output'> &
  CommonOptions;
