import type { Options } from '../../cli/flags.ts';
import type { QueryOptions } from '../../cli/shared-flags.ts';

export const apiFormats = ['json', 'ndjson'] as const;

export const apiFlags = {
  '-f, --raw-field <key=value>...': 'field with a string value; may be repeated',
  '-F, --field <key=value>...':
    'field with the value true, false, null, a number, @FILE or @- (standard input); anything else is a string; may be repeated',
  '-H, --header <name:value>...': 'header to send; may be repeated',
  '--idempotency-key <key>':
    'idempotency key for a POST; only a POST to gross-transactions is retried with it',
  '--paginate': 'GET all pages (pageNumber, pageSize) and print one array',
  '--dry-run': 'print the request as a curl command without the token; nothing is sent',
  '--input <file>': {
    summary: 'file to send as the body; - is standard input; fields then become query parameters',
    // commander uses `input` for `--no-input`.
    name: 'inputFile',
    input: true,
  },
  'Output flags:': {
    '-i, --include': 'print status and headers, without tokens, before the body, also of an error response',
    '--format <format>': { summary: 'output format of --paginate (default json)', choices: apiFormats },
    '-o, --output <file>': 'write to this file (replaced atomically); - is standard output',
  },
} as const;

export type ApiOptions = Options<typeof apiFlags> & QueryOptions;
