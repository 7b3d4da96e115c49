/** Handlers of a local server: plain data in, plain data out. Only `server.ts` uses node:http. */
export interface HandlerRequest {
  readonly method: string;
  /** Path as sent, percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8 text; empty if the request has no body. */
  readonly body: string;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Chunks are sent as they are produced, so that a report of any size can be served. */
  readonly body?: string | AsyncIterable<string | Uint8Array>;
}

export interface Handler {
  handle(request: HandlerRequest): Promise<HandlerResponse>;
}

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): HandlerResponse => ({
  status,
  headers,
});

export const json = (status: number, body: object): HandlerResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});
