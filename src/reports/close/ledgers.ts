import { ensureEntry } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { sayCount } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { addSums, type ExactNumber, ExactSum, plainNumber, toSum } from '../../platform/numbers.ts';
import { didNotTakePlace, type PostedAccount, type Posting } from '../posting.ts';
import { KeptLines } from './ledger-books.ts';

export type LedgerId = 'guest' | 'deposit' | 'city' | 'house';

/** A sub-ledger: all rolls, their checks and the page of ledgers come from this table. Balances are debit less credit. */
interface SubLedger {
  readonly id: LedgerId;
  readonly title: Phrase;
  /** Its check, others that also compare it, and what its check says. */
  readonly checks: readonly [own: string, ...others: string[]];
  readonly says: Phrase;
  /** The types of its accounts: what is posted to them is its control account. */
  readonly types: readonly string[];
  readonly sayItems: (count: number) => Pieces;
  /** What names the lines of an item. */
  readonly field: 'reference' | 'receipt';
  /** What a line belongs to; undefined for a line that has nothing of the kind, so that only the control account has it. */
  readonly keyOf: (
    line: Posting,
    account: PostedAccount,
    isKnown: (key: string) => boolean,
  ) => string | undefined;
  /** The side on which no item may have a balance, and what it means if one has. */
  readonly never?: { readonly side: 'debit' | 'credit'; readonly words: Phrase };
  /** Which items must be zero, and what it means if one is not. */
  readonly zero?: { readonly when: 'over' | 'month end'; readonly words: Phrase };
}

export const subLedgers: readonly SubLedger[] = [
  {
    id: 'guest',
    title: 'Guest ledger',
    checks: ['G7'],
    says: 'a stay that is over has no balance',
    field: 'reference',
    types: ['Receivables'],
    sayItems: count => sayCount(count, '1 stay or folio', '{count} stays and folios'),
    keyOf: ({ reference }) => reference,
    zero: { when: 'over', words: 'the stay is over, and its balance is not zero' },
  },
  {
    id: 'deposit',
    title: 'Deposit ledger',
    checks: ['G8'],
    says: 'no more is used of a prepayment than was received',
    field: 'reference',
    types: ['Liabilities'],
    sayItems: count => sayCount(count, '1 prepayment', '{count} prepayments'),
    // An opening from another system may have no rate.
    keyOf: (line, { number }, isKnown) =>
      isKnown(line.reference) ? line.reference : `${line.reference}, ${nameRate(line, number)}`,
    never: { side: 'debit', words: 'more was used than was received' },
    zero: { when: 'over', words: 'the stay has ended, and it was neither used nor refunded' },
  },
  {
    id: 'city',
    title: 'City ledger',
    checks: ['L1', 'I4'],
    says: 'no invoice is paid more than once',
    field: 'receipt',
    types: ['AccountsReceivable'],
    sayItems: count => sayCount(count, '1 invoice', '{count} invoices'),
    keyOf: ({ receipt }) => (receipt?.type === 'Invoice' ? receipt.number : undefined),
    never: { side: 'credit', words: 'more was paid than was invoiced' },
  },
  {
    id: 'house',
    title: 'House accounts',
    checks: ['L2'],
    says: 'every folio of the house is zero at the end of the month',
    field: 'reference',
    types: ['House'],
    sayItems: count => sayCount(count, '1 folio', '{count} folios'),
    keyOf: ({ reference }) => reference,
    zero: { when: 'month end', words: 'a sale was not paid, or a payment has no sale' },
  },
];

const ledgerOfType = new Map(subLedgers.flatMap(ledger => ledger.types.map(type => [type, ledger] as const)));

/** Prepayments are kept by rate: each rate has an account, or the line carries it. */
const nameRate = ({ taxes }: Posting, number: string) =>
  taxes?.length === 1 && taxes[0] ? `${plainNumber(taxes[0].percent)} %` : number;

/** An item as a close keeps it: what it closes with is what the next month opens with. */
interface KeptItem<Sum> {
  readonly reference: string;
  /** As its last posting had it: the months after that one may have no posting. */
  readonly stay: { readonly status: string; readonly departure: CalendarDate } | null;
  /** The day of its first posting, if that is known. */
  readonly since: CalendarDate | null;
  readonly company: string | null;
  readonly opening?: Sum;
  readonly closing: Sum;
}

/** Where the openings of a chain are from, and the VAT types of the month before, if they are known. */
export interface Openings<Sum = ExactSum> {
  readonly from: 'history' | 'file' | 'close';
  /** The first day of the ledger that they are made from; null for a file. */
  readonly since: CalendarDate | null;
  readonly vatTypes: readonly string[] | null;
  /** `control`: the opening of the control account. */
  readonly ledgers: readonly {
    readonly ledger: LedgerId;
    readonly control: Sum;
    readonly items: readonly KeptItem<Sum>[];
  }[];
}

const newItem = (
  { zero }: SubLedger,
  { stay, since, company, closing }: Omit<KeptItem<ExactSum>, 'reference' | 'opening'>,
) => ({
  stay,
  since,
  company,
  opening: closing,
  movement: new ExactSum(),
  reservation: undefined as Posting['reservation'],
  /** Whether something was posted to the side on which it may have no balance: a prepayment was used. */
  isUsed: false,
  /** On which its balance moved, where it must be zero every day. */
  days: zero?.when === 'month end' ? new Map<CalendarDate, ExactSum>() : undefined,
});

export class SubLedgers {
  readonly #books = new Map(
    subLedgers.map(ledger => {
      const sums = { opening: new ExactSum(), debit: new ExactSum(), credit: new ExactSum() };
      const items = new Map<string, ReturnType<typeof newItem>>();
      return [ledger.id, { ledger, ...sums, items, without: new KeptLines() }];
    }),
  );

  constructor(openings?: Openings) {
    for (const { ledger: id, control, items } of openings?.ledgers ?? []) {
      const book = this.#books.get(id);
      book?.opening.addSum(control);
      for (const item of items) book?.items.set(item.reference, newItem(book.ledger, item));
    }
  }

  /** @param units the gross amount in whole units, where the reader has it */
  add(line: Posting, units?: number): void {
    this.#addSide(line, line.debitedAccount, 1, units);
    this.#addSide(line, line.creditedAccount, -1, units);
  }

  #addSide(line: Posting, account: PostedAccount, sign: 1 | -1, units: number | undefined): void {
    const ledger = ledgerOfType.get(account.type);
    const book = ledger && this.#books.get(ledger.id);
    if (!book) return;
    // A reduction stays on the usual side with a negative amount: in a ledger, it is on the other side.
    const isReduction = Number(line.grossAmount) < 0;
    const side = isReduction === (sign === 1) ? 'credit' : 'debit';
    book[side].add(line.grossAmount, isReduction ? -1 : 1, units);
    const key = ledger.keyOf(line, account, reference => book.items.has(reference));
    if (key === undefined) return void book.without.add(line);
    const item = ensureEntry(book.items, key, () =>
      newItem(ledger, { stay: null, since: line.date, company: null, closing: new ExactSum() }),
    );
    item.movement.add(line.grossAmount, sign, units);
    item.reservation ??= line.reservation;
    item.isUsed ||= side === ledger.never?.side;
    if (item.since !== null && line.date < item.since) item.since = line.date;
    if (item.days) ensureEntry(item.days, line.date, () => new ExactSum()).add(line.grossAmount, sign, units);
  }

  roll(last: CalendarDate) {
    return [...this.#books.values()].map(({ ledger, debit, credit, items: added, without, ...book }) => {
      const items = [...added].map(([reference, item]) => {
        const { reservation, opening, movement } = item;
        const closing = addSums([opening, movement]);
        const stay = reservation
          ? { status: reservation.status, departure: reservation.departure.slice(0, 10) }
          : item.stay;
        const isAbsent = stay !== null && didNotTakePlace(stay.status);
        const isPast = stay !== null && stay.departure <= last;
        /** Whether it took place and has ended. */
        const isDeparted = isPast && stay.status === 'CheckedOut';
        // What was received is of no use once the stay is canceled, and a stay without a posting has ended on its day.
        const isUseless = isAbsent && ledger.id === 'deposit';
        const isOver = isUseless || (isPast && (isDeparted || isAbsent || !reservation));
        const isOpen = !closing.isZero;
        // Copies of all fields take time.
        return Object.assign(item, { reference, stay, isOver, isDeparted, closing, isOpen });
      });
      const control = addSums([book.opening, debit]).addSum(credit, -1);
      const opening = addSums(items.map(each => each.opening));
      const closing = addSums(items.map(each => each.closing));
      const openItems = items.filter(({ isOpen }) => isOpen);
      /** `without`: lines on its accounts that belong to none of its items. */
      return { ledger, items, openItems, opening, debit, credit, closing, control, without };
    });
  }
}
export type RolledLedger = ReturnType<SubLedgers['roll']>[number];
export type LedgerItem = RolledLedger['items'][number];

export const itemsIn = (ledgers: readonly RolledLedger[], id: LedgerId): readonly LedgerItem[] =>
  ledgers.flatMap(({ ledger, items }) => (ledger.id === id ? items : []));

/** Openings whose sums were stored, or just rolled: items that are zero need no line. */
export const readOpenings = ({ ledgers, ...openings }: Openings<ExactNumber | ExactSum>): Openings => ({
  ...openings,
  ledgers: ledgers.map(({ ledger, control, items }) => ({
    ledger,
    control: toSum(control),
    items: items.flatMap(({ reference, stay, since, company, closing: kept }) => {
      const closing = toSum(kept);
      return closing.isZero ? [] : { reference, stay, since, company, closing };
    }),
  })),
});
