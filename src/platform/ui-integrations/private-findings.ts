import { durationText } from '../../base/text.ts';
import { safeText } from '../safe-text.ts';
import { type FetchedResponse, type FetchResult, headerOf } from './fetch-result.ts';
import { certificate, good, notReached, type ViewFinding, warning } from './finding.ts';

/** The platform fetches the URL, renders its page and only then loads the frame. */
const leastMargin = 60_000;
const mostSkew = 30_000;
/** platform.md, rule 8, requires a "long" token; this many characters are 96 bits in base64. */
const leastToken = 16;

/**
 * Findings about a private URL and its response.
 * @param expires milliseconds since 1970; undefined if the suite found none
 */
export function privateFindings(
  privateUrl: string,
  fetched: FetchResult | undefined,
  expires: number | undefined,
  otherFields: readonly string[],
): readonly ViewFinding[] {
  const response = fetched?.kind === 'response' ? fetched : undefined;
  return [
    secretToken(privateUrl),
    expiryMargin(expires, response),
    clockSkew(response),
    certificate('certificate of the private URL', response),
    ...(otherFields.length > 0 ? [furtherFields(otherFields)] : []),
  ];
}

function secretToken(privateUrl: string): ViewFinding {
  const name = 'secret token in the private URL';
  if (!URL.canParse(privateUrl)) return notReached(name);
  const longest = Math.max(0, ...[...new URL(privateUrl).searchParams.values()].map(value => value.length));
  if (longest >= leastToken) return good(name, `${longest} characters`);
  return warning(
    name,
    longest === 0 ? 'no token in the query string' : `no value longer than ${longest} characters`,
    "add a long random token to the query string and check it, or allow only the platform's addresses",
  );
}

function expiryMargin(expires: number | undefined, response: FetchedResponse | undefined): ViewFinding {
  const name = 'margin of the expiry';
  if (expires === undefined || !response) return notReached(name);
  const left = expires - response.receivedAt;
  if (left >= leastMargin) return good(name, durationText(left));
  return warning(
    name,
    left > 0 ? `${durationText(left)} only` : 'none left',
    'allow a few minutes: the platform needs time to show the frame, and clocks differ',
  );
}

/** Either clock may be wrong; the difference between them makes expiries fail. */
function clockSkew(response: FetchedResponse | undefined): ViewFinding {
  const name = "the server's clock";
  const date = Date.parse((response && headerOf(response, 'date')) ?? '');
  if (!response || Number.isNaN(date))
    return notReached(name, response ? 'the response has no Date header' : '');
  const skew = date - response.receivedAt;
  if (Math.abs(skew) <= mostSkew) return good(name, 'agrees with the clock here');
  return warning(
    name,
    `${durationText(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the clock here`,
    'synchronize both clocks with NTP: otherwise a short expiration fails',
  );
}

const furtherFields = (names: readonly string[]): ViewFinding =>
  warning(
    'additional fields of the response',
    names
      .slice(0, 5)
      .map(name => safeText(name, 40))
      .join(', '),
    'return only url and expTimestamp: a strict reader refuses other fields',
  );
