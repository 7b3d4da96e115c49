import { resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { type Archive, identifyPlatform, listArchivedHosts } from '../reports/snapshots/snapshot-store.ts';
import type { Invocation } from './invocation.ts';

/**
 * The snapshots of the platform that the settings name. Without a base URL, those of the only platform that has any.
 *
 * @throws UsageError for an empty setting, and if several platforms have snapshots
 */
export async function findArchive({ settings, context }: Invocation): Promise<Archive> {
  const dataDir = resolve(settings.optional('dataDir') ?? context.folders.data);
  if (settings.optional('baseUrl') !== undefined)
    return { dataDir, host: identifyPlatform(settings.requireHost('baseUrl')) };
  const [host = '', ...others] = await listArchivedHosts(dataDir);
  if (others.length === 0) return { dataDir, host };
  throw new UsageError(`${dataDir} has snapshots of several hosts: ${[host, ...others].join(', ')}`, {
    hint: 'choose one with HOTELCTL_BASE_URL, or a profile with --profile',
  });
}
