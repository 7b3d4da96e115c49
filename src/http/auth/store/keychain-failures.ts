import { SignInError } from '../../../base/errors.ts';

/**
 * The messages between hotelctl and its keychain helper, over the helper's pipes. Only types, because a shared module
 * would be one more file to load in both processes.
 */
export interface KeychainBatch {
  readonly service: string;
  /** Characters (UTF-16 code units) that one item may hold; longer values are split. */
  readonly limit: number;
  readonly operations: readonly KeychainOperation[];
}

export type KeychainOperation =
  | { readonly do: 'get'; readonly account: string }
  | { readonly do: 'set'; readonly account: string; readonly value: string }
  | { readonly do: 'delete'; readonly account: string };

/** The result of a `get`. `damaged`: some parts of a split value are missing. */
export type KeychainValue = { readonly value: string | null } | { readonly damaged: true };

export type KeychainAnswer =
  /** One for each operation; `{value: null}` for set and delete. */
  { readonly results: readonly KeychainValue[] } | { readonly failure: KeychainFailure };

interface KeychainFailure {
  readonly kind: ChildFailureKind;
  /** The library's own message on one line, without any secret of the batch. */
  readonly message: string;
}

export type ChildFailureKind =
  | 'no-bus'
  | 'no-service'
  | 'locked'
  | 'no-collection'
  | 'daemon-stopped'
  | 'no-module'
  | 'not-kept'
  | 'other';

/** Why a keychain is not accessible: reported by the helper, or detected from outside. */
type KeychainFailureKind = ChildFailureKind | 'silent' | 'damaged' | 'helper-failed';

/** The two alternatives to a keychain; each hint ends with them, because a server may never have one. */
const otherWays = 'or use no keychain: --credential-store file, or HOTELCTL_REFRESH_TOKEN';

/**
 * One line and a fix for each state of a keychain. None of them says "not signed in": a sign-in that cannot be read is
 * not a missing one, and signing in again would not help.
 */
const words: Readonly<Record<KeychainFailureKind, readonly [message: string, remedy: string]>> = {
  'no-bus': [
    'the keychain is not accessible: this user has no session bus',
    'run hotelctl inside a desktop session, or keep a session bus for cron with `loginctl enable-linger`',
  ],
  'no-service': [
    'no keychain service provides org.freedesktop.secrets on the session bus',
    'install and start one, such as gnome-keyring or KWallet',
  ],
  locked: [
    'the keychain is locked, and its password was not entered',
    'unlock it: sign in to the desktop, or open "Passwords and Keys", then run the command again',
  ],
  'no-collection': [
    'the keychain has no default collection',
    'create one: in "Passwords and Keys", add a password keyring and set it as default',
  ],
  'daemon-stopped': [
    'the keychain service does not respond',
    'restart it: `systemctl --user restart gnome-keyring-daemon`, or sign in to the desktop again',
  ],
  silent: [
    'the session bus does not respond',
    'sign in to the desktop again, or check DBUS_SESSION_BUS_ADDRESS',
  ],
  'no-module': [
    'the keychain library does not load on this platform',
    'install hotelctl again with its optional packages (`npm ci`)',
  ],
  'not-kept': [
    'the keychain did not return what was just stored in it',
    'check for a second keychain service, or a damaged keyring',
  ],
  damaged: [
    'an item in the keychain is damaged: parts of it are missing',
    'store it again with `hotelctl login`',
  ],
  'helper-failed': ['the keychain helper process ended without a result', 'run `hotelctl doctor`'],
  other: ['the keychain refused', 'run `hotelctl doctor`'],
};

/** The SignInError (exit 3) for a state; `detail` is the library's own message, if it adds something. */
export function keychainError(kind: KeychainFailureKind, detail?: string): SignInError {
  const [message, remedy] = words[kind];
  return new SignInError(kind === 'other' && detail ? `${message}: ${detail}` : message, {
    hint: `${remedy}; ${otherWays}`,
  });
}
