import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { expectExit, expectSuccess } from '../../expect-run.ts';
import { responding, secureServer } from '../../secure-server.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';

const now = Date.UTC(2026, 9, 15, 12);
const token = '?token=a-token-that-nobody-may-see';
const fresh = '2026-10-15T12:10:00Z';
const body = (url: string, expTimestamp = fresh) => JSON.stringify({ url, expTimestamp });

type Found = Readonly<Record<'name' | 'result' | 'seen', string>> & { readonly fix?: string };
interface Report {
  readonly url: string;
  readonly passed: boolean;
  readonly checks: readonly Found[];
  readonly further: readonly Found[];
}

const check = async (url: string, flags: Line = []) => {
  const line = wordsOf('ui-integration check - --allow-private-network --format json', flags);
  const run = await runMain(line, { now, stdinLines: [url] });
  // In every case, the token is not shown.
  expect(run.stdout + run.stderr).not.toContain('nobody-may-see');
  return { ...run, report: JSON.parse(run.stdout) as Report };
};

/** A private endpoint that responds like this at /private with the right token, and as its view everywhere else. */
const endpoint = async (
  listenerFor: (url: string) => RequestListener,
  view: RequestListener = responding('view'),
  isOpen = false,
) => {
  let url = '';
  const server = await secureServer((request, response) => {
    const isPrivate = request.url?.startsWith('/private');
    const isRefused = isPrivate && !isOpen && !request.url?.startsWith(`/private${token}`);
    const listener = isRefused ? responding('', {}, 403) : isPrivate ? listenerFor(url) : view;
    listener(request, response);
  });
  url = server.url;
  return { ...server, privateUrl: `${server.url}/private${token}` };
};

describe('ui-integration check', () => {
  it('accepts a correct endpoint, with exit 0', async () => {
    const { privateUrl, url, ca, requests } = await endpoint(own => responding(body(`${own}/view?t=1`)));
    const flags = wordsOf('--ca', [ca], '--target ReservationDetailsTab');
    const { report } = await expectSuccess(check(privateUrl, flags), /^$/);
    expect(report.passed).toBe(true);
    expect(report.url).toBe(`${url}/private?token=[redacted]`);
    expect(report.checks.map(({ result }) => result)).toEqual(Array(7).fill('passed'));
    // The view is requested as the platform would load it in the frame of that target.
    expect(requests.map(request => request.url)).toEqual([
      `/private${token}`,
      '/view?t=1&accountCode=DEMO&subjectId=anna.berger&reservationId=HPGMSTGF-1',
      '/private',
      `/private?token=${'x'.repeat(token.length - '?token='.length)}`,
    ]);
  });

  it('warns of a private URL with a secret on the command line', async () => {
    const warned = async (words: string) => {
      const { stderr } = await runMain(`ui-integration check ${words}`);
      return stderr.includes('warning: other users of this machine');
    };
    expect(await warned('https://127.0.0.1:9/private?token=x')).toBe(true);
    expect(await warned('https://127.0.0.1:9/private')).toBe(false);
    expect(await warned('https://127.0.0.1:9/view?lang=de --source-type public')).toBe(false);
  });

  const redirect = responding('', { location: 'https://login.example/?x=1' }, 301);
  it.each<[string, (own: string) => RequestListener, failed: number, seen: RegExp, fix: RegExp]>([
    ['301', () => redirect, 2, /^301, a redirect to https:\/\/login\.example$/, /redirects are not followed/],
    ['HTML', () => responding('<!doctype html><p>hello'), 4, /^HTML, not JSON$/, /expTimestamp/],
    ['huge', () => responding('x'.repeat(1_000_001)), 4, /larger than 1 MB/, /without delay/],
    ['naive expiry', own => responding(body(own, '2026-10-15T12:10:00')), 5, /no offset/, /ending in Z/],
    ['plain HTTP', own => responding(body(own.replace('https', 'http'))), 7, /^http:/, /an https:\/\/ URL/],
  ])('%s fails the right check with its message, exit 10', async (_, listenerFor, failed, seen, fix) => {
    const { privateUrl, ca } = await endpoint(listenerFor);
    const { report, stderr } = await expectExit(check(privateUrl, ['--ca', ca]), 10);
    expect(report.passed).toBe(false);
    const failures = report.checks.flatMap(({ result }, index) => (result === 'failed' ? [index + 1] : []));
    expect(failures).toEqual([failed]);
    const found = report.checks[failed - 1];
    expect(found?.seen).toMatch(seen);
    expect(found?.fix).toMatch(fix);
    expect(stderr).toMatch(/^hotelctl: 1 of 15 checks failed; first: /);
    expect(stderr).toContain(found?.fix);
  });

  it('sends nothing to an address that is not public, unless allowed', async () => {
    const { privateUrl, ca, requests } = await endpoint(own => responding(body(own)));
    const ended = runMain(['ui-integration', 'check', privateUrl, '--ca', ca], { now });
    const run = await expectExit(ended, 10, '--allow-private-network');
    expect(run.stdout.replace(/\s+/g, ' ')).toContain('not a public address');
    expect(requests).toHaveLength(0);
  });

  it('runs the only check for a public URL', async () => {
    const moved = responding('', { location: 'https://login.example/' }, 302);
    const { url, ca } = await endpoint(() => responding(''), moved);
    const { report } = await expectSuccess(check(`${url}/view`, ['--source-type', 'public', '--ca', ca]));
    expect(report.checks).toMatchObject([{ name: 'the public URL is valid and HTTPS', result: 'passed' }]);
    const seen = '302, a redirect to https://login.example';
    expect(report.further[0]).toMatchObject({ name: 'the view responds', seen });
    await expectExit(check('http://views.example/', '--source-type public'), 10);
  });

  it('reads the URL from standard input', async () => {
    const { privateUrl, ca } = await endpoint(own => responding(body(own)));
    const flags = ['ui-integration', 'check', '-', '--allow-private-network', '--ca', ca];
    const run = await expectSuccess(runMain(flags, { now, stdinLines: ['', privateUrl] }));
    expect(run.stdout).toContain('/private?token=[redacted] (private)');
    for (const stdinLines of [[], ['https://a.example', 'https://b.example']])
      await expectExit(runMain(flags, { now, stdinLines }), 2);
  });

  it('is a checklist for people, wrapped to the width of the screen', async () => {
    const { privateUrl, ca } = await endpoint(() => responding('<html>'));
    const words = ['ui-integration', 'check', privateUrl, '--allow-private-network', '--ca', ca];
    const screen = { terminal: true, columns: 60, env: { LANG: 'C.UTF-8' } };
    const { stdout } = await runMain(words, { now, ...screen });
    expect(stdout).toMatch(/^✓ {2}2 {2}the response status is 2xx$/m);
    expect(stdout).toMatch(/^✗ {2}4 {2}the body matches the expected schema$/m);
    expect(stdout).toMatch(/^ {4}→ return \{"url": "https:\/\/\.\.\."/m);
    expect(stdout).toMatch(/^· {2}7 {2}the received public URL/m);
    for (const line of stdout.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(60);
    const csv = await runMain([...words, '--format', 'csv'], { now });
    expect(csv.stdout).toContain('true,4,the body matches the expected schema,failed,');
  });

  it('finds an endpoint that accepts any secret, and passes one that refuses them', async () => {
    const open = await endpoint(own => responding(body(own)), undefined, true);
    const secrets = async ({ privateUrl, ca }: typeof open) => {
      const { report } = await check(privateUrl, ['--ca', ca]);
      return report.further.filter(({ name }) => name.endsWith('is refused'));
    };
    expect((await secrets(open)).map(({ result }) => result)).toEqual(['failed', 'failed']);
    await expectExit(check(open.privateUrl, ['--ca', open.ca]), 10, /a missing secret is refused: 200/);
    const closed = await endpoint(own => responding(body(own)));
    expect((await secrets(closed)).map(({ result, seen }) => [result, seen])).toEqual([
      ['passed', '403'],
      ['passed', '403'],
    ]);
  });

  it('warns about an unknown target, and continues', async () => {
    const { privateUrl, ca } = await endpoint(own => responding(body(own)));
    const ended = check(privateUrl, ['--ca', ca, '--target', 'FutureTarget']);
    await expectSuccess(ended, /^warning: hotelctl does not know the target FutureTarget/);
  });
});
