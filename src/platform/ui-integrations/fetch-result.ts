import { safeText } from '../safe-text.ts';

/** The result of one request to an untrusted URL: without redirects and credentials, limited in size and time. */
export type FetchResult = FetchedResponse | FetchFailure;

export interface FetchedResponse {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names; the values as received, one entry for each line. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The part of the body that was read. */
  readonly body: Uint8Array;
  /** Why the body is incomplete, as a phrase: `it is larger than 1 MB`. */
  readonly incomplete: string | undefined;
  /** Milliseconds since 1970 by this machine's clock, when the headers were received. */
  readonly receivedAt: number;
  /** Milliseconds since 1970; undefined without TLS. */
  readonly certificateEnds: number | undefined;
}

/** No response: blocked, unreachable, or not trusted. */
export interface FetchFailure {
  readonly kind: 'failure';
  /** `could not connect to HOST: connection refused` */
  readonly message: string;
  readonly fix: string;
  /** Nothing was sent, because only this machine or network can reach the address. */
  readonly blocked: boolean;
}

/** Rejects only on an interruption or a defect. */
export type UntrustedFetch = (url: string) => Promise<FetchResult>;

/** All values of a header, joined as HTTP allows; undefined if it is absent. */
export const readHeader = (response: FetchedResponse, name: string): string | undefined =>
  response.headers[name]?.join(', ');

/**
 * "A valid HTTPS URL" (platform.md, UI integration service, rules 1 to 3): the one definition for flags, checks and the
 * sandbox. The message never repeats the value: its query contains the integration's secret.
 *
 * @returns the requirement that is not met, as a phrase that follows "must be"; undefined for a valid URL
 */
export function httpsUrlProblem(text: string): string | undefined {
  if (text === '') return 'given: it is empty';
  // The URL parser would remove them silently.
  if (/[\s\p{Cc}]/u.test(text)) return 'a URL without spaces and line breaks';
  if (!URL.canParse(text)) return 'an absolute URL that begins with https://';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:') return `an https:// URL, not ${protocol}//`;
  if (username || password) return 'a URL without a user name and password: browsers drop them in frames';
  return undefined;
}

/** Scheme and host of a URL: the part that can always be shown. */
export function shownOrigin(text: string): string {
  if (!URL.canParse(text)) return 'no address';
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** ` to https://login.example`: only the origin, because path and query may contain a token. */
export function redirectWords({ headers }: Pick<FetchedResponse, 'headers'>): string {
  const location = headers['location']?.[0];
  if (location === undefined) return '';
  return URL.canParse(location) ? ` to ${safeText(shownOrigin(location), 100)}` : ' to another path';
}
