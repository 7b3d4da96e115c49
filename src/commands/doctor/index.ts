import type { Command } from 'commander';
import { withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { settingDefinitions } from '../../settings/settings.ts';
import type { DoctorOptions } from './run.ts';

/** `hotelctl doctor`: what keeps hotelctl from working, and what to do about it. */
export function register(command: Command, open: OpenInvocation): void {
  command.option('--cron', "look with cron's environment, and tell what a job loses by it");
  withSettingFlags(
    withOutputFlags(command, async () => (await import('./findings-output.ts')).findingColumns),
    settingDefinitions.map(({ name }) => name),
  );
  withExamples(command, [
    { command: 'hotelctl doctor', explains: 'every finding with its remedy; exit 10 when one is fatal' },
    { command: 'hotelctl doctor --cron --credential-store file', explains: 'what a job of cron would find' },
    {
      command: 'hotelctl doctor --query "findings[?outcome != \'ok\']"',
      explains: 'for a script',
    },
  ]).action(async (options: DoctorOptions) => {
    const { runDoctor } = await import('./run.ts');
    await runDoctor(open, options);
  });
}
