import { SignInError } from '../base/errors.ts';
import type { CredentialKey, CredentialStore } from '../http/auth/credentials.ts';
import type { Invocation } from './invocation.ts';

/** The password belongs to a profile, whatever client the profile signs in with. */
const smtpPasswordKey = (profile: string): CredentialKey => ({ profile, authUrl: 'smtp', clientId: '-' });

/**
 * HOTELCTL_SMTP_PASSWORD, else the password in the profile's credential store.
 *
 * @throws SignInError if it was stored for another mail server, which must not receive it
 */
export async function smtpPassword({ context, settings }: Invocation): Promise<string | undefined> {
  const given = context.env['HOTELCTL_SMTP_PASSWORD'];
  if (given) return given;
  const { openStore } = await import('../http/auth/store/store.ts');
  const store = openStore(settings.require('credentialStore'), context);
  const stored = (await store.read(smtpPasswordKey(settings.profileName), ['smtp-password']))[
    'smtp-password'
  ];
  if (!stored) return undefined;
  const host = settings.require('smtpHost');
  const [password, storedFor = 'another mail server'] = stored.split('\n');
  if (storedFor === host.toLowerCase()) return password;
  context.secrets.register(password);
  throw new SignInError(`the stored password is for ${storedFor}, and not for ${host}`, {
    hint: `run \`hotelctl profile set smtpPassword\` to store the password for ${host}`,
  });
}

/** With the host that it is for: if the setting changes, another server must not receive it. A password is one line. */
export const storeSmtpPassword = (store: CredentialStore, { settings }: Invocation, password: string) =>
  store.write(smtpPasswordKey(settings.profileName), {
    'smtp-password': `${password}\n${settings.require('smtpHost').toLowerCase()}`,
  });

/**
 * Deletes the stored password of a profile that names a user of a mail server; a profile without one has no password,
 * and its store is not accessed, because a keychain may prompt.
 *
 * @returns whether there was one. Throws SignInError if the store cannot be used.
 */
export async function deleteSmtpPassword({ context, settings }: Invocation): Promise<boolean> {
  if (settings.find('smtpUser') === undefined) return false;
  const { openStore } = await import('../http/auth/store/store.ts');
  const store = openStore(settings.require('credentialStore'), context);
  if (store.name === 'env') return false;
  const key = smtpPasswordKey(settings.profileName);
  const stored = await store.read(key, ['smtp-password']);
  if (stored['smtp-password'] === undefined) return false;
  await store.write(key, { 'smtp-password': null });
  return true;
}
