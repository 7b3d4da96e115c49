import { describe, expect, it } from 'vitest';
import { literalExchanges } from '../../wire/literal-responses.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, roomNights } from '../local-server.ts';

/** Hostile JSON from every place where the program reads JSON: read exactly, or one clear error; and no prototype is polluted. */

const deep = 200_000;
const put = (good: string, fields: string) => good.replace('{', `{${fields}, `);

/** Each text is derived from `good`, an object with at least one field, before which it puts its own. */
const hostileJson: readonly { readonly name: string; readonly of: (good: string) => string }[] = [
  { name: '200,000 lists in each other', of: () => '['.repeat(deep) + ']'.repeat(deep) },
  { name: '200,000 objects in each other', of: () => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}` },
  { name: '200,000 brackets that never close', of: good => put(good, `"x": ${'['.repeat(deep)}`) },
  {
    name: 'a field 200,000 lists deep',
    of: good => put(good, `"x": ${'['.repeat(deep)}${']'.repeat(deep)}`),
  },
  { name: 'a field twice', of: good => put(good, '"x": 1, "x": {"polluted": 2}') },
  { name: '__proto__', of: good => put(good, '"__proto__": {"polluted": true, "toString": 1}') },
  { name: '__proto__ twice', of: good => put(good, '"__proto__": null, "__proto__": {"polluted": true}') },
  {
    name: 'constructor.prototype',
    of: good =>
      put(good, '"constructor": {"prototype": {"polluted": true}}, "hasOwnProperty": 1, "toFixed": 1'),
  },
  {
    name: '__proto__ beside a number that no double holds',
    of: good => put(good, '"n": 9007199254740993, "__proto__": {"polluted": true}'),
  },
  { name: 'lone surrogates', of: good => put(good, '"x\\ud800": "\\udfff\\ud83d", "\\udbff": ["\\udc00"]') },
  { name: 'a byte order mark', of: good => `\ufeff${good}` },
  { name: 'two byte order marks', of: good => `\ufeff\ufeff${good}` },
  { name: '2^53+1', of: good => put(good, '"x": 9007199254740993, "y": [-9007199254740993]') },
  { name: '1e400', of: good => put(good, '"x": 1e400, "y": -1e-400') },
  { name: 'an exponent beyond all bounds', of: good => put(good, '"x": 1e999999999') },
  { name: 'a number of 200,000 digits', of: good => put(good, `"x": ${'9'.repeat(deep)}`) },
  { name: 'nothing', of: () => '' },
  { name: 'null', of: () => 'null' },
];

/** One line, optional messages, and a hint; no stack trace, no defect, and unchanged prototypes. */
function expectOneError(run: { exitCode: number; stderr: string }, allowed: readonly number[]): void {
  expect(allowed, run.stderr.slice(0, 300)).toContain(run.exitCode);
  if (run.exitCode !== 0) {
    const all = run.stderr.trimEnd().split('\n');
    const lines = all.filter(line => !line.startsWith('warning: '));
    expect(lines[0]).toMatch(/^hotelctl: .{10,600}$/);
    expect(lines.at(-1)).toMatch(/^hint: .{5,300}$/);
    expect(lines.length).toBeLessThan(25);
  }
  expect(run.stderr.length).toBeLessThan(5_000);
  expect(run.stderr).not.toMatch(/^ +at |RangeError/m);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
}

const offer = `{"ratePlan": {"id": "RP-1"}, "unitGroup": {"id": "UG-1", "name": "Double"}, "minGuaranteeType": "Prepayment",
  "availableUnits": 3, "totalGrossAmount": {"amount": 278.10, "currency": "EUR"}, "prePaymentAmount": {"amount": 1, "currency": "EUR"},
  "cancellationFee": {"fee": {"amount": 1, "currency": "EUR"}}, "noShowFee": {"fee": {"amount": 1, "currency": "EUR"}}, "timeSlices": []}`;
const integration =
  '{"id": "ABC", "target": "X", "label": "Weather", "sourceUrl": "https://v.example/", "sourceType": "Private"}';
const stay = '--arrival 2026-12-01 --departure 2026-12-03 --adults 2';
const transactions = 'reports gross-transactions --property MUC --date-filter gte_2026-10-01';
const bodyOf = (report: string) => literalExchanges.find(one => one.report === report)?.body ?? '';
const view = 'X --label x --source-url https://v.example/ --source-type public';

/** A command that reads JSON, a body that it accepts, and its exit codes if the body is damaged. */
const reader = (what: string, line: Line, good: string, exitCodes = [6], status?: number) => ({
  what,
  words: wordsOf(line),
  good,
  exitCodes,
  status,
});

const readers = [
  reader('a small report', roomNights, '{"total": 1}'),
  reader('a streamed report', transactions, bodyOf('gross-transactions')),
  reader('the properties', 'properties list', '{"properties": [{"id": "MUC", "name": "M"}], "count": 1}'),
  reader('stay offers', `offers list --property MUC ${stay}`, `{"offers": [${offer}]}`),
  reader('service offers', `offers services --rate-plan RP-1 ${stay}`, '{"services": []}'),
  reader('UI integrations', 'ui-integration list', `{"uiIntegrations": [${integration}], "count": 1}`),
  reader('a UI integration', 'ui-integration get X ABC', integration),
  reader('a test of a UI integration', 'ui-integration test X ABC', '{"success": true}'),
  reader('a new UI integration', `ui-integration create ${view}`, '{"id": "ABC"}', [9], 201),
  reader('a refusal', roomNights, '{"messages": ["No such month."]}', [4], 422),
  reader('an error of the identity host', 'auth token', '{"error": "invalid_grant"}', [3, 4, 6], 400),
  reader('tokens', 'auth token', '{"access_token": "a", "token_type": "Bearer", "expires_in": 3600}'),
];

const settings = (url: string, identity: boolean) => ({
  HOTELCTL_BASE_URL: url,
  HOTELCTL_INTEGRATION_URL: url,
  HOTELCTL_AUTH_URL: url,
  HOTELCTL_CLIENT_ID: 'client',
  HOTELCTL_CLIENT_SECRET: 's',
  HOTELCTL_CREDENTIAL_STORE: 'env',
  HOTELCTL_MAX_ATTEMPTS: '1',
  ...(identity ? { HOTELCTL_REFRESH_TOKEN: 'r' } : { HOTELCTL_ACCESS_TOKEN: 'a' }),
});

describe.each(readers.map((one, at) => ({ ...one, at })))(
  '$what',
  ({ what, at, words, good, status, exitCodes }) => {
    const run = async (body: string, more: Line = []) => {
      // The request under test is sent first.
      const server = await localServer((request, response) => {
        const isRequested = words[1] !== 'test' || request.url?.endsWith('$test');
        response
          .writeHead(status ?? 200, { 'content-type': 'application/json' })
          .end(isRequested ? body : integration);
      });
      return runMain([...words, ...wordsOf(more)], { env: settings(server.url, words[0] === 'auth') });
    };

    it('is read if it is valid, and with a byte order mark before it', async () => {
      const plain = await run(good);
      expect(plain.stderr).not.toContain('not JSON');
      if (status === undefined || status < 400) expect(plain.exitCode, plain.stderr).toBe(0);
      else expect(exitCodes).toContain(plain.exitCode);
      if (words[0] !== 'auth')
        expect(await run(`\ufeff${good}`)).toMatchObject({ stdout: plain.stdout, exitCode: plain.exitCode });
    });

    // Each text for those that are read in their own way, and one of three, in turn, for what is read as a small report is.
    const isOwn = /^(a small report|a streamed report|a refusal|tokens)$/.test(what);
    const texts = hostileJson.filter((_, index) => isOwn || (index + at) % 3 === 0);
    it.each(texts)('with $name', async ({ of }) => {
      const success = status === undefined || status < 400 ? [0] : [];
      const isReport = words[0] === 'reports' && status === undefined;
      for (const more of isReport ? [[], ['--format', 'json'], ['--strict']] : [[]])
        expectOneError(await run(of(good), more), [...success, ...exitCodes]);
    });
  },
);
