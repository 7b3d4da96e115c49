import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HotelctlError, OutcomeUnknownError, PartialError } from '../../../src/base/errors.ts';
import type { CommandDefinition } from '../../../src/cli/command.ts';
import { declaredFlags, longFlag, optionName } from '../../../src/cli/flags.ts';
import type { Shape } from '../../../src/cli/result.ts';
import { loadCommand } from '../../../src/commands/groups.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { isExactNumber } from '../../../src/platform/numbers.ts';
import { calls, chooseReading, listOptions } from '../../../src/start/client/calls.ts';
import { createHotelctl } from '../../../src/start/client/client.ts';
import { createSandbox } from '../../../src/start/client/sandbox.ts';
import { openWorkbench, validEndpoint, type Workbench } from '../../bookings/workbench.ts';
import { localServer, signedIn } from '../../commands/local-server.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { failureOf } from '../../failure-of.ts';
import { runInProcess } from '../../run-in-process.ts';
import { fewerBookings } from '../../sandbox/fewer-bookings.ts';
import { responding, secureServer } from '../../secure-server.ts';

/** What every command returns is what it declares: types, schemas and the reference are generated from the declaration. */

let bench: Workbench;
let env: Readonly<Record<string, string>>;
let client: Functions;
beforeAll(async () => {
  const scopes = 'offers.read reservations.create reports.read integration:ui-integrations.manage';
  bench = await openWorkbench(scopes, { probe: validEndpoint });
  fewerBookings(bench.sandbox.hotel);
  env = {
    ...bench.env,
    HOTELCTL_INTEGRATION_URL: bench.sandbox.integrationUrl,
    HOME: temporaryFolder(),
    HOTELCTL_DATA_DIR: temporaryFolder(),
  };
  client = createHotelctl({ env }) as Functions;
  for (const businessDay of ['today', 'yesterday'])
    await call('snapshots.take', { allProperties: true, replace: true, businessDay, ahead: '120d' });
  // With an opening, a first close does not read the whole ledger; that of the month after it begins with its balances.
  const opening = temporaryFile('opening.csv', 'ledger,reference,amount\ncity,2026-1183,218.00\n');
  await check('close.month', { property: 'MUC', period: '2026-09', opening });
});
afterAll(() => bench.sandbox.stop());

type Given = Readonly<Record<string, unknown>>;
type Functions = Readonly<Record<string, unknown>>;

type Result = PromiseLike<unknown> & AsyncIterable<unknown>;

function call(path: string, given: Given, of = client, own?: object): Result {
  const [group = '', name] = path.split('.');
  const found = name === undefined ? of[group] : (of[group] as Functions)[name];
  return (found as (given: Given, own?: object) => Result)(given, own);
}

/** Where a value differs from its shape. */
function differences(shape: Shape, value: unknown, place = ''): string[] {
  const wrong = [`${place}: ${JSON.stringify(value)?.slice(0, 60)} is not ${shape.kind}`];
  switch (shape.kind) {
    case 'any':
      return [];
    case 'text':
      return typeof value === 'string' ? [] : wrong;
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong;
    case 'whole':
      return Number.isInteger(value) ? [] : wrong;
    case 'decimal':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [] : wrong;
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((item, index) => differences(shape.of, item, `${place}[${index}]`))
        : wrong;
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
      const named = value as Record<string, unknown>;
      const missing = [...shape.fields].filter(([name, { optional }]) => !optional && named[name] == null);
      return [
        ...missing.map(([name]) => `${place}.${name} is missing`),
        ...Object.entries(named).flatMap(([name, inner]) => {
          const field = shape.fields.get(name);
          const undeclared = `${place}.${name} is not declared: ${JSON.stringify(inner)?.slice(0, 60)}`;
          if (!field) return shape.isOpen ? [] : [undeclared];
          return inner == null ? [] : differences(field.shape, inner, `${place}.${name}`);
        }),
      ];
    }
  }
}

/** The functions whose results were compared with their declarations. */
const checked = new Set<string>();

/** How the output of a call is read, and its shape. */
async function declarationOf(path: string, given: Given) {
  checked.add(path);
  const definition = await loadCommand(calls.get(path) ?? '');
  const { as: reading, shape } = chooseReading(definition, given);
  return { definition, reading, shape: (await shape?.()) as Shape };
}

/** @param value what the call returned: of rows, all of them */
async function expectDeclared(path: string, given: Given, value: unknown): Promise<void> {
  const { reading, shape } = await declarationOf(path, given);
  const found = (lines: readonly string[]) => expect([...new Set(lines)].slice(0, 12), path).toEqual([]);
  if (reading === 'rows') {
    const lines = (value as unknown[]).slice(0, 500).flatMap(row => differences(shape, row));
    found(lines.map(line => line.replace(/\[\d+\]/g, '[]').replace(/: .* is not/, ' is not')));
  } else if (reading === 'bodies') {
    for (const { parameters, report } of value as { parameters: object; report: unknown }[]) {
      expect(Object.keys(parameters)).toContain('propertyId');
      found(differences(shape, report));
    }
  } else if (reading === 'document') {
    const { json, ...document } = value as { json: string };
    expect(plain(document)).toEqual(plain(parseJson(json)));
    found(differences(shape, document));
  } else if (reading === 'nothing') expect(value).toBeUndefined();
  else if (reading === 'text') expect(value).toBeTypeOf('string');
  else expect(value).toBeInstanceOf(Uint8Array);
}

/** Also compares the result with what the program prints. @returns the number of rows, bodies or documents */
async function check(path: string, given: Given, of = client): Promise<number> {
  const { definition, reading } = await declarationOf(path, given);
  const command = calls.get(path) ?? '';
  const result = call(path, given, of);
  const value = reading === 'rows' ? await collectRows(result) : await result;
  await expectDeclared(path, given, value);
  // The program would write or send something again.
  const isRepeatable = definition.changes === undefined || given['provisional'] === true;
  if (reading === 'rows' && isRepeatable) {
    const text = await printed(command, definition, given, ['--format=ndjson']);
    const lines = text.split('\n').filter(Boolean);
    expect((value as unknown[]).map(plain), path).toEqual(lines.map(line => plain(parseJson(line))));
  } else if (reading === 'bodies') {
    const text = await printed(command, definition, given, ['--format=json', '--envelope']);
    expect(plain(value), path).toEqual(plain(parseJson(text)));
  }
  return Array.isArray(value) ? value.length : 1;
}

/** The rows come first; open checks follow them. */
async function collectRows(result: Result): Promise<unknown[]> {
  const rows: unknown[] = [];
  try {
    for await (const row of result) rows.push(row);
  } catch (error) {
    if ((error as Error).name !== 'CheckFailedError') throw error;
  }
  return rows;
}

/** What the command line prints for the same options. */
async function printed(
  command: string,
  { arguments: operands = [] }: CommandDefinition,
  given: Given,
  flags: readonly string[],
): Promise<string> {
  const names = operands.map(({ form }) => form.replace(/[<>[\].]/g, ''));
  const words = Object.entries(given).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    if (names.includes(name) || value === undefined) return [];
    return value === true ? [flag] : [value].flat().map(one => `${flag}=${one}`);
  });
  const line = [...command.split(' '), ...names.flatMap(name => given[name] ?? []).map(String), ...words];
  const { stdout, stderr, exitCode } = await runInProcess([...line, ...flags], { env });
  expect([0, 10], stderr).toContain(exitCode);
  return stdout;
}

/**
 * Numbers by their value, whether they are numbers or texts: of each digit, not of the zeros at the end. A duration that
 * is left until something expires is shorter in the second of two runs: only that there is one is compared.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'number' || isExactNumber(value)) return Big(String(value)).toFixed();
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Big(value).toFixed();
  if (typeof value === 'string')
    return value.replace(/\d+ (days?|h|min|s)\b( \d+ (h|min|s)\b)?/g, 'a duration');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

const two = { property: ['MUC', 'LND'] };
/** Reports of a month, and lists of some days: those of a month have thousands of rows. */
const periodsOf = (path: string) =>
  /Transactions|Services/.test(path) ? ['2026-10-05', '2026-10-06'] : ['2026-09', '2026-10'];
const lake = { target: temporaryFolder() };
interface Quote {
  readonly json: string;
  readonly sums: { readonly grandTotal: { readonly amount: string; readonly currency: string } };
}
const totalOf = ({ sums: { grandTotal } }: Quote) => `${grandTotal.amount}${grandTotal.currency}`;
const booker = { bookerFirstName: 'Ada', bookerLastName: 'Lovelace', bookerEmail: 'ada@guest.example' };
const stay = { property: 'MUC', arrival: '2026-12-01', departure: '2026-12-03', adults: 2 };

/** Files and ids that the reader has, other systems, and jobs: the other tests call these functions with their own. */
const ofReader =
  /(quote|response)\.json|address\.txt|ABCDEFGH|4cbcc09e|--head|views\.example|s3:|postgres|sync lake|accept L2|--output evidence|--portfolio|--mail-to|schedule add|close\.xlsx/;
/**
 * By the names of their options: another month or file of the same command adds nothing. Those of the reports are run by
 * test/documents.test.ts, and their results are checked in each view.
 */
const helpExamples = new Map<string, readonly [path: string, example: string]>();
const isReport = (path: string) => path.startsWith('reports.') && !/\.(list|columns)$/.test(path);
for (const [path, command] of calls) {
  if (isReport(path)) continue;
  const { examples } = await loadCommand(command);
  for (const example of Object.keys(examples).filter(line => !ofReader.test(line))) {
    const named = [...calls.values()].filter(name => `${example} `.startsWith(`hotelctl ${name} `));
    const options = example.match(/--(?!format|output)[\w-]+/g) ?? [];
    const key = [path, ...new Set(options)].join(' ');
    if (named.every(name => command.startsWith(name)) && !helpExamples.has(key))
      helpExamples.set(key, [path, example]);
  }
}

describe('the result', () => {
  it.each([...calls.keys()].filter(isReport))(
    'of %s for two properties and two periods, and in each view, is what is declared',
    async path => {
      const definition: CommandDefinition = await loadCommand(calls.get(path) ?? '');
      const ofServices = path.endsWith('orderedServices') ? { service: ['MUC-BRKF'] } : {};
      const given = { ...two, period: periodsOf(path), ...ofServices };
      expect(await check(path, given)).toBeGreaterThan(3);
      const views = definition.returns?.rows ? viewsOf(definition) : [];
      const one = { ...given, property: 'MUC', period: given.period[1] };
      for (const view of views) expect(await check(path, { ...one, view }), view).toBeGreaterThan(0);
    },
  );

  it.each([
    { by: 'month' },
    { by: 'week', compare: 'last-year' },
    { by: 'weekday' },
    { by: 'unit-group', compare: 'last-year' },
    { by: 'property', compare: 'last-year' },
    { compare: 'previous-period' },
  ])('of performance with %j is what is declared', async options => {
    const given = { ...two, period: '2026-10', ...options };
    expect(await check('reports.propertyPerformance', given)).toBeGreaterThan(1);
  });

  it.each<[string, Given]>([
    ['pack', { property: 'MUC', period: '2026-10', format: 'html' }],
    ['journal.export', { property: 'MUC', period: '2026-10', withoutClose: true }],
    ['statistics', { ...two, form: 'totals', period: '2026-10' }],
    ...['nights', 'fees', 'taxes'].map((view): [string, Given] => ['offers.list', { ...stay, view }]),
    ['offers.services', { ...stay, property: undefined, ratePlan: 'MUC-FLEX-DBL' }],
    ['offers.services', { ...stay, property: undefined, ratePlan: 'MUC-FLEX-DBL', view: 'dates' }],
    ['properties.list', { portfolioTemplate: true }],
    ['sync.write', { ...two, ...lake, period: '2026-09..2026-10', report: ['revenues', 'room-nights'] }],
    ['sync.verify', lake],
  ])('of %s %j is what is declared', async (path, given) => void (await check(path, given)), 240_000);

  it('of what succeeded is with the error, which names what failed', async () => {
    const property = ['MUC', 'NOPE'];
    const failed = (given: Given, path = 'reports.roomNights') =>
      failureOf<HotelctlError & { readonly result?: readonly unknown[] }>(
        Promise.resolve(call(path, { property, period: '2026-10', ...given })),
      );
    const bodies = await failed({});
    const rows = await failed({ view: 'days' }, 'reports.propertyPerformance');
    const text = await failed({ format: 'html' });
    const file = await failed({ output: `${temporaryFolder()}/a.csv` });
    const noAccess = (id: string) =>
      expect.stringMatching(new RegExp(`^${id} 2026-10: you have no access to property ${id}`));
    for (const error of [bodies, rows, text, file]) {
      expect(error).toBeInstanceOf(PartialError);
      expect(error.details.messages).toEqual([noAccess('NOPE')]);
      expect(error.details.hint).toMatch(/^for the first one: /);
    }
    expect(bodies.result).toHaveLength(1);
    await expectDeclared('reports.roomNights', { property, period: '2026-10' }, bodies.result);
    expect(rows.result).toHaveLength(31);
    expect(text.result).toMatch(/Missing: NOPE \(you have no access to property NOPE\)/);
    expect(file.result).toBeUndefined();
    const none = await failed({ property: ['NOPE', 'NADA'] });
    expect(none.name).toBe('RefusedError');
    expect(none.details.messages).toEqual([noAccess('NOPE'), noAccess('NADA')]);
    // Every row of a close is a check, also if one is open.
    const open = await failed({ property: 'MUC', tolerance: '1' }, 'close.month');
    expect([open.name, Number(open.result?.length) > 20]).toEqual(['CheckFailedError', true]);
  });

  it('of a quote and its booking is what is declared', async () => {
    const reservation = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL';
    await check('quotes.create', { property: 'MUC', reservation });
    const quote = (await call('quotes.create', { property: 'MUC', reservation })) as Quote;
    const booking = { quote: quote.json, expectTotal: totalOf(quote), ...booker };
    await check('bookings.create', booking);
    await expect(call('bookings.create', booking)).rejects.toThrow(/was already booked: \w+/);
    await check('bookings.list', {});
  });

  it('of the functions of a UI integration is what is declared', async () => {
    const target = 'DashboardPropertyContext';
    const own = { target, label: 'Parking', sourceUrl: 'https://views.example.com/', sourceType: 'public' };
    await check('uiIntegrations.create', { ...own, property: ['MUC', 'LND'] });
    await check('uiIntegrations.list', {});
    const [{ id }] = (await call('uiIntegrations.list', { target })) as [{ id: string }];
    await check('uiIntegrations.get', { target, id });
    await check('uiIntegrations.update', { target, id, label: 'Cars' });
    await check('uiIntegrations.delete', { target, id });
  });

  it('of a close, its sign-off and the audit medium made from it is what is declared', async () => {
    const month = { property: 'MUC', period: '2026-10' };
    expect(await check('close.month', month)).toBeGreaterThan(10);
    const rows = await collectRows(call('close.month', month));
    const { id } = rows.find(row => (row as { state: string }).state === 'question') as { id: string };
    await check('close.accept', { ...month, check: id, reason: 'Deposit of a key', by: 'A. Berger' });
    await check('close.sign', { ...month, prepared: 'A. Berger' });
    expect(await check('close.verify', {})).toBeGreaterThan(0);
    expect(await check('close.list', {})).toBeGreaterThan(0);
    const output = join(temporaryFolder(), 'evidence');
    await check('journal.evidence', { ...month, output });
    expect(readdirSync(output)).toContain('index.xml');
  });

  it('of bookings whose outcome is unknown, and of the authorization of one, is what is declared', async () => {
    const sandbox = (await createSandbox({
      today: '2026-11-21',
      faults: ['api=reset-before-headers,method=POST,path=/bookings,times=2'],
    })) as { settings: { env: typeof env }; close(): Promise<void> };
    try {
      const own = createHotelctl({ ...sandbox.settings, maxAttempts: 1 }) as Functions;
      const before = env;
      env = sandbox.settings.env;
      const keys: string[] = [];
      for (const day of ['01', '02']) {
        const reservation = `arrival=2026-12-${day},departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL`;
        const quote = (await call('quotes.create', { property: 'MUC', reservation }, own)) as Quote;
        const given = { quote: quote.json, expectTotal: totalOf(quote), ...booker };
        const created = Promise.resolve(call('bookings.create', given, own));
        const { details } = await failureOf(created, OutcomeUnknownError);
        expect(details.fields?.['total']).toEqual(quote.sums.grandTotal);
        keys.push(String(details.fields?.['key']));
        expect(details.hint).toContain(`run \`bookings.resume({ key: '${keys.at(-1)}' })\``);
      }
      expect(await check('bookings.resume', { key: keys[0] }, own)).toBe(1);
      await check('bookings.settle', { key: keys[1], notMade: true }, own);
      await check('bookings.list', {}, own);
      const reservation = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL';
      const prepaid = (await call('quotes.create', { property: 'MUC', reservation }, own)) as Quote;
      const asked = { quote: prepaid.json, accountId: 'SANDBOX', cardHolderName: 'Jane Doe' };
      await check('bookings.authorization', asked, own);
      env = before;
    } finally {
      await sandbox.close();
    }
  });

  it('of the tests of a private endpoint is what is declared', async () => {
    const target = 'ReservationDetailsTab';
    const { url, ca } = await secureServer(responding('view'));
    const sourceUrl = 'https://views.example.com/parking?token=x';
    await check('uiIntegrations.create', { target, label: 'Parking', sourceUrl, sourceType: 'private' });
    const [{ id }] = (await call('uiIntegrations.list', { target })) as [{ id: string }];
    expect(await check('uiIntegrations.test', { target, id })).toBeGreaterThan(0);
    const given = { url: `${url}/private?token=x`, ca, allowPrivateNetwork: true };
    expect(await check('uiIntegrations.check', given)).toBeGreaterThan(3);
  });

  it.each([...helpExamples.values()])(
    'of %s, called as in "%s", is what is declared',
    async (path, example) => {
      await check(path, await optionsOf(example, calls.get(path) ?? ''));
    },
  );

  it('of a report whose body is not as documented is an error, and a silent hotel is named', async () => {
    const bodies: Readonly<Record<string, string>> = {
      MUC: '{"total": 1, "unheard": 1}',
      LND: '{"total": "x"}',
    };
    const server = await localServer((request, response) => {
      const body = bodies[/propertyId=(\w+)/.exec(request.url ?? '')?.[1] ?? ''];
      if (body) response.end(body);
    });
    const notes: string[] = [];
    const own = createHotelctl({
      env: { ...signedIn(server.url), HOME: temporaryFolder() },
      onNote: line => notes.push(line),
    }) as Functions;
    const given = { property: ['MUC', 'LND'], period: '2026-10' };
    const error = await failureOf<PartialError & { result?: unknown }>(
      Promise.resolve(call('reports.roomNights', given, own)),
    );
    expect(error.details.messages).toEqual([
      expect.stringMatching(/^LND 2026-10: .* is not as documented: total: expected a 32-bit integer$/),
    ]);
    expect(error.result).toMatchObject([{ report: { total: 1 } }]);
    expect(notes.join()).toContain('has fields that are not documented: unheard');
    await expect(
      call('reports.roomNights', { ...given, property: 'TYO' }, own, { timeout: 50 }),
    ).rejects.toThrow(/^reports.roomNights of TYO did not end within 50 ms$/);
  });

  it('of a call whose onNote throws or rejects is that error, of one property and of one of several', async () => {
    const own = new Error('the disk of the caller is full');
    const heard: string[] = [];
    const throwing = (line: string) => {
      heard.push(line);
      throw own;
    };
    for (const onNote of [throwing, async (line: string) => throwing(line)]) {
      const noting = createHotelctl({ env, onNote }) as Functions;
      for (const given of [{ property: 'MUC' }, { property: ['MUC', 'TYO'] }])
        await expect(
          call('reports.propertyPerformance', { period: '2026-10', by: 'month', ...given }, noting),
        ).rejects.toBe(own);
    }
    expect(heard[0]).toMatch(/add unitGroupType BedRoom to omit the others$/);
  });

  it('of every function is compared with its declaration', () => {
    expect([...checked].sort()).toEqual([...calls.keys()].sort());
  });
});

function viewsOf(definition: CommandDefinition): readonly string[] {
  const view = declaredFlags(definition).find(({ form }) => form.startsWith('--view'));
  return (view?.meaning.choices ?? []).filter(choice => choice !== 'all');
}

/** What the words of an example are as options of the function, which returns what the program would write to a file. */
async function optionsOf(example: string, command: string): Promise<Given> {
  const definition = await loadCommand(command);
  const words = [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, ...one]) => one.find(Boolean) ?? '',
  );
  const options = listOptions(command, definition);
  const operands = options.filter(({ form }) => !form.includes('--'));
  const given: Record<string, string | boolean | string[]> = {};
  const rest = words.slice(command.split(' ').length + 1);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const form = declaredFlags(definition).find(flag => longFlag(flag.form) === word)?.form;
    const name = form === undefined ? operands.shift()?.name : optionName(longFlag(form));
    if (name === undefined) throw new Error(`${example}: ${word} is not declared`);
    const value = form === undefined ? word : form.includes('<') ? (rest.shift() ?? '') : true;
    given[name] = name in given ? [given[name], value].flat().map(String) : value;
  }
  const { format, output, ...asked } = given;
  const [view] = definition.returns?.bodies && (format ?? output) ? viewsOf(definition) : [];
  const also = {
    ...(asked['allProperties'] ? {} : { property: 'MUC' }),
    ...(view && { view }),
    // Snapshots are of today and yesterday, and other tests have exported the month.
    ...((asked['since'] ?? asked['versus']) && { nearest: true }),
    ...(asked['sinceExport'] ? {} : { again: true }),
  };
  const all = { ...also, ...asked, ...(asked['target'] ? lake : {}) };
  const known = Object.entries(all).filter(([name]) => options.some(option => option.name === name));
  return Object.fromEntries(known);
}
