/** Whether a source URL is the view itself or an endpoint that tells where the view is (platform.md, rules 2 and 3). */
export const sourceTypes = ['public', 'private'] as const;

/** How the platform spells them (platform-facts, UI integrations). */
const onTheWire: ReadonlyMap<string, string> = new Map([
  ['public', 'Public'],
  ['private', 'Private'],
]);

/** As the platform spells it; a type that is not known here goes as it is. */
export const sourceTypeOnWire = (given: string): string => onTheWire.get(given.toLowerCase()) ?? given;

export const isKnownSourceType = (given: string): boolean => onTheWire.has(given.toLowerCase());

export const isPrivate = (sourceType: unknown): boolean =>
  typeof sourceType === 'string' && sourceType.toLowerCase() === 'private';
export const isPublic = (sourceType: unknown): boolean =>
  typeof sourceType === 'string' && sourceType.toLowerCase() === 'public';
