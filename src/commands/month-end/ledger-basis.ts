import { InterruptedError, OutputError, UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { checkPeriod, datesAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { planPropertyList, type RunProperty } from '../../cli/properties.ts';
import type { SeveralProperties } from '../../cli/property-flags.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import {
  daysOfMonth,
  findOverlap,
  isWholeMonths,
  monthsIn,
  nameOfPeriod,
  type Period,
  readPeriod,
  wholeMonths,
} from '../../platform/periods.ts';
import { grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { differenceOfLedgers, itemsOfClose } from '../../reports/close/changes.ts';
import { companyOf } from '../../reports/close/month-books.ts';
import { invoiceList, ledgerList } from '../../reports/close/other-months.ts';
import {
  type ChainEntry,
  isClose,
  isEvent,
  readResult,
  type StoredClose,
  storeEvent,
} from '../../reports/close/stored-closes.ts';
import { fetchItems, type ItemList } from '../../reports/fetch-report.ts';
import { checkCloseNumber, readChain, requireClose, warnOfOpenChecks } from './chain.ts';
import type { BasisOptions, ExportOptions } from './flags.ts';

/** What a journal of a property is made from: a close of each month, or the platform. */
export interface LedgerBasis {
  readonly property: string;
  readonly period: Period;
  /** None: the platform. Each with its checks that are open, and that no one has accepted. */
  readonly closes: readonly (StoredClose & { readonly open: readonly string[] })[];
  readonly chain: readonly ChainEntry[];
  /** Of closes: the newest hash of the chain, which covers them and what people did with them. */
  readonly head?: string | undefined;
  readonly zone: string | undefined;
}

const withoutClose = 'without close';
/** As many digits of a hash as the names of folders have. */
export const shortHash = (hash = ''): string => hash.slice(0, 16);

/** The closes, in a title: `close 3`. Each is named: one of an earlier month may be newer than those of later ones. */
export function nameCloses({ closes }: Pick<LedgerBasis, 'closes'>): string {
  const numbers = closes.map(({ about }) => about.sequence);
  if (numbers.length === 0) return withoutClose;
  return `${numbers.length === 1 ? 'close' : 'closes'} ${numbers.join(', ')}`;
}

/** The closes with the whole hash, because only what is noted elsewhere shows that the chain was not cut. */
export const nameBasis = (basis: LedgerBasis): string =>
  basis.head === undefined ? nameCloses(basis) : `${nameCloses(basis)}, chain ${basis.head}`;

/** What a row says of its close: `close 3, 9f86d081884c7d65`. */
export function describeClose(basis: LedgerBasis, month: string): string {
  const close = basis.closes.find(({ about }) => about.period === month);
  const open = close?.open ?? [];
  const named = [close && shortHash(basis.head), open.length > 0 && `open: ${open.join(' ')}`];
  return [nameCloses({ closes: close ? [close] : [] }), ...named.filter(Boolean)].join(', ');
}

/** How the log names the audit medium: it may be written any number of times. */
const auditMedium = 'audit medium';

function findExport({ chain }: Pick<LedgerBasis, 'chain'>, month: string) {
  const event = chain.filter(isEvent).findLast(({ about: { kind, period, format } }) => {
    return kind === 'export' && period === month && format !== auditMedium;
  })?.about;
  return event && { event, close: chain.filter(isClose).find(({ hash }) => hash === event.of) };
}

/** Accounting would have the postings twice. @throws UsageError */
export function requireNewExport(basis: LedgerBasis, { again, sinceExport }: ExportOptions): void {
  const { property } = basis;
  for (const month of monthsIn(basis.period)) {
    const exported = findExport(basis, month);
    if (sinceExport && !exported?.close)
      throw new UsageError(`${property}: ${month} was not exported${exported ? ' from a close' : ''} yet`, {
        hint: 'omit --since-export',
      });
    if (again || sinceExport || !exported) continue;
    const { event, close } = exported;
    const from = close ? `from close ${close.about.sequence}` : withoutClose;
    throw new UsageError(`${property}: ${month} was exported on ${event.closedAt.slice(0, 10)}, ${from}`, {
      hint: `add ${close ? '--since-export for what has changed since then, or ' : ''}--again for all of it`,
    });
  }
}

/** Keeps in the chain that whole months were exported. @param written accounting would have it twice, if this is not kept */
export async function storeExports(
  invocation: Invocation,
  basis: LedgerBasis,
  period: Period,
  format: string | undefined,
  written?: string,
): Promise<void> {
  const { property, closes, zone } = basis;
  const archive = await findArchive(invocation, 'closes');
  for (const month of monthsIn(period)) {
    const { first, last } = daysOfMonth(month);
    if (first < period.first || last > period.last) continue;
    const of = closes.find(({ about }) => about.period === month)?.hash ?? null;
    const event = { kind: 'export', period: month, of, format: format ?? auditMedium } as const;
    const known = findExport(basis, month)?.event.sequence;
    const check = (chain: readonly ChainEntry[]) => {
      if (written === undefined || findExport({ chain }, month)?.event.sequence === known) return;
      throw new UsageError('another run has exported it meanwhile', { hint: '' });
    };
    await storeEvent(archive, property, invocation.context, zone, event, check).catch(error => {
      if (written === undefined || error instanceof InterruptedError) throw error;
      throw new OutputError(
        `${written} was written, but not recorded as the export of ${month}: ${error.message}`,
        { hint: `remove ${written}, and run the command again`, cause: error },
      );
    });
  }
}

export type Ledgers = ReturnType<typeof openLedgers>;

/** @returns `run` with the ledgers, which are opened then */
export function planWithLedgers(
  invocation: Invocation,
  options: SeveralProperties & BasisOptions & { readonly period?: string },
  run: (ledgers: Ledgers) => Promise<unknown>,
) {
  const { period: text } = options;
  checkCloseNumber(options.close);
  if (text !== undefined)
    checkPeriod(invocation, text, (today, zone) => readLedgerPeriod(options, text, today, !!zone));
  const listProperties = planPropertyList(invocation, options);
  return planWithReport(invocation, grossTransactionsReport, async source => {
    await run(openLedgers(source, invocation, options, () => listProperties(source)));
  });
}

/** @param hasBegun whether it must have begun today @throws UsageError for days that no close has */
function readLedgerPeriod(
  { withoutClose, close }: BasisOptions,
  text: string,
  today: CalendarDate,
  hasBegun = true,
): Period {
  const period = readPeriod('--period', text, today);
  const [name, months] = [nameOfPeriod(period), monthsIn(period).length];
  if (hasBegun && period.first > today)
    throw new UsageError(`${name} has not begun`, { hint: 'use --period last-month' });
  if (withoutClose && close !== undefined)
    throw new UsageError('--without-close and --close cannot be combined', { hint: 'omit one of them' });
  if (withoutClose) return period;
  if (!isWholeMonths(period))
    throw new UsageError(`a close covers a whole month; ${name} is not one`, {
      hint: `use --period ${nameOfPeriod(wholeMonths(period))}, or add --without-close`,
    });
  if (close !== undefined && months > 1)
    throw new UsageError(`--close takes one month; ${name} has ${months}`, {
      hint: 'omit --close: the newest close of each month is used',
    });
  return period;
}

function openLedgers(
  source: OpenReportSource,
  invocation: Invocation,
  options: BasisOptions,
  properties: () => Promise<readonly RunProperty[]>,
) {
  const dates = datesAt(invocation, source);
  async function* itemsOf<Item>(closes: readonly StoredClose[], period: Period, list: ItemList<Item>) {
    for (const close of closes) {
      // A fiscal year may begin inside of a month.
      const days = findOverlap(daysOfMonth(close.about.period), period);
      if (!days) continue;
      const isIn = (date: string) => days.first <= date && date <= days.last;
      for await (const items of itemsOfClose(close, list))
        yield items.filter(item => isIn(list.dateOf(item)));
    }
  }
  /** The items of a period: those of the closes, or those that the platform has now. */
  const itemsIn =
    <Item>(list: ItemList<Item>) =>
    ({ closes, property }: Pick<LedgerBasis, 'closes' | 'property'>, period: Period) =>
      closes.length > 0 ? itemsOf(closes, period, list) : fetchItems(source, list, property, period);
  return {
    source,
    today: dates.today,
    properties,
    linesIn: itemsIn(ledgerList),
    invoicesIn: itemsIn(invoiceList),
    async *linesSinceExport(basis: LedgerBasis, period: Period) {
      for (const close of basis.closes) {
        const { close: exported } = findExport(basis, close.about.period) ?? {};
        if (!exported) continue;
        const linesOf = (of: StoredClose) => itemsOf([of], period, ledgerList);
        yield* differenceOfLedgers(linesOf(exported), linesOf(close));
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
      const period = readLedgerPeriod(options, text, await dates.today(property));
      const archive = await findArchive(invocation, 'closes');
      const chain = await readChain(invocation, archive, property);
      const own = { property, period, chain, zone: await dates.zoneOf(property) };
      if (options.withoutClose) {
        if (period.last > (await dates.lastClosedDay(property)))
          await invocation.warn(
            `warning: ${property}: ${nameOfPeriod(period)} is not over: postings to it may follow until 06:00 of the day after it`,
          );
        return { ...own, closes: [] };
      }
      const closes = [];
      for (const month of monthsIn(period)) {
        const close = requireClose(chain, property, month, options.close, ', or add --without-close');
        closes.push({ ...close, open: await warnOfOpenChecks(invocation, close, chain) });
      }
      return { ...own, closes, head: chain.at(-1)?.hash };
    },
  };
}
