import type { Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';

export const takeFlags = {
  'Flags:': {
    '--ahead <days>': { summary: 'number of future days to save', fallback: '365d' },
    '--behind <days>': { summary: 'number of past days to save again, for late changes', fallback: '7d' },
    '--business-day <date>': 'today, or yesterday before the night audit (default: today at the property)',
    '--replace': 'replace the snapshot if the day already has one',
  },
} as const;

export type TakeOptions = Options<typeof takeFlags> & SeveralProperties & OutputOptions;

export const pruneFlags = {
  'Flags:': {
    '--keep <rule>': {
      summary: 'number of snapshots to keep, for example daily=90,weekly=52,monthly=all',
      mandatory: true,
    },
    '--dry-run': 'print what would be removed; nothing is removed',
  },
} as const;

export type PruneOptions = Options<typeof pruneFlags> & SeveralProperties & OutputOptions;
