import { type NamePairs, theirName } from '../names.ts';

export interface Target {
  readonly name: string;
  /** The size in platform.md's words; undefined if it is not documented. */
  readonly size: string | undefined;
  /** The position of the frame in the platform's screens. */
  readonly frame: 'widget' | 'tab' | 'page' | 'dialog';
  /** The parameter that is appended beside the two that always are; `none` if there is none, undefined if not documented. */
  readonly forwards: 'propertyId' | 'reservationId' | 'companyId' | 'none' | undefined;
  readonly place: string;
}

/** The three documented sizes, each with its frame, and two frames without one. */
const widget = { size: 'min 340 x 350', frame: 'widget' } as const;
const tab = { size: 'responsive tab', frame: 'tab' } as const;
const page = { size: 'responsive, full content page', frame: 'page' } as const;
const unsizedPage = { size: undefined, frame: 'page' } as const;
const dialog = { size: undefined, frame: 'dialog' } as const;

const target = (
  name: string,
  { size, frame }: Pick<Target, 'size' | 'frame'>,
  forwards: Target['forwards'],
  place: string,
): Target => ({ name, size, frame, forwards, place });

/** platform.md's six targets, and two that only platform-facts lists. The list grows, so other targets are accepted. */
export const targets: readonly Target[] = [
  target('DashboardAccountContext', widget, 'none', 'a widget on the dashboard of the account'),
  target('DashboardPropertyContext', widget, 'propertyId', 'a widget on the dashboard of a property'),
  target('ReservationDetailsTab', tab, 'reservationId', 'a tab beside the details of a reservation'),
  target('CompanyDetailsTab', tab, 'companyId', 'a tab beside the details of a company'),
  target('PropertyMenuReports', page, 'propertyId', "a page under Reports in a property's menu"),
  target('PropertyMenuApps', page, 'propertyId', "a page under Apps in a property's menu"),
  target('AccountMenuApps', unsizedPage, undefined, "a page under Apps in the account's menu"),
  target('GuestDetailsDialog', dialog, undefined, 'part of the guest details dialog'),
];

export const targetNames: readonly string[] = targets.map(({ name }) => name);

/** The target with exactly that name; undefined for one that is not known here. */
export const findTarget = (name: string): Target | undefined => targets.find(one => one.name === name);

/** The frame sizes of a preview, in CSS pixels; the first is the platform's minimum. */
export const frameWidths = ({ frame }: Target): readonly number[] =>
  frame === 'widget' ? [340, 480, 720] : [390, 768, 1024, 1440];

/** Appended to every view's URL, whatever the target (platform-facts, UI integrations). */
const alwaysAppended = ['accountCode', 'subjectId'] as const;

/** The parameters of a view, in the order in which they are appended; of an unknown target, only the two common ones. */
export function contextNames(target: Pick<Target, 'forwards'> | undefined): readonly string[] {
  const { forwards } = target ?? {};
  return forwards === undefined || forwards === 'none' ? alwaysAppended : [...alwaysAppended, forwards];
}

export const contextFor = (
  target: Pick<Target, 'forwards'> | undefined,
  values: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string])[] =>
  contextNames(target).flatMap(name => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });

/**
 * A view's URL in the frame: the context follows its own query (platform.md, rule 6), which is not re-encoded: it may be signed.
 *
 * @param address a valid absolute URL @param names pairs of `assume.views.parameters`
 */
export function withContext(
  address: string,
  context: readonly (readonly [name: string, value: string])[],
  names: NamePairs = [],
): string {
  if (context.length === 0) return address;
  const url = new URL(address);
  const added = new URLSearchParams(
    context.map(([name, value]): [string, string] => [theirName(names, name), value]),
  ).toString();
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;
  return url.href;
}

/** Default values for `check` and previews, used if no reservation, company or other context is given. */
export const exampleContext: Readonly<Record<string, string>> = {
  accountCode: 'DEMO',
  subjectId: 'anna.berger',
  propertyId: 'MUC',
  reservationId: 'HPGMSTGF-1',
  companyId: 'MUC-ACME',
};

/** The source URL is the view itself, or an endpoint that returns the URL of the view (platform.md, rules 2 and 3). */
export const sourceTypes = ['public', 'private'] as const;

/** The source type in a request; one that is not known here is sent unchanged. @param spelling of private ones */
export function sourceTypeOnWire(given: string, spelling: string): string {
  const known = knownSourceType(given);
  if (known === undefined) return given;
  if (spelling === spelling.toUpperCase()) return known.toUpperCase();
  return spelling === spelling.toLowerCase() ? known : `P${known.slice(1)}`;
}

const knownSourceType = (given: unknown) =>
  sourceTypes.find(type => typeof given === 'string' && type === given.toLowerCase());

export const isKnownSourceType = (given: unknown): boolean => knownSourceType(given) !== undefined;
export const isPrivate = (given: unknown): boolean => knownSourceType(given) === 'private';
export const isPublic = (given: unknown): boolean => knownSourceType(given) === 'public';
