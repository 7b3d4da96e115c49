import { describe, expect, it } from 'vitest';
import { type Chain, connectAgent, openChain, useAgent, weekAgo } from './agent.ts';
import type { Value } from './naive.ts';

/** Every tool, called by the client of the protocol's own library, against the command line. */

type Given = Readonly<Record<string, unknown>>;

const month = { property: 'MUC', period: '2026-10' };
const december = { property: 'MUC', for: '2026-12' };
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
  close_month: [month, 'close --provisional'],
  list_closes: [{}, 'close list'],
  list_offers: [
    { property: 'MUC', arrival: '2026-12-01', departure: '2026-12-03', adults: 2 },
    'offers list',
  ],
  list_bookings: [{}, 'bookings list'],
};
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

/** The rows in the text of a result, as text: a parser would change digits. */
const rowsIn = (text: string) => /^\{"rows":\[(.*)\],"offset":/s.exec(text)?.[1];

async function printed(chain: Chain, command: string, given: Given, rows: readonly Value[]) {
  const columns = [...new Set(rows.flatMap(row => paths(row)))];
  const words = [...command.split(' '), ...flagsOf(given), '--format=ndjson'];
  const { stdout } = await chain.run([...words, ...(columns.length > 0 ? [`--columns=${columns}`] : [])]);
  return stdout.split('\n').filter(line => line !== '');
}

describe('of three hotels', () => {
  const used = useAgent();

  it('are all called here', () => {
    const names = used.agent.tools.map(({ name }) => name);
    expect([...Object.keys(calls), 'quote_stay'].sort()).toEqual(names.sort());
  });

  it.each(Object.entries(calls))(
    '%s returns what the command prints, page by page, and can be canceled',
    async (name, [given, command]) => {
      const { text, value } = await used.agent.call(name, given);
      const lines = await printed(used.chain, command, given, value.rows);
      expect(value).toMatchObject({ total: lines.length, more: lines.length > 50, offset: 0 });
      expect(rowsIn(text)).toBe(lines.slice(0, 50).join(','));
      const pages: { readonly value: Value }[] = [];
      for (const offset of [0, 2]) pages.push(await used.agent.call(name, { ...given, offset, limit: 2 }));
      expect(pages.flatMap(page => page.value.rows)).toEqual(value.rows.slice(0, 4));
      expect(pages.map(page => page.value.total)).toEqual([value.total, value.total]);
      const past = await used.agent.call(name, { ...given, offset: value.total });
      expect(past).toMatchObject({ isError: false, value: { rows: [], more: false } });
      const stop = new AbortController();
      const canceled = used.agent.client.callTool({ name, arguments: given }, undefined, {
        signal: stop.signal,
      });
      stop.abort(new Error('enough'));
      await expect(canceled).rejects.toThrow('enough');
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
    120_000,
  );

  it('quote_stay quotes what the command quotes', async () => {
    const given = { property: 'MUC', reservation };
    const { value } = await used.agent.call('quote_stay', given);
    const { stdout } = await used.chain.run([...'bookings quote --output -'.split(' '), ...flagsOf(given)]);
    expect(value.sums).toEqual(JSON.parse(stdout).sums);
    expect(await used.agent.call('quote_stay', { property: 'MUC' })).toMatchObject({ isError: true });
  });
});

describe('of forty hotels', () => {
  it('return every hotel once, within 4,000 tokens for a page, with the digits of the command line', async () => {
    const chain = await openChain(40);
    const { call, client } = await connectAgent(chain.env);
    const all = { all_properties: true };
    const performance = 'reports property-performance --unit-group-type BedRoom';
    const compared = { ...all, period: '2026-10', by: 'property', compare: 'last-year' };
    for (const [name, given, command, limit] of [
      ['report_property_performance', compared, performance, 25],
      ['morning_brief', all, 'brief', 40],
    ] as const) {
      const pages: string[] = [];
      const rows: Value[] = [];
      for (let offset = 0; offset < 120; offset += limit) {
        const { text, value } = await call(name, { ...given, offset, limit });
        expect(text.length, name).toBeLessThan(16_000);
        expect(value.basis.hotels).toEqual({ counted: 40, expected: 40 });
        pages.push(rowsIn(text) ?? '');
        rows.push(...value.rows);
        if (!value.more) break;
      }
      expect(new Set(rows.map(({ propertyId }) => propertyId)).size).toBe(40);
      expect(pages.join(',')).toBe(
        (await printed(chain, command, given, rows)).slice(0, rows.length).join(','),
      );
    }
    await client.close();
    await chain.stop();
  }, 120_000);
});
