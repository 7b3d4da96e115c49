import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import { collect } from './flags.ts';
import type { Invocation } from './invocation.ts';

/** Flags of commands that work on several properties. */
export interface SeveralProperties {
  readonly propertyId?: readonly string[];
  readonly allProperties?: boolean;
}

export function withSeveralProperties(command: Command, all: string): Command {
  const property = command.createOption(
    '--property <id>',
    "a property; may be repeated, or a list with commas (default: HOTELCTL_PROPERTY, or the profile's)",
  );
  property.attributeName = () => 'propertyId';
  return command
    .addOption(property.argParser(collect))
    .addOption(command.createOption('--all-properties', all));
}

/**
 * The properties of the flags, else of the setting.
 *
 * @param listAll called for `--all-properties`
 */
export async function severalProperties(
  { settings }: Invocation,
  { propertyId, allProperties }: SeveralProperties,
  listAll: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (allProperties && propertyId) {
    throw new UsageError('--all-properties and --property cannot be combined', { hint: 'omit one of them' });
  }
  if (allProperties) return listAll();
  const setting = settings.find('property')?.value;
  const given = propertyId ?? (setting === undefined ? [] : [setting]);
  const names = [...new Set(given.flatMap(value => value.split(',')).map(value => value.trim()))];
  if (names.length > 0 && names.every(name => name !== '')) return names;
  throw new UsageError(names.length > 0 ? '--property has an empty name' : 'no property is set', {
    hint: 'add --property ID or --all-properties',
  });
}
