import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, totalLines } from '../../src/output/amounts.ts';
import { headingOf } from '../../src/output/heading.ts';
import { tableText } from '../../src/output/table.ts';
import { treePrefixes } from '../../src/output/tree.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';

const parameters = { propertyId: 'MUC', month: '10', year: '2026', from: '2026-10-01', to: '2026-11-01' };

/** The table of a report's view as a person sees it on a screen of so many columns. */
async function drawn(
  name: string,
  viewName: string,
  bodies: readonly unknown[],
  width = 100,
  unicode = true,
) {
  const report = reports.find(candidate => candidate.name === name);
  const view = (await report?.response())?.views.find(candidate => candidate.name === viewName);
  if (!view?.table) throw new Error('no such table');
  const columns = view.table.columns.map(path => view.columns.find(column => column.name === path) as Column);
  const records = bodies.flatMap(body => [...view.records(body, parameters)]);
  return tableText(records, { ...view.table, columns }, { width, colour: false, unicode, plain: false });
}

const money = (amount: number, currency = 'EUR') => ({ amount, currency });
const bill = (number: string | null, name: string, subTotal: object, outstandingPayment?: object) => ({
  company: { id: 'C', code: 'C', name, address: {} },
  invoice: { number, date: '2026-10-03', subTotal, ...(outstandingPayment ? { outstandingPayment } : {}) },
});
const account = (name: string, number: string, net: number, children: unknown[] | null = null) => ({
  account: { name, number, type: 'Revenues' },
  netAmount: money(net),
  grossAmount: money(net * 2),
  children,
});

describe('the tables of the reports', () => {
  it('have a total for each currency under the amounts, and the decimals of the currency', async () => {
    const invoices = [
      bill('MUC-1', 'Acme Travel', money(1190), money(0.1)),
      bill('MUC-2', 'Müller & Söhne', money(214.5), money(0.2)),
      bill(null, '東京ステイ', money(80, 'JPY')),
    ];
    expect(await drawn('company-invoices-vat', 'invoices', invoices)).toBe(
      `Date        Invoice  Company         Tax id  Subtotal  Outstanding  Currency
────────────────────────────────────────────────────────────────────────────
2026-10-03  MUC-1    Acme Travel              1190.00         0.10  EUR
2026-10-03  MUC-2    Müller & Söhne            214.50         0.20  EUR
2026-10-03           東京ステイ                 80                  JPY
────────────────────────────────────────────────────────────────────────────
Total                                         1404.50         0.30  EUR
Total                                           80                  JPY
`,
    );
  });

  it('have no total under a single row', async () => {
    expect(await drawn('company-invoices-vat', 'invoices', [bill('M', 'A', money(1))])).not.toContain(
      'Total',
    );
  });

  it('have their totals also where the columns stand below each other', async () => {
    const text = await drawn(
      'company-invoices-vat',
      'invoices',
      [bill('M', 'A', money(1)), bill('N', 'B', money(2))],
      50,
    );
    expect(text).toMatch(/\n\nDate {9}Total\nSubtotal {5}3.00\nCurrency {5}EUR\n$/);
  });

  const tree = account('Revenues', '8', 30, [
    account('Accommodation', '83', 25, [account('Lodging', '8300', 20), account('Fees', '8310', 5, [])]),
    account('Food', '84', 5),
  ]);
  it('draw revenues as a tree', async () => {
    expect(await drawn('revenues', 'accounts', [tree])).toBe(
      `Revenues · MUC · 2026-10-01 to 2026-11-01 (exclusive)

Account           Number  Revenue net  Revenue gross  Currency
──────────────────────────────────────────────────────────────
Revenues          8             30.00          60.00  EUR
├─ Accommodation  83            25.00          50.00  EUR
│  ├─ Lodging     8300          20.00          40.00  EUR
│  └─ Fees        8310           5.00          10.00  EUR
└─ Food           84             5.00          10.00  EUR
`,
    );
    expect(await drawn('revenues', 'accounts', [tree], 100, false)).toContain('\n    Fees         8310');
  });

  it('draw a bar for the occupancy of each day', async () => {
    const day = (businessDay: string, sold: number) => ({
      businessDay,
      occupancyPercentage: sold,
      soldCount: sold,
      unsoldCount: 100 - sold,
      grossAdr: money(142.3),
      revPar: money(sold * 1.5),
      grossAccommodationRevenue: money(sold * 142),
      unitGroups: [],
    });
    const text = await drawn('property-performance', 'days', [
      { businessDays: [day('2026-10-01', 50), day('2026-10-02', 100)] },
    ]);
    expect(text).toBe(
      `Property performance · MUC · 2026-10-01 to 2026-11-01

Day         Occ. %  ADR gross  RevPAR net  Currency  Sold  Unsold  Revenue gross
────────────────────────────────────────────────────────────────────────────────────────────────────
2026-10-01      50     142.30       75.00  EUR         50      50        7100.00  █████████
2026-10-02     100     142.30      150.00  EUR        100       0       14200.00  ██████████████████
`,
    );
  });

  it('fit a screen of 100 columns with the headings of every report', async () => {
    for (const report of reports) {
      for (const { name, columns, table } of (await report.response()).views) {
        const shown = (table?.columns ?? []).map(
          path => columns.find(column => column.name === path) as Column,
        );
        expect(shown, `${report.name} ${name}`).not.toContain(undefined);
        for (const column of shown)
          expect(headingOf(column), `${report.name} ${column.name}`).toMatch(/^[A-Z][\w .%]+$/);
        const text = await tableText(
          [],
          { columns: shown },
          { width: 100, colour: false, unicode: true, plain: false },
        );
        expect(text.split('\n')[1], `${report.name} ${name}`).toMatch(/^─+$/);
      }
    }
  });
});

describe('totals', () => {
  it('are exact', () => {
    const amounts = [0.1, 0.2, new Big('9007199254740993'), -0.3, 1e-7];
    const [line] = totalLines(
      amounts.map(amount => ({ amount, currency: 'EUR' })),
      [{ amount: 'amount', currency: 'currency' }],
    );
    expect(line?.sums.get('amount')?.toFixed()).toBe('9007199254740993.0000001');
  });

  it('never cross currencies, and leave out what is no amount', () => {
    const sum = fc.record({
      a: fc.record({
        amount: fc.oneof(fc.integer(), fc.constant(null)),
        currency: fc.constantFrom('EUR', 'GBP', null),
      }),
      b: fc.record({ amount: fc.integer(), currency: fc.constantFrom('EUR', 'USD') }),
    });
    fc.assert(
      fc.property(fc.array(sum), records => {
        const lines = totalLines(records as readonly ReportRecord[], [
          { amount: 'a.amount', currency: 'a.currency' },
          { amount: 'b.amount', currency: 'b.currency' },
        ]);
        expect(lines.map(({ currency }) => currency)).not.toContain(null);
        for (const field of ['a', 'b'] as const) {
          for (const code of ['EUR', 'GBP', 'USD']) {
            const own = records
              .map(record => record[field])
              .filter(({ amount, currency }) => currency === code && amount !== null);
            const found = lines.find(({ currency }) => currency === code)?.sums.get(`${field}.amount`);
            if (own.length === 0) expect(found).toBeUndefined();
            else expect(Number(found)).toBe(own.reduce((total, { amount }) => total + Number(amount), 0));
          }
        }
      }),
    );
  });

  it.each([
    [61.5, 'EUR', '61.50'],
    [61, 'EUR', '61.00'],
    [-0.125, 'EUR', '-0.125'],
    [61.5, 'JPY', '61.5'],
    [61, 'JPY', '61'],
    [1, 'KWD', '1.000'],
    [1e-7, 'EUR', '0.0000001'],
    [1e21, 'EUR', '1000000000000000000000.00'],
    [5, '\u001b[2J', '5'],
    [5, undefined, '5'],
  ])('show %s %s as %s', (amount, currency, shown) => {
    expect(amountText(amount, currency)).toBe(shown);
  });
});

describe('a tree', () => {
  it('has branches that end where the level ends', () => {
    expect(treePrefixes([0, 1, 2, 2, 1, 0, 1, 3], true)).toEqual([
      '',
      '├─ ',
      '│  ├─ ',
      '│  └─ ',
      '└─ ',
      '',
      '└─ ',
      '      └─ ',
    ]);
    expect(treePrefixes([0, 1, 2], false)).toEqual(['', '  ', '    ']);
    expect(treePrefixes([], true)).toEqual([]);
  });
});
