import { UsageError } from '../../base/errors.ts';
import { defineCommand } from '../../cli/command.ts';
import { settingNames } from '../../cli/settings/settings.ts';
import { outputFlags } from '../../cli/shared-flags.ts';

export const command = defineCommand({
  flags: [
    {
      '--platform': 'test every assumption about the platform that can be tested without changing anything',
      '--cron': "run the checks in cron's environment and list what is missing there",
    },
    outputFlags(),
  ],
  settings: settingNames,
  opens: { withoutProfiles: true },
  returns: { rows: async () => (await import('./run.ts')).findingColumns },
  examples: {
    'hotelctl doctor': 'all findings with their fixes; the exit code is 10 if one is fatal',
    'hotelctl doctor --platform': 'what hotelctl assumes and whether it holds on this platform',
    'hotelctl doctor --cron --credential-store file': 'the same in the environment of a cron job',
    'hotelctl doctor --query "findings[?outcome != \'ok\']"': 'for a script',
  },
  plan: async (invocation, { cron = false, platform = false, ...options }) => {
    if (cron && platform)
      throw new UsageError('--cron and --platform cannot be combined', { hint: 'run one after the other' });
    const view = cron ? 'cron' : platform ? 'platform' : 'here';
    return (await import('./run.ts')).planDoctor(invocation, options, view);
  },
});
