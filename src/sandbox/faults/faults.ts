/**
 * The table of faults, for `sandbox --fault` and for the tests that run every command against every fault. `docs/faults.md`
 * shows how each command handles each fault. To add a fault, add a line here and to `test/faults/expectations.ts`.
 */
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { statusNames } from '../../base/http-status.ts';

export interface FaultDetails {
  /** Value of the header Retry-After, sent as it is; `date` means two seconds from now, as an HTTP date. */
  readonly retryAfter?: string | undefined;
  /** Body of an error response; `none`: no body. */
  readonly body?: FaultBody | undefined;
  readonly to?: string | undefined;
}

export const faultBodies = ['none', 'json', 'html', 'text'] as const;
type FaultBody = (typeof faultBodies)[number];

/** What the connection gets in place of the response of the host, which has carried out the request. */
type Answer = (socket: Socket, whole: RecordedResponse) => unknown;

/** One of the two faults that happen before there is a request has neither `instead` nor `answer`. */
export interface Fault {
  readonly name: string;
  /** Completes the sentence "the host ...". */
  readonly summary: string;
  /** Responds instead of the host, which does not get the request. */
  readonly instead?: (response: ServerResponse, details: FaultDetails) => void;
  readonly answer?: Answer;
}

/** The request is carried out. If its response has a body, the body is damaged; otherwise the response is unchanged. */
const damaged =
  (damage: (whole: RecordedResponse) => Uint8Array | Promise<Uint8Array>): Answer =>
  async (socket, whole) =>
    socket.end(hasBody(whole) ? await damage(whole) : wholeBytes(whole));

const bodies: Readonly<Record<FaultBody, readonly [type: string, body: string]>> = {
  none: ['', ''],
  json: ['application/json', '{"messages":["The sandbox is set to refuse this."]}'],
  html: ['text/html; charset=utf-8', '<!doctype html><title>Sorry</title><h1>Please come back later</h1>\n'],
  text: ['text/plain; charset=utf-8', 'Please come back later.\n'],
};

/** Default target of redirects: a name that can't exist (RFC 6761, 6.4). */
const elsewhere = 'https://elsewhere.invalid/';

const garbage = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37 + 129) % 256));

const statuses = [400, 401, 403, 404, 422, 429, 499, 500, 502, 503, 504];

export const faults: readonly Fault[] = [
  { name: 'refuse', summary: 'accepts no connection' },
  { name: 'tls-cut', summary: 'has an https URL, and closes each connection during the TLS handshake' },
  {
    name: 'reset-before-headers',
    summary: 'processes the request, then resets the connection',
    answer: socket => socket.resetAndDestroy(),
  },
  {
    name: 'reset-after-headers',
    summary: 'resets the connection after the response headers',
    answer: (socket, whole) => {
      const framing = hasBody(whole) ? { 'content-length': whole.body.length } : {};
      socket.write(makeBytes(whole, framing), () => socket.resetAndDestroy());
    },
  },
  {
    name: 'reset-in-body',
    summary: 'resets the connection in the middle of the body',
    answer: (socket, whole) => socket.write(cutInHalf(whole), () => socket.resetAndDestroy()),
  },
  {
    name: 'truncate',
    summary: 'closes the connection cleanly in the middle of the body',
    answer: (socket, whole) => socket.end(cutInHalf(whole)),
  },
  { name: 'mute', summary: 'processes the request and never responds', answer: () => {} },
  { name: 'slow', summary: 'sends five bytes a second', answer: sendSlowly },
  { name: 'slices', summary: 'sends the response in small chunks', answer: sendInSlices },
  {
    name: 'garbage',
    summary: 'responds with bytes that are not HTTP',
    answer: socket => socket.end(garbage),
  },
  {
    name: 'garbage-body',
    summary: 'responds with a body that is not JSON',
    answer: damaged(whole => withBody(whole, garbage)),
  },
  {
    name: 'html-page',
    summary: "responds 200 with a web page, like a guest network's sign-in page",
    instead: response => {
      const [type, body] = bodies.html;
      response.writeHead(200, { 'content-type': type }).end(body);
    },
  },
  {
    name: 'length-too-long',
    summary: 'announces a longer body than it sends',
    answer: damaged(whole => makeBytes(whole, { 'content-length': whole.body.length + 1000 }, whole.body)),
  },
  {
    name: 'length-too-short',
    summary: 'announces half of the body that it sends',
    answer: damaged(whole => makeBytes(whole, { 'content-length': whole.body.length >> 1 }, whole.body)),
  },
  {
    name: 'bad-gzip',
    summary: 'sends a compressed body that is damaged',
    answer: damaged(async whole => {
      const { gzipSync } = await import('node:zlib');
      const body = gzipSync(whole.body);
      return withBody(whole, body.fill(0xff, body.length >> 1), { 'content-encoding': 'gzip' });
    }),
  },
  { name: 'bomb', summary: 'sends a small compressed body that inflates to 256 MiB', answer: damaged(bomb) },
  {
    name: 'huge-headers',
    summary: 'sends a header of 64 KiB',
    answer: (socket, whole) => socket.end(withBody(whole, whole.body, { 'x-huge': 'h'.repeat(64 << 10) })),
  },
  {
    name: 'redirect',
    summary: 'redirects (302) to another host',
    instead: (response, { to = elsewhere }) => {
      response.writeHead(302, { location: to }).end();
    },
  },
  ...statuses.map(
    (status): Fault => ({
      name: String(status),
      summary: `responds ${status} (${statusNames[status]}) instead of the platform`,
      instead: (response, details) => respondWithStatus(status, response, details),
    }),
  ),
];

function respondWithStatus(
  status: number,
  response: ServerResponse,
  { body = 'none', retryAfter }: FaultDetails,
): void {
  const [type, text] = bodies[body];
  const now = Date.now();
  const at = (time: number) => new Date(time).toUTCString();
  response.writeHead(status, {
    date: at(now),
    ...(type ? { 'content-type': type } : {}),
    ...(retryAfter === undefined
      ? {}
      : { 'retry-after': retryAfter === 'date' ? at(now + 2000) : retryAfter }),
    'fault-tracking-id': `fault-${status}`,
  });
  response.end(text);
}

function sendSlowly(socket: Socket, whole: RecordedResponse): void {
  const bytes = wholeBytes(whole);
  let sent = 0;
  const drip = setInterval(() => {
    socket.write(bytes.subarray(sent, ++sent));
    if (sent >= bytes.length) socket.end();
  }, 200);
  socket.once('close', () => clearInterval(drip));
}

/** Not an error: TCP does not preserve the boundaries of writes. */
async function sendInSlices(socket: Socket, whole: RecordedResponse): Promise<void> {
  const bytes = wholeBytes(whole);
  socket.setNoDelay(true);
  // Odd, so that it splits lines, numbers and multi-byte characters; not so small that a report takes minutes.
  const size = Math.max(3, Math.ceil(bytes.length / 500) | 1);
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size)
    await new Promise<void>(resolve => {
      socket.write(bytes.subarray(start, start + size), () => setImmediate(resolve));
    });
  socket.end();
}

/** A few hundred kilobytes on the wire, 256 MiB inflated: members of one gzip file, each 8 MiB of one letter. */
async function bomb(whole: RecordedResponse): Promise<Uint8Array> {
  const { gzipSync } = await import('node:zlib');
  const start = gzipSync(`${whole.body.toString('utf8', 0, 1)}"`);
  const member = gzipSync(Buffer.alloc(8 << 20, 'a'));
  const body = Buffer.concat([start, ...Array.from({ length: 32 }, () => member)]);
  return withBody(whole, body, { 'content-encoding': 'gzip' });
}

/** Half of the response: only the content length shows that the rest is missing. */
function cutInHalf(whole: RecordedResponse): Buffer {
  if (!hasBody(whole)) return wholeBytes(whole);
  const { body } = whole;
  return makeBytes(whole, { 'content-length': body.length }, body.subarray(0, body.length >> 1));
}

const withBody = (
  response: RecordedResponse,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer => makeBytes(response, { ...headers, 'content-length': body.length }, body);

/** The bytes of a response: its header with these framing headers, followed by `body`. */
function makeBytes(
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
const hasBody = ({ status, body }: RecordedResponse): boolean => status !== 204 && body.length > 0;

const wholeBytes = (response: RecordedResponse): Buffer =>
  makeBytes(
    response,
    response.status === 204 ? {} : { 'content-length': response.body.length },
    response.body,
  );

/** A host's own response, held back so that a fault can change it before it is sent. */
type RecordedResponse = ReturnType<typeof parsed>;

/** The headers that frame the body, which are not recorded. */
const framing = /^(connection|keep-alive|content-length|transfer-encoding)$/i;

/** Records a host's response in memory. The request has been carried out when this resolves. */
export function recordResponse(listener: RequestListener, request: IncomingMessage) {
  return new Promise<RecordedResponse>((resolve, reject) => {
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

function parsed(bytes: Buffer) {
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
