import { safeText } from '../safe-text.ts';
import { type FetchedResponse, readHeader } from './fetch-result.ts';

/**
 * Whether a page allows embedding: X-Frame-Options and the frame-ancestors directive of Content-Security-Policy, as
 * browsers interpret them. If frame-ancestors is present, X-Frame-Options is ignored.
 */
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
    sources.some(source => /^(\*|https:)$/i.test(source));
  // Every policy must allow it, so the strictest one is reported.
  const strictest =
    policies.find(allowsNoOne) ?? policies.find(sources => !allowsEveryone(sources)) ?? policies[0] ?? [];
  return {
    by: allowsNoOne(strictest) ? 'no one' : allowsEveryone(strictest) ? 'everyone' : 'some',
    header: `Content-Security-Policy: frame-ancestors ${safeText(strictest.join(' ') || "'none'", 120)}`,
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

/** Several different values, or one of the two valid ones, block every other origin; other values are ignored. */
function byFrameOptions(response: FetchedResponse): Framing {
  const values = new Set(
    (readHeader(response, 'x-frame-options') ?? '')
      .split(',')
      .map(value => value.trim().toUpperCase())
      .filter(Boolean),
  );
  const isClosed = values.has('DENY') || values.has('SAMEORIGIN');
  return {
    by: isClosed ? 'no one' : 'everyone',
    header: values.size > 0 ? `X-Frame-Options: ${safeText([...values].join(', '), 80)}` : undefined,
    // The embedding page always has another origin than the view.
    allows: () => !isClosed,
  };
}
