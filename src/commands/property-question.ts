import type { Platform } from '../booking/offers-client.ts';
import type { Prompts } from '../context.ts';
import type { Property } from '../platform/properties.ts';
import { safeText } from '../platform/safe-text.ts';
import { fetchProperties } from './properties.ts';
import type { Runtime } from './runtime.ts';

/** One property of the list that this sign-in may read, chosen by a person. */
export async function askForProperty(runtime: Runtime, { send, baseUrl }: Platform): Promise<string> {
  return chooseAmong(runtime.context.prompts, 'Property', await fetchProperties(runtime, send, baseUrl));
}

export const chooseAmong = (prompts: Prompts, message: string, properties: readonly Property[]) =>
  prompts.select({
    message,
    choices: properties.map(({ id, name }) => ({ value: id, name: `${safeText(id)}  ${safeText(name)}` })),
  });
