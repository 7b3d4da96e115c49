import { oneOfValues, type ValueCheck } from '../base/choices.ts';
import { type HotelctlError, withDetails } from '../base/errors.ts';

/** A profile and the environment change each of them, so that a wrong assumption needs no new release. */
export interface Assumption {
  /** What is assumed, as a phrase. */
  readonly assumes: string;
  readonly fallback: string;
  /** The values that it may have: these, or any path, name of a field, status, or pairs of names. */
  readonly values: readonly string[] | 'path' | 'field' | 'status' | 'names';
  readonly usedBy: string;
  /** How a user notices that it is wrong. */
  readonly noticed: string;
  /** Why `doctor --platform` does not try it; false: it does. */
  readonly untried: string | false;
  /** For pairs that the HTTP client translates: where the names are, and the parts of paths they apply to. */
  readonly of?: 'parameters' | 'fields';
  /** `/offers`, or the key of an assumption that is a path. */
  readonly at?: readonly string[];
}

/** Names that differ on the platform, as pairs OURS=THEIRS. */
const namePairs = { fallback: 'none', values: 'names', untried: false } as const;

const parameterNames = (what: string, at: readonly string[], usedBy: string) =>
  ({
    ...namePairs,
    assumes: `query parameter names of ${what}; a pair for each that differs: OURS=THEIRS`,
    usedBy,
    noticed: 'the platform refuses the request with 400 or 422, or ignores a parameter',
    of: 'parameters',
    at,
  }) as const;

const fieldNames = (what: string, at: readonly string[], usedBy: string) =>
  ({
    ...namePairs,
    assumes: `field names of ${what}; a pair for each that differs: OURS=THEIRS, or a path such as ratePlan.id=ratePlanId`,
    usedBy,
    noticed: 'a warning or an error names the missing field and the fields that the response had',
    of: 'fields',
    at,
  }) as const;

const propertyUses =
  '`properties list`, `--all-properties`, completion, and the time zones of relative dates';
const quoteUses = '`offers services` and `bookings quote`';
const changesData = 'it would change data';
const ofBookings = { usedBy: '`bookings create` and `resume`', untried: changesData } as const;
const ofUpdates = { usedBy: '`ui-integration create` and `update`', untried: changesData } as const;
const onlyViews = 'only a view shows it, see `hotelctl ui-integration check`';

export const assumptions = {
  'assume.bookings.path': {
    assumes: 'the path to which a booking is posted',
    fallback: '/booking/v1/bookings',
    values: 'path',
    ...ofBookings,
    noticed:
      'the platform responds to every booking with 404 (exit 4) or 405 (exit 9); nothing is booked then',
  },
  'assume.bookings.status': {
    assumes: 'the status of the response to a booking that was made',
    fallback: '201',
    values: 'status',
    ...ofBookings,
    noticed: 'exit 9: the message names the status that the response had',
  },
  'assume.bookings.id': {
    assumes: 'the field with the id in the response to a booking',
    fallback: 'id',
    values: 'field',
    ...ofBookings,
    noticed: 'exit 9: the message lists the fields that the response had',
  },
  'assume.bookings.reservationIds': {
    assumes: 'the field with the reservations in the response to a booking, each with an `id`',
    fallback: 'reservationIds',
    values: 'field',
    ...ofBookings,
    noticed: 'exit 9: the message lists the fields that the response had',
  },
  'assume.bookings.fields': {
    ...namePairs,
    assumes:
      'the names in the request of a booking; the specification does not show `totalAmount` of a time slice, `count` of a service, `childrenAges`, `comment`, `bookerComment`, and of persons all but `lastName`; a pair for each that differs: OURS=THEIRS',
    untried: changesData,
    usedBy: '`bookings create`, its files and `--dry-run` included',
    noticed:
      'the platform refuses the booking with 400 or names the field; a platform that ignores `totalAmount` sets the price itself',
  },
  'assume.bookings.honorsKeys': {
    assumes:
      'whether the platform carries out a booking only once for each Idempotency-Key (yes, no, unknown), which the specification says only of gross-transactions',
    fallback: 'unknown',
    values: ['yes', 'no', 'unknown'],
    untried: changesData,
    usedBy: '`bookings resume`, which sends a booking again only if it is yes',
    noticed: 'with yes on a platform that ignores the keys, a resumed booking exists twice',
  },
  'assume.offers.parameters': parameterNames('offers', ['/offers'], '`offers list` and `bookings quote`'),
  'assume.offers.fields': fieldNames('offers', ['/offers'], '`offers list` and `bookings quote`'),
  'assume.serviceOffers.parameters': parameterNames('service offers', ['/service-offers'], quoteUses),
  'assume.serviceOffers.fields': fieldNames('service offers', ['/service-offers'], quoteUses),
  'assume.transactions.fields': fieldNames(
    'gross transactions',
    ['/gross-transactions'],
    '`reports gross-transactions`, `close`, `journal` and `sync`',
  ),
  'assume.revenues.fields': fieldNames(
    'revenues',
    ['/revenues'],
    '`reports revenues`, `close`, `pack` and `sync`',
  ),
  'assume.taxDetails.fields': fieldNames(
    'tax details of company invoices',
    ['/company-invoices-vat'],
    '`reports company-invoices-vat`, `close`, `journal evidence`, `pack` and `sync`',
  ),
  'assume.travelPurposes.fields': fieldNames(
    'travel purposes, `reservationIds` included',
    ['/room-nights', '/bed-nights', '/arrivals'],
    '`reports room-nights`, `bed-nights` and `arrivals`, and `sync`',
  ),
  'assume.businessDays.fields': fieldNames(
    'business days of the performance of a property',
    ['/property-performance'],
    '`reports property-performance`, `brief`, `pace`, `pickup`, `snapshot`, `close`, `pack`, `statistics` and `sync`',
  ),
  'assume.properties.path': {
    assumes: 'the path of the list of properties',
    fallback: '/inventory/v1/properties',
    values: 'path',
    untried: false,
    usedBy: propertyUses,
    noticed: 'the list of properties is refused with 404, or is not as documented',
  },
  'assume.properties.parameters': parameterNames(
    'the list of properties',
    ['assume.properties.path'],
    propertyUses,
  ),
  'assume.properties.fields': fieldNames('the list of properties', ['assume.properties.path'], propertyUses),
  'assume.signIn.pkce': {
    assumes: 'whether the identity host accepts PKCE in a sign-in (on, off)',
    fallback: 'on',
    values: ['on', 'off'],
    untried: false,
    usedBy: '`login`',
    noticed: 'the sign-in page or the token endpoint refuses the request as invalid',
  },
  'assume.signIn.scopes': {
    ...namePairs,
    assumes:
      'the names of the scopes offers.read, reservations.manage and integration:ui-integrations.manage; a pair for each that differs: OURS=THEIRS. The setting `scopes` says which are requested',
    usedBy: '`login`',
    noticed: 'the sign-in page refuses a scope, or the platform refuses a command with 403',
  },
  'assume.uiIntegrations.names': {
    assumes:
      'how the names of a UI integration are written in requests (specification: `Label`, `SourceUrl`; camelCase: `label`, `sourceUrl`). Responses are read in both spellings',
    fallback: 'specification',
    values: ['specification', 'camelCase'],
    ...ofUpdates,
    noticed:
      'the platform refuses the registration with 400 or 422 and says that the label or the URL is missing',
  },
  'assume.uiIntegrations.sourceType': {
    assumes: 'how the source type is written in requests (Private, private, PRIVATE)',
    fallback: 'Private',
    values: ['Private', 'private', 'PRIVATE'],
    ...ofUpdates,
    noticed: 'the platform refuses the registration with 400 or 422 and names the source type',
  },
  'assume.uiIntegrations.fields': fieldNames(
    'UI integrations',
    ['/ui-integrations', 'assume.uiIntegrations.path'],
    '`ui-integration create`, `list`, `get`, `update` and `test`',
  ),
  'assume.uiIntegrations.path': {
    assumes:
      'the path of the list of UI integrations; one of them is at PATH/{target}/{id}, where it is read, replaced and deleted',
    fallback: '/integration/v1/ui-integrations',
    values: 'path',
    untried: false,
    usedBy: '`ui-integration list`, `get`, `update` and `delete`; `create` and `test` do not depend on it',
    noticed: 'the platform responds with 404 or 405 to an integration that exists',
  },
  'assume.uiIntegrations.update': {
    assumes: 'the method that replaces a UI integration (PUT, PATCH, POST)',
    fallback: 'PUT',
    values: ['PUT', 'PATCH', 'POST'],
    untried: changesData,
    usedBy: '`ui-integration update`',
    noticed: 'the platform responds with 405',
  },
  'assume.views.parameters': {
    ...namePairs,
    assumes:
      'the names of the context parameters that the platform appends to the URL of a view: accountCode, subjectId, propertyId, reservationId, companyId; a pair for each that differs: OURS=THEIRS',
    untried: onlyViews,
    usedBy: '`ui-integration check`, `preview` and `targets`',
    noticed: 'a view shows in the preview what it does not show on the platform, or the reverse',
  },
  'assume.views.fields': {
    ...namePairs,
    assumes:
      'the names in the response of a private endpoint: url, expTimestamp; a pair for each that differs: OURS=THEIRS',
    untried: onlyViews,
    usedBy: '`ui-integration check`, `preview` and `dev`',
    noticed: '`check` fails and names the fields that the response has, while `ui-integration test` passes',
  },
} as const satisfies Readonly<Record<`assume.${string}`, Assumption>>;

/** What hotelctl reads from the data or offers to others, so that there is nothing to change. */
export const fixedAssumptions: readonly Pick<Assumption, 'assumes' | 'usedBy' | 'noticed'>[] = [
  {
    assumes:
      'ADR of several days is the accommodation revenue divided by the units sold, gross and net; of one day it is that of the platform',
    usedBy: '`reports property-performance`, `brief`, `pace`',
    noticed:
      "a warning names each computed total that differs from the platform's own figure in the same body",
  },
  {
    assumes: 'the `Date` header of a response is the time of the platform',
    usedBy: '`bookings create` and `resume`, `doctor`',
    noticed: 'without the header, the age of a booking is that of the clock of this machine',
  },
  {
    assumes: 'a header whose name ends with `Tracking-Id` is the one that the support asks for',
    usedBy: 'every error',
    noticed: 'errors show no tracking id',
  },
];

export type AssumptionKey = keyof typeof assumptions;

export const assumptionKeys = Object.keys(assumptions) as AssumptionKey[];

export const findAssumption = (key: string): AssumptionKey | undefined =>
  assumptionKeys.find(one => one === key);

/** `HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS` */
export const assumptionVariable = (key: AssumptionKey): string =>
  `HOTELCTL_${key.toUpperCase().replaceAll('.', '_')}`;

export function assumptionCheck(key: AssumptionKey): ValueCheck {
  const { values }: Assumption = assumptions[key];
  return typeof values === 'string' ? checks[values] : oneOfValues(values);
}

/** It is appended to the host of the settings, which it must not change. */
const path: ValueCheck = value =>
  /^(\/[A-Za-z0-9._~-]+)+$/.test(value) && !/\/\.{1,2}(\/|$)/.test(value)
    ? undefined
    : 'a path, for example /booking/v1/bookings';

const name = '(?!__proto__)[A-Za-z_][A-Za-z0-9_:-]*';
const pairs = new RegExp(`^${name}(\\.${name})*=${name}(\\.${name})*(,|$)`);

const checks = {
  path,
  field: value =>
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(value) && value !== '__proto__' ? undefined : 'the name of a field',
  status: value => (/^20[0-9]$/.test(value) ? undefined : 'a status from 200 to 209'),
  names: value =>
    value === 'none' || `${value},`.replace(/[^,]+,/g, pair => (pairs.test(pair) ? '' : pair)) === ''
      ? undefined
      : 'none, or pairs such as id=code,name=title with our name first',
} satisfies Readonly<Record<string, ValueCheck>>;

/** The same error with the assumptions that explain it if they are wrong. */
export const restsOn = <E extends HotelctlError>(error: E, ...keys: readonly AssumptionKey[]): E =>
  withDetails(error, { assumes: [...(error.details.assumes ?? []), ...keys] });

/** The end of a message, for people who use `--verbose`; else empty. */
export const restingOn = (keys: readonly string[], isVerbose: boolean | undefined): string =>
  isVerbose && keys.length > 0
    ? `; hotelctl assumes what the specification does not show (${keys.join(', ')})`
    : '';
