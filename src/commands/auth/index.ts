import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { defineCommand } from '../../cli/command.ts';
import { connectionSettings, queryFlags, readQuery } from '../../cli/shared-flags.ts';
import { loginFlags } from './flags.ts';

const sessions = () => import('./session.ts');

const statusFormats = ['text', 'json'] as const;

export const authCommands = {
  status: defineCommand({
    summary: 'show who is signed in, where the tokens are stored, and how long they are valid; works offline',
    flags: [
      { '--format <format>': { summary: 'output format (default text)', choices: statusFormats } },
      queryFlags,
    ],
    settings: connectionSettings,
    examples: {
      'hotelctl auth status': 'the status of the current profile',
      'hotelctl auth status --format json': 'for a script',
      'hotelctl auth status --query minutesLeft': 'one value',
    },
    plan: async (invocation, options) => {
      const query = await readQuery(options);
      const form = readChoice('--format', options.format ?? (query ? 'json' : 'text'), statusFormats);
      if (query && form === 'text')
        throw new UsageError('--query requires JSON; the format is text', { hint: 'add --format json' });
      return async () => (await sessions()).showStatus(invocation, form, query);
    },
  }),
  token: defineCommand({
    summary: 'print a valid access token, refreshed when needed',
    flags: [{ '--refresh': 'request a new token, for example because the claims of the id token changed' }],
    settings: connectionSettings,
    examples: {
      'hotelctl auth token --refresh': 'after the rights of the user were changed',
      'printf "Authorization: Bearer %s" "$(hotelctl auth token)" | curl -H @- https://api.example.com/inventory/v1/properties':
        'pass the token to another program without putting it into its arguments',
    },
    plan: async (...given) => (await sessions()).planToken(...given),
  }),
  check: defineCommand({
    summary:
      'exit with code 0 if signed in, 10 if not; works offline, unless --online asks the identity host',
    flags: [
      {
        '--min-ttl <duration>':
          'minimum remaining lifetime, such as 5m, 1h or 30d, of a token that cannot be refreshed',
        '--online': 'request a new token, which also finds a sign-in that was revoked',
      },
    ],
    settings: connectionSettings,
    examples: {
      'hotelctl auth check': 'before a script sends requests',
      'hotelctl auth check --online || mail -s "sign in again" ops </dev/null': 'in a monitoring job',
    },
    plan: async (...given) => (await sessions()).planSessionCheck(...given),
  }),
};

export const loginCommand = defineCommand({
  text:
    'Sign in through the browser. On a terminal, hotelctl prompts for missing settings and saves them as a profile. The ' +
    'refresh token and the client secret are saved in the credential store only. If the keychain cannot be used, hotelctl ' +
    'offers to save them in a file that only you can read.\n\n' +
    'The redirect URI must be registered with the platform, character by character. A loopback address such as ' +
    'http://127.0.0.1:8976/callback needs no further flags. If the platform registers only https addresses, use ' +
    'https://127.0.0.1:8976/callback with --tls-cert and --tls-key, or any page of yours, such as ' +
    'https://hotel.example/signed-in, with --paste.',
  flags: [loginFlags],
  settings: [...connectionSettings, 'integrationUrl', 'redirectUri', 'scopes', 'property', 'reportsVersion'],
  opens: { withoutProfiles: true },
  examples: {
    'hotelctl login': 'prompt for missing settings, then open the browser',
    'hotelctl login --profile sandbox': 'while `hotelctl sandbox start` is running',
    'hotelctl login --profile-file munich.json': 'with settings that you received as a file',
    'hotelctl login --for-ci - | gh secret set HOTELCTL_REFRESH_TOKEN': 'a sign-in for a pipeline',
    'hotelctl login --paste': 'over SSH, or if the redirect URI is a web page',
  },
  run: async (...given) => (await import('./login.ts')).signIn(...given),
});

export const logoutCommand = defineCommand({
  text:
    "Revoke the refresh token if the platform supports it, then delete a profile's tokens, client secret and mail server " +
    "password from the credential store. The profile's settings are kept.",
  settings: connectionSettings,
  examples: {
    'hotelctl logout': 'the current profile',
    'hotelctl logout --profile munich': 'another profile',
  },
  run: async invocation => (await import('./session.ts')).signOut(invocation),
});
