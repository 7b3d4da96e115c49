import type { CredentialKey } from './client.ts';
import type { SignIn } from './renewal.ts';
import type { SessionParts } from './session.ts';
import { createEnvStore, environmentCredentials } from './store/env.ts';
import type { CredentialStore } from './store/store.ts';

/** The sign-in to renew: HOTELCTL_REFRESH_TOKEN(_FILE)'s, or the store's. */
export async function chooseSource({
  context,
  client,
  key,
  store,
  send,
  warn,
}: SessionParts): Promise<SignIn> {
  const { refreshToken, refreshSource, clientSecret } = await environmentCredentials(context, warn);
  const common = { context, client, key, send, warn };
  if (refreshToken === undefined) return { ...common, store, isShared: store.name !== 'env', clientSecret };
  // The store is asked for what the environment lacks and for nothing else: cron may have no keychain to reach.
  const stored = clientSecret === undefined ? await store.read(key, ['client-secret']) : {};
  return {
    ...common,
    store: await inMemory(key, refreshToken, () =>
      warn(
        `warning: the identity host replaced the refresh token of ${refreshSource}; sign in again and set it anew`,
      ),
    ),
    isShared: false,
    clientSecret: clientSecret ?? stored['client-secret'],
  };
}

/** The environment's sign-in as a store of this process. A new refresh token can't be put back where the old came from. */
async function inMemory(
  key: CredentialKey,
  refreshToken: string,
  replaced: () => Promise<void>,
): Promise<CredentialStore> {
  const memory = createEnvStore();
  await memory.write(key, { 'refresh-token': refreshToken });
  return {
    ...memory,
    async write(place, changes) {
      await memory.write(place, changes);
      if (changes['refresh-token']) await replaced();
    },
  };
}
