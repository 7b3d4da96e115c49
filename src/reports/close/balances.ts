import type Big from 'big.js';
import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import { nameAccount, type Posting } from '../posting.ts';
import { addDecimals, equalsZero, exact, zero } from './exact-sum.ts';
import { type CloseBooks, type Openings, once, type RolledBalance } from './month-books.ts';
import type { RevenueTree } from './revenue-tree.ts';

/** A balance rolled forward. Null: the opening is not known, because no close has the beginning. */
export interface Balance {
  /** A reservation, booking or folio, and the rate of a prepayment; or the receipt of an invoice. */
  readonly reference: string;
  readonly opening: Big | null;
  readonly movement: Big;
  readonly closing: Big | null;
  /** Whether its stay has ended, was canceled or did not take place. */
  readonly isOver: boolean;
}

const finalStatuses = new Set(['CheckedOut', 'Canceled', 'NoShow']);

const isOver = (reservation: Posting['reservation'], last: string) =>
  reservation != null &&
  finalStatuses.has(reservation.status) &&
  (reservation.status !== 'CheckedOut' || reservation.departure.slice(0, 10) <= last);

/** What moved of references, each added once: a ledger has tens of thousands. */
class RolledBalances {
  readonly balances: Balance[] = [];
  readonly #openings: ReadonlyMap<string, Big | null> | undefined;
  /** Openings of references that have not moved. */
  readonly #resting: Map<string, Big | null>;

  constructor(openings: ReadonlyMap<string, Big | null> | undefined) {
    this.#openings = openings;
    this.#resting = new Map(openings);
  }

  /** @param isUnknown whether its beginning may be before the first close, if no close has an opening */
  add(reference: string, movement: Big, isUnknown: boolean, isOver: boolean): void {
    const known = this.#openings?.get(reference);
    const opening = known === undefined ? (isUnknown ? null : zero) : known;
    const closing = opening && (equalsZero(opening) ? movement : opening.plus(movement));
    if (known !== undefined) this.#resting.delete(reference);
    this.balances.push({ reference, opening, movement, closing, isOver });
  }

  finish(): readonly Balance[] {
    for (const [reference, opening] of this.#resting)
      this.balances.push({ reference, opening, movement: zero, closing: opening, isOver: false });
    return this.balances;
  }
}

/** What guests owe. A stay that began before the first close was posted to before it. */
export const receivablesOf = once(({ ledger, openings, period: { first, last } }) => {
  const rolled = new RolledBalances(openings?.receivables);
  for (const [reference, { reservation, receivables }] of ledger.references) {
    const isUnknown = !openings && (reservation == null || reservation.arrival.slice(0, 10) < first);
    rolled.add(reference, receivables.value, isUnknown, isOver(reservation, last));
  }
  return rolled.finish();
});

/**
 * What was received before stays, by reference and rate. Where more is used than was received, it was received before. That can
 * be months before the first close, so a later close knows it only of what was received in its month.
 */
export const prepaymentsOf = once(({ ledger, openings, period: { last } }) => {
  const rolled = new RolledBalances(openings?.prepayments);
  for (const [reference, { reservation, prepayments }] of ledger.references)
    for (const [rate, { sum, isReceived }] of prepayments) {
      const { value } = sum;
      const isUnknown = value.s < 0 && !(openings && isReceived);
      rolled.add(`${reference}, ${rate}`, value, isUnknown, isOver(reservation, last));
    }
  return rolled.finish();
});

/** What companies owe, by invoice. */
function accountsReceivableOf({ ledger, openings }: CloseBooks): readonly Balance[] {
  const rolled = new RolledBalances(openings?.accountsReceivable);
  for (const [number, { moved, paid }] of ledger.receipts) {
    const movement = moved.value.minus(paid.value);
    rolled.add(number, movement, !openings && equalsZero(moved.value), equalsZero(movement));
  }
  return rolled.finish();
}

/** The tax of one rate, three ways, and what rounding each line makes of it. */
export interface VatLine {
  readonly percent: string;
  /** Prepayments included, because their tax is due when they are received. */
  readonly ledger: Big;
  readonly onRevenue: Big;
  /** Null where an account has several rates. */
  readonly revenues: Big | null;
  readonly invoices: Big;
  /** What the tax of the gross amounts, rounded line by line, adds to the tax of the ledger. */
  readonly rounding: Big;
}

export interface Balances {
  readonly rolled: Readonly<Record<RolledBalance, readonly Balance[]>>;
  /** Movements of the month, by account. */
  readonly accounts: Readonly<
    Record<
      'payments' | 'cityTax' | 'transitory',
      readonly { readonly account: string; readonly amount: Big }[]
    >
  >;
  readonly vat: readonly VatLine[];
}

export function balancesOf(books: CloseBooks): Balances {
  const { ledger, invoices, amount } = books;
  const ofTypes = (types: readonly string[], sign: 1 | -1) =>
    [...ledger.accounts.values()]
      .filter(({ account }) => types.includes(account.type))
      .map(({ account, gross }) => ({
        account: nameAccount(account),
        amount: gross.value.times(sign),
      }));
  const details = invoices.flatMap(({ taxDetails }) => taxDetails ?? []);
  const percents = new Set([
    ...ledger.rates.keys(),
    ...details.map(each => exact(each.vatPercent).toFixed()),
  ]);
  return {
    rolled: {
      receivables: receivablesOf(books).filter(isOpen),
      prepayments: prepaymentsOf(books).filter(isOpen),
      accountsReceivable: accountsReceivableOf(books).filter(isOpen),
    },
    accounts: {
      payments: ofTypes(['Payments'], -1),
      cityTax: ofTypes(['CityTaxes', 'SecondCityTax', 'GuestLevies'], 1),
      transitory: ofTypes(['TransitoryItems'], 1),
    },
    vat: [...percents]
      .toSorted((one, other) => Number(one) - Number(other))
      .map(percent => {
        const rate = ledger.rates.get(percent);
        const own = details.filter(each => exact(each.vatPercent).toFixed() === percent);
        return {
          percent,
          ledger: rate?.ledger.value ?? zero,
          onRevenue: rate?.onRevenue.value ?? zero,
          revenues: taxInRevenues(books, percent) ?? null,
          invoices: addDecimals(own.map(({ tax }) => amount(tax))),
          rounding: rate ? rate.recomputed.value.minus(rate.single.value) : zero,
        };
      }),
  };
}

/** What is zero at both ends needs no line. */
const isOpen = ({ opening, movement, closing }: Balance) =>
  closing === null ? !equalsZero(movement) : !equalsZero(opening ?? zero) || !equalsZero(closing);

/** What revenues show as tax of the accounts that have only this rate; undefined if an account has several. */
export function taxInRevenues(
  { tree, ledger, amount }: Pick<CloseBooks, 'ledger' | 'amount'> & { readonly tree: RevenueTree },
  percent: string,
): Big | undefined {
  const leaves = tree.leaves.map(leaf => ({
    leaf,
    percents: new Set(
      [...ledger.accounts.values()]
        .filter(({ account }) => tree.nodeOf(account) === leaf)
        .flatMap(({ percents }) => [...percents.keys()]),
    ),
  }));
  const own = leaves.filter(({ percents }) => percents.has(percent));
  if (own.some(({ percents }) => percents.size > 1)) return undefined;
  return addDecimals(own.map(({ leaf }) => amount(leaf.grossAmount).minus(amount(leaf.netAmount))));
}

/** The openings of the month after a close, from its stored result. Unknown ones are forgotten once their stay is over. */
export function readOpenings(result: unknown): Openings {
  const { balances } = result as {
    readonly balances: { readonly rolled: Readonly<Record<RolledBalance, readonly StoredBalance[]>> };
  };
  const openings = (kind: RolledBalance) =>
    new Map(
      balances.rolled[kind].flatMap(({ reference, closing, isOver: over }): [string, Big | null][] => {
        if (!isExactNumber(closing)) return over ? [] : [[reference, null]];
        return equalsZero(exact(closing)) ? [] : [[reference, exact(closing)]];
      }),
    );
  return {
    receivables: openings('receivables'),
    prepayments: openings('prepayments'),
    accountsReceivable: openings('accountsReceivable'),
  };
}

interface StoredBalance {
  readonly reference: string;
  readonly closing: ExactNumber | null;
  readonly isOver: boolean;
}
