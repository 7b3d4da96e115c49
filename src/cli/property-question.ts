import type { Prompts } from '../base/context.ts';
import type { Platform } from '../client/offers.ts';
import type { Property } from '../platform/properties.ts';
import { safeText } from '../platform/safe-text.ts';
import type { Invocation } from './invocation.ts';
import { fetchProperties } from './known-properties.ts';

/** One property of the list that this sign-in may read, chosen by a person. */
export async function askForProperty(invocation: Invocation, { send, baseUrl }: Platform): Promise<string> {
  return chooseAmong(
    invocation.context.prompts,
    'Property',
    await fetchProperties(invocation, send, baseUrl),
  );
}

export const chooseAmong = (prompts: Prompts, message: string, properties: readonly Property[]) =>
  prompts.select({
    message,
    choices: properties.map(({ id, name }) => ({ value: id, name: `${safeText(id)}  ${safeText(name)}` })),
  });
