import { defineCommand } from '../../cli/command.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { loginFlags } from './flags.ts';

export const command = defineCommand({
  text:
    'Sign in through the browser. On a terminal, hotelctl prompts for missing settings and saves them as a profile. The ' +
    'refresh token and the client secret are saved in the credential store only. If the keychain cannot be used, hotelctl ' +
    'offers to save them in a file that only you can read.\n\n' +
    'The redirect URI must be registered with the platform, character by character. A loopback address such as ' +
    'http://127.0.0.1:8976/callback needs no more. A platform that registers only https addresses takes ' +
    'https://127.0.0.1:8976/callback with --tls-cert and --tls-key, or any page of yours, such as ' +
    'https://hotel.example/signed-in, with --paste.',
  flags: [loginFlags],
  settings: [...connectionSettings, 'integrationUrl', 'redirectUri', 'scopes', 'property', 'reportsVersion'],
  examples: {
    'hotelctl login': 'prompt for missing settings, then open the browser',
    'hotelctl login --profile sandbox': 'while `hotelctl sandbox start` is running',
    'hotelctl login --profile-file munich.json': 'with settings that you received as a file',
    'hotelctl login --paste': 'over SSH, or if the redirect URI is a web page',
  },
  run: async (open, options) => (await import('./login-run.ts')).signIn(open, options),
});
