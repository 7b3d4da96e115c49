import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/platform/finding.ts';
import type { FetchedResponse } from '../../../src/platform/ui-integrations/fetch-result.ts';
import {
  privateFindings,
  viewFindings,
  wrongSecrets,
} from '../../../src/platform/ui-integrations/view-findings.ts';

const now = Date.UTC(2026, 9, 15, 12);
const day = 86_400_000;
const response = (more: Partial<FetchedResponse> = {}): FetchedResponse => ({
  kind: 'response',
  status: 200,
  headers: {},
  body: new Uint8Array(1),
  incomplete: undefined,
  receivedAt: now,
  certificateEnds: now + 90 * day,
  ...more,
});
const token = '?token=0123456789abcdef';

const shown = (found: readonly Finding[], name: string) => {
  const finding = found.find(({ check }) => check === name);
  return finding && `${finding.state}: ${finding.found}`;
};
const ofPrivate = (
  name: string,
  seen = response(),
  expires: number | undefined = now + 600_000,
  url = token,
) => shown(privateFindings(`https://views.example/p${url}`, { response: seen, expires }), name);
const ofView = (name: string, seen: FetchedResponse) =>
  shown(viewFindings('https://views.example/v', seen), name);

it.each([
  ['', 'warning: no token in the query string'],
  ['?v=1', 'warning: no value longer than 1 characters'],
  ['?token=0123456789abcde', 'warning: no value longer than 15 characters'],
  ['?token=0123456789abcdef', 'passed: 16 characters'],
  ['?a=1&t=0123456789abcdef', 'passed: 16 characters'],
])('the secret token in %j', (query, expected) => {
  expect(ofPrivate('secret token in the private URL', response(), now, query)).toBe(expected);
});

it('a URL whose parameters have no value has no secret that could be wrong', () => {
  expect(wrongSecrets('https://views.example/p?debug&token=')).toEqual([]);
});

it.each([
  [now + 60_000, 'passed: 1 min'],
  [now + 59_999, 'warning: 1 min only'],
  [now + 5_000, 'warning: 5 s only'],
  [now, 'warning: none left'],
])('the expiry has its margin', (expires, expected) => {
  expect(ofPrivate('margin of the expiry', response(), expires)).toBe(expected);
});

describe('the clock', () => {
  const at = (offset: number) => response({ headers: { date: [new Date(now + offset).toUTCString()] } });
  it.each([
    [0, 'passed: agrees with the clock here'],
    [30_000, 'passed: agrees with the clock here'],
    [31_000, 'warning: 31 s ahead of the clock here'],
    [-120_000, 'warning: 2 min behind the clock here'],
  ])('that is %i ms off', (offset, expected) => {
    expect(ofPrivate("the server's clock", at(offset))).toBe(expected);
  });
  it('is unknown without a Date header', () => {
    expect(ofPrivate("the server's clock", response())).toBe('skipped: the response has no Date header');
  });
});

describe('the certificate', () => {
  it.each([
    [22 * day, 'passed: ends in 22 days'],
    [21 * day, 'warning: ends in 21 days'],
    [5 * 3_600_000, 'warning: ends in 5 h'],
  ])('ends', (left, expected) => {
    const seen = response({ certificateEnds: now + left });
    expect(ofPrivate('certificate of the private URL', seen)).toBe(expected);
    expect(ofView('certificate of the view', seen)).toBe(expected);
  });
});

describe('the view', () => {
  it.each([
    [200, {}, 'passed: 200'],
    [
      302,
      { location: ['https://login.example/?secret'] },
      'warning: 302, a redirect to https://login.example',
    ],
    [302, { location: ['//login.example/x'] }, 'warning: 302, a redirect to https://login.example'],
    [302, { location: ['https://'] }, 'warning: 302, a redirect'],
    [404, {}, 'warning: 404'],
  ])('responds %i', (status, headers, expected) => {
    expect(ofView('the view responds', response({ status, headers }))).toBe(expected);
  });

  const text = new TextEncoder().encode('<h1>Parking</h1>');
  const attached = { 'content-disposition': ['Attachment; filename="a.html"'] };

  it.each([
    [204, {}, new Uint8Array(), 'with an empty body'],
    [200, {}, new Uint8Array(), 'with an empty body'],
    [200, attached, text, 'with Content-Disposition: attachment, which browsers download'],
    [200, { 'content-type': ['application/json; charset=utf-8'] }, text, 'with JSON'],
  ])('without a page: %i %j', (status, headers, body, reason) => {
    expect(ofView('the view responds', response({ status, headers, body }))).toBe(
      `warning: ${status}, ${reason}: the frame shows no page`,
    );
  });

  it('may be sent inline and of any other type', () => {
    const headers = { 'content-disposition': ['inline; filename=attachment'], 'content-type': ['text/html'] };
    expect(ofView('the view responds', response({ headers, body: text }))).toBe('passed: 200');
  });

  it('received in part is not one that responds', () => {
    const part = response({ incomplete: 'it is larger than 1 MB' });
    expect(ofView('the view responds', part)).toBe('warning: 200, only in part: it is larger than 1 MB');
  });

  it.each([302, 403, 404, 500])('that responds with %i has no page whose headers could be judged', status => {
    const headers = { 'x-frame-options': ['DENY'] };
    expect(ofView('the view may be embedded', response({ status, headers }))).toMatch(/^skipped/);
    expect(ofView('cookies of the view', response({ status }))).toMatch(/^skipped/);
  });

  const csp = (ancestors: string) => ({ 'content-security-policy': [`frame-ancestors ${ancestors}`] });
  it.each<[Record<string, string[]>, string]>([
    [{}, 'passed: no header forbids it'],
    [{ 'x-frame-options': ['DENY'] }, 'warning: X-Frame-Options: DENY: the frame stays blank'],
    [csp('https://app.example'), 'warning: Content-Security-Policy: frame-ancestors https://app.example'],
    [csp("'self'"), "warning: Content-Security-Policy: frame-ancestors 'self': the frame stays blank"],
  ])('may be embedded: %j', (headers, expected) => {
    expect(ofView('the view may be embedded', response({ headers }))).toBe(expected);
  });

  it.each([
    [[], 'passed: none'],
    [['sid=secret; SameSite=None; Secure'], 'passed: SameSite=None; Secure'],
    [['sid=secret; secure; samesite=none; Partitioned'], 'passed: SameSite=None; Secure'],
    [['sid=secret; SameSite=None'], 'warning: sid without SameSite=None; Secure'],
    [['sid=secret; SameSite=Lax; Secure', 'b=2'], 'warning: sid, b without SameSite=None; Secure'],
    [['sid=samesite=none;secure'], 'warning: sid without SameSite=None; Secure'],
  ])('its cookies %j', (cookies, expected) => {
    expect(ofView('cookies of the view', response({ headers: { 'set-cookie': cookies } }))).toBe(expected);
  });

  it('was not fetched, or sent no response', () => {
    const failure = { kind: 'failure', message: 'not asked', fix: 'm', blocked: true } as const;
    expect(viewFindings(undefined, undefined).map(({ state }) => state)).toEqual(Array(4).fill('skipped'));
    expect(shown(viewFindings('https://x/', failure), 'the view responds')).toBe('skipped: not asked');
    expect(shown(viewFindings('https://x/', { ...failure, blocked: false }), 'the view responds')).toBe(
      'warning: not asked',
    );
  });
});
