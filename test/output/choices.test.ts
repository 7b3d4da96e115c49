import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { findSettingDefinition } from '../../src/cli/settings/settings.ts';
import {
  type ColumnSource,
  chooseColumns,
  continuedLevels,
  findEarlier,
  sorted,
} from '../../src/output/columns.ts';
import { chooseFormat, csvOptions } from '../../src/output/format.ts';
import { fieldPicker, valueReader } from '../../src/platform/record-paths.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { thrownBy } from '../failure-of.ts';
import { wordsOf } from '../words.ts';

/** Without the flag, every column. */
const columnsOf = (view: ColumnSource, requested: string | undefined) =>
  chooseColumns(view, 'csv', requested) ?? view.columns;

const column = (name: string): Column => ({ name, type: 'text' });
const view = { name: 'breakdown', columns: ['propertyId', 'key', 'number', 'percent'].map(column) };

const usageError = (work: () => unknown) => thrownBy(work, UsageError);

describe('a column is found', () => {
  const money = { kind: 'money', currency: 'currency' } as const;
  const performance = {
    name: 'days',
    columns: [
      { name: 'sold', type: 'number', heading: 'Sold', unit: { kind: 'count' } },
      { name: 'adr', type: 'number', heading: 'ADR', unit: money, tax: 'gross' },
      { name: 'revenue.gross', type: 'number', heading: 'Revenue', unit: money, tax: 'gross' },
      { name: 'revenue.net', type: 'number', heading: 'Revenue', unit: money, tax: 'net' },
      { name: 'Sold', type: 'text', heading: 'Other' },
      { name: 'code', type: 'text' },
    ] as readonly Column[],
  };
  it.each([
    ['Sold', 'Sold'],
    ['SOLD', 'sold'],
    ['adr', 'adr'],
    ['revenue gross', 'revenue.gross'],
    ['Revenue net', 'revenue.net'],
  ])('by the name %s: %s', (name, path) => {
    expect(columnsOf(performance, name).map(found => found.name)).toEqual([path]);
  });

  it('by a measure with two sides, of which the later one of the table is meant', () => {
    const side = (name: string, heading: string, tax: 'gross' | 'net'): Column => {
      const amount = { type: 'number', unit: money } as const;
      return { name, heading, tax, ...amount };
    };
    const columns = (['gross', 'net'] as const).flatMap(tax => [
      side(`${tax}RevPar.then`, 'RevPAR 2025', tax),
      side(`${tax}RevPar.now`, 'RevPAR 2026', tax),
    ]);
    const many = Array.from({ length: 40 }, (_, index) => side(`other${index}.now`, `Other ${index}`, 'net'));
    const table = { columns: ['netRevPar.then', 'netRevPar.now'] };
    const view = { name: 'compared', columns: [...columns, ...many], table };
    for (const name of ['RevPAR', 'revpar', 'netrevpar', 'NETREVPAR.NOW', 'RevPAR 2026'])
      expect(columnsOf(view, name)[0]?.name, name).toBe('netRevPar.now');
    expect(usageError(() => columnsOf(view, 'ravPar')).hint).toBe(
      'columns: netRevPar.then, netRevPar.now; --format csv without --columns writes all',
    );
  });

  it('by no heading that several columns have', () => {
    const several = usageError(() => columnsOf(performance, 'revenue'));
    expect(several.message).toBe('--columns: "revenue" is the heading of several columns');
    expect(several.hint).toBe('use one of revenue.gross, revenue.net');
  });
});

describe('the format', () => {
  it.each([
    [{}, 'table'],
    [{ output: '-' }, 'table'],
    [{ output: 'NIGHTS.CSV' }, 'csv'],
    [{ output: 'nights.json' }, 'json'],
    [{ output: 'nights.ndjson' }, 'ndjson'],
    [{ output: 'nights.jsonl' }, 'ndjson'],
    [{ output: 'nights.html' }, 'html'],
    [{ output: 'nights.HTM' }, 'html'],
    [{ output: 'nights.parquet' }, 'parquet'],
    [{ output: 'nights.txt' }, 'table'],
    [{ output: 'nights.xlsx' }, 'xlsx'],
    [{ output: 'folder.csv/nights' }, 'table'],
    [{ output: 'constructor.constructor' }, 'table'],
    [{ format: 'json', output: 'nights.csv' }, 'json'],
    [{ format: 'table', output: 'nights.pdf' }, 'table'],
    [{ format: 'xlsx', output: '-' }, 'xlsx'],
    [{ query: '@' }, 'json'],
    [{ query: '@', output: 'nights.txt' }, 'json'],
    [{ query: '@', output: 'nights.ndjson' }, 'ndjson'],
    [{ query: '@', format: 'ndjson' }, 'ndjson'],
    [{ open: true }, 'html'],
    [{ open: true, output: 'nights' }, 'table'],
  ])('%j: %s', (given, format) => {
    expect(chooseFormat(given)).toBe(format);
  });

  const all = 'table, csv, xlsx, json, ndjson, html, parquet';
  it.each([
    ['xls XLSM ods', 'xlsx'],
    ['tsv', 'csv'],
    ['PDF doc docx svg png', 'html'],
    ['xml yaml yml', 'json'],
  ])('a table is not written as %s', (endings, near) => {
    for (const ending of wordsOf(endings))
      expect(usageError(() => chooseFormat({ output: `nights.${ending}` }))).toMatchObject({
        message: `hotelctl cannot write .${ending.toLowerCase()}`,
        hint: `end it in .${near}, or add --format; formats: ${all}`,
      });
  });

  const query =
    '--query requires JSON; the format is csv; add --format json, or ndjson for a query on each record';
  it.each([
    [{ query: '@', format: 'csv' }, query],
    [{ query: '@', output: 'nights.csv' }, query],
    [
      { format: 'xlsx' },
      '--format xlsx needs --output; for example --output report.xlsx; --output - is for a pipe',
    ],
    [
      { format: 'pdf' },
      `--format must be one of ${all}, not "pdf"; csv and xlsx are for spreadsheets, json and ndjson are for scripts, table is for people, html is a page with charts, parquet is for databases`,
    ],
  ])('%j is refused', (given, text) => {
    const { message, hint } = usageError(() => chooseFormat(given));
    expect(`${message}; ${hint}`).toBe(text);
  });
});

describe('the columns', () => {
  const names = (requested?: string) => columnsOf(view, requested).map(({ name }) => name);

  it('are all of the view, or the chosen ones in their order', () => {
    expect(names()).toEqual(['propertyId', 'key', 'number', 'percent']);
    expect(names('percent, key')).toEqual(['percent', 'key']);
  });

  it.each([
    ['perecnt', 'did you mean percent? columns: propertyId, key, number, percent'],
    ['KEI', 'did you mean key? columns: propertyId, key, number, percent'],
    ['property', 'did you mean propertyId? columns: propertyId, key, number, percent'],
    ['constructor', 'columns: propertyId, key, number, percent'],
  ])('%s is unknown: the likely one, then all', (name, hint) => {
    const problem = usageError(() => names(`number,${name}`));
    expect(problem.message).toBe(`--columns: the view breakdown has no column "${name}"`);
    expect(problem.hint).toBe(hint);
  });

  it('are all listed, those of the table first, unless they are more than thirty and a table has fewer', () => {
    const table = { columns: ['c2'] };
    const hintOf = (count: number, more: Pick<ColumnSource, 'table'>) => {
      const columns = Array.from({ length: count }, (_, index) => column(`c${index + 1}`));
      return usageError(() => columnsOf({ name: 'long', columns, ...more }, 'guests')).hint;
    };
    expect(hintOf(3, { table })).toBe('columns: c2, c1, c3');
    expect(hintOf(30, { table })).toMatch(/^columns: c2, c1, c3, .*, c30$/);
    expect(hintOf(31, { table })).toBe('columns: c2; --format csv without --columns writes all');
    expect(hintOf(31, {})).toMatch(/^columns: c1, c2, .*, c31$/);
  });

  it('are neither empty nor repeated', () => {
    expect(usageError(() => names('key,,number')).message).toBe('--columns has an empty name');
    expect(usageError(() => names('')).message).toBe('--columns has an empty name');
    expect(usageError(() => names('key,number,key'))).toMatchObject({
      message: '--columns names key twice',
      hint: 'name each column once',
    });
  });

  it('are read along dots, through own fields only', () => {
    const record = { invoice: { subTotal: { amount: -5, currency: 'EUR' }, number: null }, list: ['a'] };
    expect(valueReader('invoice.subTotal.amount')(record)).toBe(-5);
    expect(valueReader('invoice.number')(record)).toBeNull();
    expect(valueReader('invoice.number.length')(record)).toBeUndefined();
    expect(valueReader('invoice.date')(record)).toBeUndefined();
    expect(valueReader('constructor.name')(record)).toBeUndefined();
    expect(valueReader('invoice.toString')(record)).toBeUndefined();
    expect(valueReader('invoice.subTotal.currency.length')(record)).toBeUndefined();
    expect(valueReader('length')({ length: 5 })).toBe(5);
  });

  it('are sorted with empty values last, and not by amounts of several currencies', () => {
    const sortedBy = (column: Column, descending: boolean, records: readonly ReportRecord[]) =>
      sorted(records, { column, descending }).map(({ value }) => value);
    const values = ['', 'b', null, 'a10', 10, 'a9', 9].map(value => ({ value }));
    const both = [false, true].map(descending => sortedBy(column('value'), descending, [{}, ...values]));
    expect(both[0]).toEqual([9, 10, 'a9', 'a10', 'b', undefined, '', null]);
    expect(both[1]).toEqual(['b', 'a10', 'a9', 10, 9, undefined, '', null]);
    const net: Column = { name: 'value', type: 'number', unit: { kind: 'money', currency: 'code' } };
    const amounts = ['EUR', 'CHF'].map((code, value) => ({ value, code }));
    expect(usageError(() => sortedBy(net, false, amounts))).toMatchObject({
      message: '--sort: value has amounts in CHF, EUR',
      hint: expect.stringMatching(/^sort by another column, .* computed rows, .* --currency and --rates$/),
    });
    expect(sortedBy(net, true, [{ value: null, code: 'CHF' }, ...amounts.slice(0, 1)])).toEqual([0, null]);
  });

  it('of changes name what they are from, and those of a tree the levels that go on below', () => {
    const [now, before] = ['now', 'before'].map(name => ({ name, aggregation: { kind: 'sum' } as const }));
    const change = { ...column('change'), aggregation: { kind: 'change', now, before } } as Column;
    expect([...findEarlier([column('key'), change])]).toEqual(['before']);
    expect(continuedLevels([0, 1, 2, 2, 1])).toEqual([[1], [1, 2], [1, 2], [1], []]);
  });

  it('form a nested record', () => {
    const record = { id: 1, invoice: { subTotal: { amount: -5, currency: 'EUR' }, number: null } };
    const chosen = fieldPicker(['invoice.number', 'invoice.subTotal.amount', 'none.at.all'])(record);
    expect(JSON.stringify(chosen)).toBe('{"invoice":{"number":null,"subTotal":{"amount":-5}}}');
  });
});

describe('the dialect of a CSV', () => {
  const flags = { header: true, formulaGuard: true };

  it('is RFC 4180 without flags', () => {
    const plain = { delimiter: ',', decimalComma: false, bom: false, headings: 'path' };
    expect(csvOptions(flags, [], 'csv')).toEqual({ ...plain, ...flags });
  });

  it.each([';', '|', '\t', 'tab', '\\t'])('takes the delimiter %j', flag => {
    const delimiter = flag.length === 1 ? flag : '\t';
    expect(findSettingDefinition('delimiter').mustBe?.(flag)).toBeUndefined();
    expect(csvOptions({ ...flags, delimiter: flag }, [], 'csv').delimiter).toBe(delimiter);
  });

  it.each(['', ',,', '"', "'", '\n', '\r', ' ', 'a', '1', '.', '-', '+', '\ufeff', '\u001b', '😀'])(
    'refuses the delimiter %j',
    flag => {
      const { mustBe } = findSettingDefinition('delimiter');
      expect(mustBe?.(flag)).toBe('one character such as , ; | or the word tab');
    },
  );

  it.each([
    ['de', ';', true],
    ['fr-CA', ';', true],
    ['en-GB', ',', false],
    ['de-CH', ';', false],
    ['de-LI', ';', false],
  ])('of the locale %s is what its Excel expects', (locale, delimiter, decimalComma) => {
    expect(csvOptions({ ...flags, locale }, [], 'csv')).toMatchObject({ delimiter, decimalComma, bom: true });
  });

  it('is set by explicit flags before the locale', () => {
    const explicit = { decimalComma: false, bom: false };
    const options = csvOptions({ ...flags, ...explicit, locale: 'de', delimiter: 'tab' }, [], 'csv');
    expect(options).toMatchObject({ ...explicit, delimiter: '\t' });
  });

  it('has paths or headings for people', () => {
    expect(csvOptions({ ...flags, headings: 'human' }, [], 'csv').headings).toBe('human');
    expect(usageError(() => csvOptions({ ...flags, headings: 'nice' }, [], 'csv'))).toMatchObject({
      message: '--headings must be one of path, human, not "nice"',
      hint: 'for example `--headings human`',
    });
  });

  it('is refused for other formats, with the name of its flag', () => {
    expect(csvOptions({ ...flags, delimiter: ';' }, ['--delimiter'], 'csv').delimiter).toBe(';');
    expect(csvOptions(flags, [], 'json')).toEqual(csvOptions(flags, [], 'csv'));
    expect(usageError(() => csvOptions(flags, ['--delimiter', '--bom'], 'json'))).toMatchObject({
      message: '--delimiter requires CSV; the format is json',
      hint: 'add --format csv, or omit --delimiter',
    });
  });
});
