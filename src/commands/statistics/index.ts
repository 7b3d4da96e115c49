import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { statisticsFlags } from './flags.ts';

export const command = defineCommand({
  text:
    'Show the figures for the monthly return to the statistics office, in the rows of the form: arrivals and nights by ' +
    'country of residence, and room nights. hotelctl prepares the figures, and you report them. The residence is that of ' +
    'the primary guest of each reservation. Each property has its own page or section.',
  arguments: [
    {
      form: '<form>',
      summary: 'DE, CH, NO or AT; totals is a list by country of residence for every other office',
      choices: ['DE', 'CH', 'NO', 'AT', 'totals'],
    },
  ],
  flags: [
    statisticsFlags,
    severalPropertiesFlags('all properties that you can access'),
    outputFlags(),
    deliveryFlags,
  ],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  columns: async () => (await import('../../reports/statistics/return.ts')).returnColumns,
  examples: {
    'hotelctl statistics DE --property MUC --period last-month': 'the rows of the German form',
    'hotelctl statistics DE --property MUC --portfolio portfolio.csv --save':
      'with what the reports do not know; the figures are kept',
    'hotelctl statistics CH --all-properties --period 2026-10 --output october.html':
      'a page with a section for each property',
    "hotelctl schedule add statistics --every 'month 3 07:00' -- statistics DE --property MUC --output /srv/statistics.xlsx":
      'on the third of each month',
  },
  run: async (open, options, form) => (await import('./run.ts')).runStatistics(open, options, form),
});
