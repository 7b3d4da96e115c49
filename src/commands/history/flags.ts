import type { Options } from '../../cli/flags.ts';
import type { SeveralProperties } from '../../cli/property-flags.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { periodForms } from '../../platform/periods.ts';
import { reports } from '../../platform/reports/index.ts';

export const takeFlags = {
  '--ahead <days>': { summary: 'number of future days to save', fallback: '365d' },
  '--behind <days>': 'how many past days to record again (default: from the first day of last month)',
  '--business-day <date>': 'today, or yesterday before the night audit (default: today at the property)',
  '--replace': 'replace the snapshot if the day already has one',
} as const;

export type TakeOptions = Options<typeof takeFlags> & SeveralProperties & OutputOptions;

export const pruneFlags = {
  '--keep <rule>': {
    summary: 'number of snapshots to keep, for example daily=90,weekly=52,monthly=all',
    mandatory: true,
  },
  '--dry-run': 'print what would be removed; remove nothing',
} as const;

export type PruneOptions = Options<typeof pruneFlags> & SeveralProperties & OutputOptions;

export const syncFlags = {
  '--report <name>...': {
    summary: 'report to sync; may be repeated (default: all reports)',
    choices: reports.map(({ name }) => name),
  },
  '--period <period>': {
    summary: 'months to sync (default: last month and this month)',
    suggestions: periodForms,
  },
  '--service <id>...':
    'service id for ordered-services; may be repeated; months without one of them are fetched again',
  '--refetch <days>': {
    summary: 'for how many days after its end a month is fetched again, for late postings',
    fallback: '35d',
  },
  '--shard <i/n>': 'sync only the properties of shard i of n (HOTELCTL_SHARD)',
  '--rate <count>': 'maximum requests per minute, for all shards together (default 3000)',
  '--concurrency <count>': { summary: 'properties to process in parallel, 1 to 100', fallback: '8' },
} as const;

export type SyncOptions = Options<typeof syncFlags> & SeveralProperties & OutputOptions;
