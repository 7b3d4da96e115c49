import { bytesOf, type FaultBody, type FaultyExchange, garbage, hasBody, wholeBytes } from './exchange.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** What comes as an answer, and is none that a client may believe. */

/** A status in the host's place: the request never reaches it. */
export const answerStatus =
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

/** Where a redirect leads unless told: a name that can't exist (RFC 6761, 6.4). */
export const elsewhere = 'https://elsewhere.invalid/';

export async function redirect({ response, details }: FaultyExchange): Promise<void> {
  response.writeHead(302, { location: details.to ?? elsewhere }).end();
}

/** The request is carried out; an answer that has a body comes damaged, another as it is. */
const damaged =
  (damage: (whole: RecordedAnswer) => Uint8Array | Promise<Uint8Array>) =>
  async ({ socket, answer }: FaultyExchange): Promise<void> => {
    const whole = await answer();
    socket.end(hasBody(whole) ? await damage(whole) : wholeBytes(whole));
  };

/** A lawful answer with a body of anything but JSON. */
export const garbageBody = damaged(whole => withBody(whole, garbage));

/** What the sign-in page of a guest network answers, to everything. */
export async function htmlPage({ response }: FaultyExchange): Promise<void> {
  const [type, body] = bodies.html;
  response.writeHead(200, { 'content-type': type }).end(body);
}

/** The content length says more than comes. */
export const lengthTooLong = damaged(whole =>
  bytesOf(whole, { 'content-length': whole.body.length + 1000 }, whole.body),
);

/** The content length says half of what comes. */
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
export async function hugeHeaders({ socket, answer }: FaultyExchange): Promise<void> {
  const whole = await answer();
  socket.end(
    bytesOf(whole, { 'x-huge': 'h'.repeat(64 << 10), 'content-length': whole.body.length }, whole.body),
  );
}

const withBody = (
  answer: RecordedAnswer,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer => bytesOf(answer, { ...headers, 'content-length': body.length }, body);
