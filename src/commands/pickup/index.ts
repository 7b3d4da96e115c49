import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { figureFlags, portfolioFlags } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { snapshotFlags } from '../../cli/several-properties.ts';
import { pickupFlags } from './flags.ts';

/** `hotelctl pickup`: bookings, changes and cancellations since a day. */
export const command = defineCommand({
  text:
    'Show what was booked since an earlier day, for each stay date: bedrooms sold, accommodation revenue, ADR, RevPAR and ' +
    'occupancy, before and now. Cancellations are negative pick-up. This command reads the snapshots of `hotelctl snapshot ' +
    'take` and works offline.',
  flags: [pickupFlags, snapshotFlags, figureFlags, portfolioFlags, outputFlags(), deliveryFlags],
  settings: ['dataDir'],
  columns: async () => (await import('../../reports/figures/books.ts')).columnsOfBooks('pickup'),
  examples: {
    'hotelctl pickup --property MUC --since 7d': 'the last week, by stay date',
    'hotelctl pickup --all-properties --since 7d --by month --output pickup.xlsx':
      'all properties by month, as a workbook',
    'hotelctl pickup --property MUC --since 1d --chart': 'since yesterday, as a chart',
  },
  run: async (open, options) => (await import('./run.ts')).runPickup(open, options),
});
