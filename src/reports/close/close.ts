import Big from 'big.js';
import { type Balances, balancesOf } from './balances.ts';
import { type BridgeRow, bridgeOf } from './bridge.ts';
import { type Check, type CheckState, type Comparison, type Identity, runCheck } from './check.ts';
import { sumOf } from './exact-sum.ts';
import { invoiceChecks } from './invoice-checks.ts';
import { ledgerChecks } from './ledger-checks.ts';
import type { CloseBooks } from './month-books.ts';
import { performanceChecks } from './performance-checks.ts';

/** All identities of a close, in their order on the page. */
export const identities: readonly Identity[] = [...ledgerChecks, ...performanceChecks, ...invoiceChecks];

/** The result of a close: everything is computed from the responses. */
export interface Close {
  readonly books: CloseBooks;
  readonly checks: readonly Check[];
  readonly bridge: readonly BridgeRow[];
  readonly balances: Balances;
}

export const makeClose = (books: CloseBooks): Close => ({
  books,
  checks: identities.map(identity => runCheck(identity, books)),
  bridge: bridgeOf(books),
  balances: balancesOf(books),
});

/** The findings that show lines: they are read once more for those that do not have them. */
export const comparisonsWithLines = ({ checks }: Close): Comparison[] =>
  checks
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ state, behind }) => behind !== undefined && state === 'unexplained');

/** What the checks of a state differ by, in money. */
export const amountOf = (checks: readonly Check[], state: CheckState): Big =>
  sumOf(
    checks
      .filter(({ unit }) => unit === 'money')
      .flatMap(({ comparisons }) => comparisons)
      .map(each => (each.state === state ? (each.difference?.abs() ?? new Big(0)) : new Big(0))),
  );
