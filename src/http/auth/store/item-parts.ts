/** The messages between hotelctl and its keychain helper, over the helper's pipes. */
export interface KeychainBatch {
  readonly service: string;
  /** Characters (UTF-16 code units) that one item may hold; longer values are split. */
  readonly limit: number;
  readonly operations: readonly KeychainOperation[];
}

/** Reads an item; with a value, stores it; with null, deletes it. */
export interface KeychainOperation {
  readonly account: string;
  readonly value?: string | null;
}

/** The result of reading. `damaged`: some parts of a split value are missing. */
export type KeychainValue = { readonly value: string | null } | { readonly damaged: true };

/** A result for each operation, `{value: null}` if it does not read; or the library's message, on one line without a secret of the batch. */
export type KeychainAnswer =
  | { readonly results: readonly KeychainValue[] }
  | { readonly failure: ChildFailureKind; readonly message: string };

export type ChildFailureKind =
  | 'no-bus'
  | 'no-service'
  | 'locked'
  | 'no-collection'
  | 'daemon-stopped'
  | 'no-module'
  | 'not-kept'
  | 'other';

/** The items of one keychain. Each method is synchronous and throws the errors of the keychain library. */
export interface Items {
  get(account: string): string | null;
  set(account: string, value: string): void;
  delete(account: string): void;
}

/**
 * A value that is longer than an item may be (Windows: 1,280 characters) is stored in several numbered items; the item
 * under the account's own name is then a head with their number. Parts are written into the one of two sets that the
 * present head does not name, and the head last: a writer killed at any point leaves the old value or the new.
 */
type Head = NonNullable<ReturnType<typeof parseHead>>;

const mark = 'hotelctl-parts ';

export function readFromParts(items: Items, account: string): KeychainValue {
  const value = items.get(account);
  const head = parseHead(value);
  if (!head) return { value };
  let joined = '';
  for (const part of partAccounts(account, head)) joined += items.get(part) ?? '';
  return joined.length === head.length ? { value: joined } : { damaged: true };
}

export function writeInParts(items: Items, account: string, value: string, limit: number): void {
  const old = parseHead(items.get(account));
  // A value that looks like a head must not be mistaken for one when it is read.
  if (value.length <= limit && !value.startsWith(mark)) {
    items.set(account, value);
  } else {
    const pieces = split(value, limit);
    const head: Head = { set: old?.set === 'a' ? 'b' : 'a', parts: pieces.length, length: value.length };
    partAccounts(account, head).forEach((part, index) => {
      items.set(part, pieces[index] ?? '');
    });
    items.set(account, `${mark}${head.set} ${head.parts} ${head.length}`);
  }
  if (old) for (const part of partAccounts(account, old)) items.delete(part);
}

export function deleteInParts(items: Items, account: string): void {
  const head = parseHead(items.get(account));
  items.delete(account);
  if (head) for (const part of partAccounts(account, head)) items.delete(part);
}

function parseHead(value: string | null) {
  const [, set, parts, length] = /^hotelctl-parts ([ab]) (\d{1,4}) (\d{1,8})$/.exec(value ?? '') ?? [];
  return set === undefined ? undefined : { set, parts: Number(parts), length: Number(length) };
}

const partAccounts = (account: string, { set, parts }: Head) =>
  Array.from({ length: parts }, (_, index) => `${account} ${set}${index + 1}`);

/** No piece ends inside a surrogate pair: half of one is not a string that a keychain can hold. */
function split(value: string, limit: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < value.length; ) {
    const end = Math.min(start + limit, value.length);
    const cutsPair = end < value.length && end - start > 1 && /[\uD800-\uDBFF]/.test(value.charAt(end - 1));
    pieces.push(value.slice(start, cutsPair ? end - 1 : end));
    start = cutsPair ? end - 1 : end;
  }
  return pieces;
}
