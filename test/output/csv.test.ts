import Big from 'big.js';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvChunks, withoutFormula } from '../../src/output/csv.ts';
import type { CsvOptions } from '../../src/output/format.ts';
import { inBatches } from '../../src/output/results.ts';
import { isDecimal } from '../../src/platform/numbers.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { counted } from '../full-counts.ts';
import { rfc4180 } from './rfc4180.ts';

const plain: CsvOptions = rfc4180;
const column = (name: string): Column => ({ name, type: 'text' });

async function csv(
  records: Iterable<ReportRecord>,
  columns: readonly (string | Column)[],
  options: Partial<CsvOptions> = {},
) {
  const all = columns.map(one => (typeof one === 'string' ? column(one) : one));
  let text = '';
  for await (const chunk of csvChunks(inBatches(records), all, { ...plain, ...options })) {
    expect(chunk).not.toBe('');
    text += chunk;
  }
  return text;
}

describe('CSV', () => {
  it('is RFC 4180: CRLF, quotation marks only where they are needed', async () => {
    const records = [
      { id: 'A', name: 'Müller, "Anna"\nand Söhne', net: { amount: 61.0, currency: 'EUR' }, ids: ['x', 'y'] },
      { id: 'B', name: null, net: { amount: -5, currency: 'EUR' }, paid: true },
    ];
    expect(await csv(records, ['id', 'name', 'net.amount', 'net.currency', 'ids', 'paid'])).toBe(
      'id,name,net.amount,net.currency,ids,paid\r\n' +
        'A,"Müller, ""Anna""\nand Söhne",61,EUR,x;y,\r\n' +
        'B,,-5,EUR,,true\r\n',
    );
  });

  it('has its header without records, and its byte order mark with or without a header', async () => {
    expect(await csv([], ['a', 'b'])).toBe('a,b\r\n');
    expect(await csv([], ['a', 'b'], { header: false })).toBe('');
    expect(await csv([], ['a', 'b'], { bom: true })).toBe('\ufeffa,b\r\n');
    expect(await csv([{ a: 1 }], ['a', 'b'], { bom: true, header: false })).toBe('\ufeff1,\r\n');
  });

  it('has the batches in their order, of records or of rows that are made already, and nothing for an empty batch', async () => {
    const made = { bytes: new TextEncoder().encode('2,"x,y"\r\n3,=z\r\n'), ends: [9, 15] };
    const chunks: string[] = [];
    const batches = [[], [{ a: 1, b: '=w' }], [], made, [{ a: 4 }]];
    for await (const chunk of csvChunks(batches, ['a', 'b'].map(column), plain)) {
      chunks.push(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
    }
    expect(chunks).toEqual(['a,b\r\n', "1,'=w\r\n", '2,"x,y"\r\n3,=z\r\n', '4,\r\n']);
  });

  it('rounds the numbers of a column that hotelctl computed, and no others', async () => {
    const columns: Column[] = [
      { name: 'sum', type: 'number', unit: { kind: 'money', currency: 'currency', rounded: true } },
      { name: 'share', type: 'number', unit: { kind: 'percent', rounded: true } },
      { name: 'fee', type: 'number', unit: { kind: 'money', currency: 'currency' } },
    ];
    const records = [
      { sum: 1.005, share: 33.335, fee: 1.005, currency: 'EUR' },
      { sum: 1.5, share: null, fee: null, currency: 'JPY' },
    ];
    expect(await csv(records, columns, { header: false })).toBe('1.01,33.34,1.005\r\n2,,\r\n');
  });

  it('writes a decimal comma only in numbers', async () => {
    const records = [{ n: -5.5, t: '5.5', l: [1.5, 2] }];
    const names = ['n', 't', 'l'];
    expect(await csv(records, names, { header: false, decimalComma: true })).toBe('"-5,5",5.5,1.5;2\r\n');
    expect(await csv(records, names, { header: false, decimalComma: true, delimiter: ';' })).toBe(
      '-5,5;5.5;"1.5;2"\r\n',
    );
  });

  it('quotes the only cell of a row if it is empty, because readers skip empty lines', async () => {
    expect(await csv([{ a: '' }, { a: null }, {}, { a: 5 }], ['a'])).toBe('a\r\n""\r\n""\r\n""\r\n5\r\n');
  });

  it('shows control characters escaped; line feeds and tabs are text', async () => {
    const name = 'a\u001b[31mb\u009bc\u202ed\u0000e\rf\r\ng\th\ufeff';
    expect(await csv([{ name }], ['name'], { header: false })).toBe(
      '"a\\u{1b}[31mb\\u{9b}c\\u{202e}d\\u{0}e\\u{d}f\r\ng\th\\u{feff}"\r\n',
    );
    // Also if the cell contains nothing else.
    expect(await csv([{ name: '\u001b\u009b' }], ['name'], { header: false })).toBe('\\u{1b}\\u{9b}\r\n');
  });

  it('joins lists, with exact numbers, and writes deeper nesting as JSON', async () => {
    const records = [{ list: [1e21, 'a', null, true], deep: { b: [1, { c: 'x' }] }, yes: false }];
    expect(await csv(records, ['list', 'deep', 'yes'], { header: false, delimiter: '|' })).toBe(
      '1000000000000000000000;a;;true|"{""b"":[1,{""c"":""x""}]}"|false\r\n',
    );
  });

  it('streams: the first rows are written before the last record is created', async () => {
    let made = 0;
    const endless = function* () {
      for (;;) yield { id: `R-${made++}` };
    };
    let rows = 0;
    for await (const chunk of csvChunks(inBatches(endless()), [column('id')], plain)) {
      rows += String(chunk).split('\r\n').length - 1;
      expect(made - rows).toBeLessThan(1_000);
      if (rows > 20_000) break;
    }
    expect(rows).toBeGreaterThan(20_000);
  });

  const delimiters = [',', ';', '\t', '|', '/', ':', '#', '~', '×', '÷', '€'];
  /** Characters that could break a cell, together with all of Unicode; without those that are shown escaped. */
  const escaped = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}\u{e0000}-\u{e007f}]/u;
  const mark = fc.constantFrom(...delimiters, '"', "'", '\n', '\r\n', '=', '-', '+', '@', ' ', '.', '0');
  const text = fc
    .array(fc.oneof(mark, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 })
    .map(parts => parts.join(''))
    .filter(value => !escaped.test(value.replace(/\r\n|[\n\t]/g, '')));
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(30))
    .map(([digits, places]) => new Big(String(digits)).div(new Big(10).pow(places)))
    .map(value => value.round(20));
  const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), decimal);
  const value = fc.oneof(text, number, fc.boolean(), fc.constant(null));

  const sameNumber = (cell: string, sent: number | Big) =>
    isDecimal(sent) ? new Big(cell).eq(sent) : Number(cell) === sent;

  it('is read by an independent reader as it was sent', async () => {
    const record = fc.record({ a: value, b: value, c: fc.record({ d: value }) });
    const flags = { decimalComma: fc.boolean(), bom: fc.boolean(), header: fc.boolean() };
    const dialect = fc.record({ delimiter: fc.constantFrom(...delimiters), ...flags });
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 6 }),
        dialect,
        async (records, { delimiter, decimalComma, bom, header }) => {
          const written = await csv(records, ['a', 'b', 'c.d'], { delimiter, decimalComma, bom, header });
          const rows: string[][] = parse(written, { delimiter, bom, record_delimiter: '\r\n' });
          if (header) expect(rows.shift()).toEqual(['a', 'b', 'c.d']);
          expect(rows.length).toBe(records.length);
          records.forEach((record, row) => {
            [record.a, record.b, record.c.d].forEach((sent, index) => {
              const cell = rows[row]?.[index] ?? 'no cell';
              if (sent === null) expect(cell).toBe('');
              else if (typeof sent === 'boolean') expect(cell).toBe(String(sent));
              else if (typeof sent === 'string') expect(cell).toBe(withoutFormula(sent));
              else {
                expect(cell).toMatch(decimalComma ? /^-?\d+(,\d+)?$/ : /^-?\d+(\.\d+)?$/);
                expect(sameNumber(cell.replace(',', '.'), sent), `${cell} is ${sent}`).toBe(true);
              }
            });
          });
        },
      ),
      { numRuns: counted(1_000, 10_000) },
    );
  });
});
