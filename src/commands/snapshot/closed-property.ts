import { knownProperties } from '../../cli/completion/known-lists.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { Layer } from '../../reports/snapshots/snapshot.ts';
import { readManifest } from '../../reports/snapshots/snapshot-store.ts';

/**
 * Whether a property has closed, or is no longer accessible: it was not in the list of properties that was fetched after its
 * newest layer was taken. Works offline, with the cached list; without a list no property counts as closed.
 *
 * @param layers of one property, oldest first
 */
export async function isClosed(
  invocation: Invocation,
  property: string,
  layers: readonly Layer[],
): Promise<boolean> {
  const newest = layers.at(-1);
  const manifest = newest && (await readManifest(newest));
  if (!manifest) return false;
  const age = invocation.context.clock.now() - Date.parse(manifest.takenAt);
  const listed = await knownProperties(invocation, age);
  return listed.length > 0 && !listed.some(({ id }) => id === property);
}
