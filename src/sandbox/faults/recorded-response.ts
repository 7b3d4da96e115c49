import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

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
