import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings, figureFlags, portfolioFlags } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { snapshotFlags } from '../../cli/several-properties.ts';
import { paceFlags } from './flags.ts';

/** `hotelctl pace`: bookings on the books, compared at the same lead time before arrival. */
export const command = defineCommand({
  text:
    'Compare what is on the books for each stay date with what was on the books for the same weekday of last year, the same ' +
    'number of days before arrival. If there is no snapshot of last year, the comparison is with the actual result of that ' +
    'day, and the column versusBasis is `actual`. Counts are of bedrooms; amounts are accommodation revenue.',
  flags: [paceFlags, snapshotFlags, figureFlags, portfolioFlags, outputFlags(), deliveryFlags],
  settings: [...connectionSettings, 'dataDir'],
  columns: async () => (await import('../../reports/figures/books.ts')).columnsOfBooks('pace'),
  examples: {
    'hotelctl pace --property MUC --for 2026-12': 'December against last December',
    'hotelctl pace --property MUC --for 2026-12 --versus 2026-11-01 --chart':
      'against the books of 1 November, as a chart',
  },
  run: async (open, options) => (await import('./run.ts')).runPace(open, options),
});
