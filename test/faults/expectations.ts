/**
 * The expected result of each kind of command for each fault: written by hand from the table of exit codes, not from
 * the program's behavior. The tests compare the program with it, and docs/faults.md is generated from it.
 */
export const kinds = {
  read: 'reports that are read completely, offers, quotes, lists, `ui-integration get` and `test`, `api --query`',
  stream:
    'reports of any length, read as they arrive: gross transactions, ordered services, company invoices',
  several: 'a report of several requests, one of which fails',
  replace: '`ui-integration update`',
  delete: '`ui-integration delete`',
  create: '`bookings create`, `ui-integration create`, `api` with a write',
  login: '`login`',
  refresh: 'refreshing a sign-in',
  logout: '`logout`',
} as const;
export type Kind = keyof typeof kinds;

export interface Expected {
  readonly exit: number;
  /** The number of requests. */
  readonly tries: number;
}

/** Exit code and number of attempts for each of `kinds`, in their order: `5/4` is exit code 5 after four attempts. */
const groups: readonly (readonly [faults: string, expected: string])[] = [
  // Nothing was sent: everything may be retried. One host serves all of several requests, so all fail.
  ['refuse tls-cut', '5/4 5/4 5/4 5/4 5/4 5/4 5/4 5/4 5/4'],
  // Sent, but no response: a write that is not idempotent is not repeated, nor is a code, which can be used once.
  ['reset-before-headers', '5/4 5/4 7/4 5/4 9/1 9/1 5/1 5/4 5/4'],
  ['mute slow', '5/1 5/1 7/1 5/1 9/1 9/1 5/1 5/1 5/1'],
  // A response that does not come from the platform.
  // A redirect is not followed: the platform never responds 3xx, so whether a write was carried out is unknown.
  ['garbage huge-headers html-page redirect', '6/1 6/1 7/1 6/1 9/1 9/1 6/1 6/1 6/1'],
  // An incomplete body. The responses to replacing and deleting have no body.
  [
    'reset-after-headers reset-in-body truncate length-too-long bad-gzip',
    '5/1 5/1 7/1 0/1 0/1 9/1 5/1 5/1 5/1',
  ],
  // A complete body that cannot be valid.
  ['garbage-body bomb', '6/1 6/1 7/1 0/1 0/1 9/1 6/1 6/1 6/1'],
  // Streamed, it ends too early; read completely, it is not JSON.
  ['length-too-short', '6/1 5/1 7/1 0/1 0/1 9/1 6/1 6/1 6/1'],
  ['slices', '0/1 0/1 0/1 0/1 0/1 0/1 0/1 0/1 0/1'],
  // Certain refusals, also of the identity host: its statuses come without a body as well.
  ['400 403 422', '4/1 4/1 7/1 4/1 4/1 4/1 4/1 4/1 4/1'],
  // If discovery is missing, the identity host does not support revocation: logout reports that.
  ['404', '4/1 4/1 7/1 4/1 4/1 4/1 4/1 4/1 0/1'],
  ['401', '3/1 3/1 7/1 3/1 3/1 3/1 3/1 3/1 3/1'],
  // Rejected before it was carried out: certain, so the outcome of a write is not unknown.
  ['429', '5/4 5/4 7/4 5/4 5/1 5/1 5/1 5/4 5/4'],
  // It is unknown whether the request was carried out.
  ['499 500 502 503 504', '5/4 5/4 7/4 5/4 9/1 9/1 5/1 5/4 5/4'],
];

/** @param fault its name and parameters: `503,retry-after=2` */
export function expectedOf(fault: string, kind: Kind): Expected {
  const [name = '', ...details] = fault.split(',');
  const [, row = ''] = groups.find(([names]) => names.split(' ').includes(name)) ?? [];
  const [exit, tries] = (row.split(' ')[Object.keys(kinds).indexOf(kind)] ?? '').split('/').map(Number);
  if (exit === undefined || tries === undefined)
    throw new Error(`add ${fault} to test/faults/expectations.ts`);
  // A wait that is longer than the whole time limit is not started.
  return { exit, tries: details.includes('retry-after=99999') ? 1 : tries };
}

/** The faults of the tables: each name, and the parameters of statuses. */
const faultNames: readonly string[] = groups.flatMap(([names]) => names.split(' '));
/** One for each exit code that a fault of a request can have: every command meets these. */
const metByAll = ['reset-before-headers', 'garbage', '400', '401', '499', 'mute'];
/** Another fault, whose error has one of the same classes: `npm test` sends it to a few commands, a soak run to all. */
export const isRepeated = (fault: string): boolean =>
  !process.env['FULL_COUNTS'] && !metByAll.includes(fault);
/** The statuses of a row behave alike: `npm test` sends the variants of one refusal and one failure, a soak run of all. */
const ofEachClass = (statuses: readonly string[]) =>
  process.env['FULL_COUNTS'] ? faultNames.filter(name => /^\d/.test(name)) : statuses;
const bodyVariants = ofEachClass(['422', '503']).flatMap(status =>
  ['json', 'html', 'text'].map(body => `${status},body=${body}`),
);
const retryAfterVariants = ['429', '503'].flatMap(status =>
  (status === '429' || process.env['FULL_COUNTS'] ? ['2', 'date', '-1', '99999', 'soon'] : ['2']).map(
    value => `${status},retry-after=${value}`,
  ),
);

/** Before there is a request: none can be selected, and the hosts listen on other ports afterwards. */
export const begins = (fault: string): boolean => fault === 'refuse' || fault === 'tls-cut';
/** All of them; the two that begin are last, because they stay. */
export const faultsInOrder: readonly string[] = [
  ...faultNames.filter(fault => !begins(fault)),
  ...bodyVariants,
  ...retryAfterVariants,
  ...faultNames.filter(begins).reverse(),
];
