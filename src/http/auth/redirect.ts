import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { readProblem, UsageError } from '../../base/errors.ts';
import { bareHost, isLoopback } from '../address.ts';

export interface LoopbackTarget {
  readonly https: boolean;
  /** Literal addresses to listen on: one, or both families for `localhost`. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly authority: string;
  readonly path: string;
}

/**
 * Parses a registered redirect URI. The identity host compares it as an exact string (including port and trailing
 * slash), so it is never rewritten. Undefined for a page of another server, whose URL the user pastes; UsageError if no
 * sign-in can end there.
 */
export function parseRedirectUri(redirectUri: string): LoopbackTarget | undefined {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const https = url?.protocol === 'https:';
  if (!url || (!https && url.protocol !== 'http:')) throw unusable('is not an http or https address');
  if (url.hash || url.username || url.password) throw unusable('must have no fragment, user or password');
  if (!isLoopback(url.hostname)) {
    if (!https) throw unusable('must be https, unless it is on a loopback address');
    return undefined;
  }
  const port = url.port === '' ? (https ? 443 : 80) : Number(url.port);
  if (port === 0) throw unusable('must name its port: it is registered as an exact address');
  const address = bareHost(url);
  return {
    https,
    addresses: address === 'localhost' ? ['127.0.0.1', '::1'] : [address],
    port,
    authority: url.host,
    path: url.pathname,
  };
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

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The TLS options of a listener: a certificate for https, none for http. UsageError for anything else. */
export async function certificateFor(
  target: LoopbackTarget,
  files: CertificateFiles | undefined,
): Promise<Certificate | undefined> {
  if (target.https && !files) {
    throw new UsageError('an https redirect URI on a loopback address requires a certificate', {
      hint: 'add --tls-cert and --tls-key, or use --paste',
    });
  }
  if (!target.https && files) {
    throw new UsageError('--tls-cert and --tls-key are for a redirect URI that begins with https', {
      hint: 'omit them, or use the registered https redirect URI',
    });
  }
  return files && readCertificate(files);
}

/**
 * Read and checked before a browser opens; UsageError for a file that is missing, not PEM, or belongs to another pair.
 */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const cert = await readPem('--tls-cert', certFile);
  const key = await readPem('--tls-key', keyFile);
  // One at a time, so that the message can say which of the two is invalid.
  attempt({ cert }, '--tls-cert is not a PEM certificate');
  attempt({ key }, '--tls-key is not an unencrypted PEM private key');
  attempt({ cert, key }, '--tls-key is not the key of the certificate in --tls-cert');
  return { cert, key };
}

async function readPem(flag: string, file: string): Promise<Buffer> {
  return readFile(file).catch(error => {
    throw new UsageError(`${flag} cannot be read: ${readProblem(error)}`, {
      hint: `specify the path of a PEM file, not ${JSON.stringify(file)}`,
    });
  });
}

function attempt(options: Partial<Certificate>, problem: string): void {
  try {
    createSecureContext(options);
  } catch {
    throw new UsageError(problem, {
      hint: 'create both PEM files for the loopback address, for example with mkcert',
    });
  }
}
