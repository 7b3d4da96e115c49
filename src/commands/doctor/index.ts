import type { Command } from 'commander';
import { withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { settingDefinitions } from '../../cli/settings/settings.ts';
import type { DoctorOptions } from './run.ts';

/** `hotelctl doctor`: checks the installation and describes how to fix problems. */
export function register(command: Command, open: OpenInvocation): void {
  command.option(
    '--cron',
    'run the checks in the environment that cron provides, and list what is missing there',
  );
  withSettingFlags(
    withOutputFlags(command, async () => (await import('./findings-output.ts')).findingColumns),
    settingDefinitions.map(({ name }) => name),
  );
  withExamples(command, [
    {
      command: 'hotelctl doctor',
      explains: 'all findings with their fixes; the exit code is 10 if one is fatal',
    },
    {
      command: 'hotelctl doctor --cron --credential-store file',
      explains: 'the same in the environment of a cron job',
    },
    {
      command: 'hotelctl doctor --query "findings[?outcome != \'ok\']"',
      explains: 'for a script',
    },
  ]).action(async (options: DoctorOptions) => {
    const { runDoctor } = await import('./run.ts');
    await runDoctor(open, options);
  });
}
