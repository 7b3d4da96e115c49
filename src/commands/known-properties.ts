import { type Property, propertiesCache } from '../platform/properties.ts';
import { recall, remember } from './remembered.ts';
import type { Runtime } from './runtime.ts';

const properties = { kind: 'properties', host: 'baseUrl', schema: propertiesCache } as const;

/** The hotels of a profile as they were listed last: their ids, names and time zones. */
export const knownProperties = (runtime: Runtime): Promise<readonly Property[]> =>
  recall(runtime, properties);

export const rememberProperties = (runtime: Runtime, list: readonly Property[]): Promise<void> =>
  remember(runtime, properties, [...list]);
