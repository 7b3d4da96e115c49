import { oneOfValues, type ValueCheck } from '../base/choices.ts';
import { type HotelctlError, withDetails } from '../base/errors.ts';
import assumptionTable from './assumptions.json' with { type: 'json' };

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
  /** Why `doctor --platform` does not try it; default: it does. */
  readonly untried?: string;
  /** For pairs that the HTTP client translates: where the names are, and the parts of paths they apply to. */
  readonly of?: 'parameters' | 'fields';
  /** `/offers`, or the key of an assumption that is a path. */
  readonly at?: readonly string[];
}

export type AssumptionKey = keyof typeof assumptionTable;

/** The words that rows about names in queries, and those about names in bodies, have in common. */
const translated = {
  parameters: {
    assumes: 'query parameter names of {what}; a pair for each that differs: OURS=THEIRS',
    noticed: 'the platform refuses the request with 400 or 422, or ignores a parameter',
  },
  fields: {
    assumes:
      'field names of {what}; a pair for each that differs: OURS=THEIRS, or a path such as ratePlan.id=ratePlanId',
    noticed: 'a warning or an error names the missing field and the fields that the response had',
  },
} as const;

type AssumptionRow = Partial<Assumption> & Pick<Assumption, 'assumes' | 'usedBy'>;

/** A row without values is about names that differ on the platform, as pairs OURS=THEIRS. */
function readRow({ assumes, ...row }: AssumptionRow): Assumption {
  const words = row.of ? translated[row.of] : { assumes: '{what}', noticed: '' };
  const what = words.assumes.replace('{what}', assumes);
  return { fallback: 'none', values: 'names', ...words, ...row, assumes: what };
}

const rows = Object.entries(assumptionTable as Readonly<Record<string, AssumptionRow>>);

export const assumptions = Object.fromEntries(rows.map(([key, row]) => [key, readRow(row)])) as Readonly<
  Record<AssumptionKey, Assumption>
>;

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
