import { ensureEntry } from '../../base/text.ts';
import { plainNumber } from '../../platform/numbers.ts';
import type { Posting } from '../posting.ts';
import { movementsOf, rollLedgers, vatLinesOf } from './balances.ts';
import { computeBridge } from './bridge.ts';
import { type CheckedFigures, type CloseIdentity, type FoundLines, runCheck } from './check.ts';
import { guestChecks } from './guest-checks.ts';
import { invoiceChecks } from './invoice-checks.ts';
import { KeptLines, mostKept } from './ledger-books.ts';
import { ledgerChecks } from './ledger-checks.ts';
import type { CloseBooks } from './month-books.ts';
import { performanceChecks } from './performance-checks.ts';
import { readLedger, type SavedMonth } from './responses.ts';
import { revenueChecks } from './revenue-checks.ts';
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

/** The result of a close: everything is computed from the responses. */
export const makeClose = (books: CloseBooks) => ({
  books,
  checks: identities.map(identity => runCheck(identity, books)),
  bridge: computeBridge(books),
  balances: { accounts: movementsOf(books), vat: vatLinesOf(books) },
  ledgers: rollLedgers(books),
});
export type Close = ReturnType<typeof makeClose>;

/**
 * The lines behind findings, read once more, because which ones they are is known only now: up to `mostKept` of each, and those
 * with exactly the amount of the difference first.
 */
export async function findLines(
  month: SavedMonth,
  { checks }: Close,
): Promise<ReadonlyMap<CheckedFigures, FoundLines>> {
  const wanted = checks
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ state, behind }) => behind !== undefined && state === 'open');
  const ledger = wanted.length > 0 && (await readLedger(month));
  if (!ledger) return new Map();
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
  return new Map(
    found.map(({ comparison, exactly, others }) => [
      comparison,
      {
        count: exactly.count + others.count,
        lines: [...exactly.lines, ...others.lines].slice(0, mostKept),
      },
    ]),
  );
}

const listKeys = ({ creditedAccount, debitedAccount, reference, receipt, taxes }: Posting): string[] => [
  `account ${creditedAccount.number}`,
  `account ${debitedAccount.number}`,
  `reference ${reference}`,
  `receipt ${receipt?.number}`,
  ...(taxes ?? []).map(({ percent }) => `percent ${plainNumber(percent)}`),
];
