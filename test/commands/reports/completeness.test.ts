import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { allMeasures } from '../../measures.ts';
import { businessDay, soldFigures } from '../../output/rendered.ts';
import { performanceBody } from '../../reports/figures/books.ts';
import { wordsOf } from '../../words.ts';
import { runAgainst } from './served.ts';

/** A report that is not complete, or not as documented, never passes silently. */

const eur = (amount: number) => ({ amount, currency: 'EUR' });
const invoice = (number: string) => ({
  company: {
    id: 'C1',
    code: 'C1',
    name: 'Company',
    address: { addressLine1: 'A', postalCode: '1', city: 'B', countryCode: 'DE' },
  },
  invoice: { number, date: '2026-10-01', subTotal: eur(119) },
});
const vat = ['reports', 'company-invoices-vat', '--property', 'MUC', '--period', '2026-10'];
const account = (extra: object) => ({
  account: { name: 'Rooms', number: '1', type: 'Revenues' },
  netAmount: eur(1),
  grossAmount: eur(1),
  ...extra,
});
const revenues = ['reports', 'revenues', '--property', 'MUC', '--period', '2026-10', '--format'];

describe('a count that differs from the length of the list', () => {
  const body = { companyInvoices: [invoice('1'), invoice('2')], count: 500 };
  const message =
    'the company-invoices-vat report is not complete: count is 500, but companyInvoices has 2 items';

  it.each(['csv', 'json', 'ndjson', 'table'])('is a warning in %s, under --quiet too', async format => {
    const { exitCode, stderr, stdout } = await runAgainst([...vat, '--format', format, '-q'], () => body);
    expect([exitCode, stderr]).toEqual([0, `warning: ${message}\n`]);
    expect(stdout).toContain('119');
  });

  it('is exit 6 with --strict, and replaces no file', async () => {
    const file = `${temporaryFolder()}/vat.csv`;
    const ended = runAgainst([...vat, '--strict', '--output', file], () => body);
    await expectFailure(ended, 6, `hotelctl: ${message}\n`, 'tracking id: track-7');
  });

  it('is not called incomplete where the list has more', async () => {
    const { stderr } = await runAgainst([...vat, '--format', 'csv'], () => ({ ...body, count: 0 }));
    expect(stderr).toBe(
      'warning: the company-invoices-vat report contradicts itself: count is 0, but companyInvoices has 2 items\n',
    );
  });
});

describe('a field of the platform with the name of a hotelctl column', () => {
  it('is kept under another name, and a warning says so', async () => {
    const { stdout, stderr } = await runAgainst([...revenues, 'ndjson'], () =>
      account({ to: 'zzz', depth: 99 }),
    );
    expect(JSON.parse(stdout)).toMatchObject({
      propertyId: 'MUC',
      from: '2026-10-01',
      to: '2026-11-01',
      depth: 0,
      platform_to: 'zzz',
      platform_depth: 99,
    });
    expect(stderr).toBe(
      'warning: the revenues report has fields that are not documented: to, depth ' +
        '(to is written as platform_to, depth as platform_depth)\n',
    );
  });

  it('is not said to be written where it is not', async () => {
    const noted = async (words: string, respond: () => object) =>
      (await runAgainst(words, respond)).stderr.includes('is written as');
    const line = 'reports property-performance --property MUC --period 2026-10-01';
    const day = { ...businessDay('2026-10-01', 0, 0, 0), ...soldFigures(1, 2, 10) };
    const body = { ...soldFigures(1, 2, 10), businessDays: [{ ...day, propertyId: 'X' }] };
    expect(await noted(`${line} --view days --format ndjson`, () => body)).toBe(true);
    expect(await noted(`${line} --view days --format csv`, () => body)).toBe(false);
    expect(await noted(`${line} --view summary --format ndjson`, () => body)).toBe(false);
    expect(await noted(`${line} --view unit-groups --format ndjson`, () => body)).toBe(false);
  });

  it('never changes the columns of a CSV', async () => {
    const columns = ['--columns', 'propertyId,from,to,depth'];
    const { stdout } = await runAgainst([...revenues, 'csv', ...columns], () =>
      account({ to: 'zzz', depth: 99, children: [account({ propertyId: 'x', from: 'y' })] }),
    );
    expect(stdout).toBe(
      'propertyId,from,to,depth\r\nMUC,2026-10-01,2026-11-01,0\r\nMUC,2026-10-01,2026-11-01,1\r\n',
    );
  });

  const amounts = { vatType: 'Normal', vatPercent: 19, net: eur(100), tax: eur(19) };
  const tax = { ...amounts, propertyId: 'z', invoice: { number: 'z' } };
  it.each([
    ['invoices', 'propertyId', { ...invoice('1'), propertyId: 'zzz' }],
    [
      'taxes',
      'propertyId,invoice.number',
      { ...invoice('1'), invoice: { ...invoice('1').invoice, taxDetails: [tax] } },
    ],
  ])('of an invoice, in the view %s', async (view, columns, element) => {
    const { stdout, exitCode } = await runAgainst(
      [...vat, '--format', 'csv', '--no-header', '--view', view, '--columns', columns],
      () => ({ companyInvoices: [element], count: 1 }),
    );
    expect([exitCode, stdout]).toEqual([0, view === 'taxes' ? 'MUC,1\r\n' : 'MUC\r\n']);
  });
});

describe('values that the documentation does not name', () => {
  it('null is accepted for a part of a record that may be absent', async () => {
    const service = {
      id: 'S',
      code: 'S',
      name: 'Breakfast',
      serviceDate: '2026-10-01',
      count: 1,
      ...{ guest: null, reservation: null, booking: null, unit: null, unitGroup: null, amount: null },
    };
    const ended = runAgainst(
      'reports ordered-services --property MUC --service S --period 2026-10 --format csv',
      () => ({ orderedServices: [service], count: 1 }),
    );
    const { stdout } = await expectSuccess(ended, /^$/);
    expect(stdout.split('\r\n')[1]).toMatch(/^MUC,S,S,Breakfast,2026-10-01,1,+$/);
    const paid = { ...invoice('1'), invoice: { ...invoice('1').invoice, outstandingPayment: null } };
    const second = runAgainst([...vat, '--format', 'csv', '--strict'], () => ({
      companyInvoices: [paid],
      count: 1,
    }));
    await expectSuccess(second, /^$/);
  });

  it.each(['2026-13-45', '2026-02-29'])(
    'a date that the calendar does not have is a warning: %s',
    async date => {
      const companyInvoices = [{ ...invoice('1'), invoice: { ...invoice('1').invoice, date } }];
      const { stderr } = await expectSuccess(
        runAgainst([...vat, '--format', 'csv', '-q'], () => ({ companyInvoices, count: 1 })),
      );
      expect(stderr).toBe(
        `warning: the company-invoices-vat report has values that are not documented: companyInvoices[].invoice.date: ${date}\n`,
      );
    },
  );

  it('a travel purpose other than Business and Leisure is a warning', async () => {
    const { stderr } = await runAgainst(
      'reports room-nights --property MUC --period 2026-10 --format csv',
      () => ({ total: 1, travelPurposeBreakdown: [{ purpose: 'Fun', number: 1, percent: 100 }] }),
    );
    expect(stderr).toContain('values that are not documented: travelPurposeBreakdown[].purpose: Fun');
  });
});

describe('a list of properties', () => {
  it('may have null for a value that is not needed', async () => {
    const properties = () => ({
      properties: [{ id: 'MUC', name: 'Munich', timeZone: null, code: null, currencyCode: null }],
      count: 1,
    });
    const list = await runAgainst('properties list --format csv', () => 500, { properties });
    expect(list.stdout).toBe('id,code,name,timeZone,currencyCode\r\nMUC,,Munich,,\r\n');
    const ended = runAgainst(
      'reports room-nights --all-properties --period 2026-10 --format csv',
      () => ({ total: 1 }),
      { properties },
    );
    await expectSuccess(ended, /^$/);
  });

  it('that is not as documented names the field and the tracking id', async () => {
    const { exitCode, stderr } = await runAgainst('properties list', () => 500, {
      properties: () => ({ properties: [{ id: 7, name: 'Munich' }], count: 1 }),
    });
    expect(exitCode).toBe(6);
    expect(stderr).toContain(
      'the list of properties is not as documented: properties[0].id: expected string',
    );
    expect(stderr).toContain('tracking id: track-7');
  });

  it('without a property is an error for --all-properties, not an empty success', async () => {
    const ended = runAgainst('reports room-nights --all-properties --period 2026-10', () => 500, {
      properties: () => 204,
    });
    await expectFailure(ended, 4, 'hotelctl: you do not have access to any property\nhint: ');
  });

  it('that never ends is abandoned after 500 pages', async () => {
    const ended = runAgainst('properties list', () => 500, {
      properties: () => ({ properties: [{ id: 'MUC', name: 'Munich' }], count: 1e9 }),
    });
    const { requests } = await expectFailure(ended, 6, 'the list of properties has more than 500 pages');
    expect(requests).toHaveLength(500);
  });

  it('is printed by --format json as the platform sent it', async () => {
    const body = { properties: [{ id: 'MUC', name: 'Munich', isArchived: false }], count: 1 };
    const { stdout } = await runAgainst('properties list --format json', () => 500, {
      properties: () => body,
    });
    expect(JSON.parse(stdout)).toEqual(body);
  });
});

describe('property performance without the business days that were requested', () => {
  const body = allMeasures(1, 1);

  it.each(['days', 'unit-groups'])('is exit 6 in the view %s', async view => {
    const words = wordsOf('reports property-performance --property MUC --period 2026-10 --format csv');
    const { exitCode, stderr, stdout } = await runAgainst([...words, '--view', view], () => body);
    expect([exitCode, stdout]).toEqual([6, '']);
    expect(stderr).toContain(
      'the property-performance report has no business days, although they were requested',
    );
    expect(
      (await runAgainst([...words, '--view', view], () => ({ ...body, businessDays: [] }))).exitCode,
    ).toBe(0);
    expect((await runAgainst(words, () => body)).exitCode).toBe(0);
  });
});

describe('--property with several hotels', () => {
  const words = wordsOf('reports room-nights --period 2026-10 --format csv --columns propertyId');

  it('takes a comma-separated list, repeated or from the environment', async () => {
    const expected = 'propertyId\r\nMUC\r\nTYO\r\nLND\r\n';
    const flags = await runAgainst([...words, '--property', 'MUC, TYO', '--property', 'LND,MUC'], () => ({
      total: 1,
    }));
    expect(flags.stdout).toBe(expected);
    const env = { HOTELCTL_PROPERTY: 'MUC,TYO,LND' };
    expect((await runAgainst(words, () => ({ total: 1 }), { env })).stdout).toBe(expected);
  });

  it('refuses an empty item in the list', async () => {
    const { exitCode, requests } = await runAgainst([...words, '--property', 'MUC,,TYO'], () => 500);
    expect([exitCode, requests]).toEqual([2, []]);
  });

  it('writes the others if one is unknown or is not an id, and names it', async () => {
    const line = 'reports room-nights --period 2026-10 --format csv --no-header --columns propertyId';
    const listed = await runAgainst([...wordsOf(line), '--property', 'MUC,LNX,a\tb,LND'], query =>
      query.get('propertyId') === 'LNX' ? 404 : { total: 1 },
    );
    expect([listed.exitCode, listed.stdout]).toEqual([7, 'MUC\r\nLND\r\n']);
    expect(listed.stderr).toContain('failed: LNX 2026-10: ');
    expect(listed.stderr).toContain(
      'failed: a\\u{9}b: the id of a property must be an id of 1 to 200 characters',
    );
    expect(listed.stderr).toContain('2 of 4 requests failed');
    const single = await runAgainst([...wordsOf(line), '--property', 'a\tb'], () => 500);
    expect([single.exitCode, single.requests]).toEqual([2, []]);
  });

  it.each(['', ' --by property', ' --output {property}.csv'])(
    'writes the others if the platform lists ids that cannot be requested%s',
    async flags => {
      const ids = ['', 'A\u0001', 'A\u0002', 'x'.repeat(300), 'MUC', 'LND'];
      const folder = temporaryFolder();
      const line = `reports property-performance --period 2026-10 --all-properties --format csv${flags}`;
      const { exitCode, stdout, stderr, requests } = await runAgainst(
        line.replace('{property}', `${folder}/{property}`),
        query => performanceBody([], '2026-10-01', [query.get('from') ?? '', query.get('to') ?? '']),
        { properties: () => ({ properties: ids.map(id => ({ id, name: id, timeZone: 'UTC' })), count: 6 }) },
      );
      expect([exitCode, stderr]).toEqual([7, expect.stringContaining('4 of 6 requests failed')]);
      expect(stderr).toContain('failed: A\\u{1}: the id of a property must be');
      expect(requests.filter(url => url.includes('/reports/'))).toHaveLength(2);
      if (flags.includes('output')) expect(readdirSync(folder).sort()).toEqual(['LND.csv', 'MUC.csv']);
      else expect(stdout).toMatch(/MUC.*\r\n.*LND/s);
    },
  );
});
