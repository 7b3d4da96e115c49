import type { Command } from 'commander';
import { collect, withChoices } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { withVisitFlags } from '../../cli/visit.ts';
import { sourceTypes } from '../../platform/integrations/source-type.ts';
import { targetNames } from '../../platform/integrations/targets.ts';
import type { CheckOptions } from './check.ts';
import type { PreviewFlags } from './preview.ts';
import type { ServeFlags } from './serve.ts';

type Leaf = (name: string, summary: string) => Command;

/** What needs no platform: check, preview and serve. */
export function registerViewing(leaf: Leaf, open: OpenInvocation): void {
  const check = leaf(
    'check',
    "run the platform's checks from here, before registering; exit 10 when one fails",
  );
  check.description(
    "Run the platform's checks from here, before registering, and look at what the platform does not check: clocks, " +
      'certificates, headers that keep a frame blank, cookies. Sends no credentials, follows no redirect, uses no proxy, ' +
      'reads at most 1 MB in 10 s, and asks public addresses alone. Exit 10 when one of the checks fails.',
  );
  check.argument('<url>', 'the address; - reads it from standard input, since it may hold a secret');
  withType(check, 'private');
  withTarget(check, 'append the context of this target to the view, with example values');
  withExamples(
    withOutputFlags(withVisitFlags(check), async () => (await import('./check.ts')).checkColumns),
    [
      {
        command: 'hotelctl ui-integration check - < address.txt',
        explains: 'a private URL with its secret token, from a file',
      },
      {
        command: 'hotelctl ui-integration check https://views.example.com/parking --type public',
        explains: 'a view that everybody may open',
      },
    ],
  ).action(async (address: string, options: CheckOptions) => {
    const { checkAddress } = await import('./check.ts');
    await checkAddress(open, address, options);
  });

  const preview = leaf(
    'preview',
    'see a view in its place, on a local page that embeds it as the platform does',
  );
  preview.argument('<url>', 'the address; - reads it from standard input, since it may hold a secret');
  withType(preview, 'public');
  withTarget(preview, 'where to begin; the page switches between all', 'DashboardPropertyContext');
  preview
    .option('--context <name=value>', 'a parameter that is appended to the address; may be repeated', collect)
    .option('--label <text>', 'the text in the header of the view', 'My view')
    .option('--port <port>', 'port of the page on this machine; 0 takes a free one', '0')
    .option('--no-browser', 'print the address instead of opening it');
  withExamples(withVisitFlags(preview), [
    {
      command:
        'hotelctl ui-integration preview https://views.example.com/parking --target ReservationDetailsTab --context reservationId=HPGMSTGF-1',
      explains: 'until Ctrl-C; says why a frame stays blank',
    },
    {
      command: 'hotelctl ui-integration preview http://localhost:5173 --allow-private-network',
      explains: 'while you build it',
    },
  ]).action(async (address: string, flags: PreviewFlags) => {
    const { previewAddress } = await import('./preview.ts');
    await previewAddress(open, address, flags);
  });

  const serve = leaf(
    'serve',
    'an example of a private endpoint that passes, to copy from and to test against',
  )
    .option('--public-url <url>', 'the address of the view; without it an example view of its own')
    .option('--valid-for <duration>', 'how long an answer is good: 90s, 10m, 1h', '10m')
    .option(
      '--token-file <file>',
      'the secret token that callers must send; made with a new one where it is missing',
    )
    .option('--port <port>', 'port on this machine; 0 takes a free one', '8443')
    .option('--tls-cert <file>', 'certificate (PEM); without it a self-made one')
    .option('--tls-key <file>', 'its key (PEM)')
    .option('--save-cert <file>', 'write the self-made certificate here, for --ca');
  withExamples(serve, [
    {
      command: 'hotelctl ui-integration serve --token-file token.txt --save-cert endpoint.pem',
      explains: 'until Ctrl-C; then check it with --ca endpoint.pem --allow-private-network',
    },
  ]).action(async (flags: ServeFlags) => {
    const { serveEndpoint } = await import('./serve.ts');
    await serveEndpoint(open, flags);
  });
}

const withType = (command: Command, fallback: string) =>
  command.addOption(
    withChoices(command.createOption('--type <type>', 'what the address is').default(fallback), sourceTypes),
  );

function withTarget(command: Command, summary: string, fallback?: string): void {
  const option = withChoices(command.createOption('--target <target>', summary), targetNames);
  command.addOption(fallback === undefined ? option : option.default(fallback));
}
