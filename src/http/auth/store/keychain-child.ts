/**
 * The keychain helper: a separate process, because a call into a keychain may never return, can't be stopped from
 * inside, and blocks the event loop meanwhile. It reads one JSON batch from standard input and writes one JSON result
 * to standard output; secrets travel only over these two pipes. It loads only two of Node's modules and the library,
 * because each command that needs a token waits for it to start.
 */
import { readFileSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Entry as KeyringEntry } from '@napi-rs/keyring';
import type {
  ChildFailureKind,
  KeychainAnswer,
  KeychainBatch,
  KeychainOperation,
  KeychainValue,
} from './item-parts.ts';
import { deleteInParts, type Items, readFromParts, writeInParts } from './item-parts.ts';

endWithParent();
const batch: KeychainBatch = JSON.parse(readFileSync(0, 'utf8'));
send(runBatch(batch));
// Does not wait for the watching thread to end by itself.
process.exit(0);

/**
 * hotelctl kills a helper that takes too long. If hotelctl itself was killed, nothing else would: a blocked call does
 * not notice a closed pipe, so a thread watches the parent. Windows has no such calls, and keeps the parent's id.
 */
function endWithParent(): void {
  if (process.platform === 'win32') return;
  const watching = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`;
  new Worker(watching, { eval: true, env: {} }).unref();
}

function runBatch({ service, limit, operations }: KeychainBatch): KeychainAnswer {
  try {
    const items = keychainItems(service);
    return { results: operations.map(operation => run(items, operation, limit)) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { failure: classifyFailure(message), message: withoutSecrets(message, operations) };
  }
}

function run(items: Items, { account, value }: KeychainOperation, limit: number): KeychainValue {
  if (value === undefined) return readFromParts(items, account);
  if (value === null) deleteInParts(items, account);
  else {
    writeInParts(items, account, value, limit);
    const kept = readFromParts(items, account);
    if ('damaged' in kept || kept.value !== value) throw new Error('read back differs');
  }
  return { value: null };
}

function keychainItems(service: string): Items {
  const Entry = loadEntry();
  // Pinned: by default the library silently falls back to the kernel's keyring.
  const entry = (account: string) => new Entry(service, account, { linux: { store: 'secret-service' } });
  return {
    get: account => entry(account).getPassword(),
    set: (account, value) => entry(account).setPassword(value),
    delete: account => {
      entry(account).deletePassword();
    },
  };
}

function loadEntry(): typeof KeyringEntry {
  try {
    // `require`, so that a platform without a binary leads to a result and not to a crash at start-up.
    return (require('@napi-rs/keyring') as { Entry: typeof KeyringEntry }).Entry;
  } catch {
    throw new Error('no binary of @napi-rs/keyring loads here');
  }
}

/** Each error of the library has the code GenericFailure; only its message shows the cause. The first two are of this file. */
function classifyFailure(message: string): ChildFailureKind {
  const words: readonly (readonly [RegExp, ChildFailureKind])[] = [
    [/^no binary of /, 'no-module'],
    [/^read back differs$/, 'not-kept'],
    [/org\.freedesktop\.secrets was not provided|ServiceUnknown|Spawn\./i, 'no-service'],
    [/set your DBUS_SESSION_BUS_ADDRESS|Failed to connect to socket|NoServer|BadAddress/i, 'no-bus'],
    [/did not receive a reply|NoReply/i, 'daemon-stopped'],
    [/unlock prompt was dismissed|interaction is not allowed|\blocked\b/i, 'locked'],
    [/no result found/i, 'no-collection'],
  ];
  return words.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}

function withoutSecrets(text: string, operations: readonly KeychainOperation[]): string {
  const values = operations.flatMap(({ value }) => value || []);
  const clean = values.reduce((rest, value) => rest.replaceAll(value, '***'), text);
  return clean.replace(/\s+/g, ' ').slice(0, 300);
}

function send(message: KeychainAnswer): void {
  const bytes = Buffer.from(JSON.stringify(message));
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}
