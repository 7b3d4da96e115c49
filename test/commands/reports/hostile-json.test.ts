import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withDigest } from '../../../src/bookings/quoting.ts';
import { main } from '../../../src/start/main.ts';
import {
  authorize,
  createArgs,
  openWorkbench,
  quote,
  reservation,
  totalOf,
  type Workbench,
} from '../../bookings/workbench.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { type HostileJson, hostileJson } from '../../hostile-json.ts';
import { literalExchanges } from '../../wire/literal-responses.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, roomNights } from '../local-server.ts';

/**
 * Hostile JSON from every place where the program reads JSON: read exactly, or one clear error; and no prototype is
 * polluted.
 */

/** One line, optional messages, and a hint; no stack trace, no defect, and unchanged prototypes. */
function expectOneError(run: { exitCode: number; stderr: string }, allowed: readonly number[]): void {
  expect(allowed, run.stderr.slice(0, 300)).toContain(run.exitCode);
  if (run.exitCode !== 0) {
    const lines = run.stderr
      .trimEnd()
      .split('\n')
      .filter(line => !line.startsWith('warning: '));
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
const stay = ['--property', 'MUC', '--arrival', '2026-12-01', '--departure', '2026-12-03', '--adults', '2'];
const bodyOf = (report: string) => literalExchanges.find(one => one.report === report)?.body ?? '';
const view = ['--label', 'x', '--source-url', 'https://v.example/', '--source-type', 'public'];

interface Reader {
  readonly what: string;
  readonly words: readonly string[];
  readonly good: string;
  readonly status?: number;
  readonly exitCodes: readonly number[];
}

const readers: readonly Reader[] = [
  { what: 'a small report', words: roomNights, good: '{"total": 1}', exitCodes: [6] },
  {
    what: 'a streamed report',
    words: ['reports', 'gross-transactions', '--property', 'MUC', '--date-filter', 'gte_2026-10-01'],
    good: bodyOf('gross-transactions'),
    exitCodes: [6],
  },
  {
    what: 'the properties',
    words: ['properties', 'list'],
    good: '{"properties": [{"id": "MUC", "name": "Munich"}], "count": 1}',
    exitCodes: [6],
  },
  { what: 'stay offers', words: ['offers', 'list', ...stay], good: `{"offers": [${offer}]}`, exitCodes: [6] },
  {
    what: 'service offers',
    words: ['offers', 'services', '--rate-plan', 'RP-1', ...stay.slice(2)],
    good: '{"services": []}',
    exitCodes: [6],
  },
  {
    what: 'a list of UI integrations',
    words: ['ui-integration', 'list'],
    good: `{"uiIntegrations": [${integration}], "count": 1}`,
    exitCodes: [6],
  },
  {
    what: 'a UI integration',
    words: ['ui-integration', 'get', 'X', 'ABC'],
    good: integration,
    exitCodes: [6],
  },
  {
    what: 'a test of a UI integration',
    words: ['ui-integration', 'test', 'X', 'ABC'],
    good: '{"success": true}',
    exitCodes: [6],
  },
  {
    what: 'a new UI integration',
    words: ['ui-integration', 'create', 'X', ...view],
    good: '{"id": "ABC"}',
    status: 201,
    exitCodes: [9],
  },
  {
    what: 'a refusal',
    words: roomNights,
    good: '{"messages": ["No such month."]}',
    status: 422,
    exitCodes: [4],
  },
  {
    what: 'an error of the identity host',
    words: ['auth', 'token'],
    good: '{"error": "invalid_grant"}',
    status: 400,
    exitCodes: [3, 4, 6],
  },
  {
    what: 'tokens',
    words: ['auth', 'token'],
    good: '{"access_token": "a", "token_type": "Bearer", "expires_in": 3600}',
    exitCodes: [6],
  },
];

const serverOf = (body: string) =>
  localServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));

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

describe.each(readers)('$what', ({ words, good, status, exitCodes }) => {
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

  it.each(hostileJson)('with $name', async ({ of }: HostileJson) => {
    const success = status === undefined || status < 400 ? [0] : [];
    for (const more of words[0] === 'reports' ? [[], ['--format', 'json'], ['--strict']] : [[]]) {
      expectOneError(await run(of(good), more), [...success, ...exitCodes]);
    }
  });
});

describe('2^53+1 and 1e400 of the platform', () => {
  const exact = '9007199254740993';
  const huge = `1${'0'.repeat(400)}`;
  const line = bodyOf('gross-transactions').replace('107.00', exact).replace('100.00', '1e400');
  const stays = `{"offers": [${offer.replace('278.10', exact)}]}`;

  it.each(['table', 'csv', 'json', 'ndjson'])('are printed digit by digit as %s', async format => {
    for (const [words, body, expected] of [
      [readers[1]?.words ?? [], line, [exact, huge]],
      [readers[3]?.words ?? [], stays, [exact]],
      [
        ['reports', 'revenues', '--property', 'MUC', '--from', '2026-10-01', '--to', '2026-10-08'],
        bodyOf('revenues').replace(/"amount": ?[\d.]+/, `"amount": ${exact}`),
        [exact],
      ],
    ] as const) {
      const server = await serverOf(body);
      const { stdout, stderr, exitCode } = await runMain([...words, '--format', format], {
        env: settings(server.url, false),
        columns: 2_000,
      });
      expect(exitCode, stderr).toBe(0);
      const digits =
        format === 'table' ? stdout.replaceAll(/(?<=\d)[,'\u202f\u00a0 ](?=\d{3})/g, '') : stdout;
      for (const number of expected) expect(digits).toMatch(new RegExp(`(?<!\\d)${number}(?!\\d)`));
    }
  });
});

it.each(['table', 'csv', 'json', 'ndjson'])(
  'a lone surrogate in a name is distinguished from a lost one as %s',
  async format => {
    const server = await serverOf(bodyOf('ordered-services').replace('Zoë', 'Zo\\ud800'));
    const words = wordsOf(
      'reports ordered-services --property MUC --service S --from 2026-10-01 --to 2026-10-08',
    );
    const run = await runMain(
      [...words, '--format', format, ...(format === 'table' ? ['--columns', 'guest.firstName'] : [])],
      {
        env: settings(server.url, false),
        columns: 2_000,
      },
    );
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout).toMatch(format.endsWith('json') ? /"Zo\\ud800"/ : /Zo\\u\{d800\}/);
    expect(run.stdout).not.toContain('\ufffd');
  },
);

describe("the user's own files", () => {
  let bench: Workbench;
  let total: string;
  beforeAll(async () => {
    bench = await openWorkbench();
    const quoted = await quote(bench, '--reservation', reservation());
    await authorize(bench);
    total = totalOf(quoted);
    good.quote = readFileSync(bench.file('quote.json'), 'utf8');
    good.response = readFileSync(bench.file('response.json'), 'utf8');
    const dry = await bench.run(createArgs(bench, total, '--dry-run'));
    good.booking = dry.stdout;
    return () => bench.sandbox.stop();
  });
  const good = { quote: '', response: '', booking: '' };

  it.each(hostileJson)('a quote, a processor response and a booking with $name', async ({ of }) => {
    const file = bench.file('hostile.json');
    const dry = (words: Line = []) => bench.run(wordsOf('bookings', words));
    writeFileSync(file, of(good.quote));
    const summed = ['--account-id', 'S', '--card-holder-name', 'Jane Doe'];
    expectOneError(await dry(['authorization', '--quote', file, ...summed]), [0, 2]);
    const create = createArgs(bench, total, '--dry-run');
    expectOneError(
      await bench.run(create.map(word => (word === bench.file('quote.json') ? file : word))),
      [0, 2],
    );
    writeFileSync(file, of(good.response));
    expectOneError(
      await bench.run(create.map(word => (word === bench.file('response.json') ? file : word))),
      [0, 2],
    );
    writeFileSync(file, of(good.booking));
    expectOneError(await dry(`create --property MUC --file ${file} --dry-run`), [0, 2]);
  });

  it.each(hostileJson)('a response to a booking with $name leaves its outcome unknown', async ({ of }) => {
    const created = '{"id": "ABC", "reservationIds": [{"id": "ABC-1"}]}';
    // The offers and the platform's time come from the sandbox; only the response to the booking is hostile.
    const server = await localServer(async (request, response) => {
      if (request.method === 'POST') return void response.writeHead(201).end(of(created));
      const { authorization = '' } = request.headers;
      const genuine = await fetch(`${bench.sandbox.apiUrl}${request.url}`, { headers: { authorization } });
      response.setHeader('date', 'Sat, 21 Nov 2026 12:00:00 GMT');
      response.writeHead(genuine.status).end(await genuine.text());
    });
    const file = bench.file('elsewhere.json');
    writeFileSync(file, JSON.stringify(withDigest({ ...JSON.parse(good.quote), host: server.url })));
    const words = createArgs(bench, total, '--max-attempts 1').map(word =>
      word === bench.file('quote.json') ? file : word,
    );
    const context = testContext({
      now: Date.UTC(2026, 10, 21, 12),
      env: { ...bench.env, HOTELCTL_BASE_URL: server.url },
    });
    const exitCode = await main(
      [...words, '--shopper-reference', crypto.randomUUID(), '--authorized-at', '2026-11-21T12:00:00Z'],
      context,
    );
    expectOneError({ exitCode, stderr: context.err() }, [0, 9]);
    const list = testContext({ replace: { folders: context.folders } });
    expectOneError({ exitCode: await main(['bookings', 'list'], list), stderr: list.err() }, [0]);
  });
});

describe("hotelctl's own files", () => {
  const env = { ...settings('http://127.0.0.1:1', false), HOTELCTL_CREDENTIAL_STORE: 'file' };
  const signedOut = { ...env, HOTELCTL_ACCESS_TOKEN: '' };

  /** Runs a command in folders in which the test supplies one file. */
  const on = async (
    file: string,
    text: string,
    words: readonly string[],
    variables: Record<string, string> = env,
  ) => {
    const folder = temporaryFolder();
    const folders = {
      data: join(folder, 'data'),
      config: join(folder, 'config'),
      state: join(folder, 'state'),
    };
    for (const path of Object.values(folders)) mkdirSync(path, { mode: 0o700 });
    writeFileSync(join(folder, file), text, { mode: 0o600 });
    const context = testContext({ env: variables, replace: { folders } });
    return { exitCode: await main(words, context), stdout: context.out(), stderr: context.err() };
  };

  it.each(hostileJson)('profiles with $name', async ({ of }) => {
    const good = '{"version": 1, "current": "a", "profiles": {"a": {"property": "MUC"}}}';
    for (const text of [
      of(good),
      `{"version": ${of('{"a": 1}')}, "profiles": {}}`,
      `{"version": 1, "profiles": {"a": ${of('{"property": "MUC"}')}}}`,
      `{"version": 1, "profiles": ${of('{"a": {}}')}}`,
    ])
      expectOneError(await on('config/profiles.json', text, ['profile', 'list']), [0, 2]);
    expectOneError(await on('config/profiles.json', of(good), ['auth', 'status']), [0, 2]);
  });

  it.each(hostileJson)('a journal with $name', async ({ of }) => {
    const at = '"at": "2026-10-01T12:00:00.000Z"';
    for (const [index, good] of [
      `{${at}, "event": "sending", "key": "k", "digest": "d", "host": "h", "propertyIds": ["MUC"], "grandTotal": {"amount": 1, "currency": "EUR"}}`,
      `{${at}, "event": "sending"}`,
      `{${at}, "event": "sending", "key": {}, "propertyIds": 7, "grandTotal": [], "authorizedAt": {}}`,
      `{${at}, "event": "sending", "key": "k", "propertyIds": [{}], "grandTotal": {"amount": "1", "currency": 7}}`,
      `{${at}, "event": "created", "key": "k", "bookingId": [], "reservationIds": 1}`,
      `{${at}, "event": "authorization-requested", "quoteId": 1, "propertyId": {}}`,
    ].entries()) {
      const format = ['table', 'csv', 'json'][index % 3];
      const run = await on(
        'state/bookings.jsonl',
        `${of(good)}\n`,
        wordsOf(`bookings list --format ${format}`),
      );
      expectOneError(run, [0]);
    }
  });

  it.each(hostileJson)('credentials with $name', async ({ of }) => {
    const good = '{"version": 1, "encryption": "none", "items": {"x": "y"}}';
    for (const text of [of(good), `{"version": 1, "encryption": "none", "items": ${of('{"x": "y"}')}}`]) {
      expectOneError(await on('state/credentials.json', text, ['auth', 'status'], signedOut), [0, 3]);
      expectOneError(await on('state/credentials.json', text, ['auth', 'token'], signedOut), [3]);
    }
  });

  it.each(hostileJson)('the cached list of properties with $name is ignored', async ({ of }) => {
    const name = `properties-default-${encodeURIComponent(env.HOTELCTL_BASE_URL)}.json`;
    for (const text of [
      of('{"a": 1}'),
      `{"savedAt": 0, "list": [${of('{"id": "MUC", "name": "x", "timeZone": "Europe/Berlin"}')}]}`,
    ]) {
      const words = ['reports', 'arrivals', '--property', 'MUC', '--period', 'last-month'];
      expectOneError(await on(`state/${name}`, text, [...words, '--max-attempts', '1']), [5]);
    }
  });
});
