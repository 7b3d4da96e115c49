/**
 * Whether a source URL is the view itself or an endpoint that returns the URL of the view (platform.md, rules 2 and 3).
 */
export const sourceTypes = ['public', 'private'] as const;

/** The platform's spelling (platform-facts, UI integrations). */
const onTheWire: ReadonlyMap<string, string> = new Map([
  ['public', 'Public'],
  ['private', 'Private'],
]);

/** In the platform's spelling; a type that is not known here is sent unchanged. */
export const sourceTypeOnWire = (given: string): string => onTheWire.get(given.toLowerCase()) ?? given;

export const isKnownSourceType = (given: string): boolean => onTheWire.has(given.toLowerCase());

export const isPrivate = (sourceType: unknown): boolean =>
  typeof sourceType === 'string' && sourceType.toLowerCase() === 'private';
export const isPublic = (sourceType: unknown): boolean =>
  typeof sourceType === 'string' && sourceType.toLowerCase() === 'public';
