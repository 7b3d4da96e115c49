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
    .argument('[words...]', 'METHOD, which may be left out, and PATH')
    .option('-f, --raw-field <key=value>', 'a field with a string value; may be repeated', collect)
    .option(
      '-F, --field <key=value>',
      'a field with true, false, null, a number, @FILE or @- (standard input), else a string; may be repeated',
      collect,
    )
    .option('-H, --header <name:value>', 'a header; may be repeated', collect)
    .option(
      '--idempotency-key <key>',
      'send this key with a POST; where the platform supports it, the POST is retried',
    )
    .option('--paginate', 'GET all pages (pageNumber, pageSize) and print one array')
    .option('--dry-run', 'print the request as a curl command without the token; nothing is sent');
  const input = command.createOption(
    '--input <file>',
    'send this file as the body; - is standard input. Fields then go into the query',
  );
  input.attributeName = () => 'inputFile';
  command.addOption(input);
  const output = (flags: string, summary: string) =>
    command.createOption(flags, summary).helpGroup('Output flags:');
  command
    .addOption(
      output('-i, --include', 'print status and headers before the body, without tokens; for errors too'),
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
      explains: 'fields of a GET are its query',
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
  "Any operation of the platform, with this profile's sign-in, retries and refusals.",
  'METHOD is GET, POST, PUT, PATCH, DELETE or HEAD. The default is POST if fields or --input are given, else GET.',
  'PATH is on the API host; integration:/PATH is on the UI integration host and auth:/PATH on the identity host, ' +
    'where /.well-known/... and /connect/userinfo are allowed. A full URL is accepted if it is on one of these hosts: ' +
    'the token is never sent elsewhere.',
  'For GET, HEAD and DELETE, fields go into the query, and a key may be repeated. For other methods they form a ' +
    'JSON body: a[b]=c is an object in an object, a[]=x a list, a[] an empty one, a[][b]=c a list of objects. Numbers ' +
    'are sent with every digit as typed.',
  'The body of a successful response is printed unchanged. An error response prints nothing on ' +
    'standard output: its messages go to standard error. With --include, the whole error response is printed as well.',
  'A write is sent immediately, without a prompt. If its outcome is unknown, it is not repeated, and the exit code is 9. GET and ' +
    'HEAD are retried, and so is a POST with --idempotency-key if the platform keeps the key for 24 hours: ' +
    'bookings and the gross-transactions report.',
].join('\n\n');
