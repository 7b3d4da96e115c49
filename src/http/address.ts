import { UsageError } from '../base/errors.ts';

/**
 * A URL of a request: HTTPS, or plain HTTP to this machine. Checked before anything is sent: a token that was sent over plain
 * HTTP once is not a secret any more. @throws UsageError
 */
export function checkedUrl(text: string, env: Readonly<Record<string, string | undefined>>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('an address must begin with https://', {
      hint: 'check --base-url, --auth-url and --integration-url',
    });
  if (url.username || url.password)
    throw new UsageError(`the address of ${url.host} contains a user name or password`, {
      hint: 'remove it: hotelctl signs in with a token',
    });
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new UsageError(`plain HTTP to ${url.host} is refused`, {
      hint: `use https://${url.host}; plain HTTP is accepted only for loopback addresses`,
    });
  if (url.protocol === 'https:') assertTlsVerification(env);
  return url;
}

/** Called before any connection with TLS, also to a mail server or database. @throws UsageError if Node accepts any certificate */
export function assertTlsVerification(env: Readonly<Record<string, string | undefined>>): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new UsageError('NODE_TLS_REJECT_UNAUTHORIZED=0 would allow anyone to impersonate a server', {
    hint: 'unset it; to trust your own certificate authority set NODE_EXTRA_CA_CERTS to its file',
  });
}

/** @param hostname as the URL class writes it */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** A URL's host name, an IPv6 address without its brackets. */
export const bareHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '');
