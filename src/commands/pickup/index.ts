import type { Command } from 'commander';
import { withDeliveryFlags } from '../../cli/delivery-flags.ts';
import { withChoices, withSettingFlags } from '../../cli/flags.ts';
import { withExamples, withSuggestions } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { withSeveralProperties } from '../../cli/several-properties.ts';
import { periodForms } from '../../platform/periods.ts';
import type { PickupOptions } from './run.ts';

/** `hotelctl pickup`: bookings, changes and cancellations since a day. */
export function register(pickup: Command, open: OpenInvocation): void {
  pickup
    .description(
      'Show what was booked since an earlier day, for each stay date: units sold, gross accommodation revenue, ADR and occupancy, ' +
        'before and now. Cancellations are negative pick-up. This command reads the snapshots of `hotelctl snapshot take` and works ' +
        'offline.',
    )
    .requiredOption('--since <day>', 'day of the earlier snapshot: 7d, yesterday or a date')
    .addOption(
      withSuggestions(
        pickup.createOption('--for <period>', 'period of the stay dates').default('next-90-days'),
        periodForms,
      ),
    )
    .addOption(
      withChoices(pickup.createOption('--by <what>', 'how to group the rows').default('day'), [
        'day',
        'week',
        'month',
        'unit-group',
      ]),
    );
  withSnapshotFlags(pickup);
  withOutputFlags(pickup, async () => {
    const { pickupView } = await import('../../reports/figures/pickup.ts');
    return [...pickupView('day').columns, ...pickupView('unit-group').columns.slice(1, 3)];
  });
  withDeliveryFlags(pickup, 'always');
  withSettingFlags(pickup, ['dataDir']);
  withExamples(pickup, [
    { command: 'hotelctl pickup --property MUC --since 7d', explains: 'the last week, by stay date' },
    {
      command: 'hotelctl pickup --all-properties --since 7d --by month --output pickup.xlsx',
      explains: 'all properties by month, as a workbook',
    },
    { command: 'hotelctl pickup --property MUC --since 1d --chart', explains: 'since yesterday, as a chart' },
  ]).action(async (options: PickupOptions) => {
    await (await import('./run.ts')).runPickup(open, options);
  });
}

/** Flags of commands that read snapshots. */
export function withSnapshotFlags(command: Command): Command {
  withSeveralProperties(command, 'all properties that have snapshots');
  return command
    .option('--as-of <date>', 'day of the later snapshot (default today)')
    .option('--nearest', 'use the nearest snapshot if the snapshot of a day is missing')
    .option('--chart', 'draw charts instead of the table');
}
