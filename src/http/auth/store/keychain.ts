import type { ChildResult, Context } from '../../../base/context.ts';
import { SignInError } from '../../../base/errors.ts';
import { jsonValue } from '../../../base/text.ts';
import { accountName, type CredentialItem, type CredentialStore } from '../credentials.ts';
import type {
  ChildFailureKind,
  KeychainAnswer,
  KeychainBatch,
  KeychainOperation,
  KeychainValue,
} from './item-parts.ts';
import { helperEnvironment, type SecretServiceState, secretServiceState } from './secret-service.ts';

const service = 'hotelctl';

/** Windows allows 2,560 bytes per item, in UTF-16; the others have no limit that a token reaches. */
const itemLimit = (platform: NodeJS.Platform) => (platform === 'win32' ? 1200 : 1 << 20);

const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

export function createKeychainStore(context: Context, options: KeychainOptions = {}): CredentialStore {
  const limit = options.itemLimit ?? itemLimit(context.host.platform);
  const run = (operations: readonly KeychainOperation[]): Promise<readonly KeychainValue[]> =>
    callHelper(context, { service, limit, operations } satisfies KeychainBatch, options);
  return {
    name: 'keychain',
    description: `keychain (${names[context.host.platform] ?? 'Secret Service'}), items named ${service}`,
    async read(key, items) {
      const results = await run(items.map(item => ({ account: accountName(key, item) })));
      const found: Partial<Record<CredentialItem, string>> = {};
      items.forEach((item, index) => {
        const value = toText(results[index], item);
        if (value !== null) found[item] = value;
      });
      return found;
    },
    async write(key, changes) {
      const changed = Object.entries(changes) as [CredentialItem, string | null][];
      await run(changed.map(([item, value]) => ({ account: accountName(key, item), value })));
    },
  };
}

/** An access token is only a cache: a damaged one counts as none, while a damaged secret must be reported. */
function toText(result: KeychainValue | undefined, item: CredentialItem): string | null {
  if (result === undefined) throw keychainError('helper-failed');
  if (!('damaged' in result)) return result.value;
  if (item === 'access-token') return null;
  throw keychainError('damaged');
}

/** Milliseconds. */
const usualTimeouts = {
  /** If a helper takes longer, the keychain is examined from outside, because it may be waiting for its password. */
  calm: 1000,
  /** A helper that takes longer is killed. */
  budget: 3000,
  /** The additional time while the keychain responds: the machine is busy, so that the helper is slow to start. */
  busy: 30_000,
  /** The same while the keychain is locked and a user can unlock it. */
  person: 120_000,
  /** For one question about the keychain from outside. */
  look: 1000,
};
type HelperTimeouts = Readonly<typeof usualTimeouts>;

export interface KeychainOptions {
  /** Characters; by default the limit of the platform's keychain. */
  readonly itemLimit?: number;
  readonly timeouts?: Partial<HelperTimeouts>;
  /** The folder of the users' session buses, by user id. */
  readonly runtimeRoot?: string;
}

/** One access to the keychain. @throws SignInError within 5 s, later if it responds or a user can unlock it */
async function callHelper(context: Context, batch: KeychainBatch, options: KeychainOptions) {
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const env = await helperEnvironment(context.env, context.host, options.runtimeRoot);
  const { platform } = context.host;
  const look = async (): Promise<SecretServiceState> => {
    if (platform === 'linux') return secretServiceState(context, env, timeouts.look);
    // Other systems have no bus; on macOS a call that hangs waits for its own prompt.
    return platform === 'darwin' ? 'locked' : 'stopped';
  };
  const results = await runHelper(context, batch, env, timeouts, look);
  const foundNothing =
    batch.operations.every(({ value }) => value === undefined) &&
    results.every(found => 'value' in found && found.value === null);
  if (!foundNothing || platform !== 'linux') return results;
  // A search never fails: without a collection, or in a locked one, it may just find nothing, which must not be
  // reported as "not signed in".
  const state = await look();
  if (state === 'no-collection') throw keychainError('no-collection');
  if (state !== 'locked') return results;
  if (!personIsThere(context)) throw keychainError('locked');
  // Only a write makes the keychain prompt for its password.
  const unlocking = ['nothing', null].map(value => ({ account: 'unlocking', value }));
  const unlocked = { ...batch, operations: [...unlocking, ...batch.operations] };
  const again = await runHelper(context, unlocked, env, timeouts, look);
  return again.slice(-results.length);
}

const personIsThere = ({ stdin, stderr }: Context) => stdin.isTerminal && stderr.isTerminal;

async function runHelper(
  context: Context,
  batch: KeychainBatch,
  env: Readonly<Record<string, string | undefined>>,
  timeouts: HelperTimeouts,
  look: () => Promise<SecretServiceState>,
): Promise<readonly KeychainValue[]> {
  const stop = new AbortController();
  const child = context.runChild({
    file: context.host.nodeFile,
    // An executable extracts the library into the folder of the state.
    args: [`${context.host.programFolder}/keychain-child.cjs`, context.folders.state],
    env,
    input: JSON.stringify(batch),
    budget: timeouts.person,
    // Ctrl-C must not end the helper between a refresh and the storing of its tokens.
    ownSession: true,
    signal: AbortSignal.any([context.interrupted, stop.signal]),
  });
  const state = await whileItRuns(context, child, stop, timeouts, look);
  const result = await child;
  context.interrupted.throwIfAborted();
  if (result.exitCode !== 0) throw keychainError(endedBecause(result, stop.signal.aborted, state));
  const reply = jsonValue(result.stdout) as KeychainAnswer | undefined;
  if (reply === undefined) throw keychainError('helper-failed');
  if ('failure' in reply) throw keychainError(reply.failure, reply.message);
  return reply.results;
}

/** Watches a slow helper; resolves when it has exited or was stopped. */
async function whileItRuns(
  context: Context,
  child: Promise<ChildResult>,
  stop: AbortController,
  { calm, budget, busy }: HelperTimeouts,
  look: () => Promise<SecretServiceState>,
): Promise<SecretServiceState | undefined> {
  const done = new AbortController();
  const finished = child.then(
    () => done.abort(),
    () => done.abort(),
  );
  const pause = (milliseconds: number) => context.clock.sleep(milliseconds, done.signal).catch(() => {});
  const started = context.clock.now();
  await pause(calm);
  if (done.signal.aborted) return undefined;
  const state = await look();
  if (state === 'locked' && personIsThere(context) && !done.signal.aborted) {
    await context.stderr.write('The keychain is locked: unlock it in the window that your desktop shows.\n');
    await finished;
    return state;
  }
  await pause(Math.max(0, budget - (context.clock.now() - started)));
  // Asked again, because a busy machine is late to ask too.
  if (!done.signal.aborted && (await look()) === 'open') await pause(busy);
  if (!done.signal.aborted) stop.abort();
  return state;
}

function endedBecause(result: ChildResult, stopped: boolean, state: SecretServiceState | undefined) {
  if (!stopped && !result.timedOut) return 'helper-failed';
  if (state === 'locked') return 'locked';
  return state === 'stopped' || state === 'open' ? 'daemon-stopped' : 'silent';
}

/** Why a keychain is not accessible: reported by the helper, or detected from outside. */
type KeychainFailureKind = ChildFailureKind | 'silent' | 'damaged' | 'helper-failed';

/** The two alternatives to a keychain; each hint ends with them, because a server may never have one. */
const otherWays = 'or use --credential-store file or HOTELCTL_REFRESH_TOKEN instead of the keychain';

/** A line and a fix for each state. None says "not signed in": a sign-in that cannot be read is not a missing one. */
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
    'the keychain is locked; its password was not entered',
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
function keychainError(kind: KeychainFailureKind, detail?: string): SignInError {
  const [message, remedy] = words[kind];
  return new SignInError(kind === 'other' && detail ? `${message}: ${detail}` : message, {
    hint: `${remedy}; ${otherWays}`,
  });
}
