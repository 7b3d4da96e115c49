import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { addMonths, firstOfMonth, monthOf } from '../../platform/dates.ts';
import { daysOfMonth, type Period } from '../../platform/periods.ts';
import {
  type ChainEntry,
  isClose,
  isEvent,
  type StoredClose,
  storeEvent,
} from '../../reports/close/stored-closes.ts';
import type { ExportOptions } from './flags.ts';

/** What a journal of a property is made from: a close of each month, or the platform. */
export interface LedgerBasis {
  readonly property: string;
  readonly period: Period;
  /** None: the platform. */
  readonly closes: readonly StoredClose[];
  /** What no one has accepted of each close. */
  readonly openChecks: ReadonlyMap<StoredClose, readonly string[]>;
  readonly chain: readonly ChainEntry[];
  /** The time zone of the property, if it is known. */
  readonly zone: string | undefined;
}

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

/** How the log names the audit medium: it may be written any number of times. */
const auditMedium = 'audit medium';

/** The last journal of a month, and the close that it was made from. */
export function findExport({ chain }: Pick<LedgerBasis, 'chain'>, month: string) {
  const event = chain.filter(isEvent).findLast(({ about: { kind, period, format } }) => {
    return kind === 'export' && period === month && format !== auditMedium;
  })?.about;
  return event && { event, close: chain.filter(isClose).find(({ hash }) => hash === event.of) };
}

export const monthsIn = ({ first, last }: Period): string[] => {
  const months: string[] = [];
  for (let day = firstOfMonth(first); day <= last; day = addMonths(day, 1)) months.push(monthOf(day));
  return months;
};

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
    throw new UsageError(
      `${property}: ${month} was exported on ${event.closedAt.slice(0, 10)}, ${close ? `from close ${close.about.sequence}` : withoutClose}`,
      {
        hint: `add ${close ? '--since-export for what has changed since then, or ' : ''}--again for all of it`,
      },
    );
  }
}

/** Keeps in the chain that whole months were exported. @param rowsOf a month */
export async function storeExports(
  invocation: Invocation,
  { property, closes, zone }: LedgerBasis,
  period: Period,
  format: string | undefined,
  rowsOf: (month: string) => number,
): Promise<void> {
  const archive = await findArchive(invocation, 'closes');
  for (const month of monthsIn(period)) {
    const { first, last } = daysOfMonth(month);
    if (first < period.first || last > period.last) continue;
    const of = closes.find(({ about }) => about.period === month)?.hash ?? null;
    const about = { period: month, of, format: format ?? auditMedium, rows: rowsOf(month) };
    await storeEvent(archive, property, invocation.context, zone, { kind: 'export', ...about });
  }
}
