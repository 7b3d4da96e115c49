import { dateParameters } from '../../cli/date-options.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/**
 * A tool is a command with some of its flags: they become the arguments of the tool, with their summaries and choices. What
 * it does and returns is what the command does and prints.
 */
export interface Tool {
  /** What a person would call the task. */
  readonly title: string;
  readonly command: string;
  readonly description: string;
  /** Long names of the flags, without dashes. */
  readonly flags: readonly string[];
  readonly fixed?: readonly string[];
  /** `rows`: a table, of which at most 50 rows are returned; `document`: JSON that is returned unchanged. */
  readonly returns: 'rows' | 'document';
  readonly guestColumns?: readonly string[];
  /** The argument that the command reads from standard input: its name and what it is. */
  readonly input?: readonly [name: string, summary: string];
  /** Creates a booking: exists only with `--allow-bookings`, and a person confirms each call. */
  readonly books?: true;
}

const table = ['columns', 'sort'];
const stay = [
  'property',
  'arrival',
  'departure',
  'adults',
  'child-age',
  'channel-code',
  'promo-code',
  'corporate-code',
];
const booked = ['property', 'all-properties', 'for', 'by', 'nearest'];

export function toolTable(): Readonly<Record<string, Tool>> {
  return {
    list_properties: {
      title: 'List the properties',
      command: 'properties list',
      description: 'The properties of this sign-in with names, time zones and currencies.',
      flags: [],
      returns: 'rows',
    },
    ...Object.fromEntries(
      reports.map(report => [`report_${report.name.replaceAll('-', '_')}`, reportTool(report)]),
    ),
    morning_brief: {
      title: 'Morning brief',
      command: 'brief',
      description:
        'Yesterday, the month to date and the next 30 days on the books, each against last year, with pick-up if there are snapshots.',
      flags: ['property', 'all-properties'],
      returns: 'rows',
    },
    pickup: {
      title: 'Pick-up',
      command: 'pickup',
      description: 'What was booked since the snapshot of an earlier day, by stay date. Needs snapshots.',
      flags: [...booked, 'since'],
      returns: 'rows',
    },
    pace: {
      title: 'Pace',
      command: 'pace',
      description:
        'What is on the books, against last year at the same distance before arrival. Needs snapshots.',
      flags: [...booked, 'versus'],
      returns: 'rows',
    },
    list_snapshots: {
      title: 'List the snapshots',
      command: 'snapshot list',
      description: 'The snapshots of the books that are stored on this machine.',
      flags: ['property'],
      returns: 'rows',
    },
    close_month: {
      title: 'Check a month',
      command: 'close',
      description:
        'Compares the reports of a month with each other: what agrees, what the data explains, what is open. It keeps nothing. Add up no differences.',
      flags: ['property', 'period'],
      fixed: ['--provisional'],
      returns: 'rows',
    },
    list_closes: {
      title: 'List the closes',
      command: 'close list',
      description: 'The months that were closed on this machine.',
      flags: ['property'],
      returns: 'rows',
    },
    list_offers: {
      title: 'List offers',
      command: 'offers list',
      description:
        'Offers for a stay. The total has neither city tax nor fees; the grand total is what the booker pays.',
      flags: [...stay, 'view', ...table],
      returns: 'rows',
    },
    quote_stay: {
      title: 'Quote a stay',
      command: 'bookings quote',
      description:
        'A quote of chosen offers and services, with the grand total in exact decimals. It reserves nothing. Keep it unchanged for create_booking.',
      flags: ['property', 'reservation', 'service'],
      fixed: ['--output', '-'],
      returns: 'document',
    },
    list_bookings: {
      title: 'List bookings',
      command: 'bookings list',
      description: 'The bookings that were sent from this machine, with their outcomes.',
      flags: table,
      returns: 'rows',
      guestColumns: ['guest'],
    },
    create_booking: {
      title: 'Create a booking',
      command: 'bookings create',
      description: 'Books a quote, at most once, after a person has confirmed it. Never send card data.',
      flags: [
        ...['expect-total', 'booker-last-name', 'booker-first-name', 'booker-email', 'booker-phone', 'guest'],
        ...['guarantee-type', 'travel-purpose', 'guest-comment', 'reference'],
      ],
      fixed: ['--quote', '-', '--yes', '--format', 'json'],
      input: ['quote', 'the JSON of quote_stay, unchanged'],
      returns: 'document',
      books: true,
    },
  };
}

function reportTool({ name, summary, parameters, rules, chartView }: ReportDefinition): Tool {
  const filters = parameters.filter(({ wire, flag }) => !dateParameters.includes(wire) && flag !== 'expand');
  return {
    title: `Report ${name}`,
    command: `reports ${name}`,
    description: `${summary}. ${rules.map(({ sentence }) => `Limit: ${sentence}.`).join(' ')} hotelctl://reports/${name} defines its columns.`,
    flags: [
      ...filters.map(({ flag }) => flag),
      ...['all-properties', 'period', 'view'],
      ...(chartView === undefined ? [] : ['compare']),
      ...(name === 'property-performance' ? ['by', 'as-of'] : []),
      ...table,
    ],
    returns: 'rows',
  };
}

/** Definitions that an agent can read: each is what a command prints. */
export const resources: readonly (readonly [uri: string, title: string, command: string])[] = [
  ['hotelctl://reports', 'The reports, their parameters, limits and views', 'reports list --format json'],
  ...reports.map(
    ({ name }) =>
      [
        `hotelctl://reports/${name}`,
        `The views and columns of ${name}, with units, tax and totals`,
        `reports columns ${name} --format json`,
      ] as const,
  ),
  ['hotelctl://help/periods', 'How periods and dates are written', 'help periods'],
];
