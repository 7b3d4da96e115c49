/** Prints an access token, as a report needs it. Arguments: identity host, credential store, folder of the keychain helper. */

import { createSession, deferInterruption } from '../../../src/http/auth/session.ts';
import { openStore } from '../../../src/http/auth/store/store.ts';
import { createHttp } from '../../../src/http/client.ts';
import { makeRealContext } from '../../../src/start/real-context.ts';

const [authUrl = '', storeName = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  const { context, uninterrupted } = deferInterruption(makeRealContext(__dirname));
  const http = createHttp({ context, limits: { timeout: 30_000, maxAttempts: 1 } });
  const key = { profile: 'munich', authUrl, clientId: 'CLIENT' };
  const session = createSession({
    context,
    client: { ...key, redirectUri: 'http://127.0.0.1:8976/callback', scopes: ['reports.read'] },
    key,
    store: openStore(storeName, context),
    send: http.send,
    uninterrupted,
    warn: async line => context.stderr.write(`${line}\n`),
  });
  try {
    await context.stdout.write(await session.accessToken());
  } catch (error) {
    await context.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    await http.close();
  }
}

void run();
