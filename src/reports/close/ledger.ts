import { ensureEntry, remember } from '../../base/text.ts';
import { addDays, type CalendarDate, localTimeIn, monthOf, postingHour } from '../../platform/dates.ts';
import { currencyDigits } from '../../platform/money.ts';
import { ExactSum, perUnit, plainNumber, toWhole } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import { didNotTakePlace, type PostedAccount, type Posting } from '../posting.ts';
import {
  type AccountBook,
  cityTaxTypes,
  dayOfMonth,
  type FaultName,
  folioTypes,
  isTaxOf,
  KeptLines,
  LedgerEntries,
  LineSum,
  lineFaults,
  newAccountBook,
  newRate,
  RateBook,
  type StayBook,
  taxOf,
  vatAccounts,
} from './ledger-books.ts';
import { type Openings, SubLedgers } from './ledgers.ts';
import type { BridgeClass, RevenueGroup, RevenueTree } from './revenue-tree.ts';

/** Types of accounts whose lines carry tax that is due. */
const taxable = new Set(['Revenues', 'Liabilities', ...cityTaxTypes]);
/** City taxes carry VAT in some places only: a line without it has a rate too, unless its amount is zero. */
const withoutRate = [{ percent: 0 }];
const dayBefore = remember((day: CalendarDate) => addDays(day, -1));

/** What the lines of prepayments carry as tax, and what the lines between VAT accounts post of it. */
const newVatOfPrepayments = () => ({ shown: new ExactSum(), lines: 0, posted: new LineSum() });

/** The ledger of a month, added up line by line as it is read: by account, day, rate, reference and receipt. */
export class LedgerBooks {
  lines = 0;
  readonly entries = new LedgerEntries();
  readonly accounts = new Map<string, AccountBook>();
  readonly rates = new Map<string, RateBook>();
  /** What was paid of each reference, with money or with a prepayment. */
  readonly paid = new Map<string, ExactSum>();
  readonly ledgers: SubLedgers;
  readonly receipts = new Map<string, { readonly moved: ExactSum; readonly references: Set<string> }>();
  readonly vatTypes = new Map<string, Map<string, ReturnType<typeof newRate>>>();
  /** Taxes on liabilities, and what the lines between VAT accounts move, by reference, day and side: a prepayment and its VAT are lines of one entry. */
  readonly vatOfPrepayments = new Map<string, ReturnType<typeof newVatOfPrepayments>>();
  /** What the lines from VAT accounts to others move. */
  readonly taxOnRevenue = new LineSum();
  /** By group and class, without charges of the stay. */
  readonly bridgeLines = new Map<string, KeptLines>();
  readonly stays = new Map<string, StayBook>();
  /** Of stays over night, with accommodation revenue. */
  chargedNights = 0;
  readonly #faulty = new Map<FaultName, KeptLines>();
  taxedLines = 0;
  severalTaxes = 0;
  readonly #basis: Readonly<Record<'property' | 'currency', string>> & { readonly tree: RevenueTree };
  readonly #local: ReturnType<typeof localTimeIn>;
  readonly #month: string;
  readonly #cents: number;
  /** The amounts of the line that is added, in units: they are added to several sums, and examined once. */
  #gross: number | undefined;
  #net: number | undefined;
  #place: ReturnType<LedgerEntries['add']> = 'first';
  #paid = new ExactSum();
  #stay: StayBook | undefined;
  #moment = { text: '', day: '', hour: 0 };

  constructor(basis: {
    readonly property: string;
    readonly currency: string;
    readonly zone: string | undefined;
    readonly tree: RevenueTree;
    readonly period: Period;
    readonly openings: Openings | undefined;
  }) {
    this.ledgers = new SubLedgers(basis.openings);
    this.#basis = basis;
    this.#month = monthOf(basis.period.first);
    this.#local = localTimeIn(basis.zone);
    this.#cents = 10 ** currencyDigits(basis.currency);
  }

  linesWith(fault: FaultName): KeptLines {
    return ensureEntry(this.#faulty, fault, () => new KeptLines());
  }

  add(line: Posting): void {
    this.lines += 1;
    this.#gross = toWhole(line.grossAmount, perUnit);
    this.#net = toWhole(line.netAmount, perUnit);
    this.#paid = ensureEntry(this.paid, line.reference, () => new ExactSum());
    this.#checkLine(line);
    // Amounts in another currency are reported, and never added.
    if (line.currency !== this.#basis.currency) return void this.linesWith('currency').add(line);
    const { creditedAccount, debitedAccount } = line;
    this.#stay = this.#findStay(line);
    // An account's movement is what it is debited less what it is credited, whichever side was chosen.
    this.#addSide(line, creditedAccount, debitedAccount, 1);
    this.#addSide(line, debitedAccount, creditedAccount, -1);
    this.ledgers.add(line, this.#gross);
    this.#addVatPosting(line);
    this.#addReceipt(line);
  }

  #addSide(line: Posting, account: PostedAccount, other: PostedAccount, sign: 1 | -1): void {
    const { taxes, grossAmount, netAmount } = line;
    const { type } = account;
    const book = ensureEntry(this.accounts, account.number, () =>
      newAccountBook(account, this.#basis.tree.groupOf(account)),
    );
    if (book.account.type !== type || book.account.parentNumber !== account.parentNumber)
      this.linesWith('account').add(line);
    book.gross.add(grossAmount, sign, this.#gross);
    book.net.add(netAmount, sign, this.#net);
    book.lines += 1;
    if (sign === 1 && Number(grossAmount) < 0) book.corrections.add(grossAmount, 1, this.#gross);
    if (type === 'Revenues') this.#addToBridge(line, book, sign);
    if (Number(grossAmount) === 0 && !taxes?.length) return;
    if (type === 'Revenues' && !taxes?.length) book.untaxed.add(line);
    else if (type === 'Revenues' || cityTaxTypes.includes(type))
      for (const { percent } of taxes?.length ? taxes : withoutRate)
        ensureEntry(book.percents, plainNumber(percent), () => new KeptLines()).add(line);
    else if (type === 'Receivables' && (other.type === 'Payments' || other.type === 'Liabilities'))
      this.#paid.add(grossAmount, sign, this.#gross);
    if (taxes?.length && taxable.has(type)) this.#addTaxes(line, account, sign);
  }

  #checkLine(line: Posting): void {
    const { taxes, grossAmount, netAmount, date } = line;
    const rest = new ExactSum().add(grossAmount, 1, this.#gross).add(netAmount, -1, this.#net);
    if (taxes) for (const { amount } of taxes) rest.add(amount, -1);
    // In units of 10^-8.
    if (rest.isBeyond(1)) this.linesWith('line').add(line);
    const [tax, ...others] = taxes ?? [];
    if (others.length > 0) this.severalTaxes += 1;
    else if (tax) {
      this.taxedLines += 1;
      if (!isTaxOf(netAmount, tax)) this.linesWith('tax').add(line);
    }
    const types = [line.debitedAccount.type, line.creditedAccount.type];
    for (const { name, isIn } of lineFaults)
      if (isIn?.(line, types, this.#month, this.#basis.property)) this.linesWith(name).add(line);
    this.#place = this.entries.add(line, this.#paid);
    if (this.#place !== 'first' && this.#place !== 'pair') this.linesWith(this.#place).add(line);
    // The night audit posts many lines in one moment.
    if (this.#moment.text !== line.timestamp)
      this.#moment = { text: line.timestamp, ...this.#local(Date.parse(line.timestamp)) };
    const { day, hour } = this.#moment;
    if (day === date) return;
    if (dayBefore(day) !== date) this.linesWith('date').add(line);
    else if (hour >= postingHour) this.linesWith('late').add(line);
  }

  #addTaxes(line: Posting, { type }: PostedAccount, sign: 1 | -1): void {
    const { taxes, grossAmount, netAmount } = line;
    if (!taxes) return;
    for (const { percent, amount } of taxes) {
      const book = ensureEntry(this.rates, plainNumber(percent), () => new RateBook());
      for (const { tax, net } of type === 'Revenues' ? [book.ledger, book.onRevenue] : [book.ledger]) {
        tax.add(amount, sign);
        // The base of one of several taxes is not shown.
        if (taxes.length === 1) net.add(netAmount, sign, this.#net);
      }
      if (type === 'Liabilities') this.#vatOfPrepayment(line, sign).shown.add(amount, sign);
      if (taxes.length !== 1) continue;
      book.single.add(amount, sign);
      book.recomputed.add(taxOf('gross', grossAmount, percent, this.#cents), sign);
      book.rows += 1;
    }
    if (type === 'Liabilities') this.#vatOfPrepayment(line, sign).lines += 1;
  }

  #vatOfPrepayment({ reference, date, grossAmount }: Posting, sign: 1 | -1) {
    const isReceived = Number(grossAmount) * sign > 0;
    return ensureEntry(this.vatOfPrepayments, `${reference}\0${date}\0${isReceived}`, newVatOfPrepayments);
  }

  #addVatPosting(line: Posting): void {
    const { debitedAccount, creditedAccount, grossAmount, taxes } = line;
    const [debited, credited] = [vatAccounts.has(debitedAccount.type), vatAccounts.has(creditedAccount.type)];
    const sign = creditedAccount.type === 'Vat' ? 1 : -1;
    // Between accounts of one type, no VAT moves.
    if (debited && credited && debitedAccount.type !== creditedAccount.type)
      this.#vatOfPrepayment(line, sign).posted.add(line, sign);
    else if (debited !== credited) this.taxOnRevenue.add(line, credited ? 1 : -1);
    for (const { type, percent } of taxes ?? []) {
      const rates = ensureEntry(this.vatTypes, type, () => new Map<string, ReturnType<typeof newRate>>());
      const rate = ensureEntry(rates, plainNumber(percent), newRate);
      rate.lines.add(line);
      if (Number(grossAmount) >= 0) rate.charges += 1;
    }
  }

  #findStay(line: Posting): StayBook | undefined {
    const { reservation, date } = line;
    if (!reservation) return undefined;
    // Nights have a bit for each day of a month, and a ledger may have days of another one.
    const month = date.startsWith(this.#month) ? '' : monthOf(date);
    const stay = ensureEntry(this.stays, `${reservation.id}${month}`, () => ({
      reservation,
      arrival: this.#local(Date.parse(reservation.arrival)).day,
      departure: this.#local(Date.parse(reservation.departure)).day,
      nights: 0,
      charged: new Map(),
    }));
    const { status, arrival, departure } = stay.reservation;
    const isSame = reservation.arrival === arrival && reservation.departure === departure;
    if (!isSame || reservation.status !== status) this.linesWith('stay').add(line);
    return stay;
  }

  #addReceipt({ receipt, debitedAccount, creditedAccount, grossAmount, reference }: Posting): void {
    const isMoved = debitedAccount.type === 'AccountsReceivable';
    if (receipt?.type !== 'Invoice' || receipt.number === undefined) return;
    if (isMoved === (creditedAccount.type === 'AccountsReceivable')) return;
    const newBook = () => ({ moved: new ExactSum(), references: new Set<string>() });
    const book = ensureEntry(this.receipts, receipt.number, newBook);
    if (isMoved) book.moved.add(grossAmount);
    book.references.add(reference);
  }

  #addToBridge(line: Posting, { account, group, days }: AccountBook, sign: 1 | -1): void {
    const kind = this.#classOf(line, account, group, Number(line.grossAmount) * sign);
    const day: Partial<Record<BridgeClass, LineSum>> = ensureEntry(days, line.date, () => ({}));
    day[kind] ??= new LineSum();
    day[kind].add(line, sign, this.#gross);
    if (kind !== 'stay') ensureEntry(this.bridgeLines, `${group} ${kind}`, () => new KeptLines()).add(line);
  }

  /** The first test that matches. @param direction of which only the sign counts */
  #classOf(line: Posting, account: PostedAccount, group: RevenueGroup, direction: number): BridgeClass {
    const { reservation, referenceType, date } = line;
    if (group === 'fees') return 'fee';
    if (folioTypes.has(referenceType)) return 'folio';
    if (direction < 0) return 'correction';
    const stay = this.#stay;
    if (!reservation || !stay) return 'stay';
    const { arrival, departure } = stay;
    // Day use is sold for the day on which it begins and ends.
    const isDayUse = arrival === departure;
    if (date < arrival || (isDayUse ? date > arrival : date >= departure)) return 'outOfStay';
    if (didNotTakePlace(reservation.status)) return 'status';
    const day = 1 << dayOfMonth(date);
    if (group === 'accommodation' && direction > 0 && !isDayUse && (stay.nights & day) === 0) {
      stay.nights |= day;
      this.chargedNights += 1;
    }
    const charged = stay.charged.get(account.number) ?? 0;
    if ((charged & day) !== 0) return this.#place === 'twice' || this.#place === 'entry' ? 'stay' : 'second';
    if (direction > 0) stay.charged.set(account.number, charged | day);
    return 'stay';
  }
}
