import type { Command } from 'commander';
import { collect, connectionSettings, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withQueryFlag } from '../../cli/query-flag.ts';
import { type ApiOptions, apiFormats } from './options.ts';

/** `hotelctl api [METHOD] PATH`: any operation of the platform, with the usual sign-in, retries and errors. */
export function register(command: Command, open: OpenInvocation): void {
  command
    .usage('[flags] [METHOD] PATH')
    .description(description)
    .argument('[words...]', 'METHOD (optional) and PATH')
    .option('-f, --raw-field <key=value>', 'field with a string value; may be repeated', collect)
    .option(
      '-F, --field <key=value>',
      'field with the value true, false, null, a number, @FILE or @- (standard input); anything else is a string; may be repeated',
      collect,
    )
    .option('-H, --header <name:value>', 'header to send; may be repeated', collect)
    .option(
      '--idempotency-key <key>',
      'idempotency key of a POST; the POST is retried if the platform supports the key',
    )
    .option('--paginate', 'GET all pages (pageNumber, pageSize) and print one array')
    .option('--dry-run', 'print the request as a curl command without the token; nothing is sent');
  const input = command.createOption(
    '--input <file>',
    'file to send as the body; - is standard input; fields then become query parameters',
  );
  input.attributeName = () => 'inputFile';
  command.addOption(input);
  const output = (flags: string, summary: string) =>
    command.createOption(flags, summary).helpGroup('Output flags:');
  command
    .addOption(
      output(
        '-i, --include',
        'print status and headers, without tokens, before the body, also of an error response',
      ),
    )
    .addOption(
      withChoices(output('--format <format>', 'output format of --paginate (default json)'), apiFormats),
    )
    .addOption(
      output('-o, --output <file>', 'write to this file (replaced atomically); - is standard output'),
    );
  withQueryFlag(command);
  withSettingFlags(command, [...connectionSettings, 'integrationUrl']);
  withExamples(command, [
    { command: 'hotelctl api GET /inventory/v1/properties', explains: 'the same as without GET' },
    {
      command: "hotelctl api /inventory/v1/properties --paginate --query '[].id'",
      explains: 'the ids of all pages',
    },
    {
      command:
        'hotelctl api GET /booking/v1/offers -f propertyId=MUC -f arrival=2026-12-01 -f departure=2026-12-03 -f adults=2',
      explains: 'the fields of a GET are query parameters',
    },
    {
      command:
        'hotelctl api POST /booking/v1/bookings --input booking.json --idempotency-key 5b0e4a5e-dry-run --dry-run',
      explains: 'print a booking as a curl command',
    },
    { command: 'hotelctl api integration:/integration/v1/ui-integrations', explains: 'another host' },
    {
      command: 'hotelctl api auth:/.well-known/openid-configuration',
      explains: 'the endpoints of the identity host',
    },
  ]).action(async (words: readonly string[], options: ApiOptions) => {
    const { callApi } = await import('./run.ts');
    await callApi(open, words, options);
  });
}

const description = [
  'Call any API endpoint of the platform, with the sign-in, retries and error handling of the other commands.',
  'METHOD is GET, POST, PUT, PATCH, DELETE or HEAD. The default is POST with fields or --input, otherwise GET.',
  'PATH is on the API host; integration:/PATH is on the UI integration host and auth:/PATH on the identity host, ' +
    'where only /.well-known/... and /connect/userinfo are allowed. A full URL is accepted only on one of these hosts: ' +
    'the token is never sent to another host.',
  'For GET, HEAD and DELETE, fields are query parameters, and a key may be repeated. For other methods, they form a ' +
    'JSON body: a[b]=c is a nested object, a[]=x an array element, a[] an empty array, a[][b]=c an object in an array. Numbers ' +
    'are sent with every digit that you type.',
  'The body of a successful response is printed unchanged. An error response prints nothing on ' +
    'standard output: its messages go to standard error. With --include, the whole error response is printed as well.',
  'A write is sent immediately, without a prompt. If its outcome is unknown, it is not repeated, and the exit code is 9. GET and ' +
    'HEAD are retried, and so is a POST with --idempotency-key if the platform keeps the key for 24 hours: ' +
    'bookings and the gross-transactions report.',
].join('\n\n');
