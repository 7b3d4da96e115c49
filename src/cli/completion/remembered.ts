import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod/mini';
import type { Invocation } from '../invocation.ts';

/**
 * Lists of the platform that are cached in the state folder and used offline: for completion, the greeting, the time
 * zone of a property.
 */
interface CachedList<Schema extends z.ZodMiniType> {
  /** Prefix of the file name. */
  readonly kind: 'properties' | 'ui-integrations';
  readonly host: 'baseUrl' | 'integrationUrl';
  /** The schema of the list; a file that does not match it counts as no cache. */
  readonly schema: Schema;
}

/**
 * The cached list, or an empty one.
 *
 * @param maxAge maximum age of the list in milliseconds; default: no limit
 */
export async function recall<Schema extends z.ZodMiniType<readonly unknown[]>>(
  { context, settings }: Invocation,
  what: CachedList<Schema>,
  maxAge = Number.POSITIVE_INFINITY,
): Promise<z.infer<Schema> | []> {
  try {
    // Synchronous: loading fs/promises would add three milliseconds to every Tab.
    const path = cachePath(context.folders.state, settings, what);
    // Opening a named pipe would block.
    if (!statSync(path).isFile()) return [];
    const { savedAt, list } = JSON.parse(readFileSync(path, 'utf8')) as { savedAt: number; list: unknown };
    const age = context.clock.now() - savedAt;
    // If the clock was set back, the age is negative and the cache is not used.
    if (maxAge !== Number.POSITIVE_INFINITY && !(age >= 0 && age <= maxAge)) return [];
    const parsed = what.schema.safeParse(list);
    return parsed.success ? parsed.data : [];
  } catch {
    // No cache, or a file of another version.
    return [];
  }
}

/** Caches a list. A full disk must not fail the command that fetched it. */
export async function remember<Schema extends z.ZodMiniType<readonly unknown[]>>(
  { context, settings }: Invocation,
  what: CachedList<Schema>,
  list: z.infer<Schema>,
): Promise<void> {
  const { replaceFile } = await import('../../base/atomic-file.ts');
  const path = cachePath(context.folders.state, settings, what);
  const content = JSON.stringify({ savedAt: context.clock.now(), list });
  await replaceFile(path, `${content}\n`).catch(() => {});
}

function cachePath(
  state: string,
  settings: Invocation['settings'],
  { kind, host }: Pick<CachedList<never>, 'kind' | 'host'>,
): string {
  const names = [settings.profileName, settings.find(host)?.value ?? ''].map(encodeURIComponent);
  // File names are limited to 255 bytes. If two very long host names share a cache, they only share suggestions.
  return join(state, `${[kind, ...names].join('-').slice(0, 200)}.json`);
}
