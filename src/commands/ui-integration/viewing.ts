import type { Command } from 'commander';
import { collect, withChoices } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { withFetchFlags } from '../../cli/untrusted-fetch-flags.ts';
import { sourceTypes, targetNames } from '../../platform/ui-integrations/targets.ts';
import type { CheckOptions } from './check.ts';
import type { PreviewFlags } from './preview.ts';
import type { ServeFlags } from './serve.ts';

type Leaf = (name: string, summary: string) => Command;

/** The commands that do not need the platform: check, preview and serve. */
export function registerViewing(leaf: Leaf, open: OpenInvocation): void {
  const check = leaf('check', "run the platform's checks from this machine; exit 10 when one fails");
  check.description(
    "Run the platform's checks from this machine before you register a view. Also check what the platform does not: clocks, " +
      'certificates, headers that keep a frame blank, and cookies. The request contains no credentials, follows no redirects, uses no ' +
      'proxy, reads at most 1 MB in 10 s, and goes only to public addresses. The exit code is 10 if a check fails.',
  );
  check.argument('<url>', 'URL to check; - reads it from standard input, because it may contain a secret');
  withSourceType(check);
  withTarget(check, 'target whose context, with example values, is appended to the URL of the view');
  withExamples(
    withOutputFlags(withFetchFlags(check), async () => (await import('./check.ts')).checkColumns),
    [
      {
        command: 'hotelctl ui-integration check - < address.txt',
        explains: 'a private URL with its secret token, from a file',
      },
      {
        command: 'hotelctl ui-integration check https://views.example.com/parking --source-type public',
        explains: 'a public view',
      },
    ],
  ).action(async (address: string, options: CheckOptions) => {
    const { checkAddress } = await import('./check.ts');
    await checkAddress(open, address, options);
  });

  const preview = leaf('preview', 'show a view on a local page that embeds it as the platform does');
  preview.argument(
    '<url>',
    'URL to preview; - reads it from standard input, because it may contain a secret',
  );
  withSourceType(preview);
  withTarget(preview, 'target to show first; the page can switch to the others', 'DashboardPropertyContext');
  preview
    .option('--context <name=value>', 'parameter to append to the URL; may be repeated', collect)
    .option('--label <text>', 'text in the header of the view', 'My view')
    .option('--port <port>', 'port of the page on this machine; 0 chooses a free port', '0')
    .option('--no-browser', 'print the URL instead of opening it');
  withExamples(withFetchFlags(preview), [
    {
      command:
        'hotelctl ui-integration preview https://views.example.com/parking --source-type public --target ReservationDetailsTab --context reservationId=HPGMSTGF-1',
      explains: 'show the view until Ctrl-C, and why a frame stays blank',
    },
    {
      command:
        'hotelctl ui-integration preview http://localhost:5173 --source-type public --allow-private-network',
      explains: 'during development',
    },
  ]).action(async (address: string, flags: PreviewFlags) => {
    const { previewAddress } = await import('./preview.ts');
    await previewAddress(open, address, flags);
  });

  const serve = leaf('serve', 'serve an example private endpoint that passes all checks')
    .option('--public-url <url>', 'URL of the view (default: an example view)')
    .option('--valid-for <duration>', 'how long a returned URL is valid, such as 90s, 10m or 1h', '10m')
    .option(
      '--token-file <file>',
      'file with the secret token that callers must send; created if it does not exist',
    )
    .option('--port <port>', 'port on this machine; 0 chooses a free port', '8443')
    .option('--tls-cert <file>', 'certificate (PEM file) (default: self-signed)')
    .option('--tls-key <file>', 'private key of the certificate (PEM file)')
    .option('--save-cert <file>', 'write the self-signed certificate to this file, for --ca');
  withExamples(serve, [
    {
      command: 'hotelctl ui-integration serve --token-file token.txt --save-cert endpoint.pem',
      explains:
        'serve until Ctrl-C; in another terminal, check with --ca endpoint.pem --allow-private-network',
    },
  ]).action(async (flags: ServeFlags) => {
    const { serveEndpoint } = await import('./serve.ts');
    await serveEndpoint(open, flags);
  });
}

/** The same default for both, so that `check` never skips the suite because a flag was omitted. */
const withSourceType = (command: Command) =>
  command.addOption(
    withChoices(
      command
        .createOption(
          '--source-type <type>',
          'whether the URL is the view itself, or a private endpoint that returns its URL',
        )
        .default('private'),
      sourceTypes,
    ),
  );

function withTarget(command: Command, summary: string, fallback?: string): void {
  const option = withChoices(command.createOption('--target <target>', summary), targetNames);
  command.addOption(fallback === undefined ? option : option.default(fallback));
}
