import type { Options } from '../../cli/flags.ts';

export const loginFlags = {
  '--client-secret-file <file>':
    'file with the client secret; - is standard input (default HOTELCTL_CLIENT_SECRET, else the stored secret)',
  '--profile-file <file>':
    'read the settings of a new profile from a file written by `hotelctl profile export`',
  '-y, --yes': 'trust the hosts in --profile-file; do not prompt for confirmation',
  '--for-ci <file>':
    'sign in once more and write the refresh token to this file (- is a pipe); nothing is stored on this machine',
  '--no-browser': 'print the URL instead of opening a browser',
  '--paste': 'do not listen for the browser; paste or pipe in the address of its last page',
  '--login-timeout <duration>': {
    summary: 'how long to wait for the browser, such as 90s, 5m or 1h',
    fallback: '5m',
  },
  '--tls-cert <file>': 'certificate for an https loopback redirect URI (PEM file)',
  '--tls-key <file>': 'private key of the certificate (PEM file)',
} as const;

export type LoginOptions = Options<typeof loginFlags>;
