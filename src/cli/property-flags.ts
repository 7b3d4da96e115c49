import { UsageError } from '../base/errors.ts';
import {
  findProblems,
  type Parameter,
  type Parameters as RequestParameters,
} from '../platform/parameters.ts';
import type { Options } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { chartFlags, propertySummary } from './shared-flags.ts';

/** Flags of commands that work on several properties. @param all what `--all-properties` means @param id what `--property` means */
export const severalPropertiesFlags = (all = 'all properties that you can access', id = propertySummary) =>
  ({
    '--property <id>...': { summary: id, name: 'propertyId' },
    '--all-properties': all,
  }) as const;

export type SeveralProperties = Options<ReturnType<typeof severalPropertiesFlags>>;

export const snapshotFlags = {
  ...severalPropertiesFlags(),
  '--as-of <date>': 'day of the later snapshot (default today)',
  '--nearest': 'use the nearest snapshot if the snapshot of a day is missing',
  '--chart': chartFlags['Output flags:']['--chart'],
} as const;

export type SnapshotOptions = Options<typeof snapshotFlags>;

/**
 * The properties of the flags, else of the setting; none for `--all-properties`, or if nothing names one.
 *
 * @throws UsageError for flags that contradict each other, and for an empty name
 */
export function propertiesGiven(
  { settings }: Pick<Invocation, 'settings'>,
  { propertyId, allProperties }: SeveralProperties,
): readonly string[] {
  if (allProperties && propertyId)
    throw new UsageError('--all-properties and --property cannot be combined', { hint: 'omit one of them' });
  if (allProperties) return [];
  const setting = settings.find('property')?.value;
  return propertyNames(propertyId ?? (setting === undefined ? [] : [setting]));
}

/** Each property once. A value may have several, separated by commas. @throws UsageError for an empty name */
export function propertyNames(values: readonly string[]): readonly string[] {
  const names = [...new Set(values.flatMap(value => value.split(',')).map(value => value.trim()))];
  if (!names.includes('')) return names;
  throw new UsageError('--property has an empty name', { hint: 'add --property ID' });
}

export const namesSeveral = (invocation: Pick<Invocation, 'settings'>, options: SeveralProperties): boolean =>
  options.allProperties === true || propertiesGiven(invocation, options).length > 1;

export const hintToNameProperty =
  'add --property, set HOTELCTL_PROPERTY, or save one with `hotelctl profile set property ID`';

/** @param example a command line, or flags @throws UsageError for values that are not valid */
export function checkValues(
  definition: Parameters<typeof findProblems>[0],
  { settings }: Pick<Invocation, 'settings'>,
  { propertyId }: SeveralProperties,
  values: RequestParameters,
  example: string,
): RequestParameters {
  // A property that comes from a setting is reported with its source, so that the user can find and fix it.
  const nameParameter = ({ wire, flag }: Parameter) =>
    wire === 'propertyId' && values[wire] !== undefined && !propertyId
      ? settings.origin('property')
      : `--${flag}`;
  const problems = findProblems(definition, values, nameParameter);
  if (problems.length === 0) return values;
  const hint = problems.includes('--property is required') ? hintToNameProperty : `for example ${example}`;
  throw new UsageError(problems.join('; '), { hint });
}

/** As `propertiesGiven`. @throws UsageError if nothing names one */
export function requireProperties(invocation: Pick<Invocation, 'settings'>, options: SeveralProperties) {
  const names = propertiesGiven(invocation, options);
  if (options.allProperties || names.length > 0) return names;
  throw new UsageError('no property is set', { hint: 'add --property ID or --all-properties' });
}
