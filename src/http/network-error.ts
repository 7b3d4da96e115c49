import {
  type ErrorDetails,
  HotelctlError,
  TemporaryError,
  UndocumentedResponseError,
  UsageError,
} from '../base/errors.ts';
import { isServerError } from '../base/http-status.ts';
import { safeText } from '../platform/safe-text.ts';
import { isLoopback } from './address.ts';

/** No response, or only a part of one, because of the network and not the platform. */
export class NetworkError extends TemporaryError {
  /** The request certainly did not leave this machine, so that even a write may be retried. */
  readonly neverSent: boolean;
  /** Whether retrying may help, now or later; it does not if a certificate is refused. */
  readonly retryable: boolean;

  constructor(message: string, details: ErrorDetails & { neverSent?: boolean; retryable?: boolean }) {
    const { neverSent = false, retryable = true, hint, cause } = details;
    super(message, { hint, cause });
    this.neverSent = neverSent;
    this.retryable = retryable;
  }
}

/** Of a 407, whether the proxy sends it to CONNECT or in place of the response of a host. */
export const hintOfProxy = (status: number): string | undefined =>
  status === 407 ? 'check the user name and password of the proxy in HTTPS_PROXY' : undefined;

/** A proxy that did not open a tunnel: its response to CONNECT was not a 2xx. */
export class ProxyRefusal extends Error {
  readonly code = 'PROXY_REFUSED';

  constructor(readonly status: number) {
    super('the proxy refused the tunnel');
  }
}

/** Whether a request that failed this way never left this machine, so that a write was not carried out. */
export function certainlyNotSent(error: unknown): boolean {
  // A URL or a token that is refused before the network is used.
  if (error instanceof UsageError || (error instanceof HotelctlError && error.code === 'defect')) return true;
  if (error instanceof NetworkError) return error.neverSent;
  return error instanceof HotelctlError && error.cause instanceof NetworkError && error.cause.neverSent;
}

export const ownAuthority =
  'if your network or this host has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate';

const otherHost = 'check the address; a proxy may intercept the connection';
const certificateProblems: readonly (readonly [code: RegExp, words: string, hint?: string])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'it is self-signed'],
  [/^(SELF_SIGNED_CERT_IN|UNABLE_TO_(VERIFY|GET_ISSUER))_/, 'its issuer is not trusted on this machine'],
  [/^CERT_HAS_EXPIRED$/, 'it has expired', "check this machine's clock; otherwise the host must renew it"],
  [/^CERT_NOT_YET_VALID$/, 'it is not valid yet', "check this machine's clock"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'it was made for another host', otherHost],
];
const otherCertificateProblem =
  /^(CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|CRL_)/;

interface SystemError {
  readonly name?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly errors?: readonly SystemError[];
}

/**
 * The error for a failure before the header of a response arrived; other errors are returned unchanged.
 *
 * @param proxy is named, because it refused the connection or was not found
 * @param neverSent no code of an error says so: a failure of TLS, for example, may come after the handshake
 */
export function networkError(error: unknown, host: string, proxy?: string, neverSent = false): unknown {
  if (!isOfNetwork(error)) return error;
  const { name, code = '', syscall, message = '' } = findRootError(error);
  const peer = proxy ? `the proxy ${proxy}` : host;
  const failed = (words: string, hint: string, retryable = true) =>
    new NetworkError(words, { hint, cause: error, neverSent, retryable });
  // Before the request was sent, only a proxy can have responded.
  const undocumented = (what: string, hint: string) =>
    neverSent
      ? failed(`${peer} sent ${what}`, hint)
      : new UndocumentedResponseError(`${host} sent ${what}`, { hint, cause: error });
  const [, problem, fix = ownAuthority] = certificateProblems.find(([pattern]) => pattern.test(code)) ?? [];
  if (problem || otherCertificateProblem.test(code)) {
    const whose = proxy ? `${host} or of the proxy ${proxy}` : host;
    const why = problem ?? `it did not pass the check (${safeText(code.toLowerCase().replaceAll('_', ' '))})`;
    return failed(`the certificate of ${whose} was refused: ${why}`, fix, false);
  }
  if (/^HPE_HEADER_OVERFLOW$|^UND_ERR_HEADERS_OVERFLOW$/.test(code)) {
    const hint = 'check the address; if it is correct, report this';
    return undocumented('a header larger than any that is documented', hint);
  }
  // undici asserts that a status is 100 or more, and has its own code for lengths that contradict each other.
  if (name === 'HTTPParserError' || /^HPE_|^ERR_ASSERTION$|_CONTENT_LENGTH_MISMATCH$/.test(code))
    return undocumented('an invalid HTTP response', 'check the address and its port');
  if (error instanceof ProxyRefusal) {
    const { status } = error;
    const hint = hintOfProxy(status) ?? 'check HTTPS_PROXY and NO_PROXY';
    return failed(`${peer} refused to connect to ${host}: ${status}`, hint, isServerError(status));
  }
  const phrase = phrases.find(([pattern]) => pattern.test(code))?.[1];
  if (phrase && (syscall === 'connect' || syscall === 'getaddrinfo' || code.startsWith('UND_'))) {
    let hint = 'check the address, your connection and your proxy settings, then try again';
    if (/^E[MN]FILE$/.test(code)) hint = 'raise the limit with ulimit -n, or lower --concurrency';
    else if (code === 'ECONNREFUSED' && isLoopback(peer.replace(/:\d+$/, '')))
      hint =
        'nothing listens there on this machine: start that server (the sandbox: `hotelctl sandbox start`), or fix the port';
    return failed(`could not connect to ${peer}: ${phrase}`, hint);
  }
  if (/^(EPROTO|ERR_SSL_)/.test(code)) {
    const hint = 'check the address and its port: does it speak HTTPS?';
    return failed(`could not agree on encryption with ${peer}`, hint, false);
  }
  const words = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)
    ? 'closed the connection without a response'
    : `sent no response (${safeText(code || message, 80)})`;
  return failed(`${peer} ${words}`, 'try again later');
}

/** The error for a failure after the header: the response is incomplete. Other errors are returned unchanged. */
export function brokenBody(error: unknown, host: string): unknown {
  if (!isOfNetwork(error)) return error;
  const words = /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING)/.test(findRootError(error).code ?? '')
    ? `the response of ${host} is damaged: it cannot be decompressed`
    : `the connection to ${host} broke before the response was complete`;
  return new NetworkError(words, { hint: 'try again later', cause: error });
}

/** Errors of the system, of TLS, of zlib and of undici have codes; a defect of hotelctl has none and must stay one. */
function isOfNetwork(error: unknown): boolean {
  if (error instanceof HotelctlError) return false;
  const { name, code } = findRootError(error);
  return (
    name === 'HTTPParserError' || (typeof code === 'string' && !/^(UND_ERR_INVALID|ERR_INVALID)/.test(code))
  );
}

const phrases: readonly (readonly [code: RegExp, words: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|ENODATA)$/, 'no host has that name'],
  [/^EAI_/, 'its name could not be looked up'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/, 'it is not reachable from here'],
  [/^ETIMEDOUT$/, 'it did not respond in time'],
  [/^E[MN]FILE$/, 'too many files are open'],
];

/** If several addresses of a host failed, Node throws one error without a message; the first of its errors is sufficient. */
function findRootError(error: unknown): SystemError {
  const outer = (error ?? {}) as SystemError;
  return outer.errors?.find(one => one.code === outer.code) ?? outer.errors?.[0] ?? outer;
}
