import { groupBy } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type DocumentBlock,
  type DocumentTable,
  type ItemColumn,
  itemsTable,
  moneyUnit,
  percentUnit,
  type Text,
} from '../../output/document/document.ts';
import { RecordsTable } from '../../output/document/records.ts';
import type { LocaleFormat } from '../../output/number-format.ts';
import { computeTotals } from '../../output/totals.ts';
import { asPieces, joinTexts, say, saySome } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { amountsIn } from '../../platform/money.ts';
import type { Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { companyInvoicesVatReport } from '../../platform/reports/accounting.ts';
import type { ListedInvoice, RevenueNode } from '../../platform/reports/accounting-response.ts';
import type { CheckedFigures } from '../../reports/close/check.ts';
import { compareList } from '../../reports/close/invoice-checks.ts';
import { compareTree } from '../../reports/close/revenue-checks.ts';
import { RevenueTree } from '../../reports/close/revenue-tree.ts';
import { findUnknownDebts } from '../../reports/figures/ageing.ts';
import { nameYears } from '../../reports/figures/compared-spans.ts';
import { countHotels } from '../../reports/figures/lines.ts';
import { amountCell, changeColumn, figureColumn, withCode } from './figure-page.ts';
import type { Pack, PackLine } from './pack-figures.ts';

/** What was posted: the accounts, and the company invoices. */

/** What a close would find in these reports themselves: it compares them with the ledger too. */
export function checkPosted(
  period: Period,
  revenues: readonly RevenueNode[],
  invoices: readonly ReportRecord[],
): readonly Text[] {
  const open = (all: Iterable<CheckedFigures>) => [...all].filter(({ state }) => state === 'open');
  const accounts = revenues.flatMap(root =>
    isComplete(root)
      ? open(compareTree({ tree: new RevenueTree(root), ...amountsIn(root.grossAmount.currency) }))
      : [],
  );
  const listed = invoices.map(each => each['invoice'] as unknown as ListedInvoice['invoice']);
  const lists = compareList({
    invoices: listed.map(({ number, date }) => ({ number: number ?? null, date })),
    invoiceCount: undefined,
    period,
  });
  const subjects = accounts.map(({ subject }) => subject);
  const names = saySome(subjects, '; ');
  return [
    ...(accounts.length > 0
      ? [say('accounts that are not the sum of their subaccounts: {names}', { names })]
      : []),
    ...open(lists).map(({ reasons }) => joinTexts([say('Company invoices'), ...reasons.map(asPieces)], ', ')),
    ...findUnknownDebts(listed),
  ];
}

/** Fields of revenues are assumed: a pack warns of those that are missing, and goes on. */
const isComplete = ({ account, grossAmount, netAmount, children }: Partial<RevenueNode>): boolean =>
  [account?.number, grossAmount, netAmount].every(Boolean) && (children ?? []).every(isComplete);

/** Above the tables of each currency, if there are several. */
export const currencyTitle = ({ code }: Pick<PackLine, 'code'>) =>
  code === undefined ? undefined : say('All {currency} hotels', { currency: [code] });

/** `2 of 3 hotels`, of a section that some hotels lack. */
export function countWith({ all: { members, expected } }: Pick<Pack, 'all'>, section: Phrase) {
  const lacking = members.filter(({ failed }) => failed.some(({ title }) => title === section)).length;
  return lacking === 0 ? undefined : countHotels({ hotels: members.length - lacking, expected });
}

export function accountTable({ period, earlier }: Pack, posted: Pack['accounts'][number]): DocumentTable {
  const { accounts, currency: code } = posted;
  const unit = moneyUnit(code);
  const change = changeColumn(['± %'], percentUnit);
  const columns: ItemColumn<(typeof accounts)[number]>[] = [
    [{ heading: 'Account', kind: 'text' }, ({ name, number }) => ({ value: name, detail: [number] })],
    [{ ...figureColumn([`${nameYears(period)} ${code}`], unit), isKey: true }, ({ now }) => now],
    [figureColumn([`${nameYears(earlier)} ${code}`], unit, 1), ({ lastYear }) => lastYear],
    [change, ({ onLastYear }) => onLastYear],
  ];
  if (accounts.some(({ budget }) => budget !== null))
    columns.push(
      [figureColumn(withCode('Budget', code), unit, 2), ({ budget }) => budget],
      [change, ({ onBudget }) => onBudget],
    );
  return {
    ...itemsTable(accounts, columns, ({ depth }) => ({ kind: 'row', depth })),
    title: currencyTitle(posted),
  };
}

/** More invoices than these are folded: mails and terminals have their sums. */
const mostInvoices = 40;

/** The company invoices as their report has them, and their sums of each currency. */
export async function invoiceBlocks(pack: Pack, format: LocaleFormat): Promise<DocumentBlock[]> {
  const { invoices, hotels } = pack;
  if (invoices.length === 0) return [];
  const { views } = await companyInvoicesVatReport.response();
  const { columns = [], table } = views.find(({ name }) => name === 'invoices') ?? {};
  const hotel: Column = { name: 'hotel', type: 'text', heading: 'Hotel' };
  const own = (table?.columns ?? []).flatMap(name => columns.find(column => column.name === name) ?? []);
  const records = new RecordsTable({
    columns: [...(hotels.length > 1 ? [hotel] : []), ...own],
    layout: {},
    format,
  });
  records.see(invoices);
  records.add(invoices);
  const groups = [...groupBy(invoices, valueReader('invoice.subTotal.currency'))].map(([code, alike]) => ({
    currency: String(code),
    alike,
    totals: computeTotals(alike, own),
  }));
  const sumOf =
    (name: string) =>
    ({ currency, alike, totals }: (typeof groups)[number]): Cell => {
      const path = `invoice.${name}.amount`;
      // There is no sum of several currencies.
      const value = totals.get(path)?.value ?? (alike.some(valueReader(path)) ? null : 0);
      return amountCell(value, currency);
    };
  const columnsOfSums: ItemColumn<(typeof groups)[number]>[] = [
    [{ heading: 'Currency', kind: 'text' }, ({ currency }) => currency],
    [{ heading: 'Invoices', kind: 'number', unit: countUnit }, ({ alike }) => alike.length],
    [{ heading: 'Subtotal gross', kind: 'number' }, sumOf('subTotal')],
    [{ heading: 'Outstanding', kind: 'number' }, sumOf('outstandingPayment')],
  ];
  const title = 'Company invoices';
  const detail = countWith(pack, title);
  const folded = invoices.length > mostInvoices;
  return [
    { ...itemsTable(groups, columnsOfSums), title: 'Totals of company invoices', detail },
    { kind: 'section', anchor: 'invoices', title, blocks: [records.table()], folded },
  ];
}
