import { oneOfValues, type ValueCheck } from '../base/choices.ts';

/**
 * What hotelctl assumes about the platform where its specification shows nothing. A profile and the environment change
 * each of them, so that a wrong assumption needs no new release.
 */
interface Assumption {
  /** What is assumed, as a phrase. */
  readonly assumes: string;
  readonly fallback: string;
  /** The values that it may have: these, or any path or name of a field. */
  readonly values: readonly string[] | 'path' | 'field';
  /** The commands that rest on it. */
  readonly usedBy: string;
  /** How a user notices that it is wrong. */
  readonly noticed: string;
}

export const assumptions = {
  'assume.bookings.path': {
    assumes: 'the path to which a booking is posted',
    fallback: '/booking/v1/bookings',
    values: 'path',
    usedBy: '`bookings create` and `resume`',
    noticed: 'the platform refuses every booking with 404 or 405; nothing is booked then',
  },
  'assume.bookings.id': {
    assumes: 'the field with the id in the response to a booking',
    fallback: 'id',
    values: 'field',
    usedBy: '`bookings create` and `resume`',
    noticed: 'exit 9: the message lists the fields that the response had',
  },
  'assume.bookings.honorsKeys': {
    assumes:
      'whether the platform carries out a booking only once for each Idempotency-Key (yes, no, unknown). The specification says so only for gross-transactions',
    fallback: 'unknown',
    values: ['yes', 'no', 'unknown'],
    usedBy: '`bookings resume`, which sends a booking again only if it is yes',
    noticed: 'with yes on a platform that ignores the keys, a resumed booking exists twice',
  },
  'assume.properties.path': {
    assumes: 'the path of the list of properties, with the parameters pageNumber (from 1) and pageSize',
    fallback: '/inventory/v1/properties',
    values: 'path',
    usedBy: '`properties list`, `--all-properties`, completion, and the time zones of relative dates',
    noticed: 'the list of properties is refused with 404, or is not as documented',
  },
  'assume.signIn.pkce': {
    assumes: 'whether the identity host accepts PKCE in a sign-in (on, off)',
    fallback: 'on',
    values: ['on', 'off'],
    usedBy: '`login`',
    noticed: 'the sign-in page or the token endpoint refuses the request as invalid',
  },
  'assume.uiIntegrations.names': {
    assumes:
      'how the names of a UI integration are written in requests (specification: `Label`, `SourceUrl`; camelCase: `label`, `sourceUrl`). Responses are read in both spellings',
    fallback: 'specification',
    values: ['specification', 'camelCase'],
    usedBy: '`ui-integration create` and `update`',
    noticed:
      'the platform refuses the registration with 400 or 422 and says that the label or the URL is missing',
  },
} as const satisfies Readonly<Record<`assume.${string}`, Assumption>>;

/** What hotelctl reads from the data or offers to others, so that there is nothing to change. */
export const fixedAssumptions: readonly Omit<Assumption, 'fallback' | 'values'>[] = [
  {
    assumes:
      'RevPAR of one day or period is that of the platform, whatever its basis. For several it is computed from the net revenue, or from the gross revenue if the data do not agree with the net one',
    usedBy: '`reports property-performance`',
    noticed:
      "a warning names each computed total that differs from the platform's own figure in the same body",
  },
  {
    assumes: 'the response of a private endpoint has the fields `url` and `expTimestamp`',
    usedBy: '`ui-integration check`, `preview` and `serve`',
    noticed: '`check` fails and names the fields that the response has, while `ui-integration test` passes',
  },
  {
    assumes: 'a UI integration is read, replaced and deleted at the path of its test, without `/$test`',
    usedBy: '`ui-integration list`, `get`, `update` and `delete`; `test` does not depend on it',
    noticed: 'the platform responds with 404 or 405 to an integration that exists',
  },
];

/** The key of a profile that changes an assumption. */
export type AssumptionKey = keyof typeof assumptions;

export const assumptionKeys = Object.keys(assumptions) as AssumptionKey[];

export const findAssumption = (key: string): AssumptionKey | undefined =>
  assumptionKeys.find(one => one === key);

/** `HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS` */
export const assumptionVariable = (key: AssumptionKey): string =>
  `HOTELCTL_${key.toUpperCase().replaceAll('.', '_')}`;

/** The requirement on the value of an assumption. */
export function assumptionCheck(key: AssumptionKey): ValueCheck {
  const { values }: Assumption = assumptions[key];
  if (values === 'path') return path;
  return values === 'field' ? fieldName : oneOfValues(values);
}

/** It is appended to the host of the settings, which it must not change. */
const path: ValueCheck = value =>
  /^(\/[A-Za-z0-9._~-]+)+$/.test(value) && !/\/\.{1,2}(\/|$)/.test(value)
    ? undefined
    : 'a path, for example /booking/v1/bookings';

const fieldName: ValueCheck = value =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(value) && value !== '__proto__' ? undefined : 'the name of a field';
