import { type CalendarDate, monthOf } from '../../platform/dates.ts';
import { addSums, ExactSum, toSum } from '../../platform/exact-sum.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import { daysOfMonth } from '../../platform/periods.ts';
import { companyInvoicesVatReport, grossTransactionsReport } from '../../platform/reports/accounting.ts';
import type { ListedInvoice } from '../../platform/reports/accounting-response.ts';
import { fetchItems, type ItemList, type ReportSource } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';
import { type LedgerItem, SubLedgers } from './ledgers.ts';
import { type CompanyInvoice, companyOf, type OtherMonths } from './month-books.ts';

export const ledgerList: ItemList<Posting> = {
  report: grossTransactionsReport,
  dateOf: ({ date }) => date,
};
export const invoiceList: ItemList<ListedInvoice> = {
  report: companyInvoicesVatReport,
  dateOf: ({ invoice }) => invoice.date,
};

/**
 * What a month needs of others: the invoices of earlier months that the city ledger still has, and where what is outstanding now
 * is not what the month ended with, the postings since then.
 */
export async function fetchOtherMonths(
  source: ReportSource,
  property: string,
  city: readonly LedgerItem[],
  invoices: readonly CompanyInvoice[],
  {
    first,
    next,
    today,
  }: { readonly first: CalendarDate; readonly next: CalendarDate; readonly today: CalendarDate },
): Promise<OtherMonths> {
  const numbers = new Set(invoices.map(({ number }) => number));
  const months = city.flatMap(({ reference, since }) =>
    numbers.has(reference) || since === null || since >= first ? [] : monthOf(since),
  );
  const earlierInvoices: OtherMonths['earlierInvoices'][number][] = [];
  for (const month of [...new Set(months)].sort()) {
    for await (const items of fetchItems(source, invoiceList, property, daysOfMonth(month)))
      for (const { invoice, company } of items)
        earlierInvoices.push({
          number: invoice.number ?? null,
          date: invoice.date,
          company: companyOf(company),
          outstanding: invoice.outstandingPayment?.amount,
        });
  }
  const closings = new Map(city.map(({ reference, closing }) => [reference, closing]));
  const isSettled = [...invoices, ...earlierInvoices].every(({ number, outstanding }) => {
    const closing = closings.get(number ?? '') ?? new ExactSum();
    return outstanding === undefined || addSums([closing]).add(outstanding, -1).isZero;
  });
  if (isSettled || next > today) return { earlierInvoices, later: new Map() };
  const ledgers = new SubLedgers();
  for await (const lines of fetchItems(source, ledgerList, property, { first: next, last: today }))
    for (const line of lines) ledgers.add(line);
  const items = ledgers.roll(today, undefined, ['city']).flatMap(rolled => rolled.items);
  const later = new Map(items.map(({ reference, movement }) => [reference, movement]));
  return { earlierInvoices, later };
}

/** What a close keeps of other months, to compute its result again. */
export const writeOtherMonths = ({ earlierInvoices, later }: OtherMonths) => ({
  earlierInvoices,
  later: [...later],
});

export interface StoredOtherMonths extends Pick<OtherMonths, 'earlierInvoices'> {
  readonly later: readonly (readonly [number: string, sum: ExactNumber | ExactSum])[];
}

export const readOtherMonths = ({ earlierInvoices, later }: StoredOtherMonths): OtherMonths => ({
  earlierInvoices,
  later: new Map(later.map(([number, sum]) => [number, toSum(sum)])),
});
