import type { CommandDefinition, CommandTable } from '../cli/command.ts';

interface LoadedGroup {
  readonly command?: CommandDefinition;
  readonly commands?: CommandTable;
}

/** The command groups with their summaries, in the order of the help; the only list of them. */
const sections = {
  Everyday: {
    login: 'sign in through the browser',
    reports: 'fetch and export reports',
    properties: 'list the properties that you can access',
    brief: 'show yesterday, the month to date and the next 30 days against last year',
    pickup: 'show what was booked since an earlier day',
    pace: 'compare bookings with the same point last year',
    offers: 'list the stays and services that can be booked',
    bookings: 'quote a stay, authorize the prepayment, and book',
  },
  'Month end': {
    close: "reconcile a month's reports and archive the result",
    journal: 'export the ledger as a journal for your accounting system',
    statistics: 'prepare the monthly statistics return',
    pack: 'write the month pack: results against last year and budget, revenues, company invoices',
  },
  Unattended: {
    schedule: "schedule jobs with this machine's scheduler",
    snapshot: "record today's on-the-books figures",
    sync: 'write reports into a data lake or Postgres, month by month',
    doctor: 'check settings, sign-in, network, clock, folders and the cron environment',
  },
  Integrators: {
    api: 'call any API endpoint, with the same sign-in and retries',
    'ui-integration': "check, preview, register and test views in the platform's screens",
    sandbox: 'serve the platform on this machine: try, develop and test offline',
    mcp: 'serve reports, figures and offers to agents (Model Context Protocol)',
  },
  More: {
    auth: 'show who is signed in, print an access token, check the sign-in',
    logout: 'revoke and delete the tokens',
    profile: 'manage profiles, which are named sets of settings',
    completion: 'print the completion script for bash, zsh, fish or PowerShell',
    version: 'print the version',
    uninstall: 'remove what hotelctl has stored on this machine: jobs, credentials, files',
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
  logout: async () => ({ command: (await auth()).logoutCommand }),
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
  sync: async () => {
    const { syncCommand, syncCommands } = await history();
    return { command: syncCommand, commands: syncCommands };
  },
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
  const [named, verb] = path.split(' ');
  const group = groups.find(({ name }) => name === named);
  const loaded = await group?.load();
  const found = verb === undefined ? loaded?.command : loaded?.commands?.[verb];
  if (!group || !found) throw new Error(`there is no command ${path}`);
  return { summary: group.summary, ...found };
}
