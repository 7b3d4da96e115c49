import type { Context } from '../../base/context.ts';
import { SignInError, UsageError } from '../../base/errors.ts';
import { credentialKey, oauthClient, openHttp } from '../../cli/connect.ts';
import { duration } from '../../cli/flags.ts';
import { givenSettings, type Invocation, type OpenInvocation } from '../../cli/invocation.ts';
import {
  changeProfiles,
  checkSameSettings,
  type ExportedProfile,
  readExportedProfile,
} from '../../cli/profile-changes.ts';
import { checkProfileName, type Profile, withProfile } from '../../cli/settings/profiles.ts';
import { Settings } from '../../cli/settings/resolve.ts';
import { login } from '../../http/auth/login.ts';
import { grantOf } from '../../http/auth/session.ts';
import { withSignInLock } from '../../http/auth/sign-in-lock.ts';
import { openStore } from '../../http/auth/store/open.ts';
import type { CredentialStore } from '../../http/auth/store/store.ts';
import type { LoginOptions } from './flags.ts';
import { chooseProperty, clientSecretFor, promptForSettings } from './login-questions.ts';

/** Signs in and saves settings and tokens. A store that cannot be used is an error before the browser opens. */
export async function signIn(open: OpenInvocation, options: LoginOptions): Promise<void> {
  const timeout = duration('--login-timeout', options.loginTimeout);
  if (options.clientSecretFile === '-' && options.paste) {
    throw new UsageError('--client-secret-file - and --paste cannot both read standard input', {
      hint: 'set HOTELCTL_CLIENT_SECRET, or name a file',
    });
  }
  const exported =
    options.profileFile === undefined ? undefined : await readExportedProfile(options.profileFile);
  const complete = await promptForSettings(await openWith(open, options, exported), exported === undefined);
  checkProfileName(complete.settings.profileName);
  for (const host of ['baseUrl', 'integrationUrl'] as const)
    if (complete.settings.find(host)) complete.settings.requireHost(host);
  const client = oauthClient(complete.settings);
  const key = credentialKey(complete.settings);
  const { invocation, store, storedSecret } = await usableStore(complete);
  const { context } = invocation;
  // A keychain may be readable and still refuse to store anything.
  let { settings } = invocation;
  let used = store;
  const clientSecret = await clientSecretFor(invocation, options.clientSecretFile, storedSecret);
  const save = (saved: Settings) => saveSettings(context, saved, exported?.values ?? {});
  const http = openHttp(invocation);
  try {
    const response = await login({
      context,
      client,
      clientSecret,
      send: http.send,
      mode: { browser: options.browser, paste: options.paste ?? false },
      interactive: invocation.interactive,
      ...tlsFiles(options),
      timeout,
      keep: async tokens => {
        const saved = {
          'refresh-token': tokens.refreshToken ?? null,
          'client-secret': clientSecret,
          'access-token': JSON.stringify(grantOf(tokens, client, context.clock.now())),
        };
        const write = () => withSignInLock(key, context, () => used.write(key, saved));
        try {
          return await write();
        } catch (error) {
          used = await offeredFileStore(invocation, used, error);
          settings = settings.with({ credentialStore: 'file' });
          return write();
        }
      },
      tell: async line => context.stderr.write(`${line}\n`),
    });
    await save(settings);
    const { user } = response;
    await invocation.note(
      `Signed in${user ? ` as ${user.name ?? user.subject}` : ''}, profile ${settings.profileName}.`,
    );
    await invocation.note(`Saved to ${used.description}.`);
    if (response.refreshToken === undefined) {
      await invocation.note(
        'Without the scope offline_access, this sign-in ends when its access token expires.',
      );
    }
    // The last question: after Ctrl-C here, the person is signed in all the same.
    const property = await chooseProperty(invocation, response.accessToken);
    if (property !== undefined) await save(settings.with({ property }));
  } finally {
    await http.close();
  }
}

/** The Invocation with the settings of an exported profile, if given, instead of the profile's own. */
async function openWith(
  open: OpenInvocation,
  options: LoginOptions,
  exported: ExportedProfile | undefined,
): Promise<Invocation> {
  if (!exported) return open(options, { mayBeNew: true });
  const invocation = await open(options, { mayBeNew: true, defaultProfile: exported.name });
  const name = invocation.settings.profileName;
  const before = invocation.profiles.profiles.get(name) ?? {};
  checkSameSettings(name, before, exported.values);
  const values = { ...before, ...exported.values };
  return {
    ...invocation,
    settings: new Settings(givenSettings(options), invocation.context.env, { name, values }),
  };
}

/** The credential store with the stored client secret. Without a usable keychain, a person may choose the file store. */
async function usableStore(
  invocation: Invocation,
): Promise<{ invocation: Invocation; store: CredentialStore; storedSecret: string | undefined }> {
  const { settings, context } = invocation;
  const store = openStore(settings.require('credentialStore'), context);
  if (store.name === 'env') {
    throw new UsageError('the credential store env saves nothing, so a sign-in cannot be saved', {
      hint: 'use --credential-store keychain or file, or set HOTELCTL_REFRESH_TOKEN',
    });
  }
  try {
    const stored = await store.read(credentialKey(settings), ['client-secret']);
    return { invocation, store, storedSecret: stored['client-secret'] };
  } catch (error) {
    await offeredFileStore(invocation, store, error);
    return usableStore({ ...invocation, settings: settings.with({ credentialStore: 'file' }) });
  }
}

/** The file store, if the keychain cannot be used and a person agrees; else throws the error of the keychain. */
async function offeredFileStore(
  { context, interactive, warn }: Invocation,
  store: CredentialStore,
  error: unknown,
): Promise<CredentialStore> {
  if (!(error instanceof SignInError) || store.name !== 'keychain' || !interactive) throw error;
  await warn(`${error.message}.`);
  const file = openStore('file', context);
  const agreed = await context.prompts.confirm({
    message: `Save the sign-in to a file that only you can read? (${file.description})`,
    initial: true,
  });
  if (!agreed) throw error;
  return file;
}

const saveSettings = (context: Context, settings: Settings, imported: Profile) =>
  changeProfiles(context, file =>
    withProfile(file, settings.profileName, {
      ...file.profiles.get(settings.profileName),
      ...imported,
      ...settings.forProfile(),
    }),
  );

function tlsFiles({ tlsCert, tlsKey }: LoginOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return {};
  if (tlsCert !== undefined && tlsKey !== undefined) return { tls: { certFile: tlsCert, keyFile: tlsKey } };
  throw new UsageError('--tls-cert and --tls-key must be used together', {
    hint: 'add the other one, as a PEM file',
  });
}
