import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Property, propertiesCache } from '../platform/properties.ts';
import type { Runtime } from './runtime.ts';

/**
 * What is known of the hotels of a profile without asking the network: their ids, names and time zones, as they were
 * listed last. It answers "today" in a property's time zone and what completion may offer; no decision rests on it.
 */
export async function knownProperties({ context, settings }: Runtime): Promise<readonly Property[]> {
  try {
    const parsed = propertiesCache.safeParse(
      JSON.parse(await readFile(cachePath(context.folders.state, settings), 'utf8')),
    );
    return parsed.success ? parsed.data : [];
  } catch {
    // No cache, or one that is not ours to understand: then nothing is known.
    return [];
  }
}

/** Kept as good as can be: a full disk must not fail a list that was fetched. */
export async function rememberProperties(
  { context, settings }: Runtime,
  properties: readonly Property[],
): Promise<void> {
  const { replaceFile } = await import('../files.ts');
  await replaceFile(cachePath(context.folders.state, settings), `${JSON.stringify(properties)}\n`).catch(
    () => {},
  );
}

function cachePath(state: string, settings: Runtime['settings']): string {
  const key = JSON.stringify([settings.profileName, settings.find('baseUrl')?.value]);
  return join(state, `properties-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.json`);
}
