import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import { openReportSource } from '../../cli/connect.ts';
import { datesAt, supportedZone } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { accessibleProperties, findUnknownProperty } from '../../cli/properties.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { addMonths, type CalendarDate } from '../../platform/dates.ts';
import { nameOfPeriod, type Period, readPeriod, wholeMonths } from '../../platform/periods.ts';
import { companyInvoicesVatReport, grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { differenceOfLedgers, itemsOfClose } from '../../reports/close/changes.ts';
import { localTimeIn, writeMoment } from '../../reports/close/ledger-line.ts';
import { companyOf } from '../../reports/close/month-books.ts';
import { linesOfLedger } from '../../reports/close/other-months.ts';
import { responseFiles } from '../../reports/close/responses.ts';
import {
  type ChainEntry,
  isClose,
  isEvent,
  listChain,
  readResult,
  type StoredClose,
  storeEvent,
} from '../../reports/close/stored-closes.ts';
import { fetchItems } from '../../reports/fetch-report.ts';
import type { EvidenceInvoice } from '../../reports/journal/evidence.ts';
import { type Posting, postingFields } from '../../reports/posting.ts';
import type { BasisOptions, ExportOptions } from './flags.ts';
import { openChecksOf, requireClose } from './sign-off.ts';

/** What a journal of a property is made from: a close of each month, or the platform. */
export interface LedgerBasis {
  readonly property: string;
  readonly period: Period;
  /** None: the platform. */
  readonly closes: readonly StoredClose[];
  /** What no one has accepted of each close. */
  readonly openChecks: ReadonlyMap<StoredClose, readonly string[]>;
  readonly chain: readonly ChainEntry[];
}

const monthOf = (date: CalendarDate) => date.slice(0, 7);
const withoutClose = 'without close';
/** As many digits of a hash as the names of folders have. */
export const shortHash = (hash = ''): string => hash.slice(0, 16);

/** The newest hash of the chain, which covers the closes and what people did with them. */
export const headOf = ({ closes, chain }: LedgerBasis) =>
  closes.length > 0 ? chain.at(-1)?.hash : undefined;

/** For a note, because only what is noted elsewhere shows that the chain was not cut. */
export const printedHead = (basis: LedgerBasis): string => {
  const head = headOf(basis);
  return head === undefined ? '' : `, chain ${head}`;
};

/** The closes, in a title: `close 3`. */
export function nameCloses({ closes }: Pick<LedgerBasis, 'closes'>): string {
  const [first, ...others] = closes.map(({ about }) => about.sequence);
  if (first === undefined) return withoutClose;
  return others.length === 0 ? `close ${first}` : `closes ${first}-${others.at(-1)}`;
}

/** What a row says of its close: `close 3, 9f86d081884c7d65`. */
export function describeClose(basis: LedgerBasis, month: string): string {
  const close = basis.closes.find(({ about }) => about.period === month);
  const open = (close && basis.openChecks.get(close)) ?? [];
  const named = [close && shortHash(headOf(basis)), open.length > 0 && `open: ${open.join(' ')}`];
  return [nameCloses({ closes: close ? [close] : [] }), ...named.filter(Boolean)].join(', ');
}

/** The last export of a month, and the close that it was made from. */
export function findExport({ chain }: LedgerBasis, month: string) {
  const event = chain
    .filter(isEvent)
    .findLast(({ about }) => about.kind === 'export' && about.period === month)?.about;
  return event && { event, close: chain.filter(isClose).find(({ hash }) => hash === event.of) };
}

export const monthsIn = ({ first, last }: Period): string[] => {
  const months: string[] = [];
  for (let day = wholeMonths({ first, last }).first; day <= last; day = addMonths(day, 1))
    months.push(monthOf(day));
  return months;
};

/** Accounting would have the postings twice. @throws UsageError */
export function requireNewExport(basis: LedgerBasis, { again, sinceExport }: ExportOptions): void {
  const { property } = basis;
  for (const month of monthsIn(basis.period)) {
    const exported = findExport(basis, month);
    if (sinceExport && !exported?.close)
      throw new UsageError(`${property}: ${month} was not exported yet`, { hint: 'omit --since-export' });
    if (again || sinceExport || !exported) continue;
    const { event, close } = exported;
    throw new UsageError(
      `${property}: ${month} was exported on ${event.closedAt.slice(0, 10)}, from close ${close?.about.sequence}`,
      { hint: 'add --since-export for what has changed since then, or --again for all of it' },
    );
  }
}

export async function storeExport(
  invocation: Invocation,
  property: string,
  { hash, about: { period, zone } }: StoredClose,
  format: string,
  rows: number,
) {
  const { context } = invocation;
  const now = context.clock.now();
  const closedAt = writeMoment(localTimeIn(supportedZone(zone ?? undefined))(now), now);
  const archive = await findArchive(invocation, 'closes');
  await storeEvent(archive, property, context, { kind: 'export', period, closedAt, of: hash, format, rows });
}

/** Items of the ledgers of a stored close. */
const readLedgers = (result: unknown) =>
  (
    result as {
      readonly ledgers: readonly {
        readonly items: readonly { readonly reference: string; readonly company?: string | null }[];
      }[];
    }
  ).ledgers;

const ledgerList = {
  file: responseFiles.ledger,
  fields: postingFields,
  dateOf: ({ date }: Posting) => date,
} as const;
const invoiceList = {
  file: responseFiles.invoices,
  fields: ['company', 'invoice'],
  dateOf: ({ invoice }: EvidenceInvoice) => invoice.date,
} as const;

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
    list: Parameters<typeof itemsOfClose<Item>>[2],
  ) {
    for (const close of closes) {
      const month = wholeMonths({ first: `${close.about.period}-01`, last: `${close.about.period}-01` });
      if (month.last < first || month.first > last) continue;
      // A fiscal year may begin inside of a month.
      const isWhole = first <= month.first && month.last <= last;
      for await (const items of itemsOfClose<Item>(source, close, list))
        yield isWhole ? items : items.filter(item => first <= list.dateOf(item) && list.dateOf(item) <= last);
    }
  };
  return {
    source,
    today,
    zoneOf: dates.zoneOf,
    close: source.close,
    properties: () => accessibleProperties(invocation, options, source),
    /** The postings that the platform has now. */
    linesOf: (property: string, period: Period) => linesOfLedger(source, property)(period),
    linesIn: ({ closes, property }: LedgerBasis, period: Period): AsyncIterable<readonly Posting[]> =>
      closes.length === 0
        ? linesOfLedger(source, property)(period)
        : itemsOf<Posting>(closes, period, ledgerList),
    /** What has changed since the last export of each month. */
    async *linesSinceExport(basis: LedgerBasis, period: Period) {
      for (const close of basis.closes) {
        const { close: exported } = findExport(basis, close.about.period) ?? {};
        if (!exported) continue;
        const [before, now] = [exported, close].map(each => itemsOf<Posting>([each], period, ledgerList));
        if (before && now) yield* differenceOfLedgers(before, now);
      }
    },
    invoicesIn: ({ closes, property }: Pick<LedgerBasis, 'closes' | 'property'>, period: Period) =>
      closes.length === 0
        ? fetchItems<EvidenceInvoice>(
            source,
            companyInvoicesVatReport,
            property,
            period,
            invoiceList.fields,
            invoiceList.dateOf,
          )
        : itemsOf<EvidenceInvoice>(closes, period, invoiceList),
    /** The company of each invoice: of those of the period, and of earlier ones that a close still has. */
    async companiesIn(basis: LedgerBasis, period: Period): Promise<ReadonlyMap<string, string>> {
      const companies = new Map<string, string>();
      for (const close of basis.closes)
        for (const { items } of readLedgers(await readResult(close)))
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
      if (options.withoutClose) {
        if (period.last > (await dates.lastClosedDay(property)))
          await warn(
            `warning: ${property}: ${name} is not over: postings to it may follow until 06:00 of the day after it`,
          );
        return { property, period, closes: [], openChecks: new Map(), chain };
      }
      const months = monthsIn(period);
      const whole = wholeMonths(period);
      if (whole.first !== period.first || whole.last !== period.last)
        throw new UsageError(`a close covers a whole month; ${name} is not one`, {
          hint: `use --period ${nameOfPeriod(whole)}, or add --without-close`,
        });
      if (options.close !== undefined && months.length > 1)
        throw new UsageError(`--close is of one month, and ${name} has ${months.length}`, {
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
            `warning: ${property}: close ${close.about.sequence} of ${close.about.period} has checks that are open, and not accepted: ${open.join(', ')}`,
          );
      }
      return { property, period, closes, openChecks, chain };
    },
  };
}
