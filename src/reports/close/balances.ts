import type Big from 'big.js';
import type { CalendarDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import { didNotTakePlace, nameAccount, type Posting } from '../posting.ts';
import { addDecimals, ExactSum, equalsZero, exact, toSum, zero } from './exact-sum.ts';
import type { AccountBook } from './ledger-books.ts';
import { type CloseBooks, type Opening, type Openings, once, type RolledBalance } from './month-books.ts';

/** A balance rolled forward. Null: the opening is not known, because it began before the first close. */
export interface Balance {
  /** A reservation, booking or folio, and the rate of a prepayment; or the receipt of an invoice. */
  readonly reference: string;
  readonly opening: ExactSum | null;
  readonly movement: ExactSum;
  readonly closing: ExactSum | null;
  /** Whether its stay has ended, was canceled or did not take place. */
  readonly isOver: boolean;
  /** Of a prepayment: whether its stay took place and has ended. */
  readonly isDeparted: boolean;
}

/** No charge of the stay is still to come. */
const isPast = (reservation: Posting['reservation'], last: string) =>
  reservation != null &&
  (reservation.status === 'CheckedOut' || didNotTakePlace(reservation.status)) &&
  reservation.departure.slice(0, 10) <= last;

/** Nothing that was received is used for the stay anymore: it may have been canceled long before. */
const isOver = (reservation: Posting['reservation'], last: string) =>
  isPast(reservation, last) || (reservation != null && didNotTakePlace(reservation.status));

/** What moved of references, each added once: a ledger has tens of thousands. */
class RolledBalances {
  readonly balances: Balance[] = [];
  readonly #openings: ReadonlyMap<string, Opening> | undefined;
  /** Openings of references that have not moved. */
  readonly #resting: Map<string, Opening>;

  constructor(openings: ReadonlyMap<string, Opening> | undefined) {
    this.#openings = openings;
    this.#resting = new Map(openings);
  }

  /** @param isUnknown whether it may have begun before the first close, unless the last one has it */
  add(reference: string, movement: ExactSum, isUnknown: boolean, isOver: boolean, isDeparted = false): void {
    const known = this.#openings?.get(reference);
    const opening = known ? known.balance && toSum(known.balance) : isUnknown ? null : nothing;
    const closing =
      opening && (opening === nothing ? movement : new ExactSum().addSum(opening).addSum(movement));
    if (known) this.#resting.delete(reference);
    this.balances.push({
      reference,
      opening,
      movement,
      closing,
      isOver: isOver || known?.isOver === true,
      isDeparted: isDeparted || known?.isDeparted === true,
    });
  }

  finish(): readonly Balance[] {
    for (const [reference, { balance, ...state }] of this.#resting) {
      const opening = balance && toSum(balance);
      this.balances.push({ reference, opening, movement: nothing, closing: opening, ...state });
    }
    return this.balances;
  }
}
const nothing = new ExactSum();

/** The first day of the closes that follow each other without a gap: what began before it has no known opening. */
export const firstKnownDay = ({ openings, period }: CloseBooks): CalendarDate =>
  openings?.since ?? period.first;

/** What guests owe. A stay begins with its arrival; one that was canceled begins with its fee, which may be from before it. */
export const computeReceivables = once(books => {
  const { ledger, openings, period } = books;
  const rolled = new RolledBalances(openings?.receivables);
  const since = firstKnownDay(books);
  for (const [
    reference,
    { reservation, receivables, hasCancellationFee, isOnAccount },
  ] of ledger.references) {
    if (!isOnAccount) continue;
    const isEarlier = reservation?.status === 'Canceled' && !hasCancellationFee;
    const isUnknown = reservation == null || isEarlier || reservation.arrival.slice(0, 10) < since;
    rolled.add(reference, receivables, isUnknown, isPast(reservation, period.last));
  }
  return rolled.finish();
});

/** What was received before stays, by reference and rate. It begins with money that is received. */
export const computePrepayments = once(({ ledger, openings, period: { last } }) => {
  const rolled = new RolledBalances(openings?.prepayments);
  for (const [reference, rates] of ledger.prepayments) {
    const reservation = ledger.references.get(reference)?.reservation;
    for (const [rate, { sum, isReceived }] of rates) {
      const isUnknown = !isReceived || (!openings && sum.value.s < 0);
      const isDeparted = isPast(reservation, last) && reservation?.status === 'CheckedOut';
      rolled.add(`${reference}, ${rate}`, sum, isUnknown, isOver(reservation, last), isDeparted);
    }
  }
  return rolled.finish();
});

/** What companies owe, by invoice. It begins when the invoice is moved to them. */
function computeAccountsReceivable({ ledger, openings }: CloseBooks): readonly Balance[] {
  const rolled = new RolledBalances(openings?.accountsReceivable);
  for (const [number, { moved, paid }] of ledger.receipts) {
    const movement = new ExactSum().addSum(moved).addSum(paid, -1);
    rolled.add(number, movement, moved.isZero, movement.isZero);
  }
  return rolled.finish();
}

/** The tax of one rate, three ways, and what rounding each line makes of it. */
interface VatLine {
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
  /** What began before it has no known opening. */
  readonly since: CalendarDate;
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

export const vatLinesOf = once((books): readonly VatLine[] => {
  const { ledger, invoices } = books;
  const invoiced = new Map<string, ExactSum>();
  for (const { taxDetails } of invoices)
    for (const { percent, tax } of taxDetails) {
      const rate = plainNumber(percent);
      const sum = invoiced.get(rate) ?? new ExactSum();
      invoiced.set(rate, sum.add(tax));
    }
  const percents = new Set([...ledger.rates.keys(), ...invoiced.keys()]);
  return [...percents]
    .toSorted((one, other) => Number(one) - Number(other))
    .map(percent => {
      const rate = ledger.rates.get(percent);
      return {
        percent,
        ledger: rate?.ledger.value ?? zero,
        onRevenue: rate?.onRevenue.value ?? zero,
        revenues: taxInRevenues(books, percent) ?? null,
        invoices: invoiced.get(percent)?.value ?? zero,
        rounding: rate ? rate.recomputed.value.minus(rate.single.value) : zero,
      };
    });
});

export function computeBalances(books: CloseBooks): Balances {
  const ofTypes = (types: readonly string[], sign: 1 | -1) =>
    [...books.ledger.accounts.values()]
      .filter(({ account }) => types.includes(account.type))
      .map(({ account, gross }) => ({
        account: nameAccount(account),
        amount: gross.value.times(sign),
      }));
  return {
    since: firstKnownDay(books),
    rolled: {
      receivables: listOpen(computeReceivables(books)),
      prepayments: listOpen(computePrepayments(books)),
      accountsReceivable: listOpen(computeAccountsReceivable(books)),
    },
    accounts: {
      payments: ofTypes(['Payments'], -1),
      cityTax: ofTypes(['CityTaxes', 'SecondCityTax', 'GuestLevies'], 1),
      transitory: ofTypes(['TransitoryItems'], 1),
    },
    vat: vatLinesOf(books),
  };
}

/** What is zero at both ends needs no line; what is not known stays so. */
const listOpen = (balances: readonly Balance[]): readonly Balance[] =>
  balances.filter(({ opening, closing }) => !closing?.isZero || opening?.isZero === false);

/** An account is not meant for a rate that has fewer of its lines than one in so many. */
const rareRate = 50;

/** The rate of most lines of an account, the single lines of another rate, and whether it has several rates. */
export function ratesOfAccount({ percents }: Pick<AccountBook, 'percents'>) {
  const [usual, ...others] = [...percents].sort(([, one], [, other]) => other.count - one.count);
  const isRare = ([, kept]: (typeof others)[number]) => kept.count * rareRate <= (usual?.[1].count ?? 0);
  return { usual, rare: others.filter(isRare), isMixed: !others.every(isRare) };
}

/** The accounts of revenues with what the ledger has of them, and their tax. */
export const taxedLeavesOf = once(({ tree, ledger, amount }) => {
  const books = [...ledger.accounts.values()].map(book => ({ book, leaf: tree.nodeOf(book.account) }));
  return tree.leaves.map(leaf => {
    const own = books
      .filter(each => each.leaf === leaf)
      .map(({ book }) => ({ book, ...ratesOfAccount(book) }));
    const percents = new Set(own.flatMap(({ usual }) => usual?.[0] ?? []));
    return {
      account: leaf.account,
      percents: new Set(own.flatMap(({ book }) => [...book.percents.keys()])),
      /** Undefined: no rate, or several, which revenues do not tell apart. */
      percent: percents.size === 1 && !own.some(({ isMixed }) => isMixed) ? [...percents][0] : undefined,
      shown: amount(leaf.grossAmount).minus(amount(leaf.netAmount)),
      posted: addDecimals(own.map(({ book }) => book.gross.value.minus(book.net.value))),
    };
  });
});

/** What revenues show as tax of the accounts of this rate; undefined if one of them has several rates. */
export function taxInRevenues(books: CloseBooks, percent: string): Big | undefined {
  const leaves = taxedLeavesOf(books);
  if (leaves.some(leaf => leaf.percent === undefined && leaf.percents.has(percent))) return undefined;
  return addDecimals(leaves.filter(leaf => leaf.percent === percent).map(({ shown }) => shown));
}

/** The openings of the month after a close, from its stored result. */
export function readOpenings(result: unknown): Openings {
  const { balances } = result as {
    readonly balances: {
      readonly since: CalendarDate;
      readonly rolled: Readonly<Record<RolledBalance, readonly StoredBalance[]>>;
    };
  };
  const openings = (kind: RolledBalance) =>
    new Map(
      balances.rolled[kind].flatMap(({ reference, closing, ...state }): [string, Opening][] => {
        const balance = isExactNumber(closing) ? exact(closing) : null;
        const { isOver: over, isDeparted = false } = state;
        return balance && equalsZero(balance) ? [] : [[reference, { balance, isOver: over, isDeparted }]];
      }),
    );
  return {
    since: balances.since,
    receivables: openings('receivables'),
    prepayments: openings('prepayments'),
    accountsReceivable: openings('accountsReceivable'),
  };
}

interface StoredBalance {
  readonly reference: string;
  readonly closing: ExactNumber | null;
  readonly isOver: boolean;
  readonly isDeparted?: boolean;
}
