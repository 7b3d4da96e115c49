/** What the sandbox's hosts are made of: plain data in, plain data out. `server.ts` alone speaks node:http. */
export interface HandlerRequest {
  readonly method: string;
  /** Path as sent, percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8 text; empty where none was sent. */
  readonly body: string;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Pieces are sent as they come, so that a report of any size can be served. */
  readonly body?: string | AsyncIterable<string | Uint8Array>;
}

export interface Handler {
  handle(request: HandlerRequest): Promise<HandlerResponse>;
}

/** Whom an access token speaks for, or undefined where it is unknown, expired or revoked. */
export type VerifyToken = (
  token: string,
) => Promise<{ readonly scopes: readonly string[]; readonly subject: string } | undefined>;
