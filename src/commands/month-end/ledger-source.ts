import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import { openReportSource } from '../../cli/connect.ts';
import { datesAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { accessibleProperties, findUnknownProperty } from '../../cli/properties.ts';
import type { SeveralProperties } from '../../cli/property-flags.ts';
import { daysOfMonth, nameOfPeriod, type Period, readPeriod, wholeMonths } from '../../platform/periods.ts';
import { grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { differenceOfLedgers, itemsOfClose } from '../../reports/close/changes.ts';
import { companyOf } from '../../reports/close/month-books.ts';
import { invoiceList, ledgerList } from '../../reports/close/other-months.ts';
import { isClose, listChain, readResult, type StoredClose } from '../../reports/close/stored-closes.ts';
import { fetchItems, type ItemList } from '../../reports/fetch-report.ts';
import type { BasisOptions } from './flags.ts';
import { findExport, type LedgerBasis, monthsIn } from './ledger-basis.ts';
import { openChecksOf, requireClose } from './sign-off.ts';

export function openLedgers(invocation: Invocation, options: SeveralProperties & BasisOptions) {
  const source = openReportSource(invocation, grossTransactionsReport);
  const dates = datesAt(invocation, source);
  /** @throws RefusedError for a property that does not exist: a mistyped one has no time zone either */
  const today = async (property: string) => {
    const unknown =
      (await dates.zoneOf(property)) === undefined && (await findUnknownProperty(invocation, property));
    if (unknown) throw unknown;
    return dates.today(property);
  };
  const itemsOf = async function* <Item>(
    closes: readonly StoredClose[],
    { first, last }: Period,
    list: ItemList<Item>,
  ) {
    for (const close of closes) {
      const month = daysOfMonth(close.about.period);
      if (month.last < first || month.first > last) continue;
      // A fiscal year may begin inside of a month.
      const isWhole = first <= month.first && month.last <= last;
      for await (const items of itemsOfClose(source, close, list))
        yield isWhole ? items : items.filter(item => first <= list.dateOf(item) && list.dateOf(item) <= last);
    }
  };
  /** The items of a period: those of the closes, or those that the platform has now. */
  const itemsIn =
    <Item>(list: ItemList<Item>) =>
    (
      { closes, property }: Pick<LedgerBasis, 'closes' | 'property'>,
      period: Period,
    ): AsyncIterable<readonly Item[]> =>
      closes.length > 0 ? itemsOf(closes, period, list) : fetchItems(source, list, property, period);
  return {
    source,
    today,
    zoneOf: dates.zoneOf,
    close: source.close,
    properties: () => accessibleProperties(invocation, options, source),
    linesIn: itemsIn(ledgerList),
    invoicesIn: itemsIn(invoiceList),
    /** What has changed since the last export of each month. */
    async *linesSinceExport(basis: LedgerBasis, period: Period) {
      for (const close of basis.closes) {
        const { close: exported } = findExport(basis, close.about.period) ?? {};
        if (!exported) continue;
        const [before, now] = [exported, close].map(each => itemsOf([each], period, ledgerList));
        if (before && now) yield* differenceOfLedgers(before, now);
      }
    },
    /** The company of each invoice: of those of the period, and of earlier ones that a close still has. */
    async companiesIn(basis: LedgerBasis, period: Period): Promise<ReadonlyMap<string, string>> {
      const companies = new Map<string, string>();
      for (const close of basis.closes)
        for (const { items } of (await readResult(close)).ledgers)
          for (const { reference, company } of items) if (company) companies.set(reference, company);
      for await (const items of this.invoicesIn(basis, period))
        for (const { company, invoice } of items) {
          const id = companyOf(company);
          if (id !== null && invoice.number) companies.set(invoice.number, id);
        }
      return companies;
    },
    /** The days of the period, and the closes that have them. @throws UsageError if a month has none */
    async basisOf(property: string, text: string): Promise<LedgerBasis> {
      const { warn } = invocation;
      const now = await today(property);
      const period = readPeriod('--period', text, now);
      const name = nameOfPeriod(period);
      if (period.first > now)
        throw new UsageError(`${property}: ${name} has not begun`, { hint: 'use --period last-month' });
      const archive = await findArchive(invocation, 'closes');
      const chain = await listChain(archive, property);
      const own = { property, period, chain, zone: await dates.zoneOf(property) };
      if (options.withoutClose) {
        if (period.last > (await dates.lastClosedDay(property)))
          await warn(
            `warning: ${property}: ${name} is not over: postings to it may follow until 06:00 of the day after it`,
          );
        return { ...own, closes: [], openChecks: new Map() };
      }
      const months = monthsIn(period);
      const whole = wholeMonths(period);
      if (whole.first !== period.first || whole.last !== period.last)
        throw new UsageError(`a close covers a whole month; ${name} is not one`, {
          hint: `use --period ${nameOfPeriod(whole)}, or add --without-close`,
        });
      if (options.close !== undefined && months.length > 1)
        throw new UsageError(`--close takes one month; ${name} has ${months.length}`, {
          hint: 'omit --close: the newest close of each month is used',
        });
      const closes = months.map(month =>
        requireClose(chain.filter(isClose), property, month, options.close, ', or add --without-close'),
      );
      const openChecks = new Map<StoredClose, readonly string[]>();
      for (const close of closes) {
        const open = await openChecksOf(close, chain);
        openChecks.set(close, open);
        if (open.length > 0)
          await warn(
            `warning: ${property}: close ${close.about.sequence} of ${close.about.period} has open checks that are not accepted: ${open.join(', ')}`,
          );
      }
      return { ...own, closes, openChecks };
    },
  };
}
