import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../context.ts';
import { expectExit } from '../expect-run.ts';
import { wordsOf } from '../words.ts';
import { type Chain, connectAgent, today, useAgent, weekAgo } from './agent.ts';

/** Every tool, called by the client of the protocol's own library, against the command line. */

type Given = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: each test reads a part of what a tool returns.
type Value = any;

const month = { property: 'MUC', period: '2026-10' };
const december = { all_properties: true, period: '2026-12' };
/** What each tool that returns rows is called with, and the words of its command. */
const calls: Readonly<Record<string, readonly [given: Given, command: string]>> = {
  list_properties: [{}, 'properties list'],
  report_gross_transactions: [month, 'reports gross-transactions'],
  report_ordered_services: [{ ...month, service: 'MUC-BRKF' }, 'reports ordered-services'],
  report_room_nights: [month, 'reports room-nights'],
  report_bed_nights: [month, 'reports bed-nights'],
  report_arrivals: [month, 'reports arrivals'],
  report_property_performance: [
    { ...month, by: 'week', compare: 'last-year' },
    'reports property-performance --unit-group-type BedRoom',
  ],
  report_company_invoices_vat: [{ ...month, view: 'taxes' }, 'reports company-invoices-vat'],
  report_revenues: [{ ...month, compare: 'last-year' }, 'reports revenues'],
  morning_brief: [{ all_properties: true }, 'brief'],
  pickup: [{ ...december, since: weekAgo }, 'pickup'],
  pace: [{ ...december, versus: weekAgo }, 'pace'],
  list_snapshots: [{}, 'snapshot list'],
  close_month: [{ ...month, sort: 'state:desc' }, 'close --provisional'],
  list_closes: [{}, 'close list'],
  list_offers: [
    { property: 'MUC', arrival: '2026-12-01', departure: '2026-12-03', adults: 2 },
    'offers list',
  ],
  list_bookings: [{}, 'bookings list'],
};
const performance = 'report_property_performance';
const vat = 'report_company_invoices_vat';
const week = '2026-10-01..2026-10-07';
const compared = { all_properties: true, period: week, by: 'property', compare: 'last-year' };
/** What a hotelier asks: arguments of each other kind. */
const questions: [tool: string, given: Given, command?: string][] = [
  ['list_properties', { columns: 'id,timeZone' }],
  [performance, { all_properties: true, period: '2026-10' }],
  [performance, { property: 'MUC', period: '2026-Q3', columns: ['cancellationsCount', 'noShowsCount'] }],
  [performance, { ...month, unit_group_type: ['all'] }, 'reports property-performance'],
  [performance, compared],
  [performance, { ...month, by: 'weekday', sort: 'occupancyPercentage', limit: 1 }],
  [performance, { ...month, view: 'days', sort: 'occupancyPercentage:desc', limit: 1 }],
  [performance, { ...month, view: 'unit-groups', columns: 'unitGroup.name,soldCount' }],
  [performance, { ...month, by: 'channel' }],
  ['report_bed_nights', { ...month, compare: 'last-year', columns: 'breakdown,key,number.change' }],
  [vat, { ...month, sort: 'invoice.subTotal.amount:desc', limit: 1 }],
  [vat, { ...month, view: 'taxes', columns: 'invoice.number,vatPercent,tax.amount' }],
  ['report_ordered_services', { ...month, service: 'MUC-BRKF', sort: 'count:desc', limit: 1 }],
  ['morning_brief', { all_properties: true, columns: 'part,sold.now,sold.change' }],
  ['pickup', { property: 'MUC', since: weekAgo, period: '2026-12', sort: 'sold.pickup:desc', limit: 1 }],
  ['pace', { property: 'MUC', period: '2026-12', by: 'month', versus: weekAgo }],
  ['list_snapshots', { property: 'LND', sort: 'taken:desc', limit: 1 }],
  ['list_offers', { ...calls['list_offers']?.[0], sort: 'grandTotal.amount', limit: 1 }],
];
const reservation = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL';

const flagsOf = (given: Given) =>
  Object.entries(given).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`;
    return value === true ? [flag] : [`${flag}=${value}`];
  });

/** The columns of rows by their paths. */
const paths = (row: object, path = ''): string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? paths(value, `${path}${name}.`)
      : [`${path}${name}`],
  );

/** Where a schema accepts anything. */
function untyped(schema: Value, place: string): string[] {
  const { type, properties = {}, additionalProperties, items, anyOf = [], enum: values } = schema;
  const types = [type ?? []].flat();
  const inner = Object.entries(properties).flatMap(([name, one]) => untyped(one, `${place}.${name}`));
  const other = additionalProperties && untyped(additionalProperties, `${place}.*`);
  const isOpen = types.includes('object') && additionalProperties === undefined;
  return [
    ...(isOpen || (types.length === 0 && anyOf.length === 0 && !values) ? [place] : []),
    ...(types.includes('array') ? (items ? untyped(items, `${place}[]`) : [place]) : []),
    ...[...inner, ...(other || []), ...anyOf.flatMap((one: Value) => untyped(one, place))],
  ];
}

/** The rows in the text of a result, as text: a parser would change digits. */
const rowsIn = (text: string) => /^\{"rows":\[(.*)\],"offset":/s.exec(text)?.[1];

async function printed(chain: Chain, command: string, given: Given, rows: readonly Value[]) {
  const columns = [...new Set(rows.flatMap(row => paths(row)))];
  const words = [...command.split(' '), ...flagsOf(given), '--format=ndjson'];
  const { stdout } = await chain.run([...words, ...(columns.length > 0 ? [`--columns=${columns}`] : [])]);
  return stdout.split('\n').filter(line => line !== '');
}

const quoted = { property: 'MUC', reservation };

async function expectCanceled(client: Client, name: string, given: Given) {
  const stop = new AbortController();
  const canceled = client.callTool({ name, arguments: given }, undefined, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(canceled).rejects.toThrow('enough');
}

/** 4,000 tokens: the fewest characters in any of these results, as o200k_base counts tokens. */
const mostCharacters = 4000 * 2.4;

describe('of three hotels', () => {
  const used = useAgent();
  beforeAll(async () => {
    // With an opening, a first close does not read the whole ledger; that of the month after it begins with its balances.
    const opening = temporaryFile('opening.csv', 'ledger,reference,amount\ncity,2026-1183,218.00\n');
    await expectExit(used.chain.run(`close --property MUC --period 2026-09 --opening ${opening}`), 10);
  });

  it('are all called here', () => {
    const names = used.agent.tools.map(({ name }) => name);
    expect([...Object.keys(calls), 'quote_stay'].sort()).toEqual(names.sort());
  });

  it('declare everything in their results: no object has other fields, and no value is untyped', () => {
    for (const { name, outputSchema } of used.agent.tools) expect(untyped(outputSchema, name)).toEqual([]);
  });

  it.each(Object.entries(calls))(
    '%s returns what the command prints, page by page, and can be canceled',
    async (name, [given, command]) => {
      const { text, value } = await used.agent.call(name, given);
      const lines = await printed(used.chain, command, given, value.rows);
      expect(value).toMatchObject({ total: lines.length, more: lines.length > 50, offset: 0 });
      expect(rowsIn(text)).toBe(lines.slice(0, 50).join(','));
      if (/^(report_|pickup|pace)/.test(name)) {
        const whole = await used.agent.call(name, { ...given, columns: 'all' });
        const { rows } = whole.value;
        const allLines = await printed(used.chain, command, given, rows);
        expect(rowsIn(whole.text)).toBe(allLines.slice(0, rows.length).join(','));
        // The key columns are fewer, and have the same values.
        expect(rows).toMatchObject(value.rows.slice(0, rows.length));
      }
      // Each page closes the month again, which takes seconds.
      if (name !== 'close_month') {
        const page = await used.agent.call(name, { ...given, offset: 1, limit: 2 });
        expect(page.value).toMatchObject({ rows: value.rows.slice(1, 3), total: value.total });
        const past = await used.agent.call(name, { ...given, offset: value.total });
        expect(past).toMatchObject({ isError: false, value: { rows: [], more: false } });
      }
      await expectCanceled(used.agent.client, name, given);
      const { inputSchema } = used.agent.tools.find(
        tool => tool.name === name,
      ) as (typeof used.agent.tools)[0];
      for (const right of Object.keys(inputSchema.properties ?? {}))
        for (const wrong of [{}, null, 1.5])
          expect(await used.agent.call(name, { ...given, [right]: wrong })).toMatchObject({
            isError: true,
            text: expect.stringContaining(`${right} must be`),
          });
      for (const right of inputSchema.required ?? []) {
        const { [right]: _, ...less } = given;
        expect((await used.agent.call(name, less)).text).toContain(`requires ${right}`);
      }
      expect(await used.agent.call('list_properties')).toMatchObject({ isError: false });
    },
  );

  it.each<(typeof questions)[0]>(questions)(
    '%s %j returns what the command prints, within 4,000 tokens',
    async (name, given, own) => {
      const { text, value } = await used.agent.call(name, given);
      const { limit = 50, columns: _, unit_group_type: __, ...rest } = given;
      const lines = await printed(used.chain, own ?? calls[name]?.[1] ?? '', rest, value.rows);
      expect(lines.length).toBeGreaterThan(0);
      expect(rowsIn(text)).toBe(lines.slice(0, Number(limit)).join(','));
      expect(text.length).toBeLessThan(mostCharacters);
    },
  );

  it('say where to continue if not all rows of a page fit', async () => {
    const given = { property: 'MUC', period: '2026-10', view: 'unit-groups', columns: 'all', limit: 500 };
    const { rows, more, notes } = (await used.agent.call('report_property_performance', given)).value;
    expect(more).toBe(true);
    expect(notes).toContainEqual(expect.stringContaining(`continue with offset ${rows.length},`));
  });

  it('name the right argument for one in another spelling or word', async () => {
    const inOtherWords: Readonly<Record<string, string>> = {
      property: 'hotel property_id properties',
      period: 'month date_range dates',
      by: 'group_by',
      compare: 'compare_with versus_last_year',
      columns: 'fields',
      sort: 'order_by sort_by',
      limit: 'top max_rows',
      adults: 'guests',
      arrival: 'check_in',
    };
    const misspelled = (name: string) => [
      name.slice(0, -1),
      /\w\wy$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`,
      name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      name.replaceAll('_', '-'),
      `--${name.replaceAll('_', '-')}`,
      name.toUpperCase(),
    ];
    const flags = wordsOf('--allow-bookings --output-folder', [temporaryFolder()]);
    const { tools, call, client } = await connectAgent(used.chain.env, flags);
    expect(tools.length).toBe(used.agent.tools.length + 1);
    for (const [at, { name, inputSchema }] of tools.entries()) {
      const names = Object.keys(inputSchema.properties ?? {});
      for (const [index, right] of names.entries()) {
        // Each argument in the words of others, and in the spellings in turn.
        const spellings = misspelled(right).filter((_, kind) => (at + index + kind) % 3 === 0);
        for (const wrong of [...spellings, ...wordsOf(inOtherWords[right] ?? '')]) {
          if (names.includes(wrong)) continue;
          const { text, isError } = await call(name, { [wrong]: 'x' });
          expect(isError, `${name} ${wrong}`).toBe(true);
          const said = wrong.startsWith('-') ? 'arguments, not flags' : `no argument ${wrong}`;
          expect(text).toMatch(new RegExp(`^${name} has ${said}\\nhint: .*\\b${right}\\b`));
        }
      }
    }
    await client.close();
  });

  it('quote_stay quotes what the command quotes, and can be canceled', async () => {
    const { agent, chain } = used;
    const { value } = await agent.call('quote_stay', quoted);
    const { stdout } = await chain.run([...'bookings quote --output -'.split(' '), ...flagsOf(quoted)]);
    expect([value.sums, value.notes]).toEqual([JSON.parse(stdout).sums, []]);
    expect(await agent.call('quote_stay', { property: 'MUC' })).toMatchObject({ isError: true });
    await expectCanceled(agent.client, 'quote_stay', quoted);
    expect(await agent.call('quote_stay', quoted)).toMatchObject({ isError: false });
  });

  it('have the key columns of gross amounts where these are wanted, as the basis says', async () => {
    const days = { property: 'MUC', period: week, amounts: 'gross' };
    for (const [name, given, column] of [
      [performance, { ...days, by: 'week' }, 'grossAdr'],
      [performance, { ...days, view: 'days' }, 'grossAccommodationRevenue'],
      ['morning_brief', { property: 'MUC', amounts: 'gross' }, 'grossRevPar'],
      ['pickup', { ...december, since: weekAgo, amounts: 'gross' }, 'grossRevenue'],
    ] as const) {
      const { value } = await used.agent.call(name, given);
      expect(value.basis.amounts).toBe('gross');
      const names = Object.keys(value.rows[0]);
      expect(names).toContain(column);
      expect(names.filter(key => key.startsWith('net') || (key === 'revPar' && !('by' in given)))).toEqual(
        [],
      );
    }
  });

  it('count all types of units where these are wanted, also if a setting names some', async () => {
    const all = { ...month, unit_group_type: 'all' };
    const { value } = await used.agent.call(performance, all);
    const { call, client } = await connectAgent({
      ...used.chain.env,
      HOTELCTL_UNIT_GROUP_TYPES: 'BedRoom,Other',
    });
    expect((await call(performance, month)).value.basis.unitTypes).toEqual(['BedRoom', 'Other']);
    expect((await call(performance, all)).value).toEqual(value);
    await client.close();
  });

  it('group hotels by a column of the portfolio, as the command does', async () => {
    const file = temporaryFile('portfolio.csv', 'property,region\nMUC,Europe\nLND,Europe\nTYO,Asia\n');
    const portfolio = { HOTELCTL_PORTFOLIO: file };
    const { call, client } = await connectAgent({ ...used.chain.env, ...portfolio });
    for (const [name, given] of [
      [performance, { all_properties: true, period: week, by: 'region' }],
      [performance, { ...compared, by: 'region' }],
      ['pickup', { ...december, since: weekAgo, by: 'region' }],
      ['pace', { ...december, versus: weekAgo, by: 'region', columns: 'all' }],
    ] as const) {
      const { value, text } = await call(name, given);
      expect(value?.rows.map(({ group }: Value) => group).sort(), text).toEqual(['Asia', 'Europe', 'Europe']);
      const { columns: _, ...rest }: Given = { ...given, portfolio: file };
      const lines = await printed(used.chain, calls[name]?.[1] ?? '', rest, value.rows);
      expect(rowsIn(text)).toBe(lines.join(','));
    }
    const wrong = await call(performance, { ...compared, by: 'regio' });
    expect(wrong.text).toMatch(/channel, .*or a column of the portfolio.*\n.*did you mean region\?/);
    await client.close();
  });

  it('name twenty of sixty hotels that failed, and how many more', async () => {
    const property = Array.from({ length: 60 }, (_, index) => `NO${index}`);
    for (const list of [property, ['MUC', ...property]]) {
      const { text } = await used.agent.call(performance, { period: week, property: list });
      expect(text.length).toBeLessThan(4000);
      expect(text).toContain('NO19');
      expect(text).toContain('and 40 more');
      expect(text).not.toMatch(/NO20[: ]/);
    }
  });

  it('are sorted by percent where the amounts have several currencies, and a note says so', async () => {
    const given = { ...compared, sort: 'revPar.change:desc', limit: 5 };
    const { value } = await used.agent.call(performance, given);
    expect(value.notes.join()).toContain('because the amounts have several currencies');
    expect(value.basis).toMatchObject({ unitTypes: ['BedRoom'], amounts: 'net', businessDay: today });
    const early = await used.agent.call(performance, { ...december, as_of: '9d', nearest: true });
    expect(early.value.basis.businessDay).toBe(weekAgo);
    const changes = value.rows.map((row: Value) => row.revPar.changePercent);
    expect(changes).toEqual([...changes].sort((one, other) => other - one));
    // A brief has no changes in percent.
    const brief = await used.agent.call('morning_brief', { all_properties: true, sort: 'netAdr.change' });
    expect(brief.text).toMatch(/^sort: netAdr.change has amounts in EUR, GBP, JPY\n/);
  });
});

describe('of forty hotels', () => {
  const used = useAgent(40, []);
  const ofForty: Readonly<Record<string, Given>> = {
    [performance]: compared,
    report_revenues: { all_properties: true, period: '2026-10' },
  };

  it.each(Object.entries(ofForty))(
    '%s returns the first and the last rows with the digits of the command line, twenty of them within 4,000 tokens',
    async (name, given) => {
      const [, command = ''] = calls[name] ?? [];
      const { value, text } = await used.agent.call(name, { ...given, limit: 20 });
      expect(text.length).toBeLessThan(mostCharacters);
      const offset = Math.max(0, value.total - 5);
      const last = await used.agent.call(name, { ...given, offset });
      const lines = await printed(used.chain, command, given, [...value.rows, ...last.value.rows]);
      expect(value.total).toBe(lines.length);
      expect(value.more).toBe(lines.length > 20);
      expect(rowsIn(text)).toBe(lines.slice(0, 20).join(','));
      expect(last.value).toMatchObject({ total: value.total, more: false, offset });
      expect(rowsIn(last.text)).toBe(lines.slice(offset).join(','));
      expect(value.basis.hotels).toEqual({ counted: 40, expected: 40 });
      const shown = new Set(value.rows.map((row: Value) => row.propertyId));
      if (value.basis.timeZones) expect(new Set(Object.keys(value.basis.timeZones))).toEqual(shown);
    },
  );

  it('return forty rows of key figures, and a brief, within 4,000 tokens', async () => {
    const narrow = { ...compared, columns: 'revPar.change,revPar.changePercent', limit: 40 };
    const { text, value } = await used.agent.call(performance, narrow);
    expect(new Set(value.rows.map(({ propertyId }: Value) => propertyId)).size).toBe(40);
    const group = { property: ['MUC', 'LND', 'TYO', 'BER'], limit: 30 };
    for (const shown of [text, (await used.agent.call('morning_brief', group)).text])
      expect(shown.length).toBeLessThan(mostCharacters);
  });
});
