/** What was seen when an address was asked once: no redirect followed, no credentials sent, within size and time. */
export type Sighting = SeenAnswer | SeenFailure;

export interface SeenAnswer {
  readonly kind: 'answer';
  readonly status: number;
  /** Lower-case names; each header's values as they came, one entry for each line. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** As much as was read. */
  readonly body: Uint8Array;
  /** Why the body is not whole, as a phrase: `it is larger than 1 MB`; undefined when it is. */
  readonly incomplete: string | undefined;
  /** Milliseconds since 1970 by this machine's clock, when the header had come. */
  readonly receivedAt: number;
  /** Milliseconds since 1970; undefined without TLS. */
  readonly certificateEnds: number | undefined;
}

/** No answer: not asked, not reached, or not trusted. */
export interface SeenFailure {
  readonly kind: 'failure';
  /** `could not connect to HOST: connection refused` */
  readonly words: string;
  readonly mend: string;
  /** Nothing was asked, because the address is one that only this machine or network can reach. */
  readonly guarded: boolean;
}

/** Looks at an address. Made by http, handed to whoever must look. Rejects only on an interruption or a defect. */
export type Visit = (address: string) => Promise<Sighting>;

/** All values of a header, joined as HTTP allows; undefined when it is absent. */
export const headerOf = (answer: SeenAnswer, name: string): string | undefined =>
  answer.headers[name]?.join(', ');
