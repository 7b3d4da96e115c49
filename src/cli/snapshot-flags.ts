import type { Options } from './flags.ts';
import { type SeveralProperties, severalPropertiesFlags } from './several-properties.ts';

/** Flags of commands that compare snapshots. */
export const snapshotFlags = {
  'Flags:': {
    ...severalPropertiesFlags('all properties that have snapshots')['Flags:'],
    '--as-of <date>': 'day of the later snapshot (default today)',
    '--nearest': 'use the nearest snapshot if the snapshot of a day is missing',
    '--chart': 'draw charts instead of the table',
  },
} as const;

/** Also of a report of an earlier day, which names the period in another way. */
export type SnapshotOptions = Options<typeof snapshotFlags> & SeveralProperties & { readonly for?: string };
