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

/** The failures inside the helper; `keychain-failures.ts` has the message for each. */
export type ChildFailureKind =
  | 'no-bus'
  | 'no-service'
  | 'locked'
  | 'no-collection'
  | 'daemon-stopped'
  | 'no-module'
  | 'not-kept'
  | 'other';
