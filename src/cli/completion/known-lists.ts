import { join } from 'node:path';
import * as z from 'zod/mini';
import { readRegularText } from '../../base/own-file.ts';
import { jsonValue, resultOr, toFields } from '../../base/text.ts';
import { propertiesCache } from '../../platform/properties.ts';
import type { Invocation } from '../invocation.ts';

/** The URLs of UI integrations are not cached: their query may be a secret. */
const integration = z.object({
  target: z.string(),
  id: z.string(),
  label: z.catch(z.string(), ''),
  sourceType: z.catch(z.optional(z.string()), undefined),
});

/** `missingSince` is when the list of the user first lacked it, in milliseconds since 1970. */
const expectedProperty = z.object({ id: z.string(), user: z.string(), missingSince: z.optional(z.number()) });

/**
 * Lists that are cached in the state folder and used offline. This file does not fetch them, so that completion loads nothing
 * that sends requests. A file that does not match its schema counts as no cache.
 */
const lists = {
  /** The hotels of a profile, as they were last listed: ids, names and time zones. */
  properties: { host: 'baseUrl', schema: propertiesCache },
  /** The data folders in which a command has found entries of the archive, and the folders of the closes of a property. */
  archives: { host: 'baseUrl', schema: z.array(z.string()) },
  /** The properties that the last run with `--all-properties` of each user of the profile expected, the last user last. */
  expected: { host: 'baseUrl', schema: z.array(expectedProperty) },
  'ui-integrations': { host: 'integrationUrl', schema: z.array(integration) },
} as const;

type ListName = keyof typeof lists;
type Listed<Name extends ListName> = z.infer<(typeof lists)[Name]['schema']>;

export const knownProperties = (invocation: Invocation, maxAge?: number) =>
  recallList(invocation, 'properties', maxAge);

/** Milliseconds since 1970; undefined without a list. */
export function propertiesListedAt(invocation: Invocation): number | undefined {
  const { savedAt } = readCache(invocation, 'properties');
  return typeof savedAt === 'number' ? savedAt : undefined;
}

/** New ones replace what was cached of the integration, else of the target; without a target, everything. */
export async function rememberIntegrations(
  invocation: Invocation,
  list: readonly { readonly [Name in keyof z.infer<typeof integration>]?: unknown }[],
  target: string | undefined,
  id: string | undefined,
) {
  const known = target === undefined ? [] : await recallList(invocation, 'ui-integrations');
  const others = known.filter(one => one.target !== target || (id !== undefined && one.id !== id));
  const seen = list.flatMap(one => {
    const { success, data } = integration.safeParse({
      ...one,
      target: one.target ?? target,
      id: one.id ?? id,
    });
    return success ? [data] : [];
  });
  await rememberList(invocation, 'ui-integrations', [...others, ...seen]);
}

/** @param maxAge maximum age of the list in milliseconds; default: no limit */
export async function recallList<Name extends ListName>(
  invocation: Invocation,
  name: Name,
  maxAge = Number.POSITIVE_INFINITY,
): Promise<Listed<Name>> {
  const { savedAt, list } = readCache(invocation, name);
  const age = invocation.context.clock.now() - Number(savedAt);
  // If the clock was set back, the age is negative and the cache is not used.
  const isUsed = maxAge === Number.POSITIVE_INFINITY || (age >= 0 && age <= maxAge);
  const parsed = lists[name].schema.safeParse(isUsed ? list : undefined);
  return (parsed.success ? parsed.data : []) as Listed<Name>;
}

function readCache(invocation: Invocation, name: ListName): { savedAt?: unknown; list?: unknown } {
  const { cachedFiles } = invocation.context;
  const text = resultOr(undefined, () => {
    const path = cachePath(invocation, name);
    // Synchronous: loading fs/promises would add three milliseconds to every Tab.
    return cachedFiles ? cachedFiles.get(path) : readRegularText(path);
  });
  return toFields(jsonValue(text ?? ''));
}

/** A full disk must not fail the command that fetched the list. */
export async function rememberList<Name extends ListName>(
  invocation: Invocation,
  name: Name,
  list: Listed<Name>,
) {
  const { clock, cachedFiles } = invocation.context;
  const path = cachePath(invocation, name);
  const content = JSON.stringify({ savedAt: clock.now(), list });
  if (cachedFiles) return void cachedFiles.set(path, content);
  const { replaceFile } = await import('../../base/atomic-file.ts');
  await replaceFile(path, `${content}\n`).catch(() => {});
}

function cachePath({ context, settings }: Invocation, name: ListName): string {
  const host = settings.find(lists[name].host)?.value ?? '';
  const names = [settings.profileName, host].map(encodeURIComponent);
  // File names are limited to 255 bytes. If two very long host names share a cache, they only share suggestions.
  return join(context.folders.state, `${[name, ...names].join('-').slice(0, 200)}.json`);
}
