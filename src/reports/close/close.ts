import { ensureEntry } from '../../base/text.ts';
import { englishText } from '../../output/words/messages.ts';
import { addDecimals, plainNumber } from '../../platform/numbers.ts';
import { nameOfPeriod } from '../../platform/periods.ts';
import { nameAccount, type Posting } from '../posting.ts';
import { movementsOf, vatLinesOf } from './balances.ts';
import { bridgeTotal, computeBridge } from './bridge.ts';
import { findChanges } from './changes.ts';
import {
  type Check,
  type CheckState,
  type CloseIdentity,
  checkStates,
  runCheck,
  worstState,
} from './check.ts';
import { guestChecks } from './guest-checks.ts';
import { invoiceChecks } from './invoice-checks.ts';
import { KeptLines, mostKept } from './ledger-books.ts';
import { ledgerChecks } from './ledger-checks.ts';
import type { RolledLedger } from './ledgers.ts';
import type { CloseBooks } from './month-books.ts';
import { performanceChecks } from './performance-checks.ts';
import { readLedger, type SavedMonth } from './responses.ts';
import { revenueChecks } from './revenue-checks.ts';
import type { StoredClose } from './stored-closes.ts';
import { vatChecks } from './vat-checks.ts';

/** All identities of a close, in their order on the page. */
export const identities: readonly CloseIdentity[] = [
  ...revenueChecks,
  ...ledgerChecks,
  ...vatChecks,
  ...performanceChecks,
  ...guestChecks,
  ...invoiceChecks,
];

/** The close of these books. @param earlier the close before it of the same month */
export async function closeBooks(books: CloseBooks, month: SavedMonth, earlier: StoredClose | undefined) {
  const checks = identities.map(identity => runCheck(identity, books));
  await findLines(month, checks);
  return {
    books,
    checks,
    bridge: computeBridge(books),
    balances: { accounts: movementsOf(books), vat: vatLinesOf(books) },
    ledgers: books.ledgers,
    /** What has changed since the month was closed, or what its close had changed; undefined for its first close. */
    changes: earlier && (await findChanges(earlier, month)),
  };
}
export type Close = Awaited<ReturnType<typeof closeBooks>>;

/** The lines behind findings, known only now: up to `mostKept` of each, first those with exactly the amount of the difference. */
async function findLines(month: SavedMonth, checks: readonly Check[]) {
  const wanted = checks
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ state, behind }) => behind !== undefined && state === 'open');
  const ledger = wanted.length > 0 && (await readLedger(month));
  if (!ledger) return;
  const found = wanted.map(comparison => ({
    comparison,
    amount: comparison.difference?.value.abs().toFixed(),
    exactly: new KeptLines(),
    others: new KeptLines(),
  }));
  const byKey = new Map<string, typeof found>();
  for (const each of found)
    for (const value of each.comparison.behind?.values ?? [])
      ensureEntry(byKey, `${each.comparison.behind?.field} ${value}`, () => []).push(each);
  for await (const lines of ledger)
    for (const line of lines) {
      const touched = new Set(listKeys(line).flatMap(key => byKey.get(key) ?? []));
      for (const { amount, exactly, others } of touched) {
        const isExact = plainNumber(line.grossAmount).replace('-', '') === amount;
        (isExact ? exactly : others).add(line);
      }
    }
  for (const { comparison, exactly, others } of found) {
    const lines = [...exactly.lines, ...others.lines].slice(0, mostKept);
    comparison.kept = { count: exactly.count + others.count, lines };
  }
}

const listKeys = ({ creditedAccount, debitedAccount, reference, receipt, taxes }: Posting): string[] => [
  `account ${creditedAccount.number}`,
  `account ${debitedAccount.number}`,
  `reference ${reference}`,
  `receipt ${receipt?.number}`,
  ...(taxes ?? []).map(({ percent }) => `percent ${plainNumber(percent)}`),
];

export const checksIn = ({ checks }: Pick<Close, 'checks'>, state: CheckState) =>
  checks.filter(check => check.state === state);

/** Of its checks; that of the control accounts has a subject for each. */
export const stateOfLedger = (checks: readonly Check[], { ledger }: RolledLedger): CheckState =>
  worstState([
    ...checks.filter(({ id }) => ledger.checks.includes(id)),
    ...checks
      .filter(({ id }) => id === 'L3')
      .flatMap(({ comparisons }) => comparisons.filter(({ subject }) => subject === ledger.title)),
  ]);

export const findUnexplained = ({ bridge, checks }: Close) => ({
  amount: bridgeTotal(bridge).residual,
  posted: addDecimals(bridge.map(row => row.posted)),
  state: checks.find(({ id }) => id === 'PR')?.state ?? 'not comparable',
});

const ledgerRecord = (checks: readonly Check[], rolled: RolledLedger) => {
  const { ledger, items, openItems: _, without: __, ...sums } = rolled;
  /** What is zero at both ends needs no line, and what follows from its stay is not kept beside that. */
  const left = items.filter(({ isOpen, opening }) => isOpen || !opening.isZero);
  const kept = left.map(({ reference, stay, since, company, opening, movement, closing }) => {
    return { reference, stay, since, company, opening, movement, closing };
  });
  return { ledger: ledger.id, ...sums, state: stateOfLedger(checks, rolled), items: kept };
};

/** What a close keeps besides its responses: the openings of a first close, and what other months have. */
export const makeInputs = ({ openings, earlierInvoices, later }: CloseBooks) => ({
  openings: openings?.from === 'close' ? null : (openings ?? null),
  earlierInvoices,
  later,
});

/** What is stored and what JSON has: every figure, exact. */
export function makeCloseResult(month: Close & { readonly isProvisional?: true }) {
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
      comparisons: comparisons.map(({ behind: _, kept, ...figures }) => ({
        ...figures,
        subject: englishText(figures.subject),
        reasons: figures.reasons.map(englishText),
        ...(kept?.count ? { lineCount: kept.count, lines: kept.lines.map(lineRecord) } : {}),
      })),
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
