import { createHmac, createSign, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:https';
import { htmlPageHeaders, servedPage } from '../base/html-page.ts';
import { openPort, stopServer } from '../http/local-server.ts';
import { type NamePairs, theirName } from '../platform/names.ts';
import { html } from '../platform/safe-text.ts';
import { alwaysAppended } from '../platform/ui-integrations/targets.ts';

/**
 * A small private endpoint that passes the platform's suite, to copy from and to test against: it returns the view's
 * URL, which is valid for some minutes, to callers who know the token. Plain Node; the essential parts are numbered 1
 * to 4.
 */

interface EndpointOptions {
  /** URL of the view; default: the endpoint's own example view. */
  readonly publicUrl?: string;
  /** Milliseconds. */
  readonly validFor: number;
  /** Names of its response that differ: `assume.views.fields`. */
  readonly names: NamePairs;
  /** The value that callers must send as `token`; default: no token is required. */
  readonly token?: string;
  readonly certificate: { readonly cert: string | Buffer; readonly key: string | Buffer };
  /** Signs the URLs of the example view. */
  readonly signingKey: Uint8Array;
  readonly now: () => number;
  /** On 127.0.0.1; 0 uses any free one. */
  readonly port: number;
  /** Called for each request: method, path without the query, status. */
  readonly onResponse: (line: string) => void;
}

/** @returns the private URL without its token. @throws UsageError if the port is in use */
export async function startEndpoint(options: EndpointOptions) {
  const { publicUrl, validFor, token, signingKey, now } = options;
  // 1. HTTPS, with a certificate that the platform trusts.
  const server = createServer({ ...options.certificate }, (request, response) => {
    const end = (status: number) => void response.writeHead(status).end();
    // Not every request target is a URL: `//` and `http://[` are not, and must not stop the server.
    const target = `https://endpoint.example${request.url ?? '/'}`;
    if (!/^\/(?!\/)/.test(request.url ?? '') || !URL.canParse(target)) return end(400);
    const { pathname, searchParams } = new URL(target);
    response.on('finish', () => options.onResponse(`${request.method} ${pathname} ${response.statusCode}`));
    if (request.method !== 'GET') return end(405);
    if (pathname === '/view') {
      const expires = searchParams.get('expires') ?? '';
      const isSigned = isSame(searchParams.get('signature') ?? '', signExpiry(expires, signingKey));
      if (!isSigned || Number(expires) <= now()) return end(403);
      const { html, headers } = exampleView(searchParams);
      return void response.writeHead(200, headers).end(html);
    }
    if (pathname !== '/secure-url') return end(404);
    // 2. Only the platform has access: it received the token with the private URL.
    if (token !== undefined && !isSame(searchParams.get('token') ?? '', token)) return end(403);
    // 3. A URL that expires, so that a copy in a browser history is of no use.
    const expires = now() + validFor;
    const signature = signExpiry(String(expires), signingKey);
    const signed = new URLSearchParams({ expires: String(expires), signature });
    const view = publicUrl ?? `https://${request.headers.host}/view?${signed}`;
    // 4. Both fields, the time in UTC without fractions of a second.
    const expTimestamp = new Date(expires).toISOString().replace(/\.\d+Z$/, 'Z');
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    const named = (name: string) => theirName(options.names, name);
    response.end(JSON.stringify({ [named('url')]: view, [named('expTimestamp')]: expTimestamp }));
  });
  const port = await openPort(server, options.port);
  return { url: `https://127.0.0.1:${port}/secure-url`, stop: () => stopServer(server) };
}

const signExpiry = (expires: string, key: Uint8Array) =>
  createHmac('sha256', key).update(expires).digest('base64url');

/** Constant time, so that the response time does not reveal which character differs. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const style = `:root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
body{padding:22px;background:light-dark(#fff,#1a212c);color:light-dark(#17202e,#e8edf4);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:18px;letter-spacing:-.01em}p{margin:4px 0 16px;color:light-dark(#5b6778,#a3b0c2)}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px}dt{color:light-dark(#5b6778,#a3b0c2)}
dd{margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}`;

/** A view that shows the parameters it received from the platform. Your own view reads the same parameters. */
function exampleView(parameters: URLSearchParams) {
  const shown = [...parameters].filter(([name]) => name !== 'expires' && name !== 'signature');
  const body = html`<h1>Example view</h1>
<p>${shown.length > 0 ? 'The platform sent these parameters:' : `The platform sent no parameters: no ${alwaysAppended.join(', ')} in the URL.`}</p>
<dl>${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
`;
  return {
    html: servedPage({ titleMarkup: 'Example view', style }, body.text),
    // Your own view must name the origin of the platform's screens instead of the asterisk.
    headers: htmlPageHeaders({ style }, { 'frame-ancestors': '*' }),
  };
}

/**
 * A self-signed certificate for localhost and 127.0.0.1. Node generates keys and signatures but no certificates; one of
 * a fixed shape consists of a few nested DER values (RFC 5280, 4.1), so that users do not need openssl and hotelctl
 * does not need a library.
 *
 * @returns PEM
 * @param serial at least 8 random bytes
 * @param now milliseconds since 1970; valid for 30 days from a day earlier, because clocks differ
 */
export function selfMadeCertificate(serial: Uint8Array, now: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), utf8('hotelctl example endpoint'))));
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const names = [der(0x82, Buffer.from('localhost')), der(0x87, Uint8Array.of(127, 0, 0, 1))];
  const body = sequence(
    explicit(0, integer(Uint8Array.of(2))),
    // A positive number: the first bit is 0, the first byte is not.
    integer(Uint8Array.of(0x40 | ((serial[0] ?? 0) & 0x3f), ...serial.slice(1, 16))),
    algorithm,
    name,
    sequence(utcTime(now - 86_400_000), utcTime(now + 30 * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        // Its own authority, so that `--ca` can trust it: CA true, digitalSignature and keyCertSign, serverAuth.
        extension('551d13', true, sequence(der(0x01, Uint8Array.of(0xff)))),
        extension('551d0f', true, bits(2, Uint8Array.of(0x84))),
        extension('551d25', false, sequence(oid('2b06010505070301'))),
        extension('551d11', false, sequence(...names)),
      ),
    ),
  );
  const signature = createSign('SHA256').update(body).sign(privateKey);
  return {
    cert: pem(sequence(body, algorithm, bits(0, signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const bits = (unused: number, bytes: Uint8Array) => der(0x03, Uint8Array.of(unused), bytes);
const explicit = (tag: number, content: Uint8Array) => der(0xa0 | tag, content);
const utcTime = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [der(0x01, Uint8Array.of(0xff))] : []), der(0x04, value));

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
