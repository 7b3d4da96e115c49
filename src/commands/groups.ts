import type { CommandDefinition, CommandTable } from '../cli/command.ts';

interface LoadedGroup {
  /** The command that the group itself is. */
  readonly command?: CommandDefinition;
  readonly commands?: CommandTable;
}

const hotel = 'For the hotel';
const developers = 'For developers';

/** The command groups, in the order of the help; the only list of them. */
const table: readonly (readonly [
  name: string,
  section: typeof hotel | typeof developers,
  summary: string,
  load: () => Promise<LoadedGroup>,
])[] = [
  ['login', hotel, 'sign in through the browser', () => import('./auth/login.ts')],
  ['logout', hotel, 'revoke and delete the tokens', () => import('./auth/logout.ts')],
  [
    'auth',
    hotel,
    'show who is signed in, print an access token, check the sign-in',
    () => import('./auth/index.ts'),
  ],
  ['profile', hotel, 'manage profiles, which are named sets of settings', () => import('./profile/index.ts')],
  ['properties', hotel, 'list the properties that you can access', () => import('./properties/index.ts')],
  [
    'brief',
    hotel,
    'show yesterday, the month to date and the next 30 days against last year',
    () => import('./brief/index.ts'),
  ],
  ['reports', hotel, 'fetch and export the reports', () => import('./reports/index.ts')],
  [
    'snapshot',
    hotel,
    'save the books of today, and manage the snapshots',
    () => import('./snapshot/index.ts'),
  ],
  ['pickup', hotel, 'show what was booked since an earlier day', () => import('./pickup/index.ts')],
  [
    'pace',
    hotel,
    'compare what is on the books with the same lead time last year',
    () => import('./pace/index.ts'),
  ],
  ['close', hotel, 'reconcile the reports of a month, and keep it', () => import('./close/index.ts')],
  [
    'journal',
    hotel,
    'export the ledger as a journal for the accounting system',
    () => import('./journal/index.ts'),
  ],
  [
    'pack',
    hotel,
    'write the month pack: results against last year and budget, revenues, company invoices',
    () => import('./pack/index.ts'),
  ],
  [
    'statistics',
    hotel,
    'show the figures for the monthly return to the statistics office',
    () => import('./statistics/index.ts'),
  ],
  [
    'schedule',
    hotel,
    'schedule jobs with the scheduler of this machine',
    () => import('./schedule/index.ts'),
  ],
  ['offers', hotel, 'list the stays and services that can be booked', () => import('./offers/index.ts')],
  [
    'bookings',
    hotel,
    'quote a stay, authorize the prepayment, and book',
    () => import('./bookings/index.ts'),
  ],
  [
    'doctor',
    hotel,
    'check settings, sign-in, network, clock, folders and the cron environment',
    () => import('./doctor/index.ts'),
  ],
  [
    'completion',
    hotel,
    'print the completion script for bash, zsh, fish or PowerShell',
    () => import('./completion/index.ts'),
  ],
  ['version', hotel, 'print the version', () => import('./version/index.ts')],
  [
    'uninstall',
    hotel,
    'remove what hotelctl has stored on this machine: jobs, credentials, files',
    () => import('./uninstall/index.ts'),
  ],
  [
    'api',
    developers,
    'call any API endpoint, with the same sign-in and retries',
    () => import('./api/index.ts'),
  ],
  [
    'mcp',
    developers,
    'serve the Model Context Protocol: reports, figures and offers for agents',
    () => import('./mcp/index.ts'),
  ],
  [
    'sync',
    developers,
    'write reports into a data lake or Postgres, month by month',
    () => import('./sync/index.ts'),
  ],
  [
    'sandbox',
    developers,
    'serve the platform on this machine: try, develop and test offline',
    () => import('./sandbox/index.ts'),
  ],
  [
    'ui-integration',
    developers,
    "check, preview, register and test views in the platform's screens",
    () => import('./ui-integration/index.ts'),
  ],
];

export const groups = table.map(([name, section, summary, load]) => ({ name, section, summary, load }));

/** @param path the words of a command, such as `reports room-nights` */
export async function loadCommand(path: string): Promise<CommandDefinition> {
  const [group, verb] = path.split(' ');
  const loaded = await groups.find(({ name }) => name === group)?.load();
  const found = verb === undefined ? loaded?.command : loaded?.commands?.[verb];
  if (!found) throw new Error(`there is no command ${path}`);
  return found;
}
