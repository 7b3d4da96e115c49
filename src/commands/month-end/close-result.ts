import { englishText, uniqueTexts } from '../../output/words/messages.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { addDecimals } from '../../platform/numbers.ts';
import { nameOfPeriod } from '../../platform/periods.ts';
import { type Column, numberColumn, type ReportRecord, textColumn } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { sha256 } from '../../reports/archive/manifest.ts';
import { bridgeTotal } from '../../reports/close/bridge.ts';
import { type Changes, findChanges } from '../../reports/close/changes.ts';
import {
  type Check,
  type CheckedFigures,
  type CheckState,
  checkStates,
  type FoundLines,
  needsAttention,
  worstState,
} from '../../reports/close/check.ts';
import { type Close, findLines, makeClose } from '../../reports/close/close.ts';
import type { RolledLedger } from '../../reports/close/ledgers.ts';
import type { CloseBooks } from '../../reports/close/month-books.ts';
import type { SavedMonth } from '../../reports/close/responses.ts';
import {
  type ChainEntry,
  isEvent,
  type StoredClose,
  type StoredResult,
} from '../../reports/close/stored-closes.ts';
import { nameAccount, type Posting } from '../../reports/posting.ts';

/** The close of these books. @param earlier the close before it of the same month */
export async function closeBooks(books: CloseBooks, month: SavedMonth, earlier: StoredClose | undefined) {
  const close = makeClose(books);
  return {
    ...close,
    /** What has changed since the month was closed, or what its close had changed; undefined for its first close. */
    changes: earlier && (await findChanges(earlier, month)),
    lines: await findLines(month, close),
  };
}

/** A provisional one is not kept, and its figures may still change. `isEqual`: an earlier run kept it. */
export type ClosedMonth = Awaited<ReturnType<typeof closeBooks>> &
  Partial<ReturnType<typeof findSignOff>> & { readonly isProvisional?: true; readonly isEqual?: true };

export interface Signature {
  readonly by: string;
  readonly at: string;
}

export interface Acceptance extends Signature {
  readonly reason: string;
}

/** The differences of a check: what was accepted of one close is accepted of a later one with the same. */
const differenceOf = ({ comparisons }: Pick<Check, 'comparisons'>): string =>
  sha256(
    stringifyJson(
      comparisons.filter(needsAttention).map(({ subject, difference }) => [englishText(subject), difference]),
    ),
  );

/** Of the checks that can be accepted, by their ids. */
export const differencesIn = (checks: readonly Check[]): ReadonlyMap<string, string> =>
  new Map(checks.filter(needsAttention).map(check => [check.id, differenceOf(check)]));

/** The close that keeps a month, who accepted what of the month, and who signed this close of it. */
export function findSignOff(chain: readonly ChainEntry[], stored: StoredClose, checks: readonly Check[]) {
  /** By the id of the check. */
  const accepted = new Map<string, Acceptance>();
  const signatures: Partial<Record<'prepared' | 'reviewed', Signature>> = {};
  const differences = differencesIn(checks);
  for (const { about } of chain.filter(isEvent)) {
    const { kind, check = '', reason = '', by = '', closedAt: at, role, of } = about;
    if (about.period !== stored.about.period) continue;
    if (kind === 'acceptance' && differences.has(check) && differences.get(check) === about.difference)
      accepted.set(check, { reason, by, at });
    if (kind === 'signature' && role && of === stored.hash) signatures[role] = { by, at };
  }
  return { stored, accepted, signatures };
}

/** JSON: the result, which close keeps it, and what people did with it. */
export const withSignOff = (month: ClosedMonth) => ({
  ...makeCloseResult(month),
  accepted: Object.fromEntries(month.accepted ?? []),
  signatures: month.signatures ?? {},
  close: month.stored
    ? {
        hash: month.stored.hash,
        previous: month.stored.manifest.previous ?? null,
        sequence: month.stored.about.sequence,
        closedAt: month.stored.about.closedAt,
      }
    : null,
});

/** Why a check that is open, or a question, is accepted. */
export const isAccepted = ({ accepted }: Pick<ClosedMonth, 'accepted'>, { id }: Check) => accepted?.get(id);

/** The state of checks: that of those that no one has accepted, if they need as much attention. */
export function shownState(
  month: Pick<ClosedMonth, 'accepted'> & Pick<StoredResult, 'checks'>,
  stateOf: (checks: readonly Check[]) => CheckState = worstState,
): CheckState | 'accepted' {
  const state = stateOf(month.checks);
  return state === stateOf(month.checks.filter(check => !isAccepted(month, check))) ? state : 'accepted';
}

export const checksIn = ({ checks }: Close, state: (typeof checkStates)[number]) =>
  checks.filter(check => check.state === state);

export const findLinesBehind = ({ lines }: ClosedMonth, comparison: CheckedFigures): FoundLines =>
  comparison.kept ?? lines.get(comparison) ?? { count: 0, lines: [] };

/** Of its checks; that of the control accounts has a subject for each. */
export const stateOfLedger = (checks: readonly Check[], { ledger }: RolledLedger): CheckState =>
  worstState([
    ...checks.filter(({ id }) => id === ledger.check || ledger.further?.includes(id)),
    ...checks
      .filter(({ id }) => id === 'L3')
      .flatMap(({ comparisons }) => comparisons.filter(({ subject }) => subject === ledger.title)),
  ]);

/** What no step explains between booked and posted revenue. */
export const findUnexplained = ({ bridge, checks }: Close) => ({
  amount: bridgeTotal(bridge).residual,
  posted: addDecimals(bridge.map(row => row.posted)),
  state: checks.find(({ id }) => id === 'PR')?.state ?? 'not comparable',
});

const ledgerRecord = (checks: readonly Check[], rolled: RolledLedger) => {
  const { ledger, items, opening, debit, credit, closing, control } = rolled;
  const state = stateOfLedger(checks, rolled);
  const sums = { ledger: ledger.id, opening, debit, credit, closing, control, state };
  /** What is zero at both ends needs no line, and what follows from its stay is not kept beside that. */
  const left = items.filter(each => !(each.opening.isZero && each.closing.isZero));
  return { ...sums, items: left.map(({ days: _, isOver: _over, isDeparted: _departed, ...item }) => item) };
};

/** What a close keeps besides its responses: the openings of a first close, and what other months have. */
export const makeInputs = ({ openings, earlierInvoices, later }: CloseBooks) => ({
  openings: openings?.from === 'close' ? null : (openings ?? null),
  earlierInvoices,
  later,
});

/** What is stored and what JSON has: every figure, exact. */
export function makeCloseResult(month: ClosedMonth) {
  const { books, checks, bridge, balances, isProvisional = false, changes } = month;
  return {
    what: 'close',
    propertyId: books.property,
    name: books.name,
    period: nameOfPeriod(books.period),
    currency: books.currency,
    isProvisional,
    fetchedAt: books.closedAt,
    state: worstState(checks),
    postings: books.ledger.lines,
    summary: Object.fromEntries(checkStates.map(state => [state, checksIn(month, state).length])),
    checks: checks.map(({ comparisons, ...check }) => ({
      ...check,
      comparisons: comparisons.map(each => {
        const { count, lines } = findLinesBehind(month, each);
        const { behind: _, kept: __, ...figures } = each;
        return {
          ...figures,
          subject: englishText(each.subject),
          reasons: each.reasons.map(englishText),
          ...(count > 0 ? { lineCount: count, lines: lines.map(lineRecord) } : {}),
        };
      }),
    })),
    bridge: { total: bridgeTotal(bridge), days: bridge },
    unexplained: findUnexplained(month),
    ledgers: month.ledgers.map(each => ledgerRecord(checks, each)),
    /** Where the openings are from, and what the next month compares with. */
    openings: {
      from: books.openings?.from ?? null,
      since: books.openings?.since ?? null,
      vatTypes: [...books.ledger.vatTypes.keys()].sort(),
    },
    balances,
    changes: changes ?? null,
  };
}

export interface KeptResult extends StoredResult {
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

export const checkRecords = ({ books, checks }: ClosedMonth): ReportRecord[] =>
  checks.map(({ id, title, state, sides, unit, comparisons, counts, left, right, difference }) => ({
    propertyId: books.property,
    period: nameOfPeriod(books.period),
    id,
    title,
    state,
    leftName: sides[0],
    rightName: sides[1],
    left: left?.exact ?? null,
    right: right?.exact ?? null,
    difference: difference?.exact ?? null,
    unit,
    compared: checkStates.reduce((sum, of) => sum + (of === 'not comparable' ? 0 : counts[of]), 0),
    currency: unit === 'money' ? books.currency : null,
    reasons: uniqueTexts(comparisons.flatMap(({ reasons }) => reasons))
      .slice(0, 5)
      .map(englishText)
      .join('; '),
  }));
