import { addDays, type CalendarDate, postingHour } from '../../platform/dates.ts';
import { currencyDigits } from '../../platform/money.ts';
import { plainNumber } from '../../platform/numbers.ts';
import { didNotTakePlace, type PostedAccount, type Posting } from '../posting.ts';
import { ExactSum, isTaxOf, perUnit, taxInGross, toWhole } from './exact-sum.ts';
import { KeptLines, LedgerEntries, localTimeIn } from './ledger-line.ts';
import type { BridgeClass, RevenueGroup, RevenueTree } from './revenue-tree.ts';

/** What the lines of one account add up to: what it was credited less what it was debited. */
export interface AccountBook {
  readonly account: PostedAccount;
  readonly gross: ExactSum;
  readonly net: ExactSum;
  /** Credited with a negative amount. */
  readonly corrections: ExactSum;
  lines: number;
  /** Of a revenue account, by business date. */
  readonly days: Map<CalendarDate, ExactSum>;
  readonly percents: Map<string, KeptLines>;
}

/** The tax of one rate. */
interface RateBook {
  /** Of all taxable lines, prepayments included. */
  readonly ledger: ExactSum;
  readonly onRevenue: ExactSum;
  /** Of lines with one tax: what they carry, and that of the gross amount, rounded line by line. */
  readonly single: ExactSum;
  readonly recomputed: ExactSum;
  rows: number;
}

/** @property isReceived whether the first of its lines is money that was received */
interface PrepaymentBook {
  readonly sum: ExactSum;
  firstAt: string;
  isReceived: boolean;
}

/** What happened on one reference: a reservation, a booking or a folio. */
interface ReferenceBook {
  reservation: Posting['reservation'];
  /** Of a reservation that was canceled: its fee was charged in the month. */
  hasCancellationFee: boolean;
  readonly receivables: ExactSum;
  /** Paid with money or with a prepayment. */
  readonly settled: ExactSum;
  readonly prepayments: Map<string, PrepaymentBook>;
}

/** Postings of one invoice to the accounts receivable. */
interface ReceiptBook {
  readonly moved: ExactSum;
  readonly paid: ExactSum;
  readonly references: Set<string>;
}

/** The lines of a VAT type by rate; corrections may carry the rate of an earlier period. */
type TypeOfVat = Map<string, { readonly lines: KeptLines; readonly corrections: KeptLines }>;

/** Types of accounts whose lines carry tax that is due. */
const taxable = new Set(['Revenues', 'Liabilities', 'CityTaxes', 'SecondCityTax', 'GuestLevies']);
const vatAccounts = new Set(['Vat', 'VatOnLiabilities']);
/** In units of 10^-8. */
const eightDecimals = 1;

const ensureEntry = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};
const newSum = () => new ExactSum();
const newRates = (): TypeOfVat => new Map();
const newRate = () => ({ lines: new KeptLines(), corrections: new KeptLines() });
const newRateBook = (): RateBook => ({
  ...{ ledger: newSum(), onRevenue: newSum(), single: newSum(), recomputed: newSum(), rows: 0 },
});
const newStep = () => ({ sum: newSum(), lines: 0 });
const newPrepayment = (): PrepaymentBook => ({ sum: newSum(), firstAt: '', isReceived: false });
const newLines = () => new KeptLines();
const newNames = () => new Set<string>();
const newAccounts = () => new Map<string, Set<string>>();
const newReference = (): ReferenceBook => ({
  reservation: undefined,
  hasCancellationFee: false,
  ...{ receivables: newSum(), settled: newSum(), prepayments: new Map() },
});

/** The ledger of a month, added up line by line as it is read: by account, day, rate, reference and receipt. */
export class LedgerBooks {
  lines = 0;
  readonly accounts = new Map<string, AccountBook>();
  readonly rates = new Map<string, RateBook>();
  readonly references = new Map<string, ReferenceBook>();
  readonly receipts = new Map<string, ReceiptBook>();
  readonly vatTypes = new Map<string, TypeOfVat>();
  /** Taxes on liabilities, and what the lines between VAT accounts, and from them to others, move. */
  readonly taxOnPrepayments = { shown: newSum(), lines: 0, posted: newSum(), rows: 0 };
  readonly taxOnRevenue = { posted: newSum(), rows: 0 };
  readonly bridge = new Map<string, ReturnType<typeof newStep>>();
  /** By group and class, without charges of the stay. */
  readonly bridgeLines = new Map<string, KeptLines>();
  /** By day, the reservations with accommodation revenue inside a stay over night. */
  readonly chargedNights = new Map<CalendarDate, Set<string>>();
  /** The days of stays that end on the day on which they begin, by reservation. */
  readonly dayUse = new Map<string, CalendarDate>();
  readonly broken = {
    line: new KeptLines(),
    tax: new KeptLines(),
    entry: new KeptLines(),
    twice: new KeptLines(),
    vatEntry: new KeptLines(),
    date: new KeptLines(),
    late: new KeptLines(),
    currency: new KeptLines(),
    transitory: new KeptLines(),
  };
  taxedLines = 0;
  severalTaxes = 0;
  transitoryLines = 0;
  readonly #basis: { readonly currency: string; readonly tree: RevenueTree };
  readonly #entries = new LedgerEntries();
  /** The reservations that have a charge, by day and account. */
  readonly #charged = new Map<CalendarDate, Map<string, Set<string>>>();
  readonly #local: ReturnType<typeof localTimeIn>;
  readonly #days = new Map<string, CalendarDate>();
  readonly #cents: number;
  /** The amounts of the line that is added, in units: they are added to several sums, and examined once. */
  #gross: number | undefined;
  #net: number | undefined;
  #place: ReturnType<LedgerEntries['add']> = 'first';
  #moment = { text: '', day: '', hour: 0 };

  constructor(basis: {
    readonly currency: string;
    readonly zone: string | undefined;
    readonly tree: RevenueTree;
  }) {
    this.#basis = basis;
    this.#local = localTimeIn(basis.zone);
    this.#cents = 10 ** currencyDigits(basis.currency);
  }

  get entries(): number {
    return this.#entries.size;
  }

  add(line: Posting): void {
    this.lines += 1;
    this.#gross = toWhole(line.grossAmount, perUnit);
    this.#net = toWhole(line.netAmount, perUnit);
    this.#checkLine(line);
    // Amounts in another currency are reported, and never added.
    if (line.currency !== this.#basis.currency) {
      this.broken.currency.add(line);
      return;
    }
    const { creditedAccount, debitedAccount } = line;
    // An account's movement is what it is debited less what it is credited, whichever side was chosen.
    this.#addSide(line, creditedAccount, debitedAccount, 1);
    this.#addSide(line, debitedAccount, creditedAccount, -1);
    this.#addVatPosting(line);
    this.#addStay(line);
    this.#addReceipt(line);
  }

  #addSide(line: Posting, account: PostedAccount, other: PostedAccount, sign: 1 | -1): void {
    const { taxes, netAmount } = line;
    const { type } = account;
    const book = this.#accountBook(account);
    this.#addGross(book.gross, line, sign);
    book.net.add(netAmount, sign, this.#net);
    book.lines += 1;
    if (sign === 1 && Number(line.grossAmount) < 0) this.#addGross(book.corrections, line, 1);
    if (type === 'Revenues') {
      this.#addGross(ensureEntry(book.days, line.date, newSum), line, sign);
      if (taxes)
        for (const { percent } of taxes) ensureEntry(book.percents, plainNumber(percent), newLines).add(line);
      this.#addToBridge(line, account, sign);
    } else if (type === 'Receivables' || type === 'Liabilities')
      this.#addReference(line, account, other, sign);
    else if (type === 'TransitoryItems') {
      this.transitoryLines += 1;
      if (taxes?.length) this.broken.transitory.add(line);
    }
    if (taxes?.length && taxable.has(type)) this.#addTaxes(line, account, sign);
  }

  #accountBook(account: PostedAccount): AccountBook {
    const known = this.accounts.get(account.number);
    if (known) return known;
    const made = {
      account,
      gross: newSum(),
      net: newSum(),
      corrections: newSum(),
      lines: 0,
      days: new Map(),
      percents: new Map<string, KeptLines>(),
    };
    this.accounts.set(account.number, made);
    return made;
  }

  #addGross(sum: ExactSum, { grossAmount }: Posting, sign: 1 | -1): ExactSum {
    return sum.add(grossAmount, sign, this.#gross);
  }

  #checkLine(line: Posting): void {
    const { taxes, netAmount, date } = line;
    const rest = this.#addGross(newSum(), line, 1).add(netAmount, -1, this.#net);
    if (taxes) for (const { amount } of taxes) rest.add(amount, -1);
    if (rest.isBeyond(eightDecimals)) this.broken.line.add(line);
    const [tax, ...others] = taxes ?? [];
    if (others.length > 0) this.severalTaxes += 1;
    else if (tax) {
      this.taxedLines += 1;
      if (!isTaxOf(netAmount, tax)) this.broken.tax.add(line);
    }
    this.#place = this.#entries.add(line);
    if (this.#place !== 'first' && this.#place !== 'pair') this.broken[this.#place].add(line);
    // The night audit posts many lines in one moment.
    if (this.#moment.text !== line.timestamp)
      this.#moment = { text: line.timestamp, ...this.#local(Date.parse(line.timestamp)) };
    const { day, hour } = this.#moment;
    if (day === date) return;
    if (this.#dayBefore(day) !== date) this.broken.date.add(line);
    else if (hour >= postingHour) this.broken.late.add(line);
  }

  #dayBefore(day: CalendarDate): CalendarDate {
    return ensureEntry(this.#days, `before ${day}`, () => addDays(day, -1));
  }

  /** The local day of the arrival or departure of a reservation. */
  #dayOf(moment: string): CalendarDate {
    return ensureEntry(this.#days, moment, () => this.#local(Date.parse(moment)).day);
  }

  #addTaxes({ taxes, grossAmount }: Posting, { type }: PostedAccount, sign: 1 | -1): void {
    if (!taxes) return;
    for (const { percent, amount } of taxes) {
      const book = ensureEntry(this.rates, plainNumber(percent), newRateBook);
      book.ledger.add(amount, sign);
      if (type === 'Revenues') book.onRevenue.add(amount, sign);
      if (type === 'Liabilities') this.taxOnPrepayments.shown.add(amount, sign);
      if (taxes.length !== 1) continue;
      book.single.add(amount, sign);
      book.recomputed.add(taxInGross(grossAmount, percent, this.#cents), sign);
      book.rows += 1;
    }
    if (type === 'Liabilities') this.taxOnPrepayments.lines += 1;
  }

  #addVatPosting(line: Posting): void {
    const { debitedAccount, creditedAccount, grossAmount, taxes } = line;
    const [debited, credited] = [vatAccounts.has(debitedAccount.type), vatAccounts.has(creditedAccount.type)];
    if (debited && credited) {
      this.taxOnPrepayments.posted.add(grossAmount, creditedAccount.type === 'Vat' ? 1 : -1);
      this.taxOnPrepayments.rows += 1;
    } else if (debited || credited) {
      this.taxOnRevenue.posted.add(grossAmount, credited ? 1 : -1);
      this.taxOnRevenue.rows += 1;
    }
    if (!taxes) return;
    for (const { type, percent } of taxes) {
      const rate = ensureEntry(ensureEntry(this.vatTypes, type, newRates), plainNumber(percent), newRate);
      if (Number(grossAmount) < 0) rate.corrections.add(line);
      else rate.lines.add(line);
    }
  }

  #addStay({ reservation }: Posting): void {
    if (!reservation || didNotTakePlace(reservation.status)) return;
    const day = this.#dayOf(reservation.arrival);
    if (day === this.#dayOf(reservation.departure)) this.dayUse.set(reservation.id, day);
  }

  #addReference(line: Posting, { type, number }: PostedAccount, other: PostedAccount, sign: 1 | -1): void {
    const { reference, reservation } = line;
    const book = ensureEntry(this.references, reference, newReference);
    book.reservation ??= reservation;
    if (type === 'Receivables') {
      this.#addGross(book.receivables, line, sign === 1 ? -1 : 1);
      if (other.type === 'Payments' || other.type === 'Liabilities') this.#addGross(book.settled, line, sign);
      else if (reservation?.status === 'Canceled' && this.#basis.tree.groupOf(other) === 'fees')
        book.hasCancellationFee ||= Number(line.grossAmount) * sign < 0;
      return;
    }
    const prepaid = ensureEntry(book.prepayments, nameRate(line, number), newPrepayment);
    this.#addGross(prepaid.sum, line, sign);
    if (prepaid.firstAt !== '' && prepaid.firstAt <= line.timestamp) return;
    prepaid.firstAt = line.timestamp;
    prepaid.isReceived = Number(line.grossAmount) * sign > 0;
  }

  #addReceipt({ receipt, debitedAccount, creditedAccount, grossAmount, reference }: Posting): void {
    const isMoved = debitedAccount.type === 'AccountsReceivable';
    if (receipt?.type !== 'Invoice' || receipt.number === undefined) return;
    if (isMoved === (creditedAccount.type === 'AccountsReceivable')) return;
    const book = ensureEntry(this.receipts, receipt.number, () => ({
      ...{ moved: newSum(), paid: newSum(), references: new Set<string>() },
    }));
    (isMoved ? book.moved : book.paid).add(grossAmount);
    book.references.add(reference);
  }

  #addToBridge(line: Posting, account: PostedAccount, sign: 1 | -1): void {
    const group = this.#basis.tree.groupOf(account);
    const kind = this.#classOf(line, account, group, Number(line.grossAmount) * sign);
    const key = `${line.date} ${group} ${kind}`;
    const found = ensureEntry(this.bridge, key, newStep);
    this.#addGross(found.sum, line, sign);
    found.lines += 1;
    if (kind !== 'stay') ensureEntry(this.bridgeLines, `${group} ${kind}`, newLines).add(line);
  }

  /** The first test that matches. @param direction of which only the sign counts */
  #classOf(line: Posting, account: PostedAccount, group: RevenueGroup, direction: number): BridgeClass {
    const { reservation, referenceType, date } = line;
    if (group === 'fees') return 'fee';
    if (referenceType === 'House' || referenceType === 'External') return 'folio';
    if (direction < 0) return 'correction';
    if (!reservation) return 'stay';
    const { id, status, arrival, departure } = reservation;
    const [from, to] = [this.#dayOf(arrival), this.#dayOf(departure)];
    // Day use is sold for the day on which it begins and ends.
    const isDayUse = from === to;
    if (date < from || (isDayUse ? date > from : date >= to)) return 'outOfStay';
    if (didNotTakePlace(status)) return 'status';
    const accounts = ensureEntry(this.#charged, date, newAccounts);
    const charged = ensureEntry(accounts, account.number, newNames);
    if (group === 'accommodation' && direction > 0 && !isDayUse)
      ensureEntry(this.chargedNights, date, newNames).add(id);
    if (charged.has(id)) return this.#place === 'twice' || this.#place === 'entry' ? 'stay' : 'second';
    if (direction > 0) charged.add(id);
    return 'stay';
  }
}

/** Prepayments are kept by rate: each rate has an account, or the line carries it. */
const nameRate = ({ taxes }: Posting, number: string) =>
  taxes?.length === 1 && taxes[0] ? `${plainNumber(taxes[0].percent)} %` : number;
