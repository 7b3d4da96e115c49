import { isRedirect, isSuccess } from '../../base/http-status.ts';
import { durationText } from '../../base/text.ts';
import { dayLength } from '../dates.ts';
import { type Finding, finding } from '../finding.ts';
import { joinSome, safeText } from '../safe-text.ts';
import {
  type FetchedResponse,
  type FetchResult,
  findMissingPage,
  readFraming,
  readHeader,
  redirectWords,
} from './fetch-result.ts';
import type { SuiteResult } from './suite.ts';

/*
 * Problems that the platform's suite does not detect but users notice: a view that passes and stays blank, a certificate
 * that ends next week. A warning never makes `check` fail; an endpoint that accepts any secret does.
 */

const warning = (name: string, found: string, fix: string) => finding(name, 'warning', found, fix);

/** The platform fetches the URL, renders its page and only then loads the frame. */
const leastMargin = 60_000;
const mostSkew = 30_000;
/** platform.md, rule 8, requires a "long" token; this many characters are 96 bits in base64. */
const leastToken = 16;

export function privateFindings(
  privateUrl: string,
  { response, expires, otherFields = [] }: Pick<SuiteResult, 'response' | 'expires' | 'otherFields'>,
): readonly Finding[] {
  const findings = [
    secretToken(privateUrl),
    expiryMargin(expires, response),
    clockSkew(response),
    certificate('certificate of the private URL', response),
  ];
  if (otherFields.length === 0) return findings;
  const fix = 'return only url and expTimestamp: a strict reader refuses other fields';
  return [...findings, warning('additional fields of the response', joinSome(otherFields, 5, ', '), fix)];
}

function secretToken(privateUrl: string): Finding {
  const name = 'secret token in the private URL';
  if (!URL.canParse(privateUrl)) return finding(name, 'skipped');
  const longest = Math.max(0, ...[...new URL(privateUrl).searchParams.values()].map(value => value.length));
  if (longest >= leastToken) return finding(name, 'passed', `${longest} characters`);
  return warning(
    name,
    longest === 0 ? 'no token in the query string' : `no value longer than ${longest} characters`,
    "add a long random token to the query string and check it, or allow only the platform's addresses",
  );
}

/** The private URL without its secret, and with a wrong one of the same length: what the secret is, and the URL. */
export function wrongSecrets(privateUrl: string): readonly (readonly [secret: string, url: string])[] {
  const [bare, wrong] = [new URL(privateUrl), new URL(privateUrl)];
  const [longest] = [...wrong.searchParams].sort(([, one], [, other]) => other.length - one.length);
  // Parameters without a value are no secret, and the wrong one would be the same.
  if (!longest?.[1]) return [];
  const [name, value] = longest;
  wrong.searchParams.set(name, [...value].map(character => (character === 'x' ? 'y' : 'x')).join(''));
  bare.search = '';
  return [
    ['a missing secret', bare.href],
    ['a wrong secret', wrong.href],
  ];
}

/** What the endpoint does with it: everybody could call an endpoint that accepts any secret. */
export function secretFinding(secret: string, fetched: FetchResult): Finding {
  const name = `${secret} is refused`;
  if (fetched.kind === 'failure') return finding(name, 'skipped', fetched.message);
  if (!isSuccess(fetched.status)) return finding(name, 'passed', String(fetched.status));
  return finding(
    name,
    'failed',
    `${fetched.status}: the endpoint responds without the right secret`,
    'compare the secret in the query string; respond with 403 to everyone else',
  );
}

function expiryMargin(expires: number | undefined, response: FetchedResponse | undefined): Finding {
  const name = 'margin of the expiry';
  if (expires === undefined || !response) return finding(name, 'skipped');
  const left = expires - response.receivedAt;
  if (left >= leastMargin) return finding(name, 'passed', durationText(left));
  return warning(
    name,
    left > 0 ? `${durationText(left)} only` : 'none left',
    'allow a few minutes: the platform needs time to show the frame, clocks differ',
  );
}

/** Either clock may be wrong; the difference between them makes expiries fail. */
function clockSkew(response: FetchedResponse | undefined): Finding {
  const name = "the server's clock";
  const date = Date.parse((response && readHeader(response, 'date')) ?? '');
  if (!response || Number.isNaN(date))
    return finding(name, 'skipped', response ? 'the response has no Date header' : '');
  const skew = date - response.receivedAt;
  if (Math.abs(skew) <= mostSkew) return finding(name, 'passed', 'agrees with the clock here');
  return warning(
    name,
    `${durationText(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the clock here`,
    'synchronize both clocks with NTP: otherwise a short expiration fails',
  );
}

/** Findings about the view, as a hotel user's browser would load it. @param fetched undefined if it was not fetched */
export function viewFindings(publicUrl: string | undefined, fetched: FetchResult | undefined) {
  if (publicUrl === undefined || !fetched) return viewChecks.map(([name]) => finding(name, 'skipped'));
  if (fetched.kind === 'failure') {
    const state = fetched.blocked ? 'skipped' : 'warning';
    return viewChecks.map(([name], index) =>
      index === 0 ? finding(name, state, fetched.message, fetched.fix) : finding(name, 'skipped'),
    );
  }
  return viewChecks.map(([name, check]) => check(name, fetched, publicUrl));
}

function viewResponds(name: string, response: FetchedResponse): Finding {
  const { status, incomplete } = response;
  const problem = findMissingPage(response);
  if (problem !== undefined)
    return warning(name, `${problem}: the frame shows no page`, 'return the page of the view');
  if (incomplete !== undefined)
    return warning(
      name,
      `${status}, only in part: ${incomplete}`,
      'return a page that is small, without delay',
    );
  if (isSuccess(status)) return finding(name, 'passed', String(status));
  return isRedirect(status)
    ? warning(
        name,
        `${status}, a redirect${redirectWords(response.headers['location']?.[0])}`,
        'return the view itself: a redirect may lose the context or lead to a page that refuses the frame',
      )
    : warning(name, String(status), 'the hotel user would see this error page in the frame');
}

function embedding(name: string, response: FetchedResponse, publicUrl: string): Finding {
  // Browsers ignore these headers of a redirect, and an error page is not the view.
  if (!isSuccess(response.status)) return finding(name, 'skipped');
  const { by, header } = readFraming(response, publicUrl);
  if (by === 'everyone') return finding(name, 'passed', header ?? 'no header forbids it');
  if (by === 'no one')
    return warning(
      name,
      `${header}: the frame stays blank`,
      "name the platform's own origin: Content-Security-Policy: frame-ancestors https://...; and send no X-Frame-Options",
    );
  return warning(
    name,
    header ?? '',
    "the frame stays blank unless this allows the origin of the platform's screens",
  );
}

/** In a frame the view is a third party: browsers send a cookie only with SameSite=None and Secure. */
function crossSiteCookies(name: string, response: FetchedResponse): Finding {
  const lines = response.headers['set-cookie'] ?? [];
  if (lines.length === 0)
    return isSuccess(response.status) ? finding(name, 'passed', 'none') : finding(name, 'skipped');
  const lost = lines.filter(line => {
    const attributes = line
      .split(';')
      .slice(1)
      .map(text => text.replace(/\s/g, '').toLowerCase());
    return !attributes.includes('samesite=none') || !attributes.includes('secure');
  });
  if (lost.length === 0) return finding(name, 'passed', 'SameSite=None; Secure');
  const cookieNames = lost.slice(0, 5).map(line => safeText(line.split('=')[0]?.trim() ?? '', 40));
  return warning(
    name,
    `${cookieNames.join(', ')} without SameSite=None; Secure`,
    'set both, or the browser drops the cookie inside the frame',
  );
}

const certificateMargin = 21 * dayLength;

const viewChecks: readonly (readonly [
  name: string,
  check: (name: string, response: FetchedResponse, publicUrl: string) => Finding,
])[] = [
  ['the view responds', viewResponds],
  ['the view may be embedded', embedding],
  ['cookies of the view', crossSiteCookies],
  ['certificate of the view', certificate],
];

function certificate(name: string, response: FetchedResponse | undefined): Finding {
  if (response?.certificateEnds === undefined) return finding(name, 'skipped');
  const left = response.certificateEnds - response.receivedAt;
  const ends = `ends in ${durationText(left)}`;
  return left > certificateMargin
    ? finding(name, 'passed', ends)
    : warning(name, ends, 'renew it, preferably automatically');
}
