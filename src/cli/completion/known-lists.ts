import { join } from 'node:path';
import * as z from 'zod/mini';
import { readRegularText } from '../../base/own-file.ts';
import { toFields } from '../../base/text.ts';
import { type ListedProperty, propertiesCache } from '../../platform/properties.ts';
import type { Invocation } from '../invocation.ts';

/**
 * Lists that are cached in the state folder and used offline: for completion, the greeting, the time zone of a property.
 * This file does not fetch them, so that completion loads nothing that sends requests.
 */
interface CachedList<Schema extends z.ZodMiniType> {
  readonly kind: string;
  readonly host: 'baseUrl' | 'integrationUrl';
  /** A file that does not match it counts as no cache. */
  readonly schema: Schema;
}

const properties = { kind: 'properties', host: 'baseUrl', schema: propertiesCache } as const;

/** The URLs of UI integrations are not cached: their query may be a secret. */
const integration = z.object({
  target: z.string(),
  id: z.string(),
  label: z.catch(z.string(), ''),
  sourceType: z.catch(z.optional(z.string()), undefined),
});
const integrations = {
  kind: 'ui-integrations',
  host: 'integrationUrl',
  schema: z.array(integration),
} as const;

/**
 * The cached hotels of a profile, as they were last listed: ids, names and time zones.
 *
 * @param maxAge maximum age of the list in milliseconds; default: no limit
 */
export const knownProperties = (invocation: Invocation, maxAge?: number) =>
  recall(invocation, properties, maxAge);

/** Milliseconds since 1970; undefined without a list. */
export function propertiesListedAt({ context, settings }: Invocation): number | undefined {
  const { savedAt } = readCache(context, settings, properties);
  return typeof savedAt === 'number' ? savedAt : undefined;
}

export const rememberProperties = (invocation: Invocation, list: readonly ListedProperty[]): Promise<void> =>
  remember(invocation, properties, list);

const archives = { kind: 'archives', host: 'baseUrl', schema: z.array(z.string()) } as const;

/** The data folders in which a command has found entries of the archive. */
export const knownArchives = (invocation: Invocation) => recall(invocation, archives);

export const rememberArchives = (invocation: Invocation, folders: readonly string[]): Promise<void> =>
  remember(invocation, archives, folders);

/** A property of the last run for all properties; `missingSince` is when the list first lacked it, in milliseconds since 1970. */
const expectedProperty = z.object({ id: z.string(), missingSince: z.optional(z.number()) });
const expected = { kind: 'expected', host: 'baseUrl', schema: z.array(expectedProperty) } as const;

/** The properties that the last run with `--all-properties` of the profile expected. */
export const lastExpected = (invocation: Invocation) => recall(invocation, expected);

export const rememberExpected = (
  invocation: Invocation,
  list: readonly z.infer<typeof expectedProperty>[],
): Promise<void> => remember(invocation, expected, list);

export const knownIntegrations = (invocation: Invocation) => recall(invocation, integrations);

type Listed = { readonly [Name in keyof z.infer<typeof integration>]?: unknown };

/** A new list replaces what was cached for the same target; without a target, everything. */
export async function rememberIntegrations(invocation: Invocation, list: readonly Listed[], target?: string) {
  const others = target === undefined ? [] : await knownIntegrations(invocation);
  const seen = list.flatMap(one => cachedFields({ target, ...one }));
  await remember(invocation, integrations, [...others.filter(other => other.target !== target), ...seen]);
}

/** One that was just registered, read or changed; without fields, one that was just deleted. */
export async function rememberIntegration(
  invocation: Invocation,
  target: string,
  id: string,
  fields?: Listed,
) {
  const others = (await knownIntegrations(invocation)).filter(one => one.target !== target || one.id !== id);
  const changed = fields ? cachedFields({ ...fields, target, id }) : [];
  await remember(invocation, integrations, [...others, ...changed]);
}

const cachedFields = (listed: Listed) => {
  const parsed = integration.safeParse(listed);
  return parsed.success ? [parsed.data] : [];
};

async function recall<One>(
  { context, settings }: Invocation,
  what: CachedList<z.ZodMiniType<readonly One[]>>,
  maxAge = Number.POSITIVE_INFINITY,
): Promise<readonly One[]> {
  const { savedAt, list } = readCache(context, settings, what);
  const age = context.clock.now() - Number(savedAt);
  // If the clock was set back, the age is negative and the cache is not used.
  if (maxAge !== Number.POSITIVE_INFINITY && !(age >= 0 && age <= maxAge)) return [];
  const parsed = what.schema.safeParse(list);
  return parsed.success ? parsed.data : [];
}

/** Without fields if there is no cache, or a file of another version. */
function readCache(
  { folders, cachedFiles }: Pick<Invocation['context'], 'folders' | 'cachedFiles'>,
  settings: Invocation['settings'],
  what: Pick<CachedList<z.ZodMiniType>, 'kind' | 'host'>,
): { readonly savedAt?: unknown; readonly list?: unknown } {
  try {
    // Synchronous: loading fs/promises would add three milliseconds to every Tab.
    const path = cachePath(folders.state, settings, what);
    return toFields(JSON.parse(cachedFiles ? (cachedFiles.get(path) ?? 'null') : readRegularText(path)));
  } catch {
    return {};
  }
}

/** A full disk must not fail the command that fetched the list. */
async function remember(
  { context, settings }: Invocation,
  what: CachedList<z.ZodMiniType>,
  list: readonly unknown[],
) {
  const path = cachePath(context.folders.state, settings, what);
  const content = JSON.stringify({ savedAt: context.clock.now(), list });
  if (context.cachedFiles) return void context.cachedFiles.set(path, content);
  const { replaceFile } = await import('../../base/atomic-file.ts');
  await replaceFile(path, `${content}\n`).catch(() => {});
}

function cachePath(
  state: string,
  settings: Invocation['settings'],
  { kind, host }: Pick<CachedList<z.ZodMiniType>, 'kind' | 'host'>,
): string {
  const names = [settings.profileName, settings.find(host)?.value ?? ''].map(encodeURIComponent);
  // File names are limited to 255 bytes. If two very long host names share a cache, they only share suggestions.
  return join(state, `${[kind, ...names].join('-').slice(0, 200)}.json`);
}
