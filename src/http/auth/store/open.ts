import type { Context } from '../../../base/context.ts';
import { UsageError } from '../../../base/errors.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { accessGrant, type CredentialItem } from '../credentials.ts';
import { createFileStore } from './file.ts';
import { createKeychainStore } from './keychain.ts';
import { type CredentialStore, createEnvStore } from './store.ts';

/**
 * The store that the setting `credentialStore` names. Nothing is accessed until the first read or write, and no other
 * store is ever used instead. UsageError for an unknown name.
 */
export function openStore(name: string, context: Context): CredentialStore {
  return registeringSecrets(storeOf(name, context), context.secrets);
}

function storeOf(name: string, context: Context): CredentialStore {
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

/** Everything that is read or written is a secret that no message may show. */
function registeringSecrets(store: CredentialStore, secrets: Secrets): CredentialStore {
  const registerItems = (items: Readonly<Partial<Record<CredentialItem, string | null>>>) => {
    for (const [item, value] of Object.entries(items)) {
      secrets.register(
        item === 'access-token' ? accessGrant(value ?? undefined)?.token : (value ?? undefined),
      );
    }
  };
  return {
    ...store,
    async read(key, items) {
      const found = await store.read(key, items);
      registerItems(found);
      return found;
    },
    write(key, changes) {
      registerItems(changes);
      return store.write(key, changes);
    },
  };
}
