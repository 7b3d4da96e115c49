import type { CredentialItem, CredentialKey } from '../client.ts';

/**
 * The name of one secret in a store, readable in the desktop's keychain viewer:
 * `munich https://identity.example CLIENT-ID refresh-token`. Blanks inside a part are escaped, so that no two
 * places have the same name.
 */
export const accountName = (key: CredentialKey, item: CredentialItem): string =>
  [key.profile, key.authUrl, key.clientId, item]
    .map(part => part.replace(/[%\s]/g, character => encodeURIComponent(character)))
    .join(' ');
