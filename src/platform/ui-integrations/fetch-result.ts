import { isSuccess } from '../../base/http-status.ts';
import { safeText } from '../safe-text.ts';

/** The result of one request to an untrusted URL: without redirects and credentials, limited in size and time. */
export type FetchResult = FetchedResponse | FetchFailure;

export interface FetchedResponse {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names; the values as received, one entry for each line. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
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

/** Why the frame of a successful response shows no page; undefined if a browser may show one. */
export function findMissingPage(response: FetchedResponse): string | undefined {
  const { status, body, incomplete } = response;
  if (!isSuccess(status)) return undefined;
  if (body.length === 0 && incomplete === undefined) return `${status}, with an empty body`;
  if (/^\s*attachment\b/i.test(readHeader(response, 'content-disposition') ?? ''))
    return `${status}, with Content-Disposition: attachment, which browsers download`;
  const isJson = /^\s*application\/json\b/i.test(readHeader(response, 'content-type') ?? '');
  return isJson ? `${status}, with JSON` : undefined;
}

/** ` to https://login.example`: only the origin, because path and query may contain a token. */
export function redirectWords(location: string | undefined): string {
  const here = 'https://here.invalid';
  // `//login.example/path` is another host too.
  if (location === undefined || !URL.canParse(location, here)) return '';
  const { href, origin } = new URL(location, here);
  return origin === here ? ' to another path' : ` to ${safeText(shownOrigin(href), 100)}`;
}

/** Whether a page allows embedding, as browsers read frame-ancestors of Content-Security-Policy, else X-Frame-Options. */
interface Framing {
  /** `some`: only by the origins that frame-ancestors lists. */
  readonly by: 'everyone' | 'no one' | 'some';
  /** The header that decides, safe to show; undefined if there is none. */
  readonly header: string | undefined;
  /** Whether a page at this origin (`http://127.0.0.1:8080`) may embed it. */
  allows(origin: string): boolean;
}

export function readFraming(response: FetchedResponse, address: string): Framing {
  const policies = frameAncestors(response);
  return policies.length > 0 ? byAncestors(policies, address) : byFrameOptions(response);
}

function byAncestors(policies: readonly (readonly string[])[], address: string): Framing {
  const allowsNoOne = (sources: readonly string[]) =>
    sources.every(source => /^'(none|self)'$/i.test(source));
  const allowsEveryone = (sources: readonly string[]) =>
    sources.some(source => /^(\*|https?:(\/\/\*(:\*)?)?)$/i.test(source));
  // Every policy must allow it, so those that do not allow everyone are reported.
  const closed = policies.find(allowsNoOne);
  const limited = policies.filter(sources => !allowsEveryone(sources));
  const deciding = closed ? [closed] : limited.length > 0 ? limited : policies.slice(0, 1);
  const words = deciding.map(sources => `frame-ancestors ${sources.join(' ') || "'none'"}`).join(', ');
  return {
    by: closed ? 'no one' : limited.length > 0 ? 'some' : 'everyone',
    header: `Content-Security-Policy: ${safeText(words, 140)}`,
    allows: origin =>
      policies.every(sources => sources.some(source => matches(source, new URL(origin), new URL(address)))),
  };
}

/** The sources of each policy that has the directive; only the first frame-ancestors of a policy counts. */
function frameAncestors(response: FetchedResponse): string[][] {
  return (readHeader(response, 'content-security-policy') ?? '').split(',').flatMap(policy => {
    const directive = policy
      .split(';')
      .map(text => text.trim().split(/\s+/))
      .find(([name = '']) => name.toLowerCase() === 'frame-ancestors');
    return directive ? [directive.slice(1)] : [];
  });
}

/** CSP's matching of a source expression with an embedding origin. frame-ancestors ignores paths. */
function matches(source: string, ancestor: URL, view: URL): boolean {
  if (/^'self'$/i.test(source)) return ancestor.origin === view.origin;
  if (source === '*') return true;
  const scheme = /^([a-z][a-z0-9+.-]*:)$/i.exec(source)?.[1]?.toLowerCase();
  if (scheme) return schemeAllows(scheme, ancestor);
  const [, given, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\[[^\]]+\]|[^:/]+)(?::(\d+|\*))?(?:\/.*)?$/i.exec(source) ?? [];
  if (host === '' || !schemeAllows((given ?? view.protocol).toLowerCase(), ancestor)) return false;
  const name = host.toLowerCase();
  const isHost =
    name === '*' ||
    (name.startsWith('*.') ? ancestor.hostname.endsWith(name.slice(1)) : ancestor.hostname === name);
  const usual = ancestor.protocol === 'https:' ? '443' : '80';
  return isHost && (port === '*' || (port ?? usual) === (ancestor.port || usual));
}

/** `http:` also covers https, but not the other way round. */
const schemeAllows = (scheme: string, { protocol }: URL) =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

/** One of the two valid values blocks every other origin, and so does ALLOWALL beside another value; others are ignored. */
function byFrameOptions(response: FetchedResponse): Framing {
  const values = new Set(
    (readHeader(response, 'x-frame-options') ?? '')
      .split(',')
      .map(value => value.trim().toUpperCase())
      .filter(Boolean),
  );
  const isConflict = values.size > 1 && values.has('ALLOWALL');
  const isClosed = isConflict || values.has('DENY') || values.has('SAMEORIGIN');
  return {
    by: isClosed ? 'no one' : 'everyone',
    header: values.size > 0 ? `X-Frame-Options: ${safeText([...values].join(', '), 80)}` : undefined,
    // The embedding page always has another origin than the view.
    allows: () => !isClosed,
  };
}
