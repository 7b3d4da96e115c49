import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';

/** `hotelctl brief`: the morning page. */
export const command = defineCommand({
  text:
    'Show yesterday, the month to date, and the next 30 days on the books, each against the same dates of last ' +
    'year. For days to come, last year is the final result. Revenue is gross accommodation revenue as booked. With ' +
    'snapshots of today and yesterday it shows the pick-up since yesterday too.',
  flags: [
    severalPropertiesFlags('all properties that you can access'),
    outputFlags(),
    deliveryFlags('always'),
  ],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  columns: async () => (await import('../../reports/figures/brief.ts')).briefView.columns,
  examples: {
    'hotelctl brief --property MUC': 'one property, as a table',
    'hotelctl brief --all-properties --output brief.html --mail-to manager@hotel.example':
      'all properties, as an HTML page sent by email',
  },
  run: async (open, options) => (await import('./run.ts')).runBrief(open, options),
});
