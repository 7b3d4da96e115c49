import type { Session } from '../auth/session.ts';
import type { CredentialStore } from '../auth/store/store.ts';
import type { Context } from '../base/context.ts';
import type { HotelctlError } from '../base/errors.ts';
import type { Send } from '../http/exchange.ts';
import type { ListedProperty } from '../platform/properties.ts';
import type { ProfileFile } from '../settings/profiles.ts';
import type { Settings } from '../settings/resolve.ts';

/** What there is to look at, as the commands themselves would use it. */
export interface Examination {
  /** Nobody is asked anything: its standard input is no terminal. */
  readonly context: Context;
  readonly settings: Settings;
  readonly profiles: ProfileFile;
  /** Why the profile file, or the profile that was named, is of no use; the settings are then the others alone. */
  readonly profileProblem?: HotelctlError;
  /** The flag or variable that named the profile. */
  readonly profileNamedBy?: string | undefined;
  /** One try, within seconds, without a token. */
  readonly send: Send;
  /** Opened when it is asked for: the settings may not suffice. */
  readonly store: () => Promise<CredentialStore>;
  readonly session: () => Promise<Session>;
  /** What is known of the hotels without asking the network. */
  readonly properties: () => Promise<readonly ListedProperty[]>;
}

/** An access token from the environment needs no store, no identity host and no client. */
export const hasReadyMadeToken = ({ context }: Pick<Examination, 'context'>): boolean =>
  isSet(context, 'HOTELCTL_ACCESS_TOKEN');

export const isSet = ({ env }: Pick<Context, 'env'>, name: string): boolean => Boolean(env[name]?.trim());
