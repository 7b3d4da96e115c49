import type { CommandDefinition, CommandTable } from '../cli/command.ts';

interface Group {
  readonly name: string;
  readonly section: 'Sign-in' | 'Reports' | 'Bookings' | 'Tools';
  readonly summary: string;
  /** The commands of the group, or the one that the group itself is. */
  readonly load: () => Promise<{ readonly command?: CommandDefinition; readonly commands?: CommandTable }>;
}

/** The command groups, in the order of the help; the only list of them. */
const table: readonly (readonly [Group['name'], Group['section'], Group['summary'], Group['load']])[] = [
  ['login', 'Sign-in', 'sign in through the browser', () => import('./auth/login.ts')],
  ['logout', 'Sign-in', 'revoke and delete the tokens', () => import('./auth/logout.ts')],
  [
    'auth',
    'Sign-in',
    'show who is signed in, print an access token, check the sign-in',
    () => import('./auth/index.ts'),
  ],
  [
    'profile',
    'Sign-in',
    'manage profiles, which are named sets of settings',
    () => import('./profile/index.ts'),
  ],
  ['reports', 'Reports', 'fetch and export the reports', () => import('./reports/index.ts')],
  ['properties', 'Reports', 'list the properties that you can access', () => import('./properties/index.ts')],
  [
    'snapshot',
    'Reports',
    'save the books of today, and manage the snapshots',
    () => import('./snapshot/index.ts'),
  ],
  ['pickup', 'Reports', 'show what was booked since an earlier day', () => import('./pickup/index.ts')],
  [
    'pace',
    'Reports',
    'compare what is on the books with the same lead time last year',
    () => import('./pace/index.ts'),
  ],
  [
    'sync',
    'Reports',
    'write reports into a data lake or Postgres, month by month',
    () => import('./sync/index.ts'),
  ],
  ['offers', 'Bookings', 'list the stays and services that can be booked', () => import('./offers/index.ts')],
  [
    'bookings',
    'Bookings',
    'quote a stay, authorize the prepayment, and book',
    () => import('./bookings/index.ts'),
  ],
  [
    'ui-integration',
    'Tools',
    "check, preview, register and test views in the platform's screens",
    () => import('./ui-integration/index.ts'),
  ],
  [
    'doctor',
    'Tools',
    'check settings, sign-in, network, clock, folders and the cron environment',
    () => import('./doctor/index.ts'),
  ],
  [
    'brief',
    'Reports',
    'show yesterday, the month to date and the next 30 days against last year',
    () => import('./brief/index.ts'),
  ],
  [
    'schedule',
    'Tools',
    'schedule jobs with the scheduler of this machine',
    () => import('./schedule/index.ts'),
  ],
  [
    'api',
    'Tools',
    'call any API endpoint, with the same sign-in and retries',
    () => import('./api/index.ts'),
  ],
  [
    'mcp',
    'Tools',
    'serve the Model Context Protocol: reports, figures and offers for agents',
    () => import('./mcp/index.ts'),
  ],
  [
    'sandbox',
    'Tools',
    'serve the platform on this machine: try, develop and test offline',
    () => import('./sandbox/index.ts'),
  ],
  [
    'uninstall',
    'Tools',
    'remove what hotelctl has stored on this machine: jobs, credentials, files',
    () => import('./uninstall/index.ts'),
  ],
  ['version', 'Tools', 'print the version', () => import('./version/index.ts')],
  [
    'completion',
    'Tools',
    'print the completion script for bash, zsh, fish or PowerShell',
    () => import('./completion/index.ts'),
  ],
];

export const groups: readonly Group[] = table.map(([name, section, summary, load]) => ({
  name,
  section,
  summary,
  load,
}));
