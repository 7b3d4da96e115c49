import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { HotelctlError, InterruptedError, SignInError, UsageError } from '../../base/errors.ts';
import { credentialKey, oauthClient, openHttp, useAndClose } from '../../cli/connect.ts';
import { duration } from '../../cli/flags.ts';
import { promptForSetting, readInput } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { changeProfiles, openImport, refuseSignedIn } from '../../cli/profile-changes.ts';
import { chooseAmong, fetchProperties } from '../../cli/properties.ts';
import { checkProfileName, withProfile } from '../../cli/settings/profiles.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { askedByLogin, type SettingName } from '../../cli/settings/settings.ts';
import { type CredentialStore, makeGrant, withSignInLock } from '../../http/auth/credentials.ts';
import { login } from '../../http/auth/login.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { isStandardOutput } from '../../output/deliver.ts';
import { checkPlace, findOutputPlace, withWriteErrors } from '../../output/delivery/write-file.ts';
import type { LoginOptions } from './flags.ts';
import { warnOfGivenToken } from './session.ts';

/** Until the tokens are saved, Ctrl-C changes nothing. */
export async function signIn(first: Invocation, options: LoginOptions) {
  const progress = { isSaved: false };
  try {
    await signInAndSave(first, options, progress);
  } catch (error) {
    if (!(error instanceof InterruptedError) || error.exitCode !== 130 || progress.isSaved) throw error;
    const hint = 'run `hotelctl login` again at any time';
    throw new InterruptedError('SIGINT', 'sign-in canceled; nothing was changed', hint);
  }
}

/** Signs in and saves settings and tokens. A store that cannot be used is an error before the browser opens. */
async function signInAndSave(first: Invocation, options: LoginOptions, progress: { isSaved: boolean }) {
  // Timers accept no more.
  const timeout = Math.min(duration('--login-timeout', options.loginTimeout), 2 ** 31 - 1);
  const tls = readTlsFiles(options);
  if (options.clientSecretFile === '-' && options.paste)
    throw new UsageError('--client-secret-file - and --paste cannot both read standard input', {
      hint: 'set HOTELCTL_CLIENT_SECRET, or name a file',
    });
  const forCi = options.forCi === undefined ? undefined : await findTokenPlace(first.context, options.forCi);
  const { profileFile } = options;
  if (options.yes && profileFile === undefined)
    throw new UsageError('--yes requires --profile-file, whose hosts it trusts', { hint: 'omit --yes' });
  const imported = profileFile === undefined ? undefined : await openImport(first, options, profileFile);
  const complete = await promptForSettings(
    imported?.invocation ?? (await first.reopen(options, { mayBeNew: true })),
  );
  checkProfileName(complete.settings.profileName);
  for (const host of ['baseUrl', 'integrationUrl'] as const)
    if (complete.settings.find(host)) complete.settings.requireHost(host);
  const client = oauthClient(complete.settings);
  const key = credentialKey(complete.settings);
  const { invocation, store, storedSecret } = await usableStore(complete, forCi !== undefined);
  const { context } = invocation;
  // A keychain may be readable and still refuse to store anything.
  let { settings } = invocation;
  if (forCi === undefined) await refuseSignedIn(invocation, settings.forProfile());
  let used = store;
  const clientSecret = await clientSecretFor(invocation, options.clientSecretFile, storedSecret);
  const save = (saved: Settings) =>
    changeProfiles(context, file =>
      withProfile(file, saved.profileName, { ...imported?.values, ...saved.forProfile() }),
    );
  return useAndClose(openHttp(invocation), async http => {
    const response = await login({
      context,
      client,
      clientSecret,
      send: http.send,
      browser: options.browser,
      paste: options.paste ?? false,
      interactive: invocation.interactive,
      ...(tls ? { tls } : {}),
      timeout,
      keep: async tokens => {
        if (forCi !== undefined) return writeForCi(context, forCi, tokens.refreshToken);
        const saved = {
          'refresh-token': tokens.refreshToken ?? null,
          'client-secret': clientSecret,
          'access-token': JSON.stringify(makeGrant(tokens, client, context.clock.now(), client)),
        };
        const write = async () => {
          await withSignInLock(key, invocation, () => used.write(key, saved));
          progress.isSaved = true;
        };
        try {
          return await write();
        } catch (error) {
          used = await offeredFileStore(invocation, used, error);
          settings = settings.with({ credentialStore: 'file' });
          return write();
        }
      },
    });
    if (forCi !== undefined) {
      const where = forCi === '-' ? 'standard output' : forCi;
      return invocation.note(`The refresh token is in ${where}. Nothing was stored on this machine.`);
    }
    await save(settings);
    const { user } = response;
    await invocation.note(
      `Signed in${user ? ` as ${user.name ?? user.subject}` : ''}, profile ${settings.profileName}.`,
    );
    await invocation.note(`Saved to ${used.description}.`);
    if (response.refreshToken === undefined)
      await invocation.note(
        'Without the scope offline_access, this sign-in ends when its access token expires.',
      );
    await warnOfGivenToken(invocation);
    // The last question: after Ctrl-C here, the person is signed in all the same.
    const property = await chooseProperty(invocation, response.accessToken);
    if (property !== undefined) await save(settings.with({ property }));
  });
}

/** The files of both flags; undefined without them. @throws UsageError for one of them, or if nothing listens */
function readTlsFiles({ tlsCert, tlsKey, paste }: LoginOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (paste)
    throw new UsageError('--tls-cert and --tls-key are not used with --paste', { hint: 'omit them' });
  if (tlsCert !== undefined && tlsKey !== undefined) return { certFile: tlsCert, keyFile: tlsKey };
  const hint = 'add the other one, as a PEM file';
  throw new UsageError('--tls-cert and --tls-key must be used together', { hint });
}

/** The path of a file, or `-`. @throws UsageError for what a file must not replace, such as a device or a named pipe */
async function findTokenPlace({ stdout }: Context, target: string): Promise<string> {
  if (!isStandardOutput(target)) await checkPlace(target);
  const { path, special } = isStandardOutput(target)
    ? { path: '-', special: stdout.isTerminal }
    : await findOutputPlace(target);
  if (!special) return path;
  throw new UsageError('--for-ci writes a secret into a file or, with -, into a pipe', {
    hint: 'pipe it, for example to `gh secret set HOTELCTL_REFRESH_TOKEN`, or name a file',
  });
}

/** The refresh token of a sign-in for a pipeline, in a file that only its owner can read, or in a pipe. */
async function writeForCi(context: Context, file: string, refreshToken: string | undefined): Promise<void> {
  if (refreshToken === undefined)
    throw new SignInError('the platform sent no refresh token', {
      hint: 'run `hotelctl login --for-ci FILE` with the scope offline_access',
    });
  if (file === '-') await context.stdout.write(`${refreshToken}\n`);
  else await withWriteErrors(file, () => replaceFile(file, `${refreshToken}\n`));
}

/** The credential store with the stored client secret. Without a usable keychain, a person may choose the file store. */
async function usableStore(invocation: Invocation, isForCi: boolean) {
  const { settings, context } = invocation;
  const store = openStore(settings.require('credentialStore'), context);
  if (store.name === 'env' && !isForCi)
    throw new UsageError('the credential store env saves nothing, so a sign-in cannot be saved', {
      hint: 'use --credential-store keychain or file, or set HOTELCTL_REFRESH_TOKEN',
    });
  try {
    const key = credentialKey(settings);
    const read = () => store.read(key, ['client-secret']);
    // A state folder without the lock cannot keep the sign-in either.
    const stored = await (isForCi ? read() : withSignInLock(key, invocation, read));
    return { invocation, store, storedSecret: stored['client-secret'] };
  } catch (error) {
    await offeredFileStore(invocation, store, error);
    return usableStore({ ...invocation, settings: settings.with({ credentialStore: 'file' }) }, isForCi);
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
  const message = `Save the sign-in to the ${file.description}? Only you can read it.`;
  if (!(await context.prompts.confirm({ message, initial: true }))) throw error;
  return file;
}

/** @throws UsageError that names all missing settings when hotelctl cannot prompt */
async function promptForSettings(invocation: Invocation): Promise<Invocation> {
  const { settings } = invocation;
  if (!invocation.interactive) {
    settings.requireAll(askedByLogin);
    return invocation;
  }
  const answers: Partial<Record<SettingName, string>> = {};
  const missing = askedByLogin.filter(name => !settings.find(name));
  if (missing.length > 0)
    await invocation.note(
      "Enter the values of your client's registration with the platform. No account? Run `hotelctl sandbox start`.",
    );
  for (const name of missing) answers[name] = await promptForSetting(invocation, name);
  return { ...invocation, settings: settings.with(answers) };
}

/** The client secret: `--client-secret-file`, HOTELCTL_CLIENT_SECRET, the stored one, or a prompt without echo. */
async function clientSecretFor(
  invocation: Invocation,
  clientSecretFile: string | undefined,
  stored: string | undefined,
): Promise<string> {
  const { context, settings, interactive } = invocation;
  if (clientSecretFile !== undefined) {
    const secret = (await readInput(invocation, '--client-secret-file', clientSecretFile)).trim();
    if (secret !== '' && !/[\r\n]/.test(secret)) return secret;
    throw new UsageError('--client-secret-file must contain only the secret, on one line', {
      hint: 'remove the other lines; nothing was saved',
    });
  }
  const known = context.env['HOTELCTL_CLIENT_SECRET']?.trim() || stored;
  if (known) return known;
  const secret = interactive ? (await context.prompts.secret({ message: 'Client secret' })).trim() : '';
  if (secret !== '') return secret;
  throw new UsageError(`no client secret was given or stored for profile ${settings.profileName}`, {
    hint: 'set HOTELCTL_CLIENT_SECRET, or add --client-secret-file FILE (- is standard input)',
  });
}

/**
 * After a sign-in on a terminal, prompts for the default property. Undefined when one is set already, without a terminal, or
 * when the list cannot be fetched: reports then require `--property`.
 */
async function chooseProperty(invocation: Invocation, accessToken: string): Promise<string | undefined> {
  const { settings, interactive, context } = invocation;
  if (!interactive || settings.find('property')) return undefined;
  const baseUrl = settings.requireHost('baseUrl');
  const http = openHttp(invocation, { token: async () => accessToken, origins: [new URL(baseUrl).origin] });
  try {
    const properties = await useAndClose(http, ({ send }) => fetchProperties(invocation, { send, baseUrl }));
    const [only] = properties;
    if (!only) return undefined;
    if (properties.length === 1) return only.id;
    return await chooseAmong(context.prompts, 'Default property', properties);
  } catch (error) {
    if (!(error instanceof HotelctlError) || error instanceof InterruptedError) throw error;
    await invocation.note('The list of properties could not be fetched. Add --property to your commands.');
    return undefined;
  }
}
