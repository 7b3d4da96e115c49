import { describe, expect, it } from 'vitest';
import type { FetchResult } from '../../../src/platform/ui-integrations/fetch-result.ts';
import { runSuite } from '../../../src/platform/ui-integrations/suite.ts';
import { wordsOf } from '../../words.ts';

const now = Date.UTC(2026, 9, 15, 12);
const privateUrl = 'https://views.example/private?token=a-secret-that-nobody-may-see';

const response = (body: string | Uint8Array, more: object = {}): FetchResult => ({
  kind: 'response',
  status: 200,
  headers: {},
  body: Buffer.from(body as string),
  incomplete: undefined,
  receivedAt: now,
  certificateEnds: undefined,
  ...more,
});
const good = (fields: object = {}) =>
  response(
    JSON.stringify({ url: 'https://views.example/v?t=1', expTimestamp: '2026-10-15T12:10:00Z', ...fields }),
  );

/** The results in the suite's order: p passed, f failed, - not reached. */
const results = (fetched: FetchResult | undefined, url = privateUrl) =>
  runSuite(url, fetched, now)
    .checks.map(({ state }) => ({ passed: 'p', failed: 'f', warning: 'w', skipped: '-' })[state])
    .join('');
const failure = (fetched: FetchResult) => {
  const found = runSuite(privateUrl, fetched, now).failure;
  return found && `${found.number} ${found.errorType}: ${found.found}`;
};

describe('the suite', () => {
  it('has the checks of platform.md, rule 7, in its order', () => {
    expect(
      runSuite(privateUrl, good(), now).checks.map(({ check }, index) => `${index + 1} ${check}`),
    ).toEqual([
      '1 the private URL is valid and HTTPS',
      '2 the response status is 2xx',
      '3 the body is not empty',
      '4 the body matches the expected schema',
      '5 the expiration datetime is in UTC',
      '6 the expiration datetime is in the future',
      '7 the received public URL is valid and HTTPS',
    ]);
  });

  it('accepts the documented response, and returns the public URL', () => {
    const found = { publicUrl: 'https://views.example/v?t=1', expires: now + 600_000, otherFields: [] };
    expect(runSuite(privateUrl, good(), now)).toMatchObject({ failure: undefined, ...found });
  });

  it.each([
    ['not asked', undefined, 'p------'],
    ['no response', { kind: 'failure', message: 'w', fix: 'm', blocked: false } as const, 'pf-----'],
    ['404', response('{}', { status: 404 }), 'pf-----'],
    ['204', response('', { status: 204 }), 'ppf----'],
    ['too large', response('{', { incomplete: 'it is larger than 1 MB' }), 'pppf---'],
    ['naive', good({ expTimestamp: '2026-10-15T12:10:00' }), 'ppppf-p'],
    ['another offset', good({ expTimestamp: '2026-10-15T14:10:00+02:00' }), 'ppppfpp'],
    ['just now', good({ expTimestamp: '2026-10-15T12:00:00Z' }), 'pppppfp'],
    ['past and http', good({ url: 'http://v.example/', expTimestamp: '2020-01-01T00:00:00Z' }), 'pppppff'],
  ] as const)('%s', (_, fetched, expected) => expect(results(fetched)).toBe(expected));

  it.each([
    ['http://views.example/?token=secret', 'http://views.example'],
    ['views.example', 'no address'],
    ['https://user:pass@views.example/', 'https://views.example'],
  ])('a private URL %j is not requested', (url, seen) => {
    const suite = runSuite(url, undefined, now);
    expect(results(undefined, url)).toBe('f------');
    expect(suite.checks[0]).toMatchObject({
      found: seen,
      fix: expect.stringMatching(/^the private URL must be /),
    });
  });

  it('names the first failure as the platform does, with the observation', () => {
    const redirect = (status: number, location: string) =>
      failure(response('', { status, headers: { location: [location] } }));
    const [elsewhere, failed] = ['https://login.example', '2 HttpRequestToPrivateUrlError'];
    expect(redirect(301, `${elsewhere}/x?code=secret`)).toBe(`${failed}: 301, a redirect to ${elsewhere}`);
    expect(redirect(302, '/login?x=secret')).toBe(`${failed}: 302, a redirect to another path`);
    expect(failure(response(''))).toBe('3 ResponseContentFromPrivateUrlError: empty');
    expect(failure(response('<html>'))).toBe('4 ResponseDoesNotMeetJsonSchemaError: HTML, not JSON');
    expect(failure(good({ expTimestamp: '2026-10-15T12:10:00' }))).toBe(
      '5 ResponseContentFromPrivateUrlError: 2026-10-15T12:10:00: no offset',
    );
    expect(failure(good({ expTimestamp: '2026-10-15T11:50:00Z' }))).toBe(
      '6 ResponseContentFromPrivateUrlError: 10 min ago',
    );
    expect(failure(good({ url: 'http://views.example/?secret' }))).toBe(
      '7 UrlIsNotValidError: http://views.example',
    );
  });

  it.each([
    ['nonsense', 'not JSON'],
    [Uint8Array.of(0xff, 0xfe, 0x7b), 'not UTF-8 text'],
    ['[]', 'JSON, but a list instead of an object'],
    [
      '{"link": "https://a-secret", "expires": 1}',
      'url is missing, expTimestamp is missing; it has link, expires; both names are assumed (assume.views.fields)',
    ],
    ['{"url": "https://x", "expTimestamp": 1792065600}', 'expTimestamp is a number, not a string'],
    ['{"url": "", "expTimestamp": null}', 'url is empty, expTimestamp is null, not a string'],
    [
      '{"url": "https://x", "expTimestamp": "2026-02-30T12:00:00Z"}',
      'expTimestamp is not an ISO 8601 date and time',
    ],
    ['{"url": "https://x", "expTimestamp": "2026-10-15"}', 'expTimestamp is not an ISO 8601 date and time'],
  ])('a body %j: %s', (body, seen) => {
    expect(runSuite(privateUrl, response(body), now).checks[3]).toMatchObject({
      state: 'failed',
      found: seen,
    });
  });

  it.each(
    wordsOf(
      '2026-10-15T12:10:00Z 2026-10-15T12:10:00.1234567Z 2026-10-15T12:10:00+00:00 2026-10-15t12:10:00z',
    ),
  )('takes %s for UTC', expTimestamp => expect(results(good({ expTimestamp }))).toBe('ppppppp'));

  it('accepts a byte order mark and additional fields, and reports the latter', () => {
    const marked = response('\ufeff{"url": "https://x/", "expTimestamp": "2026-10-15T12:10:00Z"}');
    expect(results(marked)).toBe('ppppppp');
    expect(runSuite(privateUrl, good({ ttl: 600 }), now)).toMatchObject({
      failure: undefined,
      otherFields: ['ttl'],
    });
  });

  it('shows no secret and no control character', () => {
    const url = 'http://views.example/\u001b]0;x\u0007?token=secret';
    const hostile = good({ url, expTimestamp: 'a-secret\u001b' });
    for (const fetched of [hostile, good({ '\u001b[31m': 1, url: 1 }), good({ url: 'secret' })]) {
      const text = JSON.stringify(runSuite(privateUrl, fetched, now).checks);
      expect(text).not.toMatch(/secret|\\u001b|\u001b/);
    }
  });
});
