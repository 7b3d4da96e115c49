import { defineCommand } from '../../cli/command.ts';
import { connectionSettings, queryFlags } from '../../cli/shared-flags.ts';
import { apiFlags } from './flags.ts';

export const command = defineCommand({
  text: [
    'Call any platform API endpoint with the sign-in, retries and error handling of the other commands.',
    'METHOD is GET, POST, PUT, PATCH, DELETE or HEAD. The default is POST with fields or --input, otherwise GET.',
    'PATH is on the API host; integration:/PATH is on the UI integration host and auth:/PATH on the identity host, ' +
      'where only /.well-known/... and /connect/userinfo are allowed. A full URL is accepted only on one of these hosts: ' +
      'the token is never sent to another host.',
    'For GET, HEAD and DELETE, fields are query parameters, and a key may be repeated. For other methods, they form a ' +
      'JSON body: a[b]=c is a nested object, a[]=x an array element, a[] an empty array, a[][b]=c an object in an array. Numbers ' +
      'are never rounded.',
    'The body of a successful response is printed unchanged. An error response prints nothing on ' +
      'standard output: its messages go to standard error. With --include, the whole error response is printed as well.',
    'A write is sent immediately, without a prompt. If its outcome is unknown, it is not repeated, and the exit code is 9. GET and ' +
      'HEAD are retried, and so is a POST with --idempotency-key if the specification promises that the platform carries ' +
      'out a key once: only the gross-transactions report.',
  ].join('\n\n'),
  usage: '[flags] [METHOD] PATH',
  arguments: [{ form: '[words...]', summary: 'METHOD (optional) and PATH' }],
  flags: [apiFlags, queryFlags],
  settings: [...connectionSettings, 'integrationUrl'],
  changes: 'platform',
  examples: {
    'hotelctl api GET /inventory/v1/properties': 'the same as without GET',
    "hotelctl api /inventory/v1/properties --paginate --query '[].id'": 'the ids of all pages',
    'hotelctl api GET /booking/v1/offers -f propertyId=MUC -f arrival=2026-12-01 -f departure=2026-12-03 -f adults=2':
      'the fields of a GET are query parameters',
    'hotelctl api POST /booking/v1/bookings --input booking.json --idempotency-key 5b0e4a5e-dry-run --dry-run':
      'print a booking as a curl command',
    'hotelctl api integration:/integration/v1/ui-integrations': 'another host',
    'hotelctl api auth:/.well-known/openid-configuration': 'the endpoints of the identity host',
  },
  plan: async (...given) => (await import('./run.ts')).planCall(...given),
});
