import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** A host's own answer, held back so that a fault can send it otherwise. */
export interface RecordedAnswer {
  readonly status: number;
  readonly reason: string;
  /** As they were sent, without those that frame the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const framing = /^(connection|keep-alive|content-length|transfer-encoding)$/i;

/** Lets a host answer a request into memory. The request has been carried out when this resolves. */
export function recordAnswer(listener: RequestListener, request: IncomingMessage): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      // A writer that is told to wait would wait for ever: only a real server tells it to go on.
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    const response = new ServerResponse(request);
    // The end of the answer is the end of its body, so that what was written is header, empty line and body.
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

function parsed(bytes: Buffer): RecordedAnswer {
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
