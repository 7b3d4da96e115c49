import type { Command } from 'commander';
import type { OpenInvocation } from '../cli/invocation.ts';

interface Group {
  readonly name: string;
  readonly summary: string;
  readonly section: 'Sign-in' | 'Reports' | 'Bookings' | 'Tools';
  /** Looks at every word of the command line before it is understood, so that no message repeats what it refuses. */
  readonly screen?: () => Promise<(words: readonly string[]) => void>;
  readonly load: () => Promise<{ register(command: Command, open: OpenInvocation): void }>;
}

const cardScreen = async () => (await import('../cli/card-refusal.ts')).refuseCardInWords;

/** The first words of every command; a group's own commands come with `load`. */
export const groups: readonly Group[] = [
  {
    name: 'login',
    summary: 'sign in through the browser',
    section: 'Sign-in',
    load: () => import('./auth/login.ts'),
  },
  {
    name: 'logout',
    summary: 'forget the tokens, and revoke them where the platform offers it',
    section: 'Sign-in',
    load: () => import('./auth/logout.ts'),
  },
  {
    name: 'auth',
    summary: 'who is signed in; an access token for other tools; a check for scripts',
    section: 'Sign-in',
    load: () => import('./auth/index.ts'),
  },
  {
    name: 'profile',
    summary: 'named sets of settings: add, list, show, use, remove',
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
    summary: 'the hotels that this sign-in may read',
    section: 'Reports',
    load: () => import('./properties/index.ts'),
  },
  {
    name: 'snapshot',
    summary: 'save what the books say today: take, list, verify, prune',
    section: 'Reports',
    load: () => import('./snapshot/index.ts'),
  },
  {
    name: 'pickup',
    summary: 'what was booked since a day, from the snapshots',
    section: 'Reports',
    load: () => import('./pickup/index.ts'),
  },
  {
    name: 'pace',
    summary: 'what is on the books, compared with the same distance before arrival',
    section: 'Reports',
    load: () => import('./pace/index.ts'),
  },
  {
    name: 'sync',
    summary: 'reports into a data lake or Postgres, month by month',
    section: 'Reports',
    load: () => import('./sync/index.ts'),
  },
  {
    name: 'offers',
    summary: 'what can be booked: stays, and services to go with them',
    section: 'Bookings',
    screen: cardScreen,
    load: () => import('./offers/index.ts'),
  },
  {
    name: 'bookings',
    summary: 'quote, authorize the pre-payment, book exactly once',
    section: 'Bookings',
    screen: cardScreen,
    load: () => import('./bookings/index.ts'),
  },
  {
    name: 'ui-integration',
    summary: "views in the platform's screens: check, preview, register, test",
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
    summary: 'the morning page: yesterday, month to date and the next 30 days against last year',
    section: 'Reports',
    load: () => import('./brief/index.ts'),
  },
  {
    name: 'schedule',
    summary: "jobs in the machine's own scheduler: add, list, run, history, remove, doctor",
    section: 'Tools',
    load: () => import('./schedule/index.ts'),
  },
  {
    name: 'api',
    summary: 'any operation of the platform, with the same sign-in and retries',
    section: 'Tools',
    screen: cardScreen,
    load: () => import('./api/index.ts'),
  },
  {
    name: 'sandbox',
    summary: 'the platform, served on this machine: try, develop and test offline',
    section: 'Tools',
    load: () => import('./sandbox/index.ts'),
  },
  {
    name: 'completion',
    summary: 'completion for bash, zsh, fish and PowerShell',
    section: 'Tools',
    load: () => import('./completion/index.ts'),
  },
];
