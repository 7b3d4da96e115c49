import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod/mini';
import type { Invocation } from './invocation.ts';

/**
 * What was seen of the platform last, kept in the state folder for what asks later without the network: "today" in a
 * property's time zone, completion, the greeting. No decision rests on it.
 */
export interface Remembered<Schema extends z.ZodMiniType> {
  /** Begins the file's name. */
  readonly kind: 'properties' | 'ui-integrations';
  readonly host: 'baseUrl' | 'integrationUrl';
  /** A list; what does not fit it is as good as nothing. */
  readonly schema: Schema;
}

/** The list as it was remembered last, or nothing. */
export async function recall<Schema extends z.ZodMiniType<readonly unknown[]>>(
  { context, settings }: Invocation,
  what: Remembered<Schema>,
): Promise<z.infer<Schema> | []> {
  try {
    // At once: fs/promises costs a Tab three milliseconds more than the file.
    const path = cachePath(context.folders.state, settings, what);
    // A pipe in its place would keep whoever reads it for ever.
    if (!statSync(path).isFile()) return [];
    const text = readFileSync(path, 'utf8');
    const parsed = what.schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    // No cache, or one that is not ours to understand: then nothing is known.
    return [];
  }
}

/** Kept as good as can be: a full disk must not fail a list that was fetched. */
export async function remember<Schema extends z.ZodMiniType<readonly unknown[]>>(
  { context, settings }: Invocation,
  what: Remembered<Schema>,
  list: z.infer<Schema>,
): Promise<void> {
  const { replaceFile } = await import('../base/files.ts');
  const path = cachePath(context.folders.state, settings, what);
  await replaceFile(path, `${JSON.stringify(list)}\n`).catch(() => {});
}

function cachePath(
  state: string,
  settings: Invocation['settings'],
  { kind, host }: Pick<Remembered<never>, 'kind' | 'host'>,
): string {
  const names = [settings.profileName, settings.find(host)?.value ?? ''].map(encodeURIComponent);
  // Names of files end at 255 bytes; what two very long hosts share is no more than a suggestion.
  return join(state, `${[kind, ...names].join('-').slice(0, 200)}.json`);
}
