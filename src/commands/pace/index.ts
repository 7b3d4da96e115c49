import type { Command } from 'commander';
import { withDeliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings, withSettingFlags } from '../../cli/flags.ts';
import { withExamples, withSuggestions } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { periodForms } from '../../platform/periods.ts';
import { withSnapshotFlags } from '../pickup/index.ts';
import type { PaceOptions } from './run.ts';

/** `hotelctl pace`: bookings on the books, compared at the same lead time before arrival. */
export function register(pace: Command, open: OpenInvocation): void {
  pace
    .description(
      'Compare what is on the books for each stay date with what was on the books for the same date of last year, the same ' +
        'number of days before arrival. If there is no snapshot of last year, the comparison is with the actual result of that ' +
        'date, and the column versusBasis is `actual`. Amounts are gross accommodation revenue.',
    )
    .addOption(
      withSuggestions(
        pace.createOption('--for <period>', 'period of the stay dates').makeOptionMandatory(),
        periodForms,
      ),
    )
    .option(
      '--versus <what>',
      'what to compare with: last-year, or the date of an earlier snapshot',
      'last-year',
    );
  withSnapshotFlags(pace);
  withOutputFlags(pace, async () => (await import('../../reports/figures/pace.ts')).paceView.columns);
  withDeliveryFlags(pace, 'always');
  withSettingFlags(pace, [...connectionSettings, 'dataDir']);
  withExamples(pace, [
    { command: 'hotelctl pace --property MUC --for 2026-12', explains: 'December against last December' },
    {
      command: 'hotelctl pace --property MUC --for 2026-12 --versus 2026-11-01 --chart',
      explains: 'against the books of 1 November, as a chart',
    },
  ]).action(async (options: PaceOptions) => {
    await (await import('./run.ts')).runPace(open, options);
  });
}
