import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { SignInError, systemErrorCode, UsageError } from '../../base/errors.ts';
import { htmlPageHeaders, privateHeaders, servedPage, servedPalette } from '../../base/html-page.ts';
import { type NamedFileReading, readPemFile } from '../../base/named-file.ts';
import { resultOr } from '../../base/text.ts';
import { bareHost, isLoopback } from '../address.ts';
import { listenOn } from '../local-server.ts';
import ownStyle from './loopback.css?raw';

/**
 * A browser opens few, and sends its request immediately. Above the limit, each new connection closes another: the oldest that
 * has sent nothing, else the oldest, so that a flood of idle ones does not displace the browser.
 */
const connectionLimit = 256;

const limits = {
  /** Request line and headers together; Node responds 431 above it. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * The listener for one callback, whose browser waits until the outcome is known, so that the page shows it. Another path,
 * Host, method or state gets a 4xx and changes nothing; so does a second callback.
 *
 * @throws SignInError for a port in use, UsageError for one that this user may not open
 */
export async function listenForCallback(
  target: LoopbackTarget,
  expectedState: string,
  certificate?: Certificate,
) {
  let accept: (params: URLSearchParams) => void = () => {};
  const callback = new Promise<URLSearchParams>(resolve => {
    accept = resolve;
  });
  let held: ServerResponse | undefined;
  const sockets = new Set<Socket>();

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const reading = readCallbackRequest(request, target, expectedState);
    if (reading instanceof URLSearchParams && held === undefined) {
      held = response;
      accept(reading);
      return;
    }
    const rejected =
      reading instanceof URLSearchParams
        ? { status: 409, text: 'This sign-in has already ended; see your terminal.' }
        : reading;
    response.writeHead(rejected.status, {
      ...privateHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      connection: 'close',
      ...(rejected.status === 405 ? { allow: 'GET' } : {}),
    });
    response.end(`${rejected.text}\n`);
  };

  // The TLS socket is a different object than the response's own; the remote port shows that they belong together.
  const isHeld = (socket: Socket) => held !== undefined && held.socket?.remotePort === socket.remotePort;
  const admit = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size <= connectionLimit) return;
    // The newest may be the browser's, whose request has not been read yet.
    const closable = [...sockets].slice(0, -connectionLimit / 2).filter(other => !isHeld(other));
    (closable.find(({ bytesRead }) => bytesRead === 0) ?? closable[0])?.destroy();
  };

  const https = certificate && (await import('node:https'));
  const makeServer = (): Server => {
    const server = https
      ? https.createServer({ ...limits, ...certificate }, handle)
      : createServer(limits, handle);
    return server.on('connection', admit);
  };
  const servers = await openPort(target, makeServer);

  return {
    /** The query of the one callback with the expected state. Pending until it arrives. */
    callback,
    /** Shows the outcome in the browser; resolves when the page has been sent or the browser has disconnected. */
    finish: (outcome: keyof typeof pages) =>
      new Promise<void>(resolve => {
        const socket = held?.socket;
        if (!held || !socket || socket.destroyed) return resolve();
        // `connection: close` makes Node close the socket after the page, when everything was sent.
        socket.once('close', () => resolve());
        held.writeHead(200, { ...htmlPageHeaders({ style }), connection: 'close' });
        held.end(outcomePage(outcome));
      }),
    /** Frees the port immediately, even with open connections. */
    close: async () => {
      const closed = servers.map(server => new Promise<void>(resolve => server.close(() => resolve())));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** Host is checked first: a page on another site whose name points to this machine must not get as far as the state. */
function readCallbackRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>,
  target: LoopbackTarget,
  expectedState: string,
): URLSearchParams | { readonly status: number; readonly text: string } {
  const [host, ...others] = request.headersDistinct['host'] ?? [];
  if (host?.toLowerCase() !== target.authority || others.length > 0)
    return { status: 421, text: 'This address is for a sign-in of hotelctl, under another host name.' };
  const [path, ...query] = (request.url ?? '').split('?');
  if (path !== target.path) return { status: 404, text: 'There is nothing here.' };
  if (request.method !== 'GET') return { status: 405, text: 'Only GET is allowed here.' };
  const params = new URLSearchParams(query.join('?'));
  if (!isExpectedState(params, expectedState))
    return { status: 400, text: 'This is not the sign-in that hotelctl is waiting for.' };
  return params;
}

/** Whether a callback belongs to this authorization; compared in constant time, before anything else of it is read. */
export function isExpectedState(params: URLSearchParams, expectedState: string): boolean {
  const states = params.getAll('state');
  const digest = (text: string) => hash('sha256', text, 'buffer');
  const equal = timingSafeEqual(digest(states[0] ?? ''), digest(expectedState));
  return equal && states.length === 1;
}

/** Listens on all addresses of the host or on none. Without IPv6, `localhost` still works: the browser does not use it either. */
async function openPort(target: LoopbackTarget, makeServer: () => Server): Promise<readonly Server[]> {
  const open: Server[] = [];
  for (const [index, address] of target.addresses.entries()) {
    const server = makeServer();
    try {
      await listenOn(server, address, target.port);
      open.push(server);
    } catch (error) {
      const code = systemErrorCode(error);
      if (index > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      for (const other of open) other.close();
      const port = `port ${target.port} on ${address}`;
      if (code === 'EADDRINUSE')
        throw new SignInError(`${port} is in use by another program`, {
          hint: 'stop that program (it may be another sign-in), use another registered --redirect-uri, or use --paste',
        });
      throw new UsageError(`${port} cannot be opened (${code})`, {
        hint: 'use a registered --redirect-uri with a port above 1023, or use --paste',
      });
    }
  }
  return open;
}

const style = `${servedPalette}\n${ownStyle}`;

/** A mark, a title and paragraphs: a page never contains anything of the query, the tokens or the identity host's texts. */
const pages = {
  'signed-in': ['✓', 'You are signed in', 'You can close this tab and go back to your terminal.'],
  denied: [
    '–',
    'The access was denied',
    'hotelctl has no access to your hotel.',
    'If that was not what you wanted, run <code>hotelctl login</code> again.',
  ],
  failed: [
    '!',
    'The sign-in did not work',
    'Your terminal shows what happened and what to do.',
    'You can close this tab.',
  ],
} as const;

function outcomePage(outcome: keyof typeof pages): string {
  const [mark, title, ...paragraphs] = pages[outcome];
  return servedPage(
    { titleMarkup: `${title} · hotelctl`, style },
    `<main class="${outcome}">
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${title}</h1>
${paragraphs.map(text => `<p>${text}</p>`).join('\n')}
<footer>hotelctl, on this computer</footer>
</main>
`,
  );
}

export type LoopbackTarget = NonNullable<ReturnType<typeof parseRedirectUri>>;

/**
 * The identity host compares it as an exact string (including port and trailing slash), so it is never rewritten.
 *
 * @returns undefined for a page of another server, whose URL the user pastes @throws UsageError if no sign-in can end there
 */
export function parseRedirectUri(redirectUri: string) {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const https = url?.protocol === 'https:';
  if (!url || (!https && url.protocol !== 'http:')) throw unusable('is not a valid http or https address');
  if (url.hash || url.username || url.password) throw unusable('must have no fragment, user or password');
  if (!isLoopback(url.hostname)) {
    if (!https) throw unusable('must be https, unless it is on a loopback address');
    return undefined;
  }
  const port = url.port === '' ? (https ? 443 : 80) : Number(url.port);
  if (port === 0) throw unusable('must name its port: it is registered as an exact address');
  // Literal addresses to listen on: one, or both families for `localhost`.
  const addresses = url.hostname === 'localhost' ? ['127.0.0.1', '::1'] : [bareHost(url)];
  return { https, addresses, port, authority: url.host, path: url.pathname };
}

const unusable = (problem: string) =>
  new UsageError(`the redirect URI ${problem}`, {
    hint: 'set --redirect-uri exactly as it is registered with the platform, for example http://127.0.0.1:8976/callback',
  });

/** `--tls-cert` and `--tls-key`: PEM files for a redirect URI that is registered as https on a loopback address. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

type Certificate = Awaited<ReturnType<typeof readCertificate>>;

/** The TLS options of a listener. @throws UsageError */
export async function certificateFor(
  target: LoopbackTarget,
  files: CertificateFiles | undefined,
  reading: NamedFileReading,
) {
  if (target.https && !files)
    throw new UsageError('an https redirect URI on a loopback address requires a certificate', {
      hint: 'add --tls-cert and --tls-key, or use --paste',
    });
  if (!target.https && files)
    throw new UsageError('--tls-cert and --tls-key are for a redirect URI that begins with https', {
      hint: 'omit them, or use the registered https redirect URI',
    });
  return files && readCertificate(files, reading);
}

async function readCertificate({ certFile, keyFile }: CertificateFiles, reading: NamedFileReading) {
  const cert = await readPemFile('--tls-cert', certFile, reading);
  const key = await readPemFile('--tls-key', keyFile, reading);
  // One at a time, so that the message can say which of the two is invalid.
  attempt({ cert }, '--tls-cert is not a PEM certificate');
  attempt({ key }, '--tls-key is not an unencrypted PEM private key');
  attempt({ cert, key }, '--tls-key is not the key of the certificate in --tls-cert');
  return { cert, key };
}

function attempt(options: Partial<Certificate>, problem: string): void {
  if (resultOr(undefined, () => createSecureContext(options))) return;
  throw new UsageError(problem, {
    hint: 'create both PEM files for the loopback address, for example with mkcert',
  });
}
