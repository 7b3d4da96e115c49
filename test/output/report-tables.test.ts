import { text as joined } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { makeColumnHeading } from '../../src/output/columns.ts';
import { render } from '../../src/output/render.ts';
import type { Column } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { account, tableText } from './rendered.ts';
import { plainRendering } from './rfc4180.ts';

const parameters = { propertyId: 'MUC', month: '10', year: '2026', from: '2026-10-01', to: '2026-11-01' };

/** The table of a report's view on a screen of this width. */
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
  const records = bodies.flatMap(body => [...view.records(body, parameters)]);
  const table = { width, color: false, unicode, plain: false };
  const result = { parameters, json: () => [], records: () => [records] };
  return joined(render({ ...plainRendering, format: 'table', view, several: false, table }, [result]).chunks);
}

const money = (amount: number, currency = 'EUR') => ({ amount, currency });
const bill = (number: string | null, name: string, subTotal: object, outstandingPayment?: object) => ({
  company: { id: 'C', code: 'C', name, address: {} },
  invoice: { number, date: '2026-10-03', subTotal, ...(outstandingPayment ? { outstandingPayment } : {}) },
});
/** With `null` for the children of an account without any, as the platform has them too. */
const numbered = (name: string, number: string, net: number, children?: unknown[]) => {
  const made = account(name, net, children);
  return { ...made, account: { ...made.account, number }, children: children ?? null };
};

describe('the tables of the reports', () => {
  it('of a ranking stays a table in a narrow terminal, with the columns that fit', async () => {
    const figures = ['one', 'two', 'three', 'four'];
    const columns = ['rank', ...figures].map((name): Column => ({ name, type: 'number', heading: name }));
    const rows = [1, 2].map(rank => ({ rank, ...Object.fromEntries(figures.map(name => [name, 1e14])) }));
    const text = await tableText(rows, { columns }, { ...plainRendering.table, width: 60 });
    expect(text.split('\n')[2]).toMatch(/^ +1 +1[0,]+ +1[0,]+ +1[0,]+$|^ +1 +1[0,]+ +1[0,]+$/);
    expect(text).toMatch(/Not shown at 60 columns: .*four/);
  });

  it('show the currency of each amount if it differs, and have no total across currencies', async () => {
    const invoices = [
      bill('MUC-1', 'Acme Travel', money(1190), money(77, 'CHF')),
      bill('MUC-2', '東京ステイ', money(80, 'JPY'), money(3, 'CHF')),
    ];
    expect(await drawn('company-invoices-vat', 'invoices', invoices)).toBe(
      `Date        Invoice  Company      Tax id      Subtotal  Outstanding CHF
───────────────────────────────────────────────────────────────────────
2026-10-03  MUC-1    Acme Travel          1,190.00 EUR            77.00
2026-10-03  MUC-2    東京ステイ                 80 JPY             3.00
───────────────────────────────────────────────────────────────────────
Total                                                             80.00
`,
    );
  });

  it('keep the number of an invoice whole and shorten the name of the company', async () => {
    const name = 'Müller & Söhne KG München';
    const invoices = [
      bill('MUC-R2627401', name, money(1190), money(0.1)),
      bill('MUC-R2627402', name, money(10), money(0.1)),
    ];
    const text = await drawn('company-invoices-vat', 'invoices', invoices, 62);
    expect(text).toMatch(/2026-10-03 {2}MUC-R2627401 {2}Müller/);
    expect(text).toMatch(/2026-10-03 {2}MUC-R2627402 {2}Müller/);
  });

  it('have no total if charges and payments are in one list', async () => {
    const accounts = { debitedAccount: { name: 'A' }, creditedAccount: { name: 'B' } };
    const amounts = { grossAmount: 145, netAmount: 135.51, currency: 'EUR' };
    const postings = ['PostCharge', 'PostPayment'].map(command => {
      return { date: '2026-10-03', command, ...accounts, reference: 'R1', ...amounts };
    });
    const text = await drawn('gross-transactions', 'transactions', postings);
    expect(text).toContain('Amount gross EUR');
    expect(text).not.toContain('Total');
    expect(text).not.toContain('290');
  });

  it('have their totals also if the columns are one below the other', async () => {
    const invoices = [bill('M', 'A', money(1)), bill('N', 'B', money(2))];
    const text = await drawn('company-invoices-vat', 'invoices', invoices, 40);
    expect(text).toMatch(/\n\nDate {10}Total\nSubtotal EUR {2}3.00\n$/);
  });

  const rooms = [numbered('Lodging', '8300', 20), numbered('Fees', '8310', 5, [])];
  const groups = [numbered('Accommodation', '83', 25, rooms), numbered('Food', '84', 5)];
  const tree = numbered('Revenues', '8', 30, groups);
  it('draw revenues as a tree', async () => {
    expect(await drawn('revenues', 'accounts', [tree])).toBe(
      `Revenues · MUC · October 2026

Account           Account number  Revenue net EUR  Revenue gross EUR
────────────────────────────────────────────────────────────────────
Revenues          8                         30.00              60.00
├─ Accommodation  83                        25.00              50.00
│  ├─ Lodging     8300                      20.00              40.00
│  └─ Fees        8310                       5.00              10.00
└─ Food           84                         5.00              10.00
`,
    );
    expect(await drawn('revenues', 'accounts', [tree], 100, false)).toContain('\n    Fees         8310');
  });

  it('wrap their headings before anything is shortened', async () => {
    const counts = { occupancyPercentage: 50, soldCount: 50, unsoldCount: 50 };
    const amounts = { netAdr: money(50), revPar: money(50), netAccommodationRevenue: money(2500) };
    const day = { businessDay: '2026-10-01', ...counts, ...amounts };
    const text = await drawn('property-performance', 'days', [{ businessDays: [day] }], 75);
    expect(text.split('\n\n')[1]).toBe(
      `                                       ADR
                                       net  RevPAR  Units           Revenue
Day             Occ. %  0     100 %    EUR     EUR   sold  Unsold   net EUR
───────────────────────────────────────────────────────────────────────────
Thu 2026-10-01   50.00  █████▌       50.00   50.00     50      50  2,500.00
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
          expect(makeColumnHeading(column), `${report.name} ${column.name}`).toMatch(/^[A-Z][\w .%&-]+$/);
        const text = await tableText([], { columns: shown }, { ...plainRendering.table, width: 100 });
        expect(text.split('\n')[1], `${report.name} ${name}`).toMatch(/^─+$/);
      }
    }
  });
});
