/**
 * The keychain store: Secret Service, macOS Keychain, Windows Credential Manager. One secret per item; each access uses
 * a helper process that is killed if it takes too long. It is the default store.
 */
import type { Context } from '../../../base/context.ts';
import type { CredentialItem } from '../client.ts';
import { keychainError } from './keychain-failures.ts';
import { callHelper, type KeychainOptions } from './keychain-helper.ts';
import type { KeychainBatch, KeychainOperation, KeychainValue } from './keychain-protocol.ts';
import type { CredentialStore } from './store.ts';
import { accountName } from './store.ts';

const service = 'hotelctl';

/** Windows allows 2,560 bytes per item, in UTF-16; the others have no limit that a token reaches. */
const itemLimit = (platform: NodeJS.Platform) => (platform === 'win32' ? 1200 : 1 << 20);

const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

export function createKeychainStore(context: Context, options: KeychainOptions = {}): CredentialStore {
  const limit = options.itemLimit ?? itemLimit(context.host.platform);
  const run = (operations: readonly KeychainOperation[]): Promise<readonly KeychainValue[]> =>
    callHelper(context, { service, limit, operations } satisfies KeychainBatch, options);
  return {
    name: 'keychain',
    description: `keychain (${names[context.host.platform] ?? 'Secret Service'}), items named ${service}`,
    async read(key, items) {
      const results = await run(items.map(item => ({ do: 'get', account: accountName(key, item) })));
      const found: Partial<Record<CredentialItem, string>> = {};
      items.forEach((item, index) => {
        const value = textOf(results[index], item);
        if (value !== null) found[item] = value;
      });
      return found;
    },
    async write(key, changes) {
      const operations = (Object.entries(changes) as [CredentialItem, string | null][]).map(
        ([item, value]): KeychainOperation => {
          const account = accountName(key, item);
          return value === null ? { do: 'delete', account } : { do: 'set', account, value };
        },
      );
      await run(operations);
    },
  };
}

/** An access token is only a cache: a damaged one counts as none, while a damaged secret must be reported. */
function textOf(result: KeychainValue | undefined, item: CredentialItem): string | null {
  if (result === undefined) throw keychainError('helper-failed');
  if (!('damaged' in result)) return result.value;
  if (item === 'access-token') return null;
  throw keychainError('damaged');
}
