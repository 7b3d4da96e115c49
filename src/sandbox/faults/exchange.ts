import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RecordedAnswer } from './recorded-answer.ts';

/** One request that meets a fault: what the fault may do with it. */
export interface FaultyExchange {
  /** For faults that are lawful HTTP. */
  readonly response: ServerResponse;
  /** For those that are not. */
  readonly socket: Socket;
  readonly details: FaultDetails;
  /** Has the request carried out, and holds the answer back. A fault that does not call it keeps the request from the host. */
  answer(): Promise<RecordedAnswer>;
}

/** What can be said about a fault besides its name. */
export interface FaultDetails {
  /** Value of the header Retry-After, sent as it is; `date` is two seconds from now in the form of a date. */
  readonly retryAfter?: string | undefined;
  /** Body of an answer that refuses; `none` without it. */
  readonly body?: FaultBody | undefined;
  /** Where a redirect leads. */
  readonly to?: string | undefined;
}

export const faultBodies = ['none', 'json', 'html', 'text'] as const;
export type FaultBody = (typeof faultBodies)[number];

/** The bytes of an answer: its header with these framing headers, and as much of a body as is given. */
export function bytesOf(
  { status, reason, headers }: RecordedAnswer,
  framing: Readonly<Record<string, string | number>>,
  body: Uint8Array = Buffer.alloc(0),
): Buffer {
  const own = headers.filter(([name]) => !(name.toLowerCase() in framing));
  const lines = [...own, ...Object.entries({ connection: 'close', ...framing })];
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Whether there is a body to damage: 204 and an empty answer have none, and pass as they are. */
export const hasBody = ({ status, body }: RecordedAnswer): boolean => status !== 204 && body.length > 0;

/** The answer, whole. */
export const wholeBytes = (answer: RecordedAnswer): Buffer =>
  bytesOf(answer, answer.status === 204 ? {} : { 'content-length': answer.body.length }, answer.body);

/** Bytes that are neither HTTP nor text. */
export const garbage = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37 + 129) % 256));
