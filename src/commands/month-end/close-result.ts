import { parseJson, stringifyJson } from '../../platform/json.ts';
import type { Period } from '../../platform/periods.ts';
import { nameOfPeriod } from '../../platform/periods.ts';
import { type Column, numberColumn, type ReportRecord, textColumn } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { Balance } from '../../reports/close/balances.ts';
import { bridgeTotal } from '../../reports/close/bridge.ts';
import type { Changes } from '../../reports/close/changes.ts';
import { type Check, type CheckedFigures, checkStates, worstState } from '../../reports/close/check.ts';
import type { Close, FoundLines } from '../../reports/close/close.ts';
import type { CloseManifest } from '../../reports/close/stored-closes.ts';
import { nameAccount, type Posting } from '../../reports/posting.ts';

export interface ClosedMonth {
  readonly property: string;
  readonly name: string;
  readonly period: Period;
  readonly close: Close;
  readonly lines: ReadonlyMap<CheckedFigures, FoundLines>;
  readonly fetchedAt: string;
  /** Its figures may still change, and it is not kept. */
  readonly isProvisional: boolean;
  /** What has changed since the month was closed, or what its close had changed; undefined for its first close. */
  readonly changes: Changes | undefined;
  /** The close that keeps it; undefined for a provisional one. */
  readonly stored?: Pick<CloseManifest, 'previous' | 'sequence' | 'closedAt'> & { readonly hash: string };
  /** An earlier run kept it. */
  readonly isEqual?: true;
}

export const checksIn = ({ checks }: Close, state: (typeof checkStates)[number]) =>
  checks.filter(check => check.state === state);

export const findLinesBehind = ({ lines }: ClosedMonth, comparison: CheckedFigures): FoundLines =>
  comparison.kept ?? lines.get(comparison) ?? { count: 0, lines: [] };

const joinReasons = (comparisons: readonly CheckedFigures[]): string =>
  [...new Set(comparisons.filter(({ state }) => state !== 'agrees').flatMap(({ reasons }) => reasons))]
    .slice(0, 5)
    .join('; ');

const exactFigures = ({ left, right, difference }: Pick<Check, 'left' | 'right' | 'difference'>) => ({
  left: left?.exact ?? null,
  right: right?.exact ?? null,
  difference: difference?.exact ?? null,
});

const exactBalance = ({ reference, opening, movement, closing, isOver, isDeparted }: Balance) => ({
  reference,
  opening: opening?.exact ?? null,
  movement: movement.exact,
  closing: closing?.exact ?? null,
  isOver,
  isDeparted,
});

/** What is stored and what JSON has: every figure, exact. */
export function makeCloseResult(month: ClosedMonth) {
  const { property, name, period, close, fetchedAt, isProvisional, changes } = month;
  const { books, checks, bridge, balances } = close;
  return {
    what: 'close',
    propertyId: property,
    name,
    period: nameOfPeriod(period),
    currency: books.currency,
    isProvisional,
    fetchedAt,
    state: worstState(checks),
    postings: books.ledger.lines,
    summary: Object.fromEntries(checkStates.map(state => [state, checksIn(close, state).length])),
    checks: checks.map(({ comparisons, ...check }) => ({
      ...check,
      ...exactFigures(check),
      comparisons: comparisons.map(each => {
        const { count, lines } = findLinesBehind(month, each);
        const { behind: _, kept: __, ...figures } = each;
        return {
          ...figures,
          ...exactFigures(each),
          ...(count > 0 ? { lineCount: count, lines: lines.map(lineRecord) } : {}),
        };
      }),
    })),
    bridge: { total: bridgeTotal(bridge), days: bridge },
    balances: {
      ...balances,
      rolled: Object.fromEntries(
        Object.entries(balances.rolled).map(([kind, list]) => [kind, list.map(exactBalance)]),
      ),
    },
    changes: changes ?? null,
  };
}

export interface KeptResult {
  readonly fetchedAt: string;
  readonly changes: Changes | null;
}

/** Whether a close of now has the figures and states of a stored one: only its time, and what has changed since then, may differ. */
export const hasSameFigures = (kept: KeptResult, now: object): boolean => {
  const [one, other] = [kept, parseJson(stringifyJson(now)) as KeptResult].map(
    ({ fetchedAt: _, changes: __, ...figures }) => stringifyJson(figures),
  );
  return one === other;
};

const lineRecord = (line: Posting) => ({
  entry: line.sourceEntryNumber,
  date: line.date,
  timestamp: line.timestamp,
  command: line.command,
  debited: nameAccount(line.debitedAccount),
  credited: nameAccount(line.creditedAccount),
  gross: line.grossAmount,
  net: line.netAmount,
  currency: line.currency,
  reference: line.reference,
  receipt: line.receipt?.number ?? null,
});

export const closeCheckColumns: readonly Column[] = [
  propertyColumn,
  textColumn('period', 'Month'),
  textColumn('id', 'Check'),
  textColumn('title', 'Title'),
  textColumn('state', 'State'),
  textColumn('leftName', 'First figure is'),
  numberColumn('left', 'First figure'),
  textColumn('rightName', 'Second figure is'),
  numberColumn('right', 'Second figure'),
  numberColumn('difference', 'Difference'),
  numberColumn('compared', 'Compared'),
  textColumn('unit', 'Unit'),
  textColumn('currency', 'Currency'),
  textColumn('reasons', 'Reasons'),
];

export const checkRecords = ({ property, period, close }: ClosedMonth): ReportRecord[] =>
  close.checks.map(({ id, title, state, sides, unit, comparisons, counts, ...figures }) => ({
    propertyId: property,
    period: nameOfPeriod(period),
    id,
    title,
    state,
    leftName: sides[0],
    rightName: sides[1],
    ...exactFigures(figures),
    unit,
    compared: checkStates.reduce((sum, of) => sum + (of === 'not comparable' ? 0 : counts[of]), 0),
    currency: unit === 'money' ? close.books.currency : null,
    reasons: joinReasons(comparisons),
  }));
