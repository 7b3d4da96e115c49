import type { Command } from 'commander';
import type { OpenInvocation } from '../cli/invocation.ts';

interface Group {
  readonly name: string;
  readonly summary: string;
  readonly section: 'Sign-in' | 'Reports' | 'Bookings' | 'Tools';
  readonly load: () => Promise<{
    register(command: Command, open: OpenInvocation, words?: readonly string[]): void;
  }>;
}

/** The command groups; a group's own commands are loaded with `load`. */
export const groups: readonly Group[] = [
  {
    name: 'login',
    summary: 'sign in through the browser',
    section: 'Sign-in',
    load: () => import('./auth/login.ts'),
  },
  {
    name: 'logout',
    summary: 'revoke and delete the tokens',
    section: 'Sign-in',
    load: () => import('./auth/logout.ts'),
  },
  {
    name: 'auth',
    summary: 'show who is signed in, print an access token, check the sign-in',
    section: 'Sign-in',
    load: () => import('./auth/index.ts'),
  },
  {
    name: 'profile',
    summary: 'manage profiles, which are named sets of settings',
    section: 'Sign-in',
    load: () => import('./profile/index.ts'),
  },
  {
    name: 'reports',
    summary: 'fetch and export the reports',
    section: 'Reports',
    load: () => import('./reports/index.ts'),
  },
  {
    name: 'properties',
    summary: 'list the properties that you can access',
    section: 'Reports',
    load: () => import('./properties/index.ts'),
  },
  {
    name: 'snapshot',
    summary: 'save the books of today, and manage the snapshots',
    section: 'Reports',
    load: () => import('./snapshot/index.ts'),
  },
  {
    name: 'pickup',
    summary: 'show what was booked since an earlier day',
    section: 'Reports',
    load: () => import('./pickup/index.ts'),
  },
  {
    name: 'pace',
    summary: 'compare what is on the books with the same lead time last year',
    section: 'Reports',
    load: () => import('./pace/index.ts'),
  },
  {
    name: 'sync',
    summary: 'write reports into a data lake or Postgres, month by month',
    section: 'Reports',
    load: () => import('./sync/index.ts'),
  },
  {
    name: 'offers',
    summary: 'list the stays and services that can be booked',
    section: 'Bookings',
    load: () => import('./offers/index.ts'),
  },
  {
    name: 'bookings',
    summary: 'quote a stay, authorize the prepayment, and book',
    section: 'Bookings',
    load: () => import('./bookings/index.ts'),
  },
  {
    name: 'ui-integration',
    summary: "check, preview, register and test views in the platform's screens",
    section: 'Tools',
    load: () => import('./ui-integration/index.ts'),
  },
  {
    name: 'doctor',
    summary: 'check settings, sign-in, network, clock, folders and the cron environment',
    section: 'Tools',
    load: () => import('./doctor/index.ts'),
  },
  {
    name: 'brief',
    summary: 'show yesterday, the month to date and the next 30 days against last year',
    section: 'Reports',
    load: () => import('./brief/index.ts'),
  },
  {
    name: 'schedule',
    summary: 'schedule jobs with the scheduler of this machine',
    section: 'Tools',
    load: () => import('./schedule/index.ts'),
  },
  {
    name: 'api',
    summary: 'call any API endpoint, with the same sign-in and retries',
    section: 'Tools',
    load: () => import('./api/index.ts'),
  },
  {
    name: 'sandbox',
    summary: 'serve the platform on this machine: try, develop and test offline',
    section: 'Tools',
    load: () => import('./sandbox/index.ts'),
  },
  {
    name: 'version',
    summary: 'print the version',
    section: 'Tools',
    load: () => import('./version/index.ts'),
  },
  {
    name: 'completion',
    summary: 'print the completion script for bash, zsh, fish or PowerShell',
    section: 'Tools',
    load: () => import('./completion/index.ts'),
  },
];
