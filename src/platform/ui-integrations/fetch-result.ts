/** The result of one request to an untrusted URL: without redirects and credentials, limited in size and time. */
export type FetchResult = FetchedResponse | FetchFailure;

export interface FetchedResponse {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names; the values as received, one entry for each line. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The part of the body that was read. */
  readonly body: Uint8Array;
  /** Why the body is incomplete, as a phrase: `it is larger than 1 MB`. */
  readonly incomplete: string | undefined;
  /** Milliseconds since 1970 by this machine's clock, when the headers were received. */
  readonly receivedAt: number;
  /** Milliseconds since 1970; undefined without TLS. */
  readonly certificateEnds: number | undefined;
}

/** No response: blocked, unreachable, or not trusted. */
export interface FetchFailure {
  readonly kind: 'failure';
  /** `could not connect to HOST: connection refused` */
  readonly message: string;
  readonly fix: string;
  /** Nothing was sent, because only this machine or network can reach the address. */
  readonly blocked: boolean;
}

/** Rejects only on an interruption or a defect. */
export type UntrustedFetch = (url: string) => Promise<FetchResult>;

/** All values of a header, joined as HTTP allows; undefined if it is absent. */
export const headerOf = (response: FetchedResponse, name: string): string | undefined =>
  response.headers[name]?.join(', ');
