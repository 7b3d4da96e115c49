import { resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { describeItem } from '../base/item-outcome.ts';
import { joinSome, safeText } from '../platform/safe-text.ts';
import {
  type Archive,
  type ArchiveKind,
  identifyPlatform,
  listArchivedHosts,
} from '../reports/archive/archive.ts';
import type { Invocation } from './invocation.ts';

/**
 * What the archive has of the platform that the settings name. Without a base URL, of the only platform that has any.
 *
 * @throws UsageError for an empty setting, and if several platforms have entries; OutputError for another format
 */
export async function findArchive(
  { settings, context }: Invocation,
  kind: ArchiveKind = 'snapshots',
): Promise<Archive> {
  const dataDir = resolve(settings.optional('dataDir') ?? context.folders.data);
  const hosts = await listArchivedHosts(dataDir, kind);
  if (settings.optional('baseUrl') !== undefined)
    return { dataDir, host: identifyPlatform(settings.requireHost('baseUrl')) };
  const [host = '', ...others] = hosts;
  if (others.length === 0) return { dataDir, host };
  throw new UsageError(`${dataDir} has ${kind} of several hosts: ${safeText(hosts.join(', '), 500)}`, {
    hint: 'choose one with HOTELCTL_BASE_URL, or a profile with --profile',
  });
}

/** Properties that a list was to have, and of which the archive has nothing. */
export async function noteLacking(
  { note, recordItem }: Pick<Invocation, 'note' | 'recordItem'>,
  what: 'snapshot' | 'close',
  properties: readonly string[],
): Promise<void> {
  for (const property of properties) await recordItem(describeItem(property, undefined, true));
  if (properties.length > 0) await note(`no ${what} of ${joinSome(properties, 12, ', ')}`);
}
