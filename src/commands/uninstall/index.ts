import { defineCommand } from '../../cli/command.ts';

export const command = defineCommand({
  text:
    'Remove the jobs from the schedulers of this machine, the credentials of every profile from the credential store, and the ' +
    'files in the configuration and state folders. Snapshots are kept unless --data is given; files that commands have ' +
    'written are always kept. Tokens are deleted, not revoked: run `hotelctl logout` first to revoke them.',
  flags: [
    {
      'Flags:': {
        '--dry-run': 'print what would be removed, and remove nothing',
        '-y, --yes': 'do not prompt for confirmation',
        '--data': 'remove the snapshots as well; they cannot be fetched again',
      },
    },
  ],
  settings: ['credentialStore'],
  examples: {
    'hotelctl uninstall --dry-run': 'print what would be removed, and what would be kept',
    'hotelctl uninstall --yes && npm uninstall --global hotelctl':
      'remove everything except the snapshots, then the program',
  },
  run: async (open, options) => (await import('./run.ts')).uninstall(open, options),
});
