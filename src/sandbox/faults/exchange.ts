import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RecordedResponse } from './recorded-response.ts';

/** One request that meets a fault, and what the fault can do with it. */
export interface FaultyExchange {
  /** For faults that are valid HTTP. */
  readonly response: ServerResponse;
  /** For faults that are not valid HTTP. */
  readonly socket: Socket;
  readonly details: FaultDetails;
  /**
   * Has the request carried out and holds the response back. A fault that does not call it keeps the request from the
   * host.
   */
  carryOut(): Promise<RecordedResponse>;
}

export interface FaultDetails {
  /** Value of the header Retry-After, sent as it is; `date` means two seconds from now, as an HTTP date. */
  readonly retryAfter?: string | undefined;
  /** Body of an error response; `none`: no body. */
  readonly body?: FaultBody | undefined;
  /** Target of a redirect. */
  readonly to?: string | undefined;
}

export const faultBodies = ['none', 'json', 'html', 'text'] as const;
export type FaultBody = (typeof faultBodies)[number];

/** The bytes of a response: its header with these framing headers, followed by `body`. */
export function bytesOf(
  { status, reason, headers }: RecordedResponse,
  framing: Readonly<Record<string, string | number>>,
  body: Uint8Array = Buffer.alloc(0),
): Buffer {
  const own = headers.filter(([name]) => !(name.toLowerCase() in framing));
  const lines = [...own, ...Object.entries({ connection: 'close', ...framing })];
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Whether there is a body to damage: a 204 and an empty response have none, and stay unchanged. */
export const hasBody = ({ status, body }: RecordedResponse): boolean => status !== 204 && body.length > 0;

/** The complete response. */
export const wholeBytes = (response: RecordedResponse): Buffer =>
  bytesOf(response, response.status === 204 ? {} : { 'content-length': response.body.length }, response.body);

/** Bytes that are neither HTTP nor text. */
export const garbage = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37 + 129) % 256));
