import { fetchEveryProperty } from '../client/properties.ts';
import type { Send } from '../http/exchange.ts';
import { type Property, propertiesCache } from '../platform/properties.ts';
import type { Invocation } from './invocation.ts';
import { recall, remember } from './remembered.ts';

const properties = { kind: 'properties', host: 'baseUrl', schema: propertiesCache } as const;

/** The hotels of a profile as they were listed last: their ids, names and time zones. */
export const knownProperties = (invocation: Invocation): Promise<readonly Property[]> =>
  recall(invocation, properties);

export const rememberProperties = (invocation: Invocation, list: readonly Property[]): Promise<void> =>
  remember(invocation, properties, [...list]);

/** Every property, page by page; remembered for what asks later without the network. */
export async function fetchProperties(
  invocation: Invocation,
  send: Send,
  baseUrl: string,
): Promise<Property[]> {
  const properties = await fetchEveryProperty(send, baseUrl);
  await rememberProperties(invocation, properties);
  return properties;
}
