import * as z from 'zod/mini';
import type { Invocation } from '../invocation.ts';
import { recall, remember } from './remembered.ts';

/** The URLs of UI integrations are not cached: their query may be a secret. */
const known = z.object({
  target: z.string(),
  id: z.string(),
  label: z.string(),
  sourceType: z.optional(z.string()),
});
type KnownIntegration = z.infer<typeof known>;

const integrations = {
  kind: 'ui-integrations',
  host: 'integrationUrl',
  schema: z.array(known),
} as const;

/** The UI integrations of a profile as they were last listed or registered. */
export const knownIntegrations = (invocation: Invocation): Promise<readonly KnownIntegration[]> =>
  recall(invocation, integrations);

/** The same fields of a response, before their types are known. */
type Listed = { readonly [Name in keyof KnownIntegration]?: unknown };

/** A new list replaces what was cached for the same target; without a target, everything. */
export async function rememberIntegrations(
  invocation: Invocation,
  list: readonly Listed[],
  target?: string,
): Promise<void> {
  const others = target === undefined ? [] : await knownIntegrations(invocation);
  const seen = list.flatMap(({ target: at = target, id, ...fields }) =>
    typeof at === 'string' && typeof id === 'string' ? [knownOf(at, id, fields)] : [],
  );
  await remember(invocation, integrations, [...others.filter(other => other.target !== target), ...seen]);
}

const knownOf = (target: string, id: string, { label, sourceType }: Listed): KnownIntegration => ({
  target,
  id,
  label: typeof label === 'string' ? label : '',
  ...(typeof sourceType === 'string' ? { sourceType } : {}),
});

/** One that was just registered, read or changed. */
export async function rememberIntegration(
  invocation: Invocation,
  target: string,
  id: string,
  fields: Listed,
): Promise<void> {
  const others = (await knownIntegrations(invocation)).filter(one => one.target !== target || one.id !== id);
  await remember(invocation, integrations, [...others, knownOf(target, id, fields)]);
}

/** Removes an integration that was just deleted. */
export async function forgetIntegration(invocation: Invocation, target: string, id: string): Promise<void> {
  const left = (await knownIntegrations(invocation)).filter(one => one.target !== target || one.id !== id);
  await remember(invocation, integrations, left);
}
