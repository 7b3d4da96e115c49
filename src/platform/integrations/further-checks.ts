import { safeText } from '../safe-text.ts';
import { framingOf } from './framing.ts';
import { redirectTarget } from './redirect.ts';
import { headerOf, type SeenAnswer, type Sighting } from './sighting.ts';

import { inWords } from './time-in-words.ts';

/**
 * What the platform's suite does not look at and users trip over: a view that passes and stays blank, a certificate
 * that ends next week. A finding to heed never makes `check` fail.
 */
export interface Finding {
  readonly name: string;
  readonly result: 'good' | 'heed' | 'not reached';
  /** Safe to show: no query and no path. */
  readonly seen: string;
  readonly mend?: string;
}

const good = (name: string, seen: string): Finding => ({ name, result: 'good', seen });
const heed = (name: string, seen: string, mend: string): Finding => ({ name, result: 'heed', seen, mend });
const notReached = (name: string, seen = ''): Finding => ({ name, result: 'not reached', seen });

/** The platform fetches the address, renders its page and only then loads the frame. */
const leastMargin = 60_000;
const mostSkew = 30_000;
const certificateMargin = 21 * 86_400_000;
/** platform.md, rule 8, says "long"; this many characters are 96 bits in base64. */
const leastToken = 16;

/**
 * On a private URL and its answer.
 * @param expires milliseconds since 1970; undefined when the suite found none
 */
export function privateFindings(
  privateUrl: string,
  sighting: Sighting | undefined,
  expires: number | undefined,
  otherFields: readonly string[],
): readonly Finding[] {
  const answer = sighting?.kind === 'answer' ? sighting : undefined;
  return [
    secretToken(privateUrl),
    expiryMargin(expires, answer),
    clockSkew(answer),
    certificate('certificate of the private URL', answer),
    ...(otherFields.length > 0 ? [furtherFields(otherFields)] : []),
  ];
}

/** On the view itself, as the browser of a hotel user would get it. `sighting` is undefined where nobody looked. */
export function viewFindings(
  publicUrl: string | undefined,
  sighting: Sighting | undefined,
): readonly Finding[] {
  const names = [
    'the view answers',
    'the view may be embedded',
    'cookies of the view',
    'certificate of the view',
  ];
  if (publicUrl === undefined || !sighting) return names.map(name => notReached(name));
  const [answers = '', embedded = '', cookies = '', ends = ''] = names;
  if (sighting.kind === 'failure') {
    const first = sighting.guarded
      ? { ...notReached(answers, sighting.words), mend: sighting.mend }
      : heed(answers, sighting.words, sighting.mend);
    return [first, ...names.slice(1).map(name => notReached(name))];
  }
  return [
    viewAnswers(answers, sighting),
    embedding(embedded, publicUrl, sighting),
    crossSiteCookies(cookies, sighting),
    certificate(ends, sighting),
  ];
}

function secretToken(privateUrl: string): Finding {
  const name = 'secret token in the private URL';
  if (!URL.canParse(privateUrl)) return notReached(name);
  const longest = Math.max(0, ...[...new URL(privateUrl).searchParams.values()].map(value => value.length));
  if (longest >= leastToken) return good(name, `${longest} characters`);
  return heed(
    name,
    longest === 0 ? 'no token in the query string' : `no value longer than ${longest} characters`,
    "add a long random token to the query string and check it, or let only the platform's addresses in",
  );
}

function expiryMargin(expires: number | undefined, answer: SeenAnswer | undefined): Finding {
  const name = 'margin of the expiry';
  if (expires === undefined || !answer) return notReached(name);
  const left = expires - answer.receivedAt;
  if (left >= leastMargin) return good(name, inWords(left));
  return heed(
    name,
    left > 0 ? `${inWords(left)} only` : 'none left',
    'give it some minutes: the platform needs time to show the frame, and clocks differ',
  );
}

/** Both clocks may be wrong; the difference is what makes expiries fail. */
function clockSkew(answer: SeenAnswer | undefined): Finding {
  const name = "the server's clock";
  const date = Date.parse((answer && headerOf(answer, 'date')) ?? '');
  if (!answer || Number.isNaN(date)) return notReached(name, answer ? 'the answer has no Date header' : '');
  const skew = date - answer.receivedAt;
  if (Math.abs(skew) <= mostSkew) return good(name, 'agrees with the clock here');
  return heed(
    name,
    `${inWords(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the clock here`,
    'let both machines keep time with NTP: an expiry that is near fails otherwise',
  );
}

function certificate(name: string, answer: SeenAnswer | undefined): Finding {
  if (answer?.certificateEnds === undefined) return notReached(name);
  const left = answer.certificateEnds - answer.receivedAt;
  const seen = `ends in ${inWords(left)}`;
  return left > certificateMargin ? good(name, seen) : heed(name, seen, 'renew it, best by a job of its own');
}

const furtherFields = (names: readonly string[]): Finding =>
  heed(
    'further fields of the answer',
    names
      .slice(0, 5)
      .map(name => safeText(name, 40))
      .join(', '),
    'answer url and expTimestamp alone: a strict reader refuses the rest',
  );

function viewAnswers(name: string, answer: SeenAnswer): Finding {
  const { status } = answer;
  if (status >= 200 && status < 300) return good(name, String(status));
  if (status >= 300 && status < 400) {
    return heed(
      name,
      `${status}, a redirect${redirectTarget(answer)}`,
      'answer with the view itself: a redirect may lose the context, and where it leads may refuse the frame',
    );
  }
  return heed(name, String(status), 'the hotel user would see the page of this error in the frame');
}

function embedding(name: string, publicUrl: string, answer: SeenAnswer): Finding {
  const { by, header } = framingOf(answer, publicUrl);
  if (by === 'anybody') return good(name, header ?? 'no header forbids it');
  if (by === 'nobody') {
    return heed(
      name,
      `${header}: the frame stays blank`,
      "name the platform's own origin: Content-Security-Policy: frame-ancestors https://...; and send no X-Frame-Options",
    );
  }
  return heed(
    name,
    header ?? '',
    "the frame stays blank unless the origin of the platform's screens is in this list",
  );
}

/** In a frame the view is another site, where browsers send a cookie only with SameSite=None and Secure. */
function crossSiteCookies(name: string, answer: SeenAnswer): Finding {
  const lines = answer.headers['set-cookie'] ?? [];
  if (lines.length === 0) return good(name, 'it sets none');
  const lost = lines.filter(line => {
    const attributes = line
      .split(';')
      .slice(1)
      .map(text => text.replace(/\s/g, '').toLowerCase());
    return !attributes.includes('samesite=none') || !attributes.includes('secure');
  });
  if (lost.length === 0) return good(name, 'SameSite=None; Secure');
  const cookieNames = lost.slice(0, 5).map(line => safeText(line.split('=')[0]?.trim() ?? '', 40));
  return heed(
    name,
    `${cookieNames.join(', ')} without SameSite=None; Secure`,
    'set both, or the browser drops the cookie inside the frame',
  );
}
