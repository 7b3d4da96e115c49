import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandDefinition } from '../../../src/cli/command.ts';
import type { Shape } from '../../../src/cli/result.ts';
import { loadCommand } from '../../../src/commands/groups.ts';
import { calls, chooseReading } from '../../../src/start/client/calls.ts';
import { createHotelctl } from '../../../src/start/client/client.ts';
import { openWorkbench, type Workbench } from '../../bookings/workbench.ts';
import { temporaryFolder } from '../../context.ts';

/** What every command returns is what it declares: types, schemas and the reference are generated from the declaration. */

let bench: Workbench;
let client: Record<string, unknown>;
beforeAll(async () => {
  bench = await openWorkbench(
    'offers.read reservations.create reports.read integration:ui-integrations.manage',
  );
  const env = {
    ...bench.env,
    HOTELCTL_INTEGRATION_URL: bench.sandbox.integrationUrl,
    HOME: temporaryFolder(),
    HOTELCTL_DATA_DIR: temporaryFolder(),
  };
  client = createHotelctl({ env }) as Record<string, unknown>;
});
afterAll(() => bench.sandbox.stop());

type Given = Readonly<Record<string, unknown>>;

function call(path: string, given: Given): PromiseLike<unknown> {
  const [group = '', name] = path.split('.');
  const found = name === undefined ? client[group] : (client[group] as Record<string, unknown>)[name];
  return (found as (given: Given) => PromiseLike<unknown>)(given);
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
          if (!field)
            return shape.isOpen
              ? []
              : [`${place}.${name} is not declared: ${JSON.stringify(inner)?.slice(0, 60)}`];
          return inner === null || inner === undefined
            ? []
            : differences(field.shape, inner, `${place}.${name}`);
        }),
      ];
    }
  }
}

/** The functions whose results were compared with their declarations. */
const checked = new Set<string>();

async function check(path: string, given: Given): Promise<number> {
  checked.add(path);
  const definition = await loadCommand(calls.get(path) ?? '');
  const { as: reading, shape: declared } = chooseReading(definition, given);
  const result = await call(path, given);
  const shape = (await declared?.()) as Shape;
  const found = (lines: readonly string[]) => expect([...new Set(lines)].slice(0, 12), path).toEqual([]);
  if (reading === 'rows') {
    const rows = result as unknown[];
    found(
      rows
        .slice(0, 500)
        .flatMap(row =>
          differences(shape, row).map(line =>
            line.replace(/\[\d+\]/g, '[]').replace(/: .* is not/, ' is not'),
          ),
        ),
    );
    return rows.length;
  }
  if (reading === 'bodies') {
    const bodies = result as { parameters: object; report: unknown }[];
    for (const { parameters, report } of bodies) {
      expect(Object.keys(parameters)).toContain('propertyId');
      found(differences(shape, report));
    }
    return bodies.length;
  }
  if (reading === 'document') {
    const { json, ...document } = result as { json: string };
    expect(JSON.parse(json)).toBeTypeOf('object');
    found(differences(shape, document));
    return 1;
  }
  if (reading === 'nothing') expect(result).toBeUndefined();
  else if (reading === 'text') expect(result).toBeTypeOf('string');
  else expect(result).toBeInstanceOf(Uint8Array);
  return 1;
}

const two = { property: ['MUC', 'LND'] };
const months = { period: ['2026-09', '2026-10'] };
const lake = { target: temporaryFolder() };
const stay = { property: 'MUC', arrival: '2026-12-01', departure: '2026-12-03', adults: 2 };

describe('the result', () => {
  it.each([...calls.keys()].filter(path => path.startsWith('reports.') && !/\.(list|columns)$/.test(path)))(
    'of %s for two properties and two periods, in each view, is what is declared',
    async path => {
      const definition: CommandDefinition = await loadCommand(calls.get(path) ?? '');
      const given = {
        ...two,
        ...months,
        ...(path.endsWith('orderedServices') ? { service: ['MUC-BRKF'] } : {}),
      };
      expect(await check(path, given)).toBeGreaterThan(3);
      const views = definition.returns?.rows ? await viewsOf(definition) : [];
      for (const view of views) expect(await check(path, { ...given, view }), view).toBeGreaterThan(0);
    },
  );

  it.each([
    ...['month', 'week', 'weekday', 'unit-group', 'property'].flatMap(by => [
      { by },
      { by, compare: 'last-year' },
    ]),
    { compare: 'previous-period' },
  ])('of performance with %j is what is declared', async options => {
    expect(
      await check('reports.propertyPerformance', { ...two, period: '2026-10', ...options }),
    ).toBeGreaterThan(1);
  });

  it.each<[string, Given]>([
    ['reports.list', {}],
    ['reports.columns', { report: 'revenues' }],
    ['properties.list', {}],
    ['brief', two],
    ['pack', { ...two, period: '2026-10', format: 'html' }],
    ['pack', { property: 'MUC', period: '2026-10', format: 'xlsx' }],
    ['snapshots.take', two],
    ['snapshots.list', {}],
    ['pace', { ...two, period: '2026-12' }],
    ['snapshots.verify', {}],
    ['snapshots.prune', { keep: 'daily=1', dryRun: true }],
    ['close.month', { ...two, period: '2026-10', provisional: true }],
    ['close.list', {}],
    ['close.verify', {}],
    ['journal.export', { property: 'MUC', period: '2026-10', withoutClose: true }],
    ['journal.map', { property: 'MUC' }],
    ['statistics', { ...two, form: 'totals', period: '2026-10' }],
    ['offers.list', stay],
    ...['nights', 'fees', 'taxes'].map((view): [string, Given] => ['offers.list', { ...stay, view }]),
    ['offers.services', { ...stay, property: undefined, ratePlan: 'MUC-FLEX-DBL' }],
    ['offers.services', { ...stay, property: undefined, ratePlan: 'MUC-FLEX-DBL', view: 'dates' }],
    ['bookings.list', {}],
    ['uiIntegrations.targets', {}],
    ['sync.write', { ...two, ...lake, period: '2026-09..2026-10', report: ['revenues', 'room-nights'] }],
    ['sync.verify', lake],
  ])(
    'of %s %j is what is declared',
    async (path, given) => {
      await check(path, given).catch(error => {
        // The rows come first; open checks follow them.
        if (error?.name !== 'CheckFailedError') throw error;
      });
    },
    240_000,
  );

  it('of a quote and its booking is what is declared', async () => {
    const reservation = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL';
    await check('quotes.create', { property: 'MUC', reservation });
    const quote = (await call('quotes.create', { property: 'MUC', reservation })) as {
      json: string;
      sums: { grandTotal: { amount: string; currency: string } };
    };
    const { amount, currency } = quote.sums.grandTotal;
    const booker = { bookerFirstName: 'Ada', bookerLastName: 'Lovelace', bookerEmail: 'ada@guest.example' };
    await check('bookings.create', { quote: quote.json, expectTotal: `${amount}${currency}`, ...booker });
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

  it('of every function is compared with its declaration', () => {
    const others = [
      // They need a close, a booking whose outcome is unknown, an authorization, snapshots of two days, or a server.
      ...['close.accept', 'close.sign', 'bookings.resume', 'bookings.settle', 'bookings.authorization'],
      ...['journal.evidence', 'pickup', 'uiIntegrations.test', 'uiIntegrations.check'],
    ];
    expect([...calls.keys()].filter(path => !checked.has(path)).sort()).toEqual(others.sort());
  });
});

async function viewsOf({ flags = [] }: CommandDefinition): Promise<readonly string[]> {
  const forms = (typeof flags === 'function' ? flags() : flags).flatMap(group => Object.values(group));
  const [view] = forms.flatMap(form => Object.entries(form)).filter(([form]) => form.startsWith('--view'));
  const meaning = view?.[1];
  return (typeof meaning === 'object' ? (meaning.choices ?? []) : []).filter(choice => choice !== 'all');
}
