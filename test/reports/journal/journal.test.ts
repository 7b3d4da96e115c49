import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWindows1252, encodeWindows1252, transliterate } from '../../../src/base/windows-1252.ts';
import { exact } from '../../../src/platform/numbers.ts';
import { findAccount, readAccountMap } from '../../../src/reports/journal/account-map.ts';
import {
  columnFields,
  findDatevProblem,
  findOtherLengths,
  headerFields,
  readDatev,
  splitByYears,
  writeDatev,
} from '../../../src/reports/journal/datev.ts';
import { JournalMaker, type LedgerJournal, type WrittenRow } from '../../../src/reports/journal/entries.ts';
import { proveSums } from '../../../src/reports/journal/generic-journal.ts';
import type { PostedAccount, Posting } from '../../../src/reports/posting.ts';
import { accounts, makeRevenueAccounts } from '../../../src/sandbox/hotel/folio.ts';
import type { Property } from '../../../src/sandbox/hotel/hotel.ts';
import { anyCharacter } from '../../any-character.ts';
import { thrownBy } from '../../failure-of.ts';
import { counted } from '../../full-counts.ts';
import { bodyOf } from '../../sandbox/hotel/report-bodies.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';
import { wordsOf } from '../../words.ts';
import {
  account,
  bar,
  cash,
  ledgers,
  line,
  lodging,
  mapText,
  parseTable,
  prepayments,
  receivables,
  tax,
  vat,
  vatOnPrepayments,
} from './ledger-lines.ts';

const mapOf = (text: string) => readAccountMap('map.csv', parseTable(text), findDatevProblem(4));

function journalOf(
  lines: readonly Posting[],
  options: ConstructorParameters<typeof JournalMaker>[0] = { map: mapOf(mapText) },
): LedgerJournal {
  const maker = new JournalMaker(options);
  for (const each of lines) maker.add(each);
  return maker.finish();
}

const rowsIn = (files: readonly Buffer[]): WrittenRow[] => [...readDatev(files)];

const batch = {
  client: { adviser: '29098', client: '55003', fiscalYearStart: '01-01', accountLength: 4 },
  period: { first: '2026-10-01', last: '2026-10-31' },
  title: 'MUC 2026-10',
  basis: '2026-10',
  madeAt: Date.parse('2026-11-03T12:00:00.123Z'),
};

const datevOf = (lines: readonly Posting[], options?: Parameters<typeof journalOf>[1]) => {
  const journal = journalOf(lines, options);
  const { files, findings } = writeDatev(journal, batch);
  const text = decodeWindows1252(files[0] as Buffer) ?? '';
  const [header, _headings, ...written] = text.split('\r\n');
  const rows = written.slice(0, -1).map(row => row.split(';'));
  return { journal, files, findings, text, header, first: written[0], rows };
};

type Taxed = [debited: PostedAccount, credited: PostedAccount, gross: number, percent: number, vat: number];
const taxed = (...[debited, credited, gross, percent, vat]: Taxed) =>
  line(debited, credited, gross, { taxes: [tax(percent, vat)] });

describe('a row of the DATEV file', () => {
  it.each([
    // The release of a prepayment, of the facts: the sign becomes the side, and the key stays on the prepayment.
    [taxed(receivables, prepayments, -95, 7, -6.21495327), '95,00;"H";"EUR";;;"";1410;1710;"2"'],
    [taxed(receivables, lodging, 107, 7, 7), '107,00;"S";"EUR";;;"";1410;8195;"2"'],
    [taxed(receivables, bar, -11.9, 19, -1.9), '11,90;"H";"EUR";;;"";1410;8200;"3"'],
    [line(cash, receivables, 1000), '1000,00;"S";"EUR";;;"";1000;1410;""'],
    // A taxable account on the debit side only: the accounts and the side are exchanged, because a key acts on the second one.
    [taxed(lodging, receivables, 107, 7, 7), '107,00;"H";"EUR";;;"";1410;8195;"2"'],
  ])('of %#', (posting, expected) => {
    const map = mapOf(mapText.replace('1710,,', '1710,tax,'));
    expect(datevOf([posting], { map }).first).toMatch(expected);
  });

  it('has 125 fields, the date, the document, the text, the cost centre and an open lock', () => {
    const posting = taxed(receivables, lodging, 107, 7, 7);
    const { rows, header } = datevOf([{ ...posting, receipt: { type: 'Invoice', number: 'R-1' } }]);
    const [row = []] = rows;
    const text = '"R-1 Charge Accommodation 7% VAT"';
    expect(row).toHaveLength(125);
    expect([9, 10, 13, 36, 113].map(at => row[at])).toEqual(['1510', '"ABCD-1"', text, '"100"', '0']);
    expect(header).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261103120000123;;"HC";"hotelctl";"";29098;55003;20260101;4;20261001;20261031;"MUC 2026-10";"";1;0;0;"EUR";;"";;;"";;;"";"2026-10"',
    );
  });

  it('has the amounts as they are, and a warning of another currency than EUR', () => {
    const euros = datevOf([line(cash, receivables, 107.5)]);
    expect([euros.first, euros.findings]).toEqual([expect.stringContaining('107,50;"S";"EUR"'), []]);
    const yen = datevOf([line(cash, receivables, 74_400, { currency: 'JPY' })]);
    expect(yen.first).toContain('74400,00;"S";"JPY"');
    expect(yen.findings.map(({ found, fix }) => `${found}; ${fix}`)).toEqual([
      'the amounts are in JPY, without a rate; import it only where the ledger at DATEV is in JPY, else use --format csv',
    ]);
  });

  it('has the invoice number as the document if the map says so', () => {
    const posting = line(account('1410', 'AccountsReceivable'), receivables, 50, {
      receipt: { type: 'Invoice', number: 'R_7' },
    });
    const documentBy = (rule: string) => {
      const rows = `1410,AccountsReceivable,10001,,,${rule},\nReceivables,Receivables,1410,,,,\n`;
      const map = mapOf(`number,type,target,key,cost-centre,document,valid-from\n${rows}`);
      return datevOf([posting], { map }).rows[0]?.[10];
    };
    expect([documentBy('invoice'), documentBy('')]).toEqual(['"R7"', '"ABCD-1"']);
  });

  it('is cut and transliterated, each with a finding', () => {
    const { rows, findings } = datevOf([
      line(receivables, { ...prepayments, name: 'Jiří Dvořák – "Kč" ☃ and many more words here' }, 1, {
        reference: '+-Ä_1;2',
        receipt: { number: '=2+5(' },
      }),
    ]);
    expect(rows[0]?.[10]).toBe('"12"');
    expect(rows[0]?.slice(13, 14)).toEqual([
      '"\'=2+5( Charge Jirí Dvorák – ""Kc"" ? and many more words her"',
    ]);
    expect(findings.map(({ check, state, found }) => `${check} ${state}: ${found}`)).toEqual([
      'Belegfeld 1 warning: 1 text cut, or without characters that DATEV does not accept, first in row 1: +-Ä_1;2',
      'Buchungstext warning: 1 text cut, or without characters that DATEV does not accept, first in row 1: =2+5( Charge Jiří Dvořák – "Kč" ☃ and many more words here',
    ]);
  });

  it.each([1.001, 10_000_000_000])('is refused for the amount %s', amount => {
    expect(() => datevOf([line(cash, receivables, amount)])).toThrow(/is not an amount with two decimals/);
  });
});

describe('the table of fields', () => {
  it('has 31 and 125 expressions, and is quoted where the description says so', () => {
    expect([headerFields.length, columnFields.length]).toEqual([31, 125]);
    const quoted = columnFields.flatMap(([, { source }], index) => (source.includes('"') ? [index + 1] : []));
    const numbers = wordsOf(
      '2 3 6 9 11 12 14 16 20 21-38 40 42 48-87 91 95 96 98 102 103 105 107 109 110 112 118 120 121 123',
    ).flatMap(text => {
      const [first = 0, last = first] = text.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    });
    expect(quoted).toEqual(numbers);
  });

  it.each([
    ['a header of 30 fields', /"2026-10"\r\n/, '\r\n'],
    ['a second calendar year', '20261031', '20271231;0'],
    ['an amount of zero', '\r\n107,00', '\r\n0,00'],
    ['an amount without cents', '\r\n107,00', '\r\n107,0'],
    ['no account', ';8195;', ';;'],
    ['a side of its own', ';"S";', ';"X";'],
    ['a lock that is empty', ';0;;;;"";', ';;;;;"";'],
    ['a date outside the period', ';1510;', ';0111;'],
    ['another heading', 'Umsatz', 'Betrag'],
    ['a last line without an end', /\r\n$/, ''],
  ])('refuses a file with %s', (_, from, to) => {
    const { text } = datevOf([taxed(receivables, lodging, 107, 7, 7)]);
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(() => rowsIn([encodeWindows1252(changed)])).toThrow(/not as the format requires/);
  });
});

describe('the lines of the ledger', () => {
  it('of zero, and with one account on both sides, are counted and not written', () => {
    const { entries, summary } = journalOf([
      line(cash, receivables, 0),
      line(cash, { ...cash, name: 'Cash 2' }, 5),
      line(cash, receivables, 7),
    ]);
    expect(entries.length).toBe(1);
    expect(summary).toBe(
      '3 lines read, 1 entry written; not written: 1 of 0, 1 with the same account on both sides',
    );
  });

  it('of VAT are written without keys of prepayments, and left out with them', () => {
    const lines = [
      taxed(cash, prepayments, 107, 7, 7),
      line(vatOnPrepayments, vat, 7, { command: 'PostPrepaymentVat' }),
    ];
    expect(journalOf(lines).entries.length).toBe(2);
    const keyed = { map: mapOf(mapText.replace('1710,,', '1710,tax,')) };
    expect(journalOf(lines, keyed)).toMatchObject({
      entries: [{ debit: '1000', credit: '1710', key: '2' }],
      summary: expect.stringContaining('not written: 1 of VAT that the keys post'),
    });
    expect(() => journalOf([...lines, line(vatOnPrepayments, vat, 3)], keyed)).toThrow(
      'the VAT of prepayments on account 3850 is 10, and the taxes of the prepayments that the keys post are 7: a difference of 3',
    );
  });

  const twice = { taxes: [tax(7, 1), tax(19, 1)] };
  it.each([
    [line(receivables, lodging, 5, twice), 'it has 2 taxes, but a row has only one key'],
    [taxed(lodging, bar, 5, 7, 1), 'both accounts have a key, but a row has only one'],
    [taxed(receivables, lodging, 5, 16, 1), 'the map has no key of the tax Normal:16 on that day'],
  ])('%# cannot be posted with a key, and are named', (posting, why) => {
    const messages = [`${why}: 2 lines, first entry ABCD-1-1 of 2026-10-15`];
    expect(thrownBy(() => journalOf([posting, posting]))).toMatchObject({ exitCode: 10, messages });
  });

  it('of another currency are refused', () => {
    expect(() => journalOf([line(cash, bar, 1), line(cash, bar, 1, { currency: 'CHF' })])).toThrow(
      'entry ABCD-1-1 of 2026-10-15 is in CHF, but the lines before it are in EUR',
    );
  });

  it('without a map have the accounts and taxes of the platform', () => {
    const { entries } = journalOf([line(receivables, bar, 5, twice)], {});
    expect(entries).toMatchObject([{ debit: '1400', credit: '8240', key: 'Reduced:7;Normal:19' }]);
  });

  it('are summed per day, account, tax and side', () => {
    const lodged = (gross: number) => taxed(receivables, lodging, gross, 7, 1);
    const lines = [lodged(1.1), lodged(2.2), lodged(-3), { ...lodged(4), date: '2026-10-16' }];
    const { entries } = journalOf([...lines, line(receivables, lodging, 8)], {
      map: mapOf(mapText),
      isSummed: true,
    });
    expect(entries.map(({ date, amount, key, document }) => `${date} ${amount} ${key} ${document}`)).toEqual([
      '2026-10-15 3.3 2 2026-10-15',
      '2026-10-15 -3 2 ABCD-1',
      '2026-10-16 4 2 ABCD-1',
      '2026-10-15 8  ABCD-1',
    ]);
    expect(entries[0]?.text).toBe('2 postings Accommodation 7% VAT');
  });
});

describe('the map', () => {
  const find = (text: string, posting: Posting) => {
    const map = mapOf(`number,type,target,key,cost-centre,valid-from\n${text}\n9,House,9000,,,`);
    return journalOf([posting], { map }).entries[0]?.debit;
  };
  const own = account('QJYH-1_Receivables', 'Receivables', 'Guest', '1200');
  const posting = line(own, account('9', 'House'), 5);

  it.each([
    ['QJYH-1_Receivables,Receivables,1,,,\n*_Receivables,Receivables,2,,,', '1'],
    ['*_Receivables,Receivables,2,,,\n1200,Receivables,3,,,', '2'],
    ['1200,Receivables,3,,,\nReceivables,Receivables,4,,,', '3'],
    ['Receivables,Receivables,4,,,', '4'],
    ['1200,Receivables,5,,,2026-10-16\nReceivables,Receivables,4,,,', '4'],
    ['1200,Receivables,3,,,\n1200,Receivables,5,,,2026-10-15\n1200,Receivables,6,,,2026-10-16', '5'],
  ])('finds the account by the first rule that has a row on that day: %#', (text, target) => {
    expect(find(text, posting)).toBe(target);
  });

  it.each(['03', '04'])(
    'of the sample SKR%s has a target for each account of the sandbox, and drops none of its lines',
    chart => {
      const file = join(import.meta.dirname, `../../../docs/samples/map-skr${chart}.csv`);
      const map = mapOf(readFileSync(file, 'utf8'));
      const { payment, ...others } = accounts;
      const revenues = Object.values(makeRevenueAccounts({ Without: 0, Reduced: 7, Normal: 19 }));
      const posted = ['8130', '8230', '8240', '8340', '8410', '8510'];
      const all = [
        ...Object.values(payment),
        ...Object.values(others),
        ...revenues.flatMap(each => Object.values(each)).filter(({ number }) => posted.includes(number)),
      ];
      const found = all.map(each => findAccount(map, each, '2026-10-15')?.target);
      expect(found.map(target => /^[1-9]\d{3}$/.test(target ?? ''))).toEqual(all.map(() => true));
      const hotel = testHotel();
      const munich = hotel.properties.find(({ id }) => id === 'MUC') as Property;
      const dateFilter = ['gte_2026-10-01', 'lte_2026-10-31'];
      const body = bodyOf<{ transactions: Posting[] }>(hotel, munich, 'gross-transactions', { dateFilter });
      const { entries, findings } = journalOf(body?.transactions ?? [], { map });
      expect([entries.length > 1000, findings]).toEqual([true, []]);
    },
  );

  it('has keys with dates', () => {
    const map = mapOf(`${mapText}Reduced:7.00,,Tax,,22,,2026-10-16\n`);
    const posting = taxed(receivables, lodging, 5, 7, 1);
    const lines = ['2026-10-15', '2026-10-16'].map(date => ({ ...posting, date }));
    expect(journalOf(lines, { map }).entries.map(({ key }) => key)).toEqual(['2', '22']);
  });

  it('refuses a suspense account on both sides: the line would be lost', () => {
    const map = mapOf(mapText.replace('1000,,,', ',,,').replace('1410,,,', ',,,'));
    const lines = [line(cash, receivables, 5), line(receivables, lodging, 7)];
    expect(() => journalOf(lines, { map, suspense: '1590' })).toThrow(
      '1 line would have 1590 on both sides, and no row',
    );
    const other = mapOf(mapText.replace('1000,,,', ',,,'));
    expect(() => journalOf(lines.slice(0, 1), { map: other, suspense: '1410' })).toThrow(
      '1410 on both sides',
    );
    expect(journalOf(lines.slice(1), { map: other, suspense: '1410' }).findings).toEqual([]);
  });

  it('warns of lines between two accounts with one target, and not of lines within one account', () => {
    const map = mapOf(mapText.replace('1000,,,', '1410,,,'));
    const lines = [line(cash, receivables, 5), line(cash, receivables, -2), line(cash, cash, 1)];
    const { findings, summary } = journalOf(lines, { map });
    expect(findings.map(({ state, found }) => [state, found])).toEqual([
      ['warning', 'both sides have the target 1410: 2 lines, sum 3.00 EUR, and no row'],
    ]);
    expect(summary).toContain('3 with the same account on both sides');
  });

  it('names targets with the digits of a debtor or a creditor, and with too few digits', () => {
    const lines = parseTable(
      'number,name,type,target\n1030,Visa,Payments,13600\n8240,Bar,Revenues,70000\n1400,Guests,Receivables,10001\n1010,Cash,Payments,1000\n',
    );
    expect(findOtherLengths(lines, 4)).toEqual([
      '13600 of 1030 Visa is a debtor',
      '70000 of 8240 Bar is a creditor',
    ]);
    const row = { number: '1030', name: 'Visa', type: 'Payments' };
    expect(findOtherLengths([{ ...row, target: '1360' }], 5)).toEqual(['1360 of 1030 Visa is 01360']);
    expect(findOtherLengths([{ ...row, target: '' }], 5)).toEqual([]);
  });

  it.each([
    ['1011,Cash,Payments,10a0,,,', 'line 11: target "10a0" is not an account of 1 to 9 digits'],
    ['1011,Cash,Payments,100000,,,', 'line 11: target 100000 has more digits than accountLength'],
    ['1011,Cash,Payments,1000,x,,', 'line 11: key "x" must be empty, tax, or 1 to 4 digits'],
    ['1011,Cash,Payments,1000,,a.b,', 'line 11: cost-centre "a.b" must have'],
    ['1011,Cash,Payments,1000,,,2026-02-30', 'line 11: valid-from "2026-02-30" is not a date'],
    [',Cash,Payments,1000,,,', 'line 11: it has no number'],
    ['Reduced,,Tax,,2,,', 'line 11: "Reduced" is not a tax such as Reduced:7'],
    ['Reduced:5,,Tax,1000,2,,', 'line 11: a tax has a key'],
    ['Reduced:7.0,,Tax,,4,,', 'line 11: Reduced:7 occurs twice'],
    ['1010,Cash,Payments,1000,,,', 'line 11: 1010 occurs twice'],
  ])('is refused with the line %s', (row, message) => {
    const hint = expect.stringContaining(row.includes(',Tax,') ? '`Reduced:7,' : '`1400,');
    const refused = expect.objectContaining({
      message: expect.stringContaining(`map.csv, ${message}`),
      details: expect.objectContaining({ hint }),
    });
    expect(() => mapOf(`${mapText}${row}\n`)).toThrow(refused);
  });
});

it('the proof holds for random ledgers, and a cent, a lost row and another account are found', () => {
  fc.assert(
    fc.property(ledgers, fc.boolean(), (lines, isSummed) => {
      const { journal, files } = datevOf(lines, { map: mapOf(mapText), isSummed });
      const rows = rowsIn(files);
      proveSums(journal, journal.entries);
      proveSums(journal, rows);
      const [first, ...others] = rows;
      if (!first) return;
      const refused = /a difference of -?[\d.]+ EUR/;
      const cent = { ...first, amount: exact(first.amount).plus('0.01') };
      expect(() => proveSums(journal, [cent, ...others])).toThrow(refused);
      expect(() => proveSums(journal, others)).toThrow(refused);
      expect(() => proveSums(journal, [{ ...first, debit: '1' }, ...others])).toThrow(refused);
      expect(() => proveSums(journal, [...rows, { ...first, amount: new Big(0) }])).toThrow(/rows/);
    }),
    { numRuns: counted(30, 300) },
  );
});

it('writes another file from row 100,000 on', () => {
  const journal = journalOf(Array(100_000).fill(line(cash, receivables, 0.01)));
  const rows = writeDatev(journal, batch).files.map(file => rowsIn([file]));
  expect(rows.map(({ length }) => length)).toEqual([99_999, 1]);
  proveSums(journal, rows.flat());
});

it.each([
  ['01-01', '2025-12-31', '2026-01-02', ['2025-12-31..2025-12-31', '2026-01-01..2026-01-02']],
  [
    '07-01',
    '2026-05-01',
    '2027-07-31',
    ['2026-05-01..2026-06-30', '2026-07-01..2026-12-31', '2027-01-01..2027-06-30', '2027-07-01..2027-07-31'],
  ],
  ['07-01', '2026-07-01', '2026-07-31', ['2026-07-01..2026-07-31']],
])('a fiscal year from %s splits %s to %s', (start, first, last, parts) => {
  expect(splitByYears({ first, last }, start).map(part => `${part.first}..${part.last}`)).toEqual(parts);
});

it('names the fiscal year of the first day in the header', () => {
  const client = { ...batch.client, fiscalYearStart: '07-01' };
  const period = { first: '2026-06-30', last: '2026-06-30' };
  const { files } = writeDatev(journalOf([]), { ...batch, client, period });
  expect(decodeWindows1252(files[0] as Buffer)?.split(';')[12]).toBe('20250701');
});

describe('Windows-1252', () => {
  it('is read as it was written, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        const plain = transliterate(text);
        expect(decodeWindows1252(encodeWindows1252(plain))).toBe(plain);
      }),
    );
    expect(decodeWindows1252(Uint8Array.of(0x81))).toBeUndefined();
  });

  it.each([
    ['Dvořák Łódź €', 'Dvorák Lódz €'],
    ['A\u0308', 'Ä'],
    ['a\u0000\u0081\u2028b', 'a   b'],
    ['日本ẞ', '??ß'],
  ])('%s', (text, plain) => {
    expect(transliterate(text)).toBe(plain);
  });
});
