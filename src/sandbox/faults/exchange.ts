import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

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
  readonly to?: string | undefined;
}

export const faultBodies = ['none', 'json', 'html', 'text'] as const;
export type FaultBody = (typeof faultBodies)[number];

/** The bytes of a response: its header with these framing headers, followed by `body`. */
export function makeBytes(
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

export const wholeBytes = (response: RecordedResponse): Buffer =>
  makeBytes(
    response,
    response.status === 204 ? {} : { 'content-length': response.body.length },
    response.body,
  );

/** A host's own response, held back so that a fault can change it before it is sent. */
export interface RecordedResponse {
  readonly status: number;
  readonly reason: string;
  /** All headers except those that frame the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const framing = /^(connection|keep-alive|content-length|transfer-encoding)$/i;

/** Records a host's response in memory. The request has been carried out when this resolves. */
export function recordResponse(
  listener: RequestListener,
  request: IncomingMessage,
): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      // Always true: a handler that waits for `drain` would wait forever, because only a real socket emits it.
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    const response = new ServerResponse(request);
    // The connection closes after the response, so what was written is the header, an empty line and the body.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.assignSocket(sink as unknown as Socket);
    response.on('finish', () => sink.end());
    response.on('close', () => sink.end());
    sink.on('finish', () => resolve(parsed(Buffer.concat(chunks))));
    sink.on('error', reject);
    listener(request, response);
  });
}

function parsed(bytes: Buffer): RecordedResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [, status = '500', reason = ''] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(start) ?? [];
  return {
    status: Number(status),
    reason,
    headers: lines
      .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
      .filter(([name]) => !framing.test(name)),
    body: bytes.subarray(end + 4),
  };
}
