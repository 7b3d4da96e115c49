import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { companyInvoice } from '../../measures.ts';
import { findUntranslated } from '../page-texts.ts';
import { runAgainst } from './served.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const companies = ['Alpha', 'Beta', 'Gamma'];

/** An invoice every second day, of which some are paid, and one is paid twice. */
const listOf = (property: string) =>
  Array.from({ length: 90 }, (_, index) => {
    const cents = index % 5 === 0 ? 0 : index === 7 ? -500 : 1000 + index;
    const name = companies[index % 3] as string;
    const currency = property === 'TYO' ? 'JPY' : 'EUR';
    const invoice = {
      number: `${property}-${index}`,
      date: new Date(Date.parse('2026-05-20') + 2 * index * day).toISOString().slice(0, 10),
      subTotal: { amount: 20, currency },
      outstandingPayment: index === 11 ? null : { amount: cents / 100, currency },
      taxDetails: [],
    };
    return companyInvoice(invoice, { id: name, code: name.toUpperCase(), name });
  });

function respond(query: URLSearchParams) {
  const [from = '', to = ''] = query.getAll('dateFilter').map(text => text.replace(/^\w+_/, ''));
  const found = listOf(query.get('propertyId') ?? '').filter(
    ({ invoice }) => from <= invoice.date && invoice.date < to,
  );
  return { companyInvoices: found, count: found.length };
}
const run = (line: string, answer: Parameters<typeof runAgainst>[1] = respond) =>
  runAgainst(`reports company-invoices-vat --view ageing ${line}`, answer, { now });
const months = '--period 2026-05..2026-11';

/** By a plain loop over days: cents of each company and age. */
function naive(property: string) {
  const sums: Record<string, number[]> = {};
  for (const { company, invoice } of listOf(property)) {
    const amount = Math.round((invoice.outstandingPayment?.amount ?? 0) * 100);
    const age = Math.round((Date.parse('2026-11-21') - Date.parse(invoice.date)) / day);
    const own = sums[company.name] ?? [0, 0, 0, 0, 0];
    sums[company.name] = own;
    const place = age < 30 ? 1 : age < 60 ? 2 : age < 90 ? 3 : 4;
    own[0] = (own[0] ?? 0) + amount;
    own[place] = (own[place] ?? 0) + amount;
  }
  return sums;
}

describe('company-invoices-vat --view ageing', () => {
  it('has a row for each company, over all months, as a plain loop has it', async () => {
    const { stdout, requests } = await expectSuccess(run(`--property MUC ${months} --format json`));
    const rows = JSON.parse(stdout) as {
      company: { name: string };
      invoices: number;
      outstanding: Record<string, number>;
    }[];
    const cents = (value = 0) => Math.round(value * 100);
    const found = rows.map(({ company, outstanding: { amount, current, days30, days60, days90 } }) => [
      company.name,
      [amount, current, days30, days60, days90].map(cents),
    ]);
    expect(Object.fromEntries(found)).toEqual(naive('MUC'));
    const amounts = rows.map(row => row.outstanding['amount'] ?? 0);
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
    expect(requests.filter(url => url.includes('company-invoices'))).toHaveLength(7);
  });

  it('names invoices that are listed twice or say nothing, and adds up no list that is not complete', async () => {
    const line = '--property MUC --period 2026-06 --format html';
    const june = new URLSearchParams('dateFilter=gte_2026-06-01&dateFilter=lt_2026-07-01');
    const list = respond(june).companyInvoices.map((item, index) => ({
      ...item,
      invoice: { ...item.invoice, number: `R-${index}` },
    }));
    const body = { companyInvoices: [...list, list[0]], count: list.length + 1 };
    const whole = run(line, () => body);
    const { stdout } = await expectSuccess(whole, 'warning: MUC: listed twice: R-0');
    expect(stdout).toContain('MUC: listed twice: R-0');
    expect(stdout).toContain('MUC: R-5: it does not say what is outstanding');
    const short = run(line, () => ({ ...body, count: 99 }));
    await expectFailure(short, 6, 'count is 99, but companyInvoices has');
  });

  it('counts a hotel that has no invoices', async () => {
    const none = (query: URLSearchParams) => (query.get('propertyId') === 'TYO' ? 204 : respond(query));
    const { stdout } = await run('--property MUC,TYO --period 2026-10 --period 2026-08', none);
    expect(stdout).toContain(' · 2 properties · August 2026, October 2026 · ');
  });

  it('has a table, CSV and a page of all hotels with totals, and never adds currencies', async () => {
    const table = await expectSuccess(run(`--property MUC ${months}`), 'Its age counts from the date');
    const [all = []] = [Object.values(naive('MUC'))].map(rows =>
      [0, 1, 2, 3, 4].map(at => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / 100),
    );
    const total = /^Total +\d+ +(.+)$/m.exec(table.stdout)?.[1]?.split(/ +/);
    expect(total?.map(text => Number(text.replace(',', '')))).toEqual(all);
    const hotels = `--property MUC,TYO ${months}`;
    const both = await expectSuccess(run(hotels));
    expect(both.stdout).toMatch(/^TYO .* JPY/m);
    const owed = (id: string) => Object.values(naive(id)).reduce((sum, [amount = 0]) => sum + amount, 0);
    for (const [code, property] of Object.entries({ EUR: 'MUC', JPY: 'TYO' })) {
      const [, shown = ''] = new RegExp(`^Total ${code} +\\d+ +([\\d,.]+) `, 'm').exec(both.stdout) ?? [];
      expect(Number(shown.replace(',', ''))).toBe(owed(property) / 100);
    }
    const rates = temporaryFile('rates.csv', 'currency,rate\nJPY,0.5\n');
    const converted = await expectSuccess(run(`${hotels} --currency EUR --rates ${rates}`));
    const [, grand = ''] = /^Total +\d+ +([\d,.]+) /m.exec(converted.stdout) ?? [];
    expect(Number(grand.replace(',', ''))).toBe((owed('MUC') + owed('TYO') / 2) / 100);
    const csv = await expectSuccess(run(`${hotels} --format csv`));
    expect(csv.stdout.trim().split('\r\n')).toHaveLength(7);
    const pageIn = async (locale: string) => (await run(`${hotels} --format html --locale ${locale}`)).stdout;
    expect(await pageIn('en')).toContain('Outstanding is what is not paid of each invoice now.');
    expect(await pageIn('en')).toMatch(/by age.*class="tile".*Outstanding.*EUR.*Outstanding.*JPY/s);
    expect(await findUntranslated(pageIn, ['Munich (MUC)', 'Tokyo (TYO)', listOf('MUC')])).toEqual([]);
  });
});
