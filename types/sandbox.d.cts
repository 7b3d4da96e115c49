// Generated from the definitions of hotelctl.

import type { ClientOptions } from './index.cjs';

/** The platform with invented hotels, served in this process. */
export interface Sandbox {
  /** For `createHotelctl`: the addresses, a signed-in hotel user, and empty folders for what hotelctl stores. */
  readonly settings: ClientOptions;
  /** Frees the ports and removes the folders. */
  close(): Promise<void>;
}

export declare function createSandbox(options?: SandboxOptions): Promise<Sandbox>;

export interface SandboxOptions {
  /** Seed of the invented data; the same seed generates the same data. */
  seed?: string | number | undefined;
  /** Business day of the properties, and today of the command of `sandbox run` (default today). */
  today?: string | number | undefined;
  /** Number of properties, 1 to 50 (default 3). */
  properties?: string | number | undefined;
  /** Ugly serves seven hotels with unusual figures instead: seasonal, opened mid-month, renovated, overbooked, with missing days, with a former currency, closed. */
  hotels?: 'usual' | 'ugly' | (string & {}) | number | undefined;
  /** Lifetime of access tokens, in seconds (default 3600). */
  tokenLifetime?: string | number | undefined;
  /** Also register this redirect URI; may be a list. */
  redirectUri?: string | number | readonly (string | number)[] | undefined;
  /** Length of the list reports. */
  size?: 'usual' | 'large' | (string & {}) | number | undefined;
  /** Number of records in a list report with size large (default 100000). */
  records?: string | number | undefined;
  /** Additional certificate authority to trust (PEM file), for example of a self-signed certificate. */
  ca?: string | number | undefined;
  /** Also connect to addresses that are not public, such as this machine and your network. */
  allowPrivateNetwork?: boolean | undefined;
  /** Simulate a fault, such as 'api=503,times=2'; may be a list, and the first matching rule applies. */
  faults?: string | number | readonly (string | number)[] | undefined;
}
