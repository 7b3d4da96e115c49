import Big from 'big.js';
import { readChoice } from '../../base/choices.ts';
import { lineOfFile, type TableLine } from '../../base/errors.ts';
import { addDays, addMonths, type CalendarDate, firstOfMonth, monthOf } from '../../platform/dates.ts';
import { addSums, ExactSum, readDecimal, settled } from '../../platform/numbers.ts';
import { daysOfMonth, type Period } from '../../platform/periods.ts';
import { companyInvoicesVatReport, grossTransactionsReport } from '../../platform/reports/accounting.ts';
import type { ListedInvoice } from '../../platform/reports/accounting-response.ts';
import { safeText } from '../../platform/safe-text.ts';
import { fetchItems, type ItemList, type ReportSource } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';
import { itemsIn, type LedgerItem, type Openings, readOpenings, SubLedgers, subLedgers } from './ledgers.ts';
import { type CompanyInvoice, companyOf, type OtherMonths } from './month-books.ts';

export const ledgerList: ItemList<Posting> = { report: grossTransactionsReport, dateOf: ({ date }) => date };
export const invoiceList: ItemList<ListedInvoice> = {
  report: companyInvoicesVatReport,
  dateOf: ({ invoice }) => invoice.date,
};

/** The invoices of earlier months that the city ledger still has, and the postings since the month that change what is outstanding. */
export async function fetchOtherMonths(
  source: ReportSource,
  property: string,
  { first, last }: Period,
  today: CalendarDate,
  city: readonly LedgerItem[],
  invoices: readonly CompanyInvoice[],
): Promise<OtherMonths> {
  const numbers = new Set(invoices.map(({ number }) => number));
  const months = city.flatMap(({ reference, since }) =>
    numbers.has(reference) || since === null || since >= first ? [] : monthOf(since),
  );
  const earlierInvoices: OtherMonths['earlierInvoices'][number][] = [];
  for (const month of [...new Set(months)].sort())
    for await (const items of fetchItems(source, invoiceList, property, daysOfMonth(month)))
      for (const { invoice, company } of items)
        earlierInvoices.push({
          number: invoice.number ?? null,
          date: invoice.date,
          company: companyOf(company),
          outstanding: invoice.outstandingPayment?.amount,
        });
  const closings = new Map(city.map(({ reference, closing }) => [reference, closing]));
  const isSettled = [...invoices, ...earlierInvoices].every(({ number, outstanding }) => {
    const closing = closings.get(number ?? '') ?? new ExactSum();
    return outstanding === undefined || addSums([closing]).add(outstanding, -1).isZero;
  });
  if (isSettled || last >= today) return { earlierInvoices, later: [] };
  const ledgers = new SubLedgers();
  const since = { first: addDays(last, 1), last: today };
  for await (const lines of fetchItems(source, ledgerList, property, since))
    for (const line of lines) ledgers.add(line);
  const items = itemsIn(ledgers.roll(today), 'city');
  return { earlierInvoices, later: items.map(({ reference, movement }) => [reference, movement]) };
}

/** A hotel may be closed for most of a year; its ledger ends where this many months in a row have no posting. */
const emptyMonths = 12;

/**
 * The openings of a first close, from the whole ledger before it: the newest month first, because no report says when it begins.
 *
 * @param warn of postings in a former currency, which are in no balance
 */
export async function openingsFromHistory(
  source: ReportSource,
  property: string,
  first: CalendarDate,
  onMonth: (month: string) => Promise<void>,
  warn: (words: string) => Promise<void>,
): Promise<Openings> {
  const ledgers = new SubLedgers();
  const vatTypes = new Set<string>();
  let currency: string | undefined;
  let since: CalendarDate | null = null;
  let foreign = 0;
  const monthBefore = addMonths(first, -1);
  let day = monthBefore;
  for (let empty = 0; empty < emptyMonths; day = addMonths(day, -1)) {
    const month = monthOf(day);
    await onMonth(month);
    empty += 1;
    for await (const lines of fetchItems(source, ledgerList, property, daysOfMonth(month)))
      for (const line of lines) {
        empty = 0;
        currency ??= line.currency;
        if (day === monthBefore) for (const { type } of line.taxes ?? []) vatTypes.add(type);
        if (line.currency !== currency) {
          foreign += 1;
          continue;
        }
        since = firstOfMonth(day);
        ledgers.add(line);
      }
  }
  if (foreign > 0)
    await warn(
      `warning: ${property}: the opening balances leave out earlier postings that are not in ${currency}: ${foreign}`,
    );
  const rolled = ledgers.roll(addDays(first, -1));
  return readOpenings({
    from: 'history',
    since,
    vatTypes: vatTypes.size > 0 ? [...vatTypes] : null,
    ledgers: rolled.map(each => ({ ...each, ledger: each.ledger.id })),
  });
}

export const openingColumns = ['ledger', 'reference', 'amount'];

/** The openings of a file from the system before, in a currency that is not known yet. @throws UsageError that names the line */
export function readOpeningFile(path: string, lines: readonly TableLine[]): Openings {
  const items = new Map(subLedgers.map(({ id }) => [id, new Map<string, ExactSum>()] as const));
  for (const [index, { ledger = '', reference = '', amount = '' }] of lines.entries()) {
    const { where, refuse } = lineOfFile(path, index, 'for example `city,2026-1183,218.00`');
    const id = readChoice(`${where}: ledger`, ledger, [...items.keys()]);
    const own = items.get(id);
    const decimal = readDecimal(amount);
    if (reference === '') throw refuse('it has no reference');
    // The ledger has eight decimals.
    if (decimal === undefined || /\.\d{9}/.test(decimal))
      throw refuse(`"${safeText(amount, 40)}" is not an amount`);
    if (own?.has(reference)) throw refuse(`${safeText(reference, 60)} occurs twice`);
    own?.set(reference, new ExactSum().add(settled(new Big(decimal))));
  }
  const unknown = { stay: null, since: null, company: null };
  return readOpenings({
    from: 'file',
    since: null,
    vatTypes: null,
    ledgers: [...items].map(([ledger, own]) => ({
      ledger,
      control: addSums(own.values()),
      items: [...own].map(([reference, closing]) => ({ ...unknown, reference, closing })),
    })),
  });
}
