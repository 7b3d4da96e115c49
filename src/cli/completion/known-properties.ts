import { type ListedProperty, propertiesCache } from '../../platform/properties.ts';
import type { Invocation } from '../invocation.ts';
import { recall } from './remembered.ts';

/**
 * The cached hotels of a profile, apart from `properties.ts`, which fetches them: completion and the greeting read the
 * cache, and must not load what sends requests.
 */
export const propertiesOfProfile = { kind: 'properties', host: 'baseUrl', schema: propertiesCache } as const;

/**
 * The cached hotels of a profile, as they were last listed: ids, names and time zones.
 *
 * @param maxAge maximum age of the list in milliseconds; default: no limit
 */
export const knownProperties = (
  invocation: Invocation,
  maxAge?: number,
): Promise<readonly ListedProperty[]> => recall(invocation, propertiesOfProfile, maxAge);
