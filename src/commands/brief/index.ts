import type { Command } from 'commander';
import { withDeliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { withSeveralProperties } from '../../cli/several-properties.ts';
import type { BriefOptions } from './run.ts';

/** `hotelctl brief`: the morning page. */
export function register(brief: Command, open: OpenInvocation): void {
  brief.description(
    'Show yesterday, the month to date, and the next 30 days on the books, each against the same dates of last ' +
      'year. For days to come, last year is the final result. Revenue is gross accommodation revenue as booked. With ' +
      'snapshots of today and yesterday it shows the pick-up since yesterday too.',
  );
  withSeveralProperties(brief, 'all properties that you can access');
  withOutputFlags(brief, async () => (await import('../../reports/figures/brief.ts')).briefView.columns);
  withDeliveryFlags(brief, 'always');
  withSettingFlags(brief, [...connectionSettings, 'reportsVersion', 'dataDir']);
  withExamples(brief, [
    { command: 'hotelctl brief --property MUC', explains: 'one property, as a table' },
    {
      command: 'hotelctl brief --all-properties --output brief.html --mail-to manager@hotel.example',
      explains: 'all properties, as an HTML page sent by email',
    },
  ]).action(async (options: BriefOptions) => {
    const { runBrief } = await import('./run.ts');
    await runBrief(open, options);
  });
}
