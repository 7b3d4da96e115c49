import * as z from 'zod/mini';
import type { Invocation } from './invocation.ts';
import { recall, remember } from './remembered.ts';

/** Of a UI integration no address is kept: its query may be a secret. */
const known = z.object({ target: z.string(), id: z.string(), label: z.string() });
export type KnownIntegration = z.infer<typeof known>;

const integrations = {
  kind: 'ui-integrations',
  host: 'integrationUrl',
  schema: z.array(known),
} as const;

/** The UI integrations of a profile as they were listed or registered last. */
export const knownIntegrations = (invocation: Invocation): Promise<readonly KnownIntegration[]> =>
  recall(invocation, integrations);

/** What was listed replaces what was known of the same targets; without a target, of all. */
export async function rememberIntegrations(
  invocation: Invocation,
  list: readonly { readonly target?: unknown; readonly id?: unknown; readonly label?: unknown }[],
  target?: string,
): Promise<void> {
  const others = target === undefined ? [] : await knownIntegrations(invocation);
  const seen = list.flatMap(({ target: at = target, id, label }) =>
    typeof at === 'string' && typeof id === 'string'
      ? [{ target: at, id, label: typeof label === 'string' ? label : '' }]
      : [],
  );
  await remember(invocation, integrations, [...others.filter(other => other.target !== target), ...seen]);
}

/** One that was just registered. */
export async function rememberIntegration(
  invocation: Invocation,
  integration: KnownIntegration,
): Promise<void> {
  await remember(invocation, integrations, [...(await knownIntegrations(invocation)), integration]);
}

/** One that was just removed. */
export async function forgetIntegration(invocation: Invocation, target: string, id: string): Promise<void> {
  const left = (await knownIntegrations(invocation)).filter(one => one.target !== target || one.id !== id);
  await remember(invocation, integrations, left);
}
