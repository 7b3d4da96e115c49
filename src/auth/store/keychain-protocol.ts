/**
 * The messages between hotelctl and its keychain helper, over the helper's pipes. Only types: a shared module would be
 * one more file to load in each of the two processes.
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

/** What a `get` found. `damaged`: some parts of a split value are gone. */
export type KeychainValue = { readonly value: string | null } | { readonly damaged: true };

export type KeychainAnswer =
  /** One for each operation; `{value: null}` for set and delete. */
  { readonly results: readonly KeychainValue[] } | { readonly failure: KeychainFailure };

export interface KeychainFailure {
  readonly kind: ChildFailureKind;
  /** The library's own words on one line, without any secret of the batch. */
  readonly message: string;
}

/** What can go wrong inside the helper; `keychain-failures.ts` has the words for each. */
export type ChildFailureKind =
  | 'no-bus'
  | 'no-service'
  | 'locked'
  | 'no-collection'
  | 'daemon-stopped'
  | 'no-module'
  | 'not-kept'
  | 'other';
