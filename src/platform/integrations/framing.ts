import { safeText } from '../safe-text.ts';
import { type FetchedResponse, headerOf } from './fetch-result.ts';

/**
 * Whether a page lets itself be embedded: X-Frame-Options and the frame-ancestors directive of
 * Content-Security-Policy, as browsers read them. Where frame-ancestors is there, X-Frame-Options is ignored.
 */
export interface Framing {
  /** `some`: only by the origins that frame-ancestors lists. */
  readonly by: 'anybody' | 'nobody' | 'some';
  /** The header that says so, as it may be shown; undefined when none does. */
  readonly header: string | undefined;
  /** Whether a page at this origin (`http://127.0.0.1:8080`) may embed it. */
  allows(origin: string): boolean;
}

export function framingOf(answer: FetchedResponse, address: string): Framing {
  const policies = frameAncestors(answer);
  return policies.length > 0 ? byAncestors(policies, address) : byFrameOptions(answer);
}

function byAncestors(policies: readonly (readonly string[])[], address: string): Framing {
  const isNobody = (sources: readonly string[]) => sources.every(source => /^'(none|self)'$/i.test(source));
  const isAnybody = (sources: readonly string[]) => sources.some(source => /^(\*|https:)$/i.test(source));
  // Every policy must allow it, so the strictest is the one to tell.
  const strictest =
    policies.find(isNobody) ?? policies.find(sources => !isAnybody(sources)) ?? policies[0] ?? [];
  return {
    by: isNobody(strictest) ? 'nobody' : isAnybody(strictest) ? 'anybody' : 'some',
    header: `Content-Security-Policy: frame-ancestors ${safeText(strictest.join(' ') || "'none'", 120)}`,
    allows: origin =>
      policies.every(sources => sources.some(source => matches(source, new URL(origin), new URL(address)))),
  };
}

/** The sources of each policy that has the directive; in a policy only its first frame-ancestors counts. */
function frameAncestors(answer: FetchedResponse): string[][] {
  return (headerOf(answer, 'content-security-policy') ?? '').split(',').flatMap(policy => {
    const directive = policy
      .split(';')
      .map(text => text.trim().split(/\s+/))
      .find(([name = '']) => name.toLowerCase() === 'frame-ancestors');
    return directive ? [directive.slice(1)] : [];
  });
}

/** CSP's match of a source expression with an embedding origin. Paths do not take part in frame-ancestors. */
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

/** `http:` covers https too, never the other way round. */
const schemeAllows = (scheme: string, { protocol }: URL) =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

/** Several different values, or one of the two, keep every other origin out; what is no such value is ignored. */
function byFrameOptions(answer: FetchedResponse): Framing {
  const values = new Set(
    (headerOf(answer, 'x-frame-options') ?? '')
      .split(',')
      .map(value => value.trim().toUpperCase())
      .filter(Boolean),
  );
  const isClosed = values.has('DENY') || values.has('SAMEORIGIN');
  return {
    by: isClosed ? 'nobody' : 'anybody',
    header: values.size > 0 ? `X-Frame-Options: ${safeText([...values].join(', '), 80)}` : undefined,
    // The embedding page is another origin than the view, whatever it is.
    allows: () => !isClosed,
  };
}
