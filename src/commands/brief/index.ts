import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings, figureFlags, portfolioFlags } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { briefFlags } from './flags.ts';

/** `hotelctl brief`: the morning page. */
export const command = defineCommand({
  text:
    'Show yesterday, the month to date, and the next 30 days on the books, each against the same weekdays of last ' +
    'year. Days to come are compared with the books of last year at the same distance if there is a snapshot of that day, ' +
    'else with the final result. Counts are of bedrooms; amounts are accommodation revenue as booked. With snapshots of ' +
    'earlier days it shows the pick-up of 1 and of 7 days too.',
  flags: [
    severalPropertiesFlags('all properties that you can access'),
    briefFlags,
    figureFlags,
    portfolioFlags,
    outputFlags(),
    deliveryFlags,
  ],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  columns: async () => (await import('../../reports/figures/morning.ts')).morningView('net').columns,
  examples: {
    'hotelctl brief --property MUC': 'one property, as a table',
    'hotelctl brief --all-properties --output brief.html --mail-to manager@hotel.example':
      'all properties, as an HTML page sent by email',
  },
  run: async (open, options) => (await import('./run.ts')).runBrief(open, options),
});
