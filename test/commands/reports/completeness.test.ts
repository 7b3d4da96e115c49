import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { companyInvoice } from '../../measures.ts';
import { businessDay, soldFigures } from '../../output/rendered.ts';
import { performanceBody } from '../../reports/figures/books.ts';
import { line, lodging } from '../../reports/journal/ledger-lines.ts';
import { wordsOf } from '../../words.ts';
import { hotelWith } from '../sync/hotel-with.ts';
import { runOn } from '../sync/run-sync.ts';
import { runAgainst } from './served.ts';

/** A report that is not complete, or not as documented, never passes silently. */

const eur = (amount: number) => ({ amount, currency: 'EUR' });
/** With further fields of the invoice. */
const invoice = (number: string, more: object = {}) =>
  companyInvoice({ number, date: '2026-10-01', subTotal: eur(119), ...more });
const invoices = (...companyInvoices: readonly object[]) => ({
  companyInvoices,
  count: companyInvoices.length,
});
const vat = ['reports', 'company-invoices-vat', '--property', 'MUC', '--period', '2026-10'];
const breakfast = (serviceDate: string) => ({ id: 'S', code: 'S', name: 'Breakfast', serviceDate, count: 1 });
const account = (extra: object) => ({
  account: { name: 'Rooms', number: '1', type: 'Revenues' },
  netAmount: eur(1),
  grossAmount: eur(1),
  ...extra,
});
const revenues = ['reports', 'revenues', '--property', 'MUC', '--period', '2026-10', '--format'];

describe('a count that differs from the length of the list', () => {
  const body = { ...invoices(invoice('1'), invoice('2')), count: 500 };
  const message =
    'the company-invoices-vat report is not complete: count is 500, but companyInvoices has 2 items';

  it.each(['csv', 'json', 'ndjson', 'table', 'html'])(
    'is a warning in %s, under --quiet too',
    async format => {
      const run = await runAgainst([...vat, '--format', format, '-q'], () => body);
      expect(run).toMatchObject({ exitCode: 0, stderr: `warning: MUC 2026-10: ${message}\n` });
      expect(run.stdout).toContain('119');
      const note = 'The list of MUC does not have as many rows as its count.';
      expect(run.stdout.includes(note)).toBe(format === 'html');
    },
  );

  it('is exit 6 with --strict, and replaces no file', async () => {
    const file = `${temporaryFolder()}/vat.csv`;
    const ended = runAgainst([...vat, '--strict', '--output', file], () => body);
    await expectFailure(ended, 6, `hotelctl: ${message}\n`, 'tracking id: track-7');
  });

  it('is not called incomplete where the list has more', async () => {
    const { stderr } = await runAgainst([...vat, '--format', 'csv'], () => ({ ...body, count: 0 }));
    expect(stderr).toBe(
      'warning: MUC 2026-10: the company-invoices-vat report contradicts itself: count is 0, but companyInvoices has 2 items\n',
    );
  });
});

it.each<[report: string, field: string, itemOf: (date: string) => object]>([
  ['gross-transactions', 'transactions[].date', date => ({ ...line(lodging, lodging, 1), date })],
  ['company-invoices-vat', 'companyInvoices[].invoice.date', date => invoice('1', { date })],
  ['ordered-services --service S', 'orderedServices[].serviceDate', breakfast],
])('%s names in every format each day once that was not requested', async (report, field, itemOf) => {
  const days = ['2026-10-01', '2026-10-31', '2026-11-01', '2026-09-30', '2026-11-01'];
  const body = { [field.split('[')[0] ?? '']: days.map(itemOf), count: days.length };
  const words = `the ${report.split(' ')[0]} report has days that were not requested: ${field}: 2026-11-01`;
  for (const format of ['csv', 'ndjson', 'json', 'table']) {
    const run = (more: string) =>
      runAgainst(
        `reports ${report} --property MUC --period 2026-10 --format ${format} -q${more}`,
        () => body,
      );
    expect((await run('')).stderr).toBe(`warning: MUC 2026-10: ${words}, ${field}: 2026-09-30\n`);
    await expectExit(run(' --strict'), 6, words);
  }
});

it.each(['csv', 'ndjson', 'table', 'json'])(
  'names those of several hotels that have no rows: %s',
  async format => {
    const line = [...vat, '--property', 'LND', '--format', format];
    const respond = (query: URLSearchParams) =>
      query.get('propertyId') === 'LND' ? 204 : invoices(invoice('1'));
    await expectSuccess(runAgainst(line, respond), /^no rows of LND 2026-10$/m);
    const none = runAgainst(line, () => 204);
    await expectSuccess(none, /^no rows( of MUC 2026-10, LND 2026-10)?$/m);
  },
);

it('has in ndjson the fields in the order that was sent', async () => {
  const { company, invoice: own } = invoice('1');
  const run = runAgainst([...vat, '--format', 'ndjson'], () => invoices({ invoice: own, company }));
  const { stdout } = await expectSuccess(run);
  expect(stdout).toBe(`${JSON.stringify({ propertyId: 'MUC', invoice: own, company })}\n`);
});

describe('a field of the platform with the name of a hotelctl column', () => {
  it('is kept under another name, and a warning says so', async () => {
    const body = account({ to: 'zzz', depth: 99 });
    const { stdout, stderr } = await runAgainst([...revenues, 'ndjson'], () => body);
    const own = { propertyId: 'MUC', from: '2026-10-01', to: '2026-11-01', depth: 0 };
    expect(JSON.parse(stdout)).toMatchObject({ ...own, platform_to: 'zzz', platform_depth: 99 });
    expect(stderr).toBe(
      'warning: MUC 2026-10: the revenues report has fields that are not documented: to, depth ' +
        '(to is written as platform_to, depth as platform_depth)\n',
    );
  });

  it('is not said to be written where it is not', async () => {
    const day = { ...businessDay('2026-10-01', 0, 0, 0), ...soldFigures(1, 2, 10) };
    const body = { ...soldFigures(1, 2, 10), businessDays: [{ ...day, propertyId: 'X' }] };
    for (const [words, isNoted] of [
      ['days --format ndjson', true],
      ['days --format csv', false],
      ['summary --format ndjson', false],
      ['unit-groups --format ndjson', false],
    ] as const) {
      const line = `reports property-performance --property MUC --period 2026-10-01 --view ${words}`;
      const { stderr } = await runAgainst(line, () => body);
      expect(stderr.includes('is written as'), words).toBe(isNoted);
    }
  });

  it('never changes the columns of a CSV', async () => {
    const columns = 'propertyId,from,to,depth';
    const body = account({ to: 'zzz', depth: 99, children: [account({ propertyId: 'x', from: 'y' })] });
    const { stdout } = await runAgainst([...revenues, 'csv', '--columns', columns], () => body);
    const rows = 'MUC,2026-10-01,2026-11-01,0\r\nMUC,2026-10-01,2026-11-01,1\r\n';
    expect(stdout).toBe(`${columns}\r\n${rows}`);
  });

  const amounts = { vatType: 'Normal', vatPercent: 19, net: eur(100), tax: eur(19) };
  const tax = { ...amounts, propertyId: 'z', invoice: { number: 'z' } };
  it.each([
    ['invoices', 'propertyId', { ...invoice('1'), propertyId: 'zzz' }],
    ['taxes', 'propertyId,invoice.number', invoice('1', { taxDetails: [tax] })],
  ])('of an invoice, in the view %s', async (view, columns, element) => {
    const words = [...vat, '--format', 'csv', '--no-header', '--view', view, '--columns', columns];
    const { stdout } = await expectSuccess(runAgainst(words, () => invoices(element)));
    expect(stdout).toBe(view === 'taxes' ? 'MUC,1\r\n' : 'MUC\r\n');
  });
});

describe('values that the documentation does not name', () => {
  it('null is accepted for a part of a record that may be absent', async () => {
    const parts = wordsOf('guest reservation booking unit unitGroup amount').map(name => [name, null]);
    const service = { ...breakfast('2026-10-01'), ...Object.fromEntries(parts) };
    const line = 'reports ordered-services --property MUC --service S --period 2026-10 --format csv';
    const ended = runAgainst(line, () => ({ orderedServices: [service], count: 1 }));
    const { stdout } = await expectSuccess(ended, /^$/);
    expect(stdout.split('\r\n')[1]).toMatch(/^MUC,S,S,Breakfast,2026-10-01,1,+$/);
    const paid = () => invoices(invoice('1', { outstandingPayment: null }));
    await expectSuccess(runAgainst([...vat, '--format', 'csv', '--strict'], paid), /^$/);
  });

  describe('a date that does not exist', () => {
    const date = '2026-02-29';
    const wrong = `MUC 2026-10: the company-invoices-vat report has dates that do not exist, whose cells stay empty: companyInvoices[].invoice.date: ${date}\n`;
    const run = (more: string) =>
      runAgainst([...vat, ...wordsOf(more, '-q')], () =>
        invoices(invoice('1'), invoice('2', { date, outstandingPayment: eur(5) }), invoice('3')),
      );
    const columns = '--columns invoice.number,invoice.date --no-header';

    it('leaves its cell empty with a warning that names it, in every format but JSON', async () => {
      const stdout = '1,2026-10-01\r\n2,\r\n3,2026-10-01\r\n';
      const csv = await run(`--format csv ${columns}`);
      expect(csv).toMatchObject({ exitCode: 0, stderr: `warning: ${wrong}`, stdout });
      const records = await run('--format ndjson --columns invoice.date');
      expect(records.stdout.split('\n')[1]).toBe('{"invoice":{"date":null}}');
      for (const format of ['table', 'html']) {
        const { stdout, stderr } = await run(`--format ${format}`);
        expect([stdout.includes(date), stderr]).toEqual([false, `warning: ${wrong}`]);
      }
      expect(await run('--format json')).toMatchObject({ stderr: '', stdout: expect.stringContaining(date) });
    });

    it('is exit code 6 with --strict, before its record is written', async () => {
      for (const format of ['csv --no-header', 'ndjson'])
        await expectFailure(run(`--strict --format ${format}`), 6, date, 'hint: omit --strict');
      const { stdout } = await expectExit(run('--strict --format json'), 6);
      expect(stdout).not.toContain(date);
    });

    it('makes an age unknown', async () => {
      await expectFailure(run('--view ageing'), 6, 'the age of invoice 2 of MUC is unknown');
    });
  });

  it('a travel purpose other than Business and Leisure is a warning', async () => {
    const line = 'reports room-nights --property MUC --period 2026-10 --format csv';
    const body = { total: 1, travelPurposeBreakdown: [{ purpose: 'Fun', number: 1, percent: 100 }] };
    const { stderr } = await runAgainst(line, () => body);
    expect(stderr).toContain('values that are not documented: travelPurposeBreakdown[].purpose: Fun');
  });
});

describe('a list of properties', () => {
  it('may have null for a value that is not needed', async () => {
    const properties = [{ id: 'MUC', name: 'Munich', timeZone: null, code: null, currencyCode: null }];
    const list = await runAgainst('properties list --format csv', () => 500, { properties });
    expect(list.stdout).toBe('id,code,name,timeZone,currencyCode\r\nMUC,,Munich,,\r\n');
    const line = 'reports room-nights --all-properties --period 2026-10 --format csv';
    const ended = runAgainst(line, () => ({ total: 1 }), { properties });
    await expectSuccess(ended, /^$/);
  });

  it('that is not as documented names the field and the tracking id', async () => {
    const properties = [{ id: 7, name: 'Munich' }];
    const ended = runAgainst('properties list', () => 500, { properties });
    const message = 'the list of properties is not as documented: properties[0].id: expected string';
    await expectFailure(ended, 6, message, 'tracking id: track-7');
  });

  const ofAll = [
    'reports room-nights --all-properties --period 2026-10',
    'brief --all-properties',
    'pack --all-properties --period 2026-10',
    'snapshot take --all-properties --ahead 5d',
    `sync ${temporaryFolder()} --all-properties --period 2026-10 --report revenues`,
    'close --all-properties --period 2026-10 --provisional',
    'statistics DE --all-properties --period 2026-10',
  ];
  it.each(ofAll)('without a property is an error for `%s`, not an empty success', async line => {
    const ended = runAgainst(line, () => 500, { properties: () => 204 });
    await expectFailure(ended, 4, 'hotelctl: you do not have access to any property\nhint: ');
  });

  it.each([
    ...ofAll.filter(line => !line.startsWith('close')),
    'reports property-performance --all-properties --period 2026-10 --by property --format html',
    'properties list',
    'doctor --platform --format json',
  ])('shorter than its count is an incomplete result of `%s`', async line => {
    const more = (text: string) => text.replace(/(?<=^\{"properties":.*"count":)3/s, '4');
    const env = await hotelWith('', more);
    const code = line.startsWith('doctor') ? 10 : 7;
    const { stdout, stderr } = await expectExit(runOn('2026-11-21', line, env), code);
    expect(stdout + stderr).toContain('the list of properties names 3 of 4');
    if (code === 7 && !line.startsWith('sync'))
      expect(stderr).toMatch(/^hint: .*run it again; if the count stays wrong, report it to the platform$/m);
    if (/^(brief|pack|stat)|html/.test(line)) expect(stdout).toContain('3 of 4 hotels');
  });

  it('that is refused is an error of a close of all, which needs only the names of a list otherwise', async () => {
    const line = 'close --all-properties --period 2026-10';
    const ended = runAgainst(line, () => 500, { properties: () => 403 });
    await expectFailure(ended, 4, 'the platform refused the list of properties: 403 forbidden');
  });

  it('names a hotel once that moved to the next page while the list was read, and goes on to the last one', async () => {
    const hotel = (id: string) => ({ id, name: id, isNew: true });
    const pages = [['MUC', 'TYO'], ['TYO', 'BER'], []];
    const properties = (query: URLSearchParams) => {
      const ids = pages[Number(query.get('pageNumber')) - 1] ?? [];
      return { properties: ids.map(hotel), count: 3 };
    };
    const ended = runAgainst('properties list --format csv --columns id', () => 500, { properties });
    expect((await expectSuccess(ended, /^$/)).stdout).toBe('id\r\nMUC\r\nTYO\r\nBER\r\n');
    const json = await runAgainst('properties list --format json', () => 500, { properties });
    // As the platform sent them.
    expect(JSON.parse(json.stdout)).toEqual({ properties: ['MUC', 'TYO', 'BER'].map(hotel), count: 3 });
  });

  it.each([
    [100_000, 500],
    [1e9, 1],
  ])('that never ends is abandoned after 500 pages, or if it counts more: %i', async (count, pages) => {
    const properties = () => ({ properties: [{ id: 'MUC', name: 'Munich' }], count });
    const ended = runAgainst('properties list', () => 500, { properties });
    const { requests } = await expectFailure(ended, 6, 'the list of properties has more than 500 pages');
    expect(requests).toHaveLength(pages);
  });
});

describe('--property with several hotels', () => {
  const words = wordsOf('reports room-nights --period 2026-10 --format csv --columns propertyId');
  const one = () => ({ total: 1 });

  it('takes a comma-separated list, repeated or from the environment', async () => {
    const expected = 'propertyId\r\nMUC\r\nTYO\r\nLND\r\n';
    const flags = ['--property', 'MUC, TYO', '--property', 'LND,MUC'];
    expect((await runAgainst([...words, ...flags], one)).stdout).toBe(expected);
    const env = { HOTELCTL_PROPERTY: 'MUC,TYO,LND' };
    expect((await runAgainst(words, one, { env })).stdout).toBe(expected);
  });

  it('writes the others if one is unknown or is not an id, and names it', async () => {
    const run = (property: string) =>
      runAgainst([...words, '--no-header', '--property', property], query =>
        query.get('propertyId') === 'LNX' ? 404 : { total: 1 },
      );
    const invalid = '  - a\\u{9}b: the id of a property must be an id of 1 to 200 characters';
    const ended = run('MUC,LNX,a\tb,LND');
    const { stdout } = await expectExit(ended, 7, '  - LNX 2026-10: ', invalid, '2 of 4 requests failed');
    expect(stdout).toBe('MUC\r\nLND\r\n');
    expect((await expectFailure(run('a\tb'), 2)).requests).toEqual([]);
  });

  it.each(['', ' --by property', ' --output {property}.html'])(
    'writes the others if the platform lists ids that cannot be requested%s',
    async flags => {
      const ids = ['', 'A\u0001', 'A\u0002', 'x'.repeat(300), 'MUC', 'LND'];
      const folder = temporaryFolder();
      const line = `reports property-performance --period 2026-10 --all-properties${flags || ' --format csv'}`;
      const ended = runAgainst(
        line.replace('{property}', `${folder}/{property}`),
        query => performanceBody([], '2026-10-01', [query.get('from') ?? '', query.get('to') ?? '']),
        { properties: ids.map(id => ({ id, name: id, timeZone: 'UTC' })) },
      );
      const failed = / {2}- , A\\u\{1\}, A\\u\{2\}, x+…: the id of a property must be/;
      const { stdout, requests } = await expectExit(ended, 7, '4 of 6 requests failed', failed);
      expect(requests.filter(url => url.includes('/reports/'))).toHaveLength(2);
      if (flags.includes('output')) {
        expect(readdirSync(folder).sort()).toEqual(['LND.html', 'MUC.html']);
        expect(readFileSync(join(folder, 'MUC.html'), 'utf8')).not.toMatch(/\d hotels/);
      } else expect(stdout).toMatch(/MUC.*\n.*LND/s);
    },
  );
});
