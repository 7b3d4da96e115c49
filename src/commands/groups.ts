import type { CommandDefinition, CommandTable } from '../cli/command.ts';

interface LoadedGroup {
  readonly command?: CommandDefinition;
  readonly commands?: CommandTable;
}

/** The command groups with their summaries, in the order of the help; the only list of them. */
const sections = {
  'For the hotel': {
    login: 'sign in through the browser',
    logout: 'revoke and delete the tokens',
    auth: 'show who is signed in, print an access token, check the sign-in',
    profile: 'manage profiles, which are named sets of settings',
    properties: 'list the properties that you can access',
    brief: 'show yesterday, the month to date and the next 30 days against last year',
    reports: 'fetch and export the reports',
    snapshot: 'save the books of today, and manage the snapshots',
    pickup: 'show what was booked since an earlier day',
    pace: 'compare what is on the books with the same lead time last year',
    close: 'reconcile the reports of a month, and keep it',
    journal: 'export the ledger as a journal for the accounting system',
    pack: 'write the month pack: results against last year and budget, revenues, company invoices',
    statistics: 'show the figures for the monthly return to the statistics office',
    schedule: 'schedule jobs with the scheduler of this machine',
    offers: 'list the stays and services that can be booked',
    bookings: 'quote a stay, authorize the prepayment, and book',
    doctor: 'check settings, sign-in, network, clock, folders and the cron environment',
    completion: 'print the completion script for bash, zsh, fish or PowerShell',
    version: 'print the version',
    uninstall: 'remove what hotelctl has stored on this machine: jobs, credentials, files',
  },
  'For developers': {
    api: 'call any API endpoint, with the same sign-in and retries',
    mcp: 'serve the Model Context Protocol: reports, figures and offers for agents',
    sync: 'write reports into a data lake or Postgres, month by month',
    sandbox: 'serve the platform on this machine: try, develop and test offline',
    'ui-integration': "check, preview, register and test views in the platform's screens",
  },
} as const;

type Sections = typeof sections;
type GroupName = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections];

const auth = () => import('./auth/index.ts');
const bookings = () => import('./bookings/index.ts');
const figures = () => import('./figures/index.ts');
const history = () => import('./history/index.ts');
const monthEnd = () => import('./month-end/index.ts');
const program = () => import('./program/index.ts');

const loaders: Readonly<Record<GroupName, () => Promise<LoadedGroup>>> = {
  login: async () => ({ command: (await auth()).loginCommand }),
  logout: () => import('./auth/logout.ts'),
  auth: async () => ({ commands: (await auth()).authCommands }),
  profile: () => import('./profile/index.ts'),
  properties: () => import('./properties/index.ts'),
  brief: async () => ({ command: (await figures()).briefCommand }),
  reports: () => import('./reports/index.ts'),
  snapshot: async () => ({ commands: (await history()).snapshotCommands }),
  pickup: async () => ({ command: (await figures()).pickupCommand }),
  pace: async () => ({ command: (await figures()).paceCommand }),
  close: async () => (await monthEnd()).closeGroup,
  journal: async () => (await monthEnd()).journalGroup,
  pack: async () => ({ command: (await figures()).packCommand }),
  statistics: async () => ({ command: (await monthEnd()).statisticsCommand }),
  schedule: () => import('./schedule/index.ts'),
  offers: async () => ({ commands: (await bookings()).offersCommands }),
  bookings: async () => ({ commands: (await bookings()).bookingsCommands }),
  doctor: () => import('./doctor/index.ts'),
  completion: async () => ({ command: (await program()).completionCommand }),
  version: async () => ({ command: (await program()).versionCommand }),
  uninstall: async () => ({ command: (await program()).uninstallCommand }),
  api: () => import('./api/index.ts'),
  mcp: () => import('./mcp/index.ts'),
  sync: async () => ({ command: (await history()).syncCommand }),
  sandbox: () => import('./sandbox/index.ts'),
  'ui-integration': () => import('./ui-integration/index.ts'),
};

export const groups = Object.entries(sections).flatMap(([section, summaries]) =>
  Object.entries(summaries).map(([name, summary]) => ({
    name,
    section,
    summary,
    load: loaders[name as GroupName],
  })),
);

/** @param path the words of a command, such as `reports room-nights` */
export async function loadCommand(path: string): Promise<CommandDefinition> {
  const [group, verb] = path.split(' ');
  const loaded = await groups.find(({ name }) => name === group)?.load();
  const found = verb === undefined ? loaded?.command : loaded?.commands?.[verb];
  if (!found) throw new Error(`there is no command ${path}`);
  return found;
}
