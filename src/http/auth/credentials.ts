import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { jsonValue } from '../../base/text.ts';

/** The client application at an identity host, as the platform registered it. */
export interface OAuthClient {
  /** Identity host, without a trailing slash. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** `assume.signIn.pkce` is off. */
  readonly withoutPkce?: boolean;
}

/** Names the entries of a sign-in: the same client may be signed in for several hotel users, one for each profile. */
export interface CredentialKey extends Pick<OAuthClient, 'authUrl' | 'clientId'> {
  readonly profile: string;
}

/** The stored items. `access-token` contains an AccessGrant as JSON, the others the plain secret. */
export const credentialItems = ['refresh-token', 'client-secret', 'access-token'] as const;
/** Deletes them. */
export const noCredentials = { 'refresh-token': null, 'client-secret': null, 'access-token': null };
/** The password of the mail server does not belong to a sign-in: it is stored for the profile only. */
export type CredentialItem = (typeof credentialItems)[number] | 'smtp-password';

/**
 * Where credentials are stored. Each method is one access (one helper process for the keychain, one read of the file),
 * so callers read everything that they need together. Every failure is a SignInError with the fix as its hint; "nothing
 * stored" is null and never an error, an inaccessible store always is one.
 */
export interface CredentialStore {
  readonly name: 'keychain' | 'file' | 'env';
  /** One line for `auth status`: the kind of store and its location. */
  readonly description: string;
  read(
    key: CredentialKey,
    items: readonly CredentialItem[],
  ): Promise<Readonly<Partial<Record<CredentialItem, string>>>>;
  /** Written in the given order, each read back. */
  write(key: CredentialKey, changes: CredentialChanges): Promise<void>;
}

/** Null deletes. */
export type CredentialChanges = Readonly<Partial<Record<CredentialItem, string | null>>>;

/** The name of a secret: `munich https://identity.example CLIENT-ID refresh-token`, unique as spaces in a part are escaped. */
export const accountName = (key: CredentialKey, item: CredentialItem): string =>
  [key.profile, key.authUrl, key.clientId, item]
    .map(part => part.replace(/[%\s]/g, character => encodeURIComponent(character)))
    .join(' ');

/** An access token with the data that the next process needs without a request. */
const grantModel = z.object({
  token: z.string(),
  /** Milliseconds since 1970, by this machine's clock. */
  expiresAt: z.number(),
  /** From when on it is refreshed, if that is not a minute before its end: a short-lived token serves for half its time. */
  renewAt: z.optional(z.number()),
  scopes: z.array(z.string()),
  /** The redirect URI of the sign-in, which a refresh must repeat or omit; absent if the sign-in is not known here. */
  redirectUri: z.optional(z.string()),
  /** From the id token: who signed in. Absent if the identity host sent none. */
  user: z.optional(z.object({ subject: z.string(), name: z.optional(z.string()) })),
});
export type AccessGrant = z.infer<typeof grantModel>;

export interface TokenResponse {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Absent in most refresh responses: the old one stays valid then. */
  readonly refreshToken?: string | undefined;
  readonly scopes: readonly string[];
  readonly user?: AccessGrant['user'];
}

/** Milliseconds before its expiry at which a token is refreshed: it must not expire on the way. */
const margin = 60_000;

export const serves = ({ expiresAt, renewAt = expiresAt - margin }: AccessGrant, now: number) =>
  renewAt > now;

/**
 * @param now milliseconds since 1970, when the response arrived
 * @param previous has the user, which a refresh response does not contain, and the redirect URI of the sign-in
 */
export function makeGrant(
  response: TokenResponse,
  client: OAuthClient,
  now: number,
  previous?: Pick<AccessGrant, 'user' | 'redirectUri'>,
): AccessGrant {
  const lifetime = response.expiresIn * 1000;
  return {
    token: response.accessToken,
    expiresAt: now + lifetime,
    renewAt: lifetime < 2 * margin ? now + lifetime / 2 : undefined,
    scopes: [...(response.scopes.length > 0 ? response.scopes : client.scopes)],
    redirectUri: previous?.redirectUri,
    user: response.user ?? previous?.user,
  };
}

export const accessGrant = (text: string | undefined): AccessGrant | undefined =>
  text === undefined ? undefined : grantModel.safeParse(jsonValue(text)).data;

/** Runs a change of the tokens under their lock: a refresh must not write the old user's token over a new sign-in. */
export async function withSignInLock<T>(
  key: CredentialKey,
  { context, warn }: { readonly context: Context; warn(line: string): Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  const entered = new AbortController();
  const report = () => warn('waiting for another process, which uses the same sign-in');
  context.clock
    .sleep(patience, entered.signal)
    .then(report)
    .catch(() => {});
  const enter = () => {
    entered.abort();
    return work();
  };
  try {
    // A digest, because hosts and profile names are not valid file names.
    return await withLock(`sign-in-${digestOfSignIn(key)}`, context, enter, { Failure: SignInError });
  } finally {
    entered.abort();
  }
}

/** Milliseconds: a refresh takes less, unless the identity host sends nothing. */
const patience = 10_000;

/** A refusal is kept with the digest of its token: without it, offline checks would report a revoked sign-in as good. */
type RefusalPlace = Pick<Context, 'folders' | 'clock'>;

const digestOfSignIn = ({ authUrl, clientId, profile }: CredentialKey): string =>
  hash('sha256', JSON.stringify([authUrl, clientId, profile])).slice(0, 16);

const refusalFile = ({ folders }: RefusalPlace, key: CredentialKey) =>
  join(folders.state, 'refused', `${digestOfSignIn(key)}.json`);

/** The digest of a random token does not reveal it. */
export const digestOfToken = (token: string) => hash('sha256', token).slice(0, 16);

/** A state folder that is not writable must not hide the refusal itself. */
export const rememberRefusal = (place: RefusalPlace, key: CredentialKey, token: string): Promise<void> =>
  replaceFile(
    refusalFile(place, key),
    JSON.stringify({ token: digestOfToken(token), at: place.clock.now() }),
  ).catch(() => {});

/** An identity host may refuse a token by mistake, and accept it later. */
export const forgetRefusal = (place: RefusalPlace, key: CredentialKey): Promise<void> =>
  rm(refusalFile(place, key), { force: true }).catch(() => {});

const mostOfRefusal = 4096;

/** When this refresh token was refused, milliseconds since 1970; undefined if it was not. */
export async function findRefusal(place: RefusalPlace, key: CredentialKey, token: string | undefined) {
  if (token === undefined) return undefined;
  const text = await readRegularFile(refusalFile(place, key), mostOfRefusal).catch(() => '');
  const found = jsonValue(text) as { readonly token?: unknown; readonly at?: unknown } | undefined;
  return found?.token === digestOfToken(token) && typeof found.at === 'number' ? found.at : undefined;
}
