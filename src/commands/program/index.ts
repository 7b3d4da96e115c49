import { readChoice } from '../../base/choices.ts';
import { version } from '../../base/version.ts';
import { defineCommand } from '../../cli/command.ts';
import { installations, type Shell, shellScripts } from '../../cli/completion/scripts.ts';

export const uninstallCommand = defineCommand({
  text:
    "Remove this machine's scheduled jobs, every profile's credentials from the credential store, and the " +
    'files in the configuration and state folders. Snapshots and saved statistics are kept unless you add --data, closes unless ' +
    'you add --closes; only files that hotelctl wrote there are removed. Files that commands have written elsewhere are always ' +
    'kept. Tokens are deleted, not revoked: run `hotelctl logout` first to revoke them.',
  flags: [
    {
      '--dry-run': 'print what would be removed; remove nothing',
      '-y, --yes': 'do not prompt for confirmation',
      '--data': 'remove the snapshots and saved statistics as well; they cannot be fetched again',
      '--closes': 'remove the closes as well; the law may require you to keep them',
    },
  ],
  settings: ['credentialStore'],
  opens: { mayBeNew: true },
  examples: {
    'hotelctl uninstall --dry-run': 'print what would be removed and what would be kept',
    'hotelctl uninstall --yes && npm uninstall --global --prefix ~/.local hotelctl':
      'remove everything except snapshots, statistics and closes, then the program',
  },
  plan: async (...given) => (await import('./uninstall.ts')).planUninstallation(...given),
});

const shells = Object.keys(shellScripts) as Shell[];

export const completionCommand = defineCommand({
  arguments: [{ form: '<shell>', summary: 'your shell', choices: shells }],
  examples: Object.fromEntries(Object.values(installations).map(({ command, place }) => [command, place])),
  opens: { withoutProfiles: true },
  run: async ({ context }, _, shell) => {
    await context.stdout.write(shellScripts[readChoice('the shell', shell, shells)]);
  },
});

export const versionCommand = defineCommand({
  examples: { 'hotelctl version': 'the same as hotelctl --version' },
  opens: { withoutProfiles: true },
  run: async ({ context }) => {
    await context.stdout.write(`${version}\n`);
  },
});
