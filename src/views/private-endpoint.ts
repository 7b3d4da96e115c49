import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:https';
import { htmlPageHeaders, servedPage } from '../base/html-page.ts';
import { openPort, stopServer } from '../http/local-server.ts';
import { html } from '../platform/html-text.ts';
import { alwaysAppended } from '../platform/ui-integrations/context-parameters.ts';

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

interface RunningEndpoint {
  /** The private URL without its token. */
  readonly url: string;
  stop(): Promise<void>;
}

/** @throws UsageError if the port is in use */
export async function startEndpoint(options: EndpointOptions): Promise<RunningEndpoint> {
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
      const isSigned = isSame(searchParams.get('signature') ?? '', signatureOf(expires, signingKey));
      if (!isSigned || Number(expires) <= now()) return end(403);
      const { html, headers } = exampleView(searchParams);
      return void response.writeHead(200, headers).end(html);
    }
    if (pathname !== '/secure-url') return end(404);
    // 2. Only the platform has access: it received the token with the private URL.
    if (token !== undefined && !isSame(searchParams.get('token') ?? '', token)) return end(403);
    // 3. A URL that expires, so that a copy in a browser history is of no use.
    const expires = now() + validFor;
    const signed = new URLSearchParams({
      expires: String(expires),
      signature: signatureOf(String(expires), signingKey),
    });
    const view = publicUrl ?? `https://${request.headers.host}/view?${signed}`;
    // 4. Both fields, the time in UTC without fractions of a second.
    const expTimestamp = new Date(expires).toISOString().replace(/\.\d+Z$/, 'Z');
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ url: view, expTimestamp }));
  });
  const port = await openPort(server, '127.0.0.1', options.port);
  return { url: `https://127.0.0.1:${port}/secure-url`, stop: () => stopServer(server) };
}

const signatureOf = (expires: string, key: Uint8Array) =>
  createHmac('sha256', key).update(expires).digest('base64url');

/** Constant time, so that the response time does not reveal which character differs. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const own: ReadonlySet<string> = new Set(['expires', 'signature']);

const style = `:root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
body{padding:22px;background:light-dark(#fff,#1a212c);color:light-dark(#17202e,#e8edf4);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:18px;letter-spacing:-.01em}p{margin:4px 0 16px;color:light-dark(#5b6778,#a3b0c2)}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px}dt{color:light-dark(#5b6778,#a3b0c2)}
dd{margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}`;

/** A view that shows the parameters it received from the platform. Your own view reads the same parameters. */
function exampleView(parameters: URLSearchParams): {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const shown = [...parameters].filter(([name]) => !own.has(name));
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
