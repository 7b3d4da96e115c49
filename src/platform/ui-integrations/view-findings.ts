import { isRedirect, isSuccess } from '../../base/http-status.ts';
import { safeText } from '../safe-text.ts';
import type { FetchedResponse, FetchResult } from './fetch-result.ts';
import { certificate, good, notReached, type ViewFinding, warning } from './finding.ts';
import { framingOf } from './framing.ts';
import { redirectWords } from './https-url.ts';

/**
 * Findings about the view itself, as the browser of a hotel user would load it. `fetched` is undefined if it was not
 * fetched.
 */
export function viewFindings(
  publicUrl: string | undefined,
  fetched: FetchResult | undefined,
): readonly ViewFinding[] {
  const names = [
    'the view responds',
    'the view may be embedded',
    'cookies of the view',
    'certificate of the view',
  ];
  if (publicUrl === undefined || !fetched) return names.map(name => notReached(name));
  const [responds = '', embedded = '', cookies = '', ends = ''] = names;
  if (fetched.kind === 'failure') {
    const first = fetched.blocked
      ? { ...notReached(responds, fetched.message), fix: fetched.fix }
      : warning(responds, fetched.message, fetched.fix);
    return [first, ...names.slice(1).map(name => notReached(name))];
  }
  return [
    viewResponds(responds, fetched),
    embedding(embedded, publicUrl, fetched),
    crossSiteCookies(cookies, fetched),
    certificate(ends, fetched),
  ];
}

function viewResponds(name: string, response: FetchedResponse): ViewFinding {
  const { status } = response;
  if (isSuccess(status)) return good(name, String(status));
  if (isRedirect(status)) {
    return warning(
      name,
      `${status}, a redirect${redirectWords(response)}`,
      'return the view itself: a redirect may lose the context, and its target may refuse the frame',
    );
  }
  return warning(name, String(status), 'the hotel user would see this error page in the frame');
}

function embedding(name: string, publicUrl: string, response: FetchedResponse): ViewFinding {
  const { by, header } = framingOf(response, publicUrl);
  if (by === 'everyone') return good(name, header ?? 'no header forbids it');
  if (by === 'no one') {
    return warning(
      name,
      `${header}: the frame stays blank`,
      "name the platform's own origin: Content-Security-Policy: frame-ancestors https://...; and send no X-Frame-Options",
    );
  }
  return warning(
    name,
    header ?? '',
    "the frame stays blank unless the origin of the platform's screens is in this list",
  );
}

/** In a frame the view is a third party: browsers send a cookie only with SameSite=None and Secure. */
function crossSiteCookies(name: string, response: FetchedResponse): ViewFinding {
  const lines = response.headers['set-cookie'] ?? [];
  if (lines.length === 0) return good(name, 'none');
  const lost = lines.filter(line => {
    const attributes = line
      .split(';')
      .slice(1)
      .map(text => text.replace(/\s/g, '').toLowerCase());
    return !attributes.includes('samesite=none') || !attributes.includes('secure');
  });
  if (lost.length === 0) return good(name, 'SameSite=None; Secure');
  const cookieNames = lost.slice(0, 5).map(line => safeText(line.split('=')[0]?.trim() ?? '', 40));
  return warning(
    name,
    `${cookieNames.join(', ')} without SameSite=None; Secure`,
    'set both, or the browser drops the cookie inside the frame',
  );
}
