import { HotelctlError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { safeText } from '../platform/safe-text.ts';
import { knownProperties } from './completion/known-lists.ts';
import { openSession, useAndClose } from './connect.ts';
import { withBoldHeadings } from './help.ts';
import type { Invocation } from './invocation.ts';

type Step = readonly [command: string, does: string];

/** `hotelctl` without arguments on a terminal: the status and three suggested next commands. Works offline. */
export async function greet(invocation: Invocation) {
  const { context } = invocation;
  const { rows, next } = await readState(invocation);
  const text = [
    `hotelctl ${version}: your hotel platform's reports as Excel, CSV and email.`,
    rows.map(([name = '', value = '']) => `${name.padEnd(12)}${safeText(value)}`).join('\n'),
    `Next:\n${next.map(([command, does]) => `  # ${does}\n  ${command}`).join('\n')}`,
    '`hotelctl --help` shows every command.',
  ].join('\n\n');
  await context.stdout.write(`${context.stdout.color ? withBoldHeadings(text) : text}\n`);
}

const trial: Step = [
  'hotelctl sandbox run -- hotelctl reports room-nights --property MUC --period 2026-10',
  'try it on the built-in sandbox, without an account',
];
const login: Step = ['hotelctl login', 'sign in through the browser'];
const environment: Step = [
  'hotelctl help environment',
  'set the property and everything else with environment variables',
];
const list: Step = ['hotelctl reports list', 'list the reports, their flags and limits'];

const choose: Step = ['hotelctl profile use NAME', 'select one of the saved profiles'];

async function readState(invocation: Invocation) {
  const { settings, profiles } = invocation;
  const host = settings.find('baseUrl')?.value;
  if (host === undefined) {
    const rows = [['Signed in', 'no (no platform is set)']];
    if (!settings.isUnchosen) return { rows, next: [trial, login, environment] };
    const saved = ['Profile', `none selected of ${[...profiles.profiles.keys()].join(', ')}`];
    return { rows: [...rows, saved], next: [choose, login, environment] };
  }
  const { signedIn, who } = await readStatus(invocation);
  const rows = [
    ['Signed in', who],
    ['Profile', `${settings.profileName}, ${host}`],
  ];
  if (!signedIn)
    return { rows, next: [login, ['hotelctl doctor', 'find problems and how to fix them'], trial] };
  const property = settings.find('property')?.value;
  if (property === undefined)
    return {
      rows: [...rows, ['Property', 'none chosen']],
      next: [
        ['hotelctl properties list', 'list the properties that you can access'],
        ['hotelctl profile set property ID', 'save the one to use by default'],
        list,
      ],
    };
  const known = (await knownProperties(invocation)).find(({ id }) => id === property);
  return {
    rows: [...rows, ['Property', [property, known?.name].filter(Boolean).join(', ')]],
    next: [
      ['hotelctl reports property-performance --period last-month', 'occupancy, ADR and RevPAR'],
      list,
      ['hotelctl offers list --arrival +7d --departure +9d --adults 2', 'what can be booked'],
    ],
  };
}

/** The state of the session, or why it is not available: the greeting never fails. */
async function readStatus(invocation: Invocation) {
  try {
    const status = await useAndClose(await openSession(invocation), session => session.status());
    const { signedIn, user, source } = status;
    return { signedIn, who: signedIn ? (user?.name ?? user?.subject ?? `by ${source}`) : 'no' };
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    return { signedIn: false, who: `unknown: ${error.message}` };
  }
}
