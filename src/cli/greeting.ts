import { HotelctlError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import type { SessionStatus } from '../http/auth/session.ts';
import { safeText } from '../platform/safe-text.ts';
import { knownProperties } from './completion/known-lists.ts';
import { openSession, useAndClose } from './connect.ts';
import { withBoldHeadings } from './help.ts';
import type { Invocation } from './invocation.ts';

type Step = readonly [command: string, does: string];

/**
 * The output of `hotelctl` without arguments on a terminal: the status and three suggested next commands. Works
 * offline.
 */
export async function greet(invocation: Invocation) {
  const { context } = invocation;
  const state = await readState(invocation);
  const rows = state.rows.map(([name, value]) => `${name.padEnd(12)}${safeText(value)}`);
  const column = Math.max(...state.next.map(([command]) => command.length)) + 3;
  const beside =
    column + 2 + Math.max(...state.next.map(([, does]) => does.length)) <= context.stdout.columns;
  const next = state.next.map(([command, does]) =>
    beside ? `  ${command.padEnd(column)}${does}` : `  # ${does}\n  ${command}`,
  );
  const text = [
    `hotelctl ${version}: your hotel platform's reports as Excel, CSV and email.`,
    rows.join('\n'),
    `Next:\n${next.join('\n')}`,
    '`hotelctl --help` shows every command.',
  ].join('\n\n');
  await context.stdout.write(`${context.stdout.color ? withBoldHeadings(text) : text}\n`);
}

interface State {
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly next: readonly Step[];
}

const trial: Step = [
  'hotelctl sandbox run -- hotelctl reports room-nights --property MUC --period 2026-10',
  'try it on the built-in sandbox, without an account',
];
const login: Step = ['hotelctl login', 'sign in through the browser'];

async function readState(invocation: Invocation): Promise<State> {
  const { settings } = invocation;
  const host = settings.find('baseUrl')?.value;
  if (host === undefined) {
    return {
      rows: [['Signed in', 'no (no platform is set)']],
      next: [trial, login, ['hotelctl help environment', 'configure hotelctl with environment variables']],
    };
  }
  const profile = ['Profile', `${settings.profileName}, ${host}`] as const;
  const status = await readStatus(invocation);
  if (typeof status === 'string' || !status.signedIn) {
    return {
      rows: [['Signed in', typeof status === 'string' ? status : 'no'], profile],
      next: [login, ['hotelctl doctor', 'find problems and how to fix them'], trial],
    };
  }
  const property = settings.find('property')?.value;
  const known = (await knownProperties(invocation)).find(({ id }) => id === property);
  const who = status.user?.name ?? status.user?.subject ?? `by ${status.source}`;
  const list: Step = ['hotelctl reports list', 'list the reports, their flags and limits'];
  if (property === undefined) {
    const choose: Step =
      status.source === 'store'
        ? ['hotelctl login', 'sign in again and choose a property']
        : ['hotelctl help environment', 'HOTELCTL_PROPERTY sets the property'];
    return {
      rows: [['Signed in', who], profile, ['Property', 'none chosen']],
      next: [['hotelctl properties list', 'list the properties that you can access'], choose, list],
    };
  }
  return {
    rows: [['Signed in', who], profile, ['Property', [property, known?.name].filter(Boolean).join(', ')]],
    next: [
      ['hotelctl reports property-performance --period last-month', 'occupancy, ADR and RevPAR'],
      list,
      ['hotelctl offers list --arrival +7d --departure +9d --adults 2', 'what can be booked'],
    ],
  };
}

/** The state of the session, or why it is not available: the greeting never fails. */
async function readStatus(invocation: Invocation): Promise<SessionStatus | string> {
  try {
    return await useAndClose(await openSession(invocation), session => session.status());
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    return `unknown: ${error.message}`;
  }
}
