import { login } from '../../auth/login.ts';
import { grantOf } from '../../auth/session.ts';
import { withSignInLock } from '../../auth/sign-in-lock.ts';
import { openStore } from '../../auth/store/open.ts';
import type { CredentialStore } from '../../auth/store/store.ts';
import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import { credentialKey, oauthClient, openHttp } from '../../cli/connect.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { changeProfiles } from '../../cli/profile-change.ts';
import { checkProfileName, withProfile } from '../../settings/profiles.ts';
import type { Settings } from '../../settings/resolve.ts';
import type { LoginOptions } from './login.ts';
import { clientSecretFor, completeSettings } from './login-questions.ts';
import { chooseProperty } from './property-choice.ts';

/** Signs in and keeps settings and tokens. Whatever could fail later for want of a store fails before the browser. */
export async function signIn(open: OpenInvocation, options: LoginOptions): Promise<void> {
  const timeout = duration('--login-timeout', options.loginTimeout);
  if (options.clientSecretFile === '-' && options.paste) {
    throw new UsageError('--client-secret-file - and --paste would both read standard input', {
      hint: 'set HOTELCTL_CLIENT_SECRET, or name a file',
    });
  }
  const invocation = await completeSettings(await open(options, { mayBeNew: true }));
  const { context, settings } = invocation;
  checkProfileName(settings.profileName);
  for (const host of ['baseUrl', 'integrationUrl'] as const)
    if (settings.find(host)) settings.requireHost(host);
  const store = keepingStore(invocation);
  const client = oauthClient(settings);
  const key = credentialKey(settings);
  const stored = await store.read(key, ['client-secret']);
  const clientSecret = await clientSecretFor(invocation, options, stored['client-secret']);
  const http = openHttp(invocation);
  try {
    const answer = await login({
      context,
      client,
      clientSecret,
      send: http.send,
      mode: { browser: options.browser, paste: options.paste ?? false },
      interactive: invocation.interactive,
      ...tlsFiles(options),
      timeout,
      keep: tokens =>
        withSignInLock(key, context, () =>
          store.write(key, {
            'refresh-token': tokens.refreshToken ?? null,
            'client-secret': clientSecret,
            'access-token': JSON.stringify(grantOf(tokens, client, context.clock.now())),
          }),
        ),
      tell: async line => context.stderr.write(`${line}\n`),
    });
    await keepSettings(context, settings);
    const { user } = answer;
    await invocation.note(
      `Signed in${user ? ` as ${user.name ?? user.subject}` : ''}, profile ${settings.profileName}.`,
    );
    await invocation.note(`Kept in: ${store.description}.`);
    if (answer.refreshToken === undefined) {
      await invocation.note('Without the scope offline_access this sign-in ends with its access token.');
    }
    // Asked last: whoever leaves here with Ctrl-C is signed in all the same.
    const property = await chooseProperty(invocation, answer.accessToken);
    if (property !== undefined) await keepSettings(context, settings.with({ property }));
  } finally {
    await http.close();
  }
}

/** Opened before the browser: who can't keep a token must not be sent to fetch one. */
function keepingStore({ settings, context }: Invocation): CredentialStore {
  const store = openStore(settings.require('credentialStore'), context);
  if (store.name !== 'env') return store;
  throw new UsageError('the credential store env keeps nothing, so there is nothing to sign in for', {
    hint: 'use --credential-store keychain or file, or set HOTELCTL_REFRESH_TOKEN',
  });
}

const keepSettings = (context: Context, settings: Settings) =>
  changeProfiles(context, file =>
    withProfile(file, settings.profileName, {
      ...file.profiles.get(settings.profileName),
      ...settings.forProfile(),
    }),
  );

function tlsFiles({ tlsCert, tlsKey }: LoginOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return {};
  if (tlsCert !== undefined && tlsKey !== undefined) return { tls: { certFile: tlsCert, keyFile: tlsKey } };
  throw new UsageError('--tls-cert and --tls-key go together', { hint: 'give both, as PEM files' });
}
