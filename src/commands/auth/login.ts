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
      'read the client secret from this file (- is standard input); default HOTELCTL_CLIENT_SECRET, or the stored secret',
    )
    .option('--profile-file <file>', 'take the settings from a file of `hotelctl profile export`')
    .option('--no-browser', 'print the address instead of opening a browser')
    .option('--paste', 'do not listen for the browser: paste the address that it ends at, or pipe it in')
    .option('--login-timeout <duration>', 'how long to wait for the browser: 90s, 5m, 1h', '5m')
    .option('--tls-cert <file>', 'certificate (PEM) for an https loopback redirect URI')
    .option('--tls-key <file>', 'key (PEM) of that certificate');
  withSettingFlags(command, [
    ...connectionSettings,
    'integrationUrl',
    'redirectUri',
    'scopes',
    'property',
    'reportsVersion',
  ]);
  withExamples(command, [
    { command: 'hotelctl login', explains: 'prompts for missing settings, then opens the browser' },
    { command: 'hotelctl login --profile sandbox', explains: 'with a running `hotelctl sandbox start`' },
    {
      command: 'hotelctl login --profile-file munich.json',
      explains: 'with settings that you received as a file',
    },
    { command: 'hotelctl login --paste', explains: 'over SSH, or with a registered page of your own' },
  ]).action(async (options: LoginOptions) => {
    const { signIn } = await import('./login-run.ts');
    await signIn(open, options);
  });
}
