import type { CredentialItem, CredentialKey } from '../client.ts';

/**
 * Where credentials are stored. Each method is one access (one helper process for the keychain, one read of the file),
 * so callers read everything that they need together. Every failure is a SignInError with the fix as its hint; "nothing
 * stored" is null and never an error, an inaccessible store always is one.
 */
export interface CredentialStore {
  readonly name: 'keychain' | 'file' | 'env';
  /** One line for `auth status`: the kind of store and its location. */
  readonly description: string;
  read(
    key: CredentialKey,
    items: readonly CredentialItem[],
  ): Promise<Readonly<Partial<Record<CredentialItem, string>>>>;
  /** Written in the given order, each read back; null deletes. */
  write(key: CredentialKey, changes: Readonly<Partial<Record<CredentialItem, string | null>>>): Promise<void>;
}

/**
 * The name of one secret in a store, readable in the desktop's keychain viewer: `munich https://identity.example
 * CLIENT-ID refresh-token`. Spaces inside a part are escaped, so that the names are unique.
 */
export const accountName = (key: CredentialKey, item: CredentialItem): string =>
  [key.profile, key.authUrl, key.clientId, item]
    .map(part => part.replace(/[%\s]/g, character => encodeURIComponent(character)))
    .join(' ');
