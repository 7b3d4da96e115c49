import type { Command } from 'commander';
import { connectionSettings, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { LoginOptions } from './login-run.ts';

/** `hotelctl login`: settings, the browser sign-in, and saving settings and tokens. */
export function register(command: Command, open: OpenInvocation): void {
  command
    .description(
      'Sign in through the browser. On a terminal, hotelctl prompts for missing settings and saves them as a profile. The ' +
        'refresh token and the client secret are saved in the credential store only. If the keychain cannot be used, hotelctl ' +
        'offers to save them in a file that only you can read.',
    )
    .option(
      '--client-secret-file <file>',
      'file with the client secret; - is standard input (default HOTELCTL_CLIENT_SECRET, else the stored secret)',
    )
    .option('--profile-file <file>', 'read the settings from a file of `hotelctl profile export`')
    .option('--no-browser', 'print the URL instead of opening a browser')
    .option('--paste', 'do not listen for the browser; paste or pipe in the address of its last page')
    .option('--login-timeout <duration>', 'how long to wait for the browser, such as 90s, 5m or 1h', '5m')
    .option('--tls-cert <file>', 'certificate for an https loopback redirect URI (PEM file)')
    .option('--tls-key <file>', 'private key of the certificate (PEM file)');
  withSettingFlags(command, [
    ...connectionSettings,
    'integrationUrl',
    'redirectUri',
    'scopes',
    'property',
    'reportsVersion',
  ]);
  withExamples(command, [
    { command: 'hotelctl login', explains: 'prompt for missing settings, then open the browser' },
    { command: 'hotelctl login --profile sandbox', explains: 'while `hotelctl sandbox start` is running' },
    {
      command: 'hotelctl login --profile-file munich.json',
      explains: 'with settings that you received as a file',
    },
    { command: 'hotelctl login --paste', explains: 'over SSH, or if the redirect URI is a web page' },
  ]).action(async (options: LoginOptions) => {
    const { signIn } = await import('./login-run.ts');
    await signIn(open, options);
  });
}
