import type { Command } from 'commander';
import { connectionSettings, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';

export interface LoginOptions {
  readonly clientSecretFile?: string;
  /** commander's spelling of `--no-browser`. */
  readonly browser: boolean;
  readonly paste?: boolean;
  readonly loginTimeout: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** `hotelctl login`: settings, the round trip through the browser, and everything kept in its place. */
export function register(command: Command, open: OpenInvocation): void {
  command
    .description(
      'Sign in through the browser. What is missing is asked for on a terminal and kept as a profile; the refresh ' +
        'token and the client secret go to the credential store and nowhere else.',
    )
    .option(
      '--client-secret-file <file>',
      'read the client secret from this file, - is standard input; without it HOTELCTL_CLIENT_SECRET, or what is stored',
    )
    .option('--no-browser', 'print the address instead of opening it')
    .option('--paste', 'no listener: paste the address that the browser ends at, or pipe it in')
    .option('--login-timeout <duration>', 'how long to wait for the browser: 90s, 5m, 1h', '5m')
    .option('--tls-cert <file>', 'certificate (PEM) for an https loopback redirect URI')
    .option('--tls-key <file>', 'its key (PEM)');
  withSettingFlags(command, [
    ...connectionSettings,
    'integrationUrl',
    'redirectUri',
    'scopes',
    'property',
    'reportsVersion',
  ]);
  withExamples(command, [
    { command: 'hotelctl login', explains: 'asks for what is missing, then opens the browser' },
    { command: 'hotelctl login --profile sandbox', explains: 'to a running `hotelctl sandbox start`' },
    { command: 'hotelctl login --paste', explains: 'over SSH, or with a registered page of your own' },
  ]).action(async (options: LoginOptions) => {
    const { signIn } = await import('./login-run.ts');
    await signIn(open, options);
  });
}
