/**
 * What each kind of command is to make of each fault: written by hand from the table of exit codes and what it says,
 * not from what the program does. The tests hold the program against it, and docs/faults.md is made of it.
 */
export const kinds = {
  read: 'reports that are read whole, offers, quotes, lists, `ui-integration get` and `test`, `api --query`',
  stream: 'reports of any length, read as they come: gross transactions, ordered services, company invoices',
  several: 'a report of several requests, one of which fails',
  replace: '`ui-integration update`',
  delete: '`ui-integration delete`',
  create: '`bookings create`, `ui-integration create`, `api` with a write',
  login: '`login`',
  refresh: 'renewing a sign-in',
  logout: '`logout`',
} as const;
export type Kind = keyof typeof kinds;

export interface Expected {
  readonly exit: number;
  /** How often the request is sent. */
  readonly tries: number;
}

/** Exit codes and tries in the order of `kinds`; `4x` is four tries. */
const groups: readonly (readonly [faults: string, expected: string])[] = [
  // Nothing was sent: everything may be tried again. One host serves all of several requests, so that all fail.
  ['refuse tls-cut', '5/4 5/4 5/4 5/4 5/4 5/4 5/4 5/4 5/4'],
  // Sent, and not answered: a write that is not the same twice is not repeated, nor is a code, which serves once.
  ['reset-before-headers', '5/4 5/4 7/4 5/4 9/1 9/1 5/1 5/4 5/4'],
  ['mute slow', '5/1 5/1 7/1 5/1 9/1 9/1 5/1 5/1 5/1'],
  // Something answered that is not the platform.
  ['garbage huge-headers html-page', '6/1 6/1 7/1 6/1 9/1 9/1 6/1 6/1 6/1'],
  // A body that is not whole. Replacing and deleting are answered without one.
  [
    'reset-after-headers reset-in-body truncate length-too-long bad-gzip',
    '5/1 5/1 7/1 0/1 0/1 9/1 5/1 5/1 5/1',
  ],
  // A whole body that can't be right.
  ['garbage-body bomb', '6/1 6/1 7/1 0/1 0/1 9/1 6/1 6/1 6/1'],
  // Read as it comes, it ends too early; read whole, it is no JSON.
  ['length-too-short', '6/1 5/1 7/1 0/1 0/1 9/1 6/1 6/1 6/1'],
  ['slices', '0/1 0/1 0/1 0/1 0/1 0/1 0/1 0/1 0/1'],
  // Not followed. The platform answers 3xx to nothing, and who answers it has not done what was asked.
  ['redirect', '6/1 6/1 7/1 6/1 6/1 6/1 6/1 6/1 6/1'],
  // Certain refusals, of the identity host too: its statuses come without a body as well.
  ['400 403 422', '4/1 4/1 7/1 4/1 4/1 4/1 4/1 4/1 4/1'],
  // A discovery that is not there is an identity host without revocation: the logout says so.
  ['404', '4/1 4/1 7/1 4/1 4/1 4/1 4/1 4/1 0/1'],
  ['401', '3/1 3/1 7/1 3/1 3/1 3/1 3/1 3/1 3/1'],
  // Turned away at the door: certain, so that a write is not outcome unknown.
  ['429', '5/4 5/4 7/4 5/4 5/1 5/1 5/1 5/4 5/4'],
  // Nobody knows before what.
  ['499 500 502 503 504', '5/4 5/4 7/4 5/4 9/1 9/1 5/1 5/4 5/4'],
];

/** @param fault its name, then what was said about it: `503,retry-after=2` */
export function expectedOf(fault: string, kind: Kind): Expected {
  const [name = '', ...details] = fault.split(',');
  const [, row = ''] = groups.find(([names]) => names.split(' ').includes(name)) ?? [];
  const [exit, tries] = (row.split(' ')[Object.keys(kinds).indexOf(kind)] ?? '').split('/').map(Number);
  if (exit === undefined || tries === undefined) throw new Error(`nothing is expected of ${fault}`);
  // A wait that is longer than the whole time limit is not begun.
  return { exit, tries: details.includes('retry-after=99999') ? 1 : tries };
}

/** The faults of the tables: each name, and what can be said about the statuses. */
export const faultNames: readonly string[] = groups.flatMap(([names]) => names.split(' '));
export const bodyVariants = faultNames
  .filter(name => /^\d/.test(name))
  .flatMap(status => ['json', 'html', 'text'].map(body => `${status},body=${body}`));
export const retryAfterVariants = ['429', '503'].flatMap(status =>
  ['2', 'date', '-1', '99999', 'soon'].map(value => `${status},retry-after=${value}`),
);
