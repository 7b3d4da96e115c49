import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { createEnvStore } from './env.ts';
import { createFileStore } from './file.ts';
import { createKeychainStore } from './keychain.ts';
import type { CredentialStore } from './store.ts';

/**
 * The store that the setting `credentialStore` names. Nothing is touched until it is first read or written, and no
 * store ever stands in for another. UsageError for a name that is none.
 */
export function openStore(name: string, context: Context): CredentialStore {
  switch (name) {
    case 'keychain':
      return createKeychainStore(context);
    case 'file':
      return createFileStore(context);
    case 'env':
      return createEnvStore();
    default:
      throw new UsageError(`there is no credential store ${JSON.stringify(name)}`, {
        hint: 'choose keychain, file or env',
      });
  }
}
