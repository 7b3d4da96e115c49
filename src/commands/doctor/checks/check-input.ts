import type { Context } from '../../../base/context.ts';
import type { HotelctlError } from '../../../base/errors.ts';
import type { ProfileFile } from '../../../cli/settings/profiles.ts';
import type { Settings } from '../../../cli/settings/resolve.ts';
import type { CredentialStore } from '../../../http/auth/credentials.ts';
import type { Session } from '../../../http/auth/session.ts';
import type { Send } from '../../../http/exchange.ts';
import type { ListedProperty } from '../../../platform/properties.ts';

/** The input of the checks: the same settings, HTTP and credential store as in every command. */
export interface CheckInput {
  /** Without prompts: its standard input is not a terminal. */
  readonly context: Context;
  readonly settings: Settings;
  readonly profiles: ProfileFile;
  /** Why the profile could not be read; the settings then come from flags and the environment only. */
  readonly profileProblem?: HotelctlError;
  /** The flag or variable that named the profile. */
  readonly profileNamedBy?: string | undefined;
  /** One attempt with a short timeout, without a token. */
  readonly send: Send;
  /** Opened on demand, because settings may be missing. */
  readonly store: () => Promise<CredentialStore>;
  readonly session: () => Promise<Session>;
  /** The cached properties; works offline. */
  readonly properties: () => Promise<readonly ListedProperty[]>;
}

/** An access token from the environment needs no credential store, no identity host and no client. */
export const hasEnvironmentToken = ({ context }: Pick<CheckInput, 'context'>): boolean =>
  isSet(context, 'HOTELCTL_ACCESS_TOKEN');

export const isSet = ({ env }: Pick<Context, 'env'>, name: string): boolean => Boolean(env[name]?.trim());
