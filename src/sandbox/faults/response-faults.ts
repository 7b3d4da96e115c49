import { bytesOf, type FaultBody, type FaultyExchange, garbage, hasBody, wholeBytes } from './exchange.ts';
import type { RecordedResponse } from './recorded-response.ts';

/** Faults of responses: the client receives an HTTP response that it must not trust. */

/** A status instead of the host's response: the request never reaches the host. */
export const respondWithStatus =
  (status: number) =>
  async ({ response, details }: FaultyExchange): Promise<void> => {
    const [type, body] = bodies[details.body ?? 'none'];
    const now = Date.now();
    const at = (time: number) => new Date(time).toUTCString();
    response.writeHead(status, {
      date: at(now),
      ...(type ? { 'content-type': type } : {}),
      ...(details.retryAfter === undefined
        ? {}
        : { 'retry-after': details.retryAfter === 'date' ? at(now + 2000) : details.retryAfter }),
      'fault-tracking-id': `fault-${status}`,
    });
    response.end(body);
  };

const bodies: Readonly<Record<FaultBody, readonly [type: string, body: string]>> = {
  none: ['', ''],
  json: ['application/json', '{"messages":["The sandbox is set to refuse this."]}'],
  html: ['text/html; charset=utf-8', '<!doctype html><title>Sorry</title><h1>Please come back later</h1>\n'],
  text: ['text/plain; charset=utf-8', 'Please come back later.\n'],
};

/** Default target of redirects: a name that can't exist (RFC 6761, 6.4). */
export const elsewhere = 'https://elsewhere.invalid/';

export async function redirect({ response, details }: FaultyExchange): Promise<void> {
  response.writeHead(302, { location: details.to ?? elsewhere }).end();
}

/** The request is carried out. If its response has a body, the body is damaged; otherwise the response is unchanged. */
const damaged =
  (damage: (whole: RecordedResponse) => Uint8Array | Promise<Uint8Array>) =>
  async ({ socket, carryOut }: FaultyExchange): Promise<void> => {
    const whole = await carryOut();
    socket.end(hasBody(whole) ? await damage(whole) : wholeBytes(whole));
  };

/** A valid HTTP response whose body is not JSON. */
export const garbageBody = damaged(whole => withBody(whole, garbage));

/** The sign-in page that a guest network returns for every request. */
export async function htmlPage({ response }: FaultyExchange): Promise<void> {
  const [type, body] = bodies.html;
  response.writeHead(200, { 'content-type': type }).end(body);
}

/** The content length is greater than the number of bytes sent. */
export const lengthTooLong = damaged(whole =>
  bytesOf(whole, { 'content-length': whole.body.length + 1000 }, whole.body),
);

/** The content length is half the number of bytes sent. */
export const lengthTooShort = damaged(whole =>
  bytesOf(whole, { 'content-length': whole.body.length >> 1 }, whole.body),
);

export const badGzip = damaged(async whole => {
  const { gzipSync } = await import('node:zlib');
  const body = gzipSync(whole.body);
  return withBody(whole, body.fill(0xff, body.length >> 1), { 'content-encoding': 'gzip' });
});

/** A few hundred kilobytes on the wire, 256 MiB inflated: members of one gzip file, each 8 MiB of one letter. */
export const bomb = damaged(async whole => {
  const { gzipSync } = await import('node:zlib');
  const start = gzipSync(`${whole.body.toString('utf8', 0, 1)}"`);
  const member = gzipSync(Buffer.alloc(8 << 20, 'a'));
  const body = Buffer.concat([start, ...Array.from({ length: 32 }, () => member)]);
  return withBody(whole, body, { 'content-encoding': 'gzip' });
});

/** A header of 64 KiB. */
export async function hugeHeaders({ socket, carryOut }: FaultyExchange): Promise<void> {
  const whole = await carryOut();
  socket.end(
    bytesOf(whole, { 'x-huge': 'h'.repeat(64 << 10), 'content-length': whole.body.length }, whole.body),
  );
}

const withBody = (
  response: RecordedResponse,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer => bytesOf(response, { ...headers, 'content-length': body.length }, body);
