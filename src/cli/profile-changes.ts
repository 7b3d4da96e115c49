import type { Context } from '../base/context.ts';
import { SignInError, UsageError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { type CredentialKey, type CredentialStore, credentialItems } from '../http/auth/credentials.ts';
import { openStore } from '../http/auth/store/store.ts';
import { credentialKey } from './connect.ts';
import type { OptionValues } from './flags.ts';
import { type InputReader, readNamedText } from './input.ts';
import { givenSettings, type Invocation } from './invocation.ts';
import {
  checkedProfiles,
  checkProfileName,
  type Profile,
  type ProfileFile,
  readProfiles,
  writeProfiles,
} from './settings/profiles.ts';
import { checkPairs, Settings } from './settings/resolve.ts';
import { findProfileKey, findValueProblem, nameFlag, type SettingName } from './settings/settings.ts';

/** Changes the profile file under a lock: a login takes minutes, and what another process adds meanwhile must not be lost. */
export function changeProfiles(context: Context, change: (file: ProfileFile) => ProfileFile) {
  return withLock('profiles', context, async () => {
    const changed = change(await readProfiles(context));
    await writeProfiles(context.folders, changed);
    return changed;
  });
}

/** @throws UsageError for a file that is not readable, has another format, or holds an invalid value */
async function readExportedProfile(reader: InputReader, file: string) {
  const text = await readNamedText(reader, file, problem => {
    throw new UsageError(`${JSON.stringify(file)}: ${problem}`, { hint: 'check its name and permissions' });
  });
  const invalid = (problem: string) =>
    new UsageError(`${JSON.stringify(file)} is not an exported profile: ${problem}`, {
      hint: 'create it with `hotelctl profile export`',
    });
  const checked = checkedProfiles(text);
  if (typeof checked === 'string') throw invalid(checked);
  const [profile, ...others] = checked.profiles;
  if (!profile || others.length > 0) throw invalid(`it contains ${checked.profiles.size} profiles`);
  const [name, values] = profile;
  for (const [key, value] of Object.entries(values)) {
    const definition = findProfileKey(key);
    const problem = definition && findValueProblem(definition, value);
    if (problem !== undefined) throw invalid(`${key} must be ${problem}`);
    if (definition) checkPairs(definition.name, value);
  }
  return { name, values };
}

/** The settings that decide where tokens, passwords and data go. */
const destinations: readonly SettingName[] = [
  ...(['baseUrl', 'authUrl', 'integrationUrl', 'redirectUri'] as const),
  ...(['smtpHost', 'heartbeat', 'dataDir'] as const),
];

/**
 * Opens the profile that an exported one becomes. A file from another person must not decide where tokens and passwords are
 * sent: it never adds to a profile that exists, whose sign-in would be used with its hosts, and a user confirms the hosts.
 *
 * @throws UsageError without a confirmation
 */
export async function openImport(
  first: Invocation,
  options: OptionValues & { readonly yes?: boolean },
  file: string,
) {
  const exported = await readExportedProfile(first, file);
  const { values } = exported;
  const opened = await first.reopen(options, { mayBeNew: true, defaultProfile: exported.name });
  const { profiles, context } = opened;
  const name = opened.settings.profileName;
  checkProfileName(name);
  checkIsNew(profiles, name);
  if (!options.yes) await confirmHosts(opened, values);
  const settings = new Settings(givenSettings(options), context.env, { name, values });
  return { invocation: { ...opened, settings }, values };
}

async function confirmHosts({ settings, interactive, context, warn }: Invocation, values: Profile) {
  const named = destinations.flatMap(key =>
    values[key] === undefined ? [] : [`${key} ${hostIn(values[key])}`],
  );
  if (named.length === 0) return;
  if (!interactive)
    throw new UsageError(`the import names where tokens and passwords are sent: ${named.join(', ')}`, {
      hint: 'add --yes if you trust these hosts',
    });
  await warn(`Profile ${settings.profileName} names where tokens, passwords and data are sent:`);
  for (const line of named) await warn(`  ${line}`);
  const message = 'Do you trust these hosts?';
  if (!(await context.prompts.confirm({ message, initial: false })))
    throw new UsageError('not confirmed', { hint: 'nothing was saved' });
}

/** Of a URL its origin, which shows letters of other scripts as punycode, and no part that may be a secret. */
const hostIn = (value: string) => (/^https?:/i.test(value) ? new URL(value).origin : value);

export function checkIsNew(file: ProfileFile, name: string): void {
  if (!file.profiles.has(name)) return;
  throw new UsageError(`profile ${name} already exists`, {
    hint: 'add --profile NAME to import under another name',
  });
}

const tokenLocations = ['authUrl', 'clientId', 'credentialStore'] as const;

/** @throws UsageError for a profile with tokens, which nothing could revoke or delete after its removal, or these changes */
export async function refuseSignedIn({ settings, context }: Invocation, changes?: Profile): Promise<void> {
  const saved = settings.ofProfile();
  // A slash at the end of a host is not part of the place.
  const placeOf = (value: unknown) => String(value).replace(/\/+$/, '');
  const isChanged = (key: SettingName) =>
    changes && key in changes && placeOf(changes[key]) !== placeOf(saved.find(key)?.value);
  const changed = tokenLocations.filter(isChanged);
  if (changes && changed.length === 0) return;
  const read = async () =>
    openStore(saved.require('credentialStore'), context).read(credentialKey(saved), credentialItems);
  // Without valid settings there are none, and a keychain without a desktop session keeps no profile from being changed.
  const stored = await read().catch(() => ({}));
  if (Object.keys(stored).length === 0) return;
  const flags = changed.map(key => ` ${nameFlag(key)} ${saved.require(key)}`).join('');
  const place = `in the credential store ${saved.require('credentialStore')}`;
  throw new UsageError(`profile ${settings.profileName} has a stored sign-in ${place}`, {
    hint: `run \`hotelctl logout --profile ${settings.profileName}${flags}\` first`,
  });
}

/** The password belongs to a profile, whatever client the profile signs in with. */
const smtpPasswordKey = (profile: string): CredentialKey => ({ profile, authUrl: 'smtp', clientId: '-' });

async function readSmtpPassword({ context, settings }: Invocation) {
  const store = openStore(settings.require('credentialStore'), context);
  const key = smtpPasswordKey(settings.profileName);
  return { store, key, stored: (await store.read(key, ['smtp-password']))['smtp-password'] };
}

/** HOTELCTL_SMTP_PASSWORD, else the stored one. @throws SignInError if that is for another mail server, which must not get it */
export async function smtpPassword(invocation: Invocation): Promise<string | undefined> {
  const { context, settings } = invocation;
  const given = context.env['HOTELCTL_SMTP_PASSWORD'];
  if (given) return given;
  const { stored } = await readSmtpPassword(invocation);
  if (!stored) return undefined;
  const host = settings.require('smtpHost');
  const [password, storedFor = 'another mail server'] = stored.split('\n');
  if (storedFor === host.toLowerCase()) return password;
  context.secrets.register(password);
  throw new SignInError(`the stored password is for ${storedFor}, not for ${host}`, {
    hint: `run \`hotelctl profile set smtpPassword\` to store the password for ${host}`,
  });
}

/** With the host that it is for: if the setting changes, another server must not receive it. A password is one line. */
export const storeSmtpPassword = (store: CredentialStore, { settings }: Invocation, password: string) =>
  store.write(smtpPasswordKey(settings.profileName), {
    'smtp-password': `${password}\n${settings.require('smtpHost').toLowerCase()}`,
  });

/**
 * Deletes the stored password. The store of a profile without a user is not accessed, because a keychain may prompt.
 *
 * @returns whether there was one @throws SignInError if the store cannot be used
 */
export async function deleteSmtpPassword(invocation: Invocation): Promise<boolean> {
  if (invocation.settings.find('smtpUser') === undefined) return false;
  const { store, key, stored } = await readSmtpPassword(invocation);
  if (stored === undefined) return false;
  await store.write(key, { 'smtp-password': null });
  return true;
}
