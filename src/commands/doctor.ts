import type { Command } from 'commander';
import type { World } from '../program.ts';
import { settingDefinitions } from '../settings/settings.ts';
import type { DoctorOptions } from './doctor-run.ts';
import { withSettingFlags } from './flags.ts';
import { withExamples } from './help.ts';
import { withOutputFlags } from './output-flags.ts';

/** `hotelctl doctor`: what keeps hotelctl from working, and what to do about it. */
export function register(command: Command, world: World): void {
  command.option('--cron', "look with cron's environment, and tell what a job loses by it");
  withSettingFlags(
    withOutputFlags(command, async () => (await import('./doctor-shown.ts')).findingColumns),
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
    const { runDoctor } = await import('./doctor-run.ts');
    await runDoctor(world, options);
  });
}
