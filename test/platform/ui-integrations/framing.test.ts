import { describe, expect, it } from 'vitest';
import { type FetchedResponse, readFraming } from '../../../src/platform/ui-integrations/fetch-result.ts';

const view = 'https://views.example/a';
const framing = (headers: Record<string, string[]>) =>
  readFraming({ kind: 'response', status: 200, headers } as unknown as FetchedResponse, view);
const csp = (...policies: string[]) => framing({ 'content-security-policy': policies });

describe('X-Frame-Options', () => {
  it.each([
    [[], 'everyone'],
    [['DENY'], 'no one'],
    [['deny'], 'no one'],
    [['SAMEORIGIN'], 'no one'],
    [['SAMEORIGIN, DENY'], 'no one'],
    [['ALLOW-FROM https://app.example'], 'everyone'],
    [['ALLOWALL'], 'everyone'],
    [['ALLOWALL', 'ALLOW-FROM https://app.example'], 'no one'],
    [['ALLOW-FROM https://app.example', 'ALLOW-FROM https://b.example'], 'everyone'],
  ] as const)('%j: %s', (values, by) => {
    const seen = framing({ 'x-frame-options': [...values] });
    expect(seen.by).toBe(by);
    expect(seen.allows('https://app.example')).toBe(by === 'everyone');
  });

  it('is ignored with frame-ancestors, but not with another policy', () => {
    const both = {
      'x-frame-options': ['DENY'],
      'content-security-policy': ['frame-ancestors https://app.example'],
    };
    expect(framing(both)).toMatchObject({ by: 'some' });
    expect(framing(both).allows('https://app.example')).toBe(true);
    expect(framing({ ...both, 'content-security-policy': ["default-src 'self'"] }).by).toBe('no one');
  });
});

describe('frame-ancestors', () => {
  it.each([
    ["default-src 'none'", 'everyone'],
    ["frame-ancestors 'none'", 'no one'],
    ['frame-ancestors', 'no one'],
    ["frame-ancestors 'self'", 'no one'],
    ["default-src *; FRAME-ANCESTORS 'self' ; img-src x", 'no one'],
    ['frame-ancestors *', 'everyone'],
    ['frame-ancestors https:', 'everyone'],
    ['frame-ancestors http:', 'everyone'],
    ['frame-ancestors https://*', 'everyone'],
    ['frame-ancestors https://*:*', 'everyone'],
    ['frame-ancestors https://*.example', 'some'],
    ['frame-ancestors https://app.example', 'some'],
    ["frame-ancestors 'self' https://app.example", 'some'],
    // In one policy, the first directive with a name counts.
    ["frame-ancestors *; frame-ancestors 'none'", 'everyone'],
  ])('%s: %s', (policy, by) => expect(csp(policy).by).toBe(by));

  it('must be allowed by every policy', () => {
    expect(csp('frame-ancestors *', "frame-ancestors 'none'")).toMatchObject({
      by: 'no one',
      header: "Content-Security-Policy: frame-ancestors 'none'",
    });
    expect(csp("frame-ancestors *, frame-ancestors 'self'").by).toBe('no one');
    expect(csp('frame-ancestors *', 'frame-ancestors https://app.example').by).toBe('some');
    const two = ['frame-ancestors https://a.example', 'frame-ancestors https://b.example'];
    expect(csp(...two).header).toBe(`Content-Security-Policy: ${two.join(', ')}`);
  });

  it.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example', 'https://APP.example', true],
    ['https://app.example', 'http://app.example', false],
    ['https://app.example', 'https://sub.app.example', false],
    ['https://app.example:8443', 'https://app.example:8443', true],
    ['https://app.example', 'https://app.example:8443', false],
    ['https://app.example:*', 'https://app.example:8443', true],
    ['app.example', 'https://app.example', true],
    ['app.example', 'http://app.example', false],
    ['https://*.example', 'https://app.example', true],
    ['https://*.example', 'https://example', false],
    ['https://*.example', 'https://app.example.evil.test', false],
    ['https://app.example/path', 'https://app.example', true],
    ['https:', 'http://127.0.0.1:8500', false],
    ['http:', 'http://127.0.0.1:8500', true],
    ['http://127.0.0.1:*', 'http://127.0.0.1:8500', true],
    ['*', 'http://127.0.0.1:8500', true],
    ["'self'", 'https://views.example', true],
    ["'self'", 'https://app.example', false],
    ["'none'", 'https://views.example', false],
  ])('%s and a page at %s: %s', (source, origin, allowed) => {
    expect(csp(`frame-ancestors ${source}`).allows(origin)).toBe(allowed);
  });

  it('shows no control character', () => {
    expect(csp('frame-ancestors \u001b[31m').header).not.toContain('\u001b');
  });
});
