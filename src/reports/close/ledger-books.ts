import Big from 'big.js';
import type { Phrase } from '../../output/words/words.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { type ExactNumber, ExactSum, exact, mostUnits, perUnit, toWhole } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { LineTax, PostedAccount, Posting } from '../posting.ts';
import type { BridgeClass, RevenueGroup } from './revenue-tree.ts';

/** A few lines of many, and the entries of all: what a person accepts is these, and no others. */
export class KeptLines {
  readonly entries: string[] = [];
  readonly lines: Posting[] = [];

  get count(): number {
    return this.entries.length;
  }

  add(line: Posting): void {
    if (this.entries.push(line.sourceEntryNumber) <= mostKept) this.lines.push(line);
  }
}

/** Readers look for the line that is wrong, and page through no more than these. */
export const mostKept = 100;

export const vatAccounts: ReadonlySet<string> = new Set(['Vat', 'VatOnLiabilities']);
/** Money and claims, and VAT itself: VAT that is due never arises between two of them. */
const untaxed = new Set(['Payments', 'Receivables', 'AccountsReceivable', 'House', ...vatAccounts]);
/** Of sales without a stay. A folio of a booking may have charges of its stays. */
export const folioTypes: ReadonlySet<string> = new Set(['House', 'External']);
/** What an operation posts to: an account of each line of types. A charge is on a folio, or it is the VAT of one. */
const typesOf = new Map<string, readonly (readonly string[])[]>([
  ['PostCharge', [['Receivables', 'House', 'Vat']]],
  ['PostPayment', [['Payments'], ['Receivables', 'House', 'AccountsReceivable', 'Liabilities']]],
  ['PostPrepayment', [['Payments'], ['Liabilities']]],
  ['PostPrepaymentVat', [['Vat'], ['VatOnLiabilities']]],
  ['PostToAccountsReceivables', [['AccountsReceivable'], ['Receivables', 'House', 'Liabilities']]],
  ['PostToLossOfAccountsReceivables', [['LossOfAccountsReceivable'], ['AccountsReceivable']]],
]);
/** Money and claims that are posted by separate operations. */
const ofOthers = ['Payments', 'AccountsReceivable', 'LossOfAccountsReceivable', 'VatOnLiabilities'];

interface LineFault {
  /** Default: `G4`. */
  readonly check?: string;
  readonly words: Phrase;
  /** It may be legitimate. */
  readonly isQuestion?: true;
  /** Of a line by itself. Without it, the fault is found where lines are added up. */
  readonly isIn?: (line: Posting, types: readonly string[], month: string, property: string) => boolean;
}

/** What may be wrong with single lines, and the check that names them. */
const faults = {
  guest: {
    words: 'postings of a guest that name no reservation, or another one',
    isIn: ({ referenceType, reservation, reference }) =>
      referenceType === 'Guest' && reservation?.id !== reference,
  },
  nameless: {
    words: 'postings without the number of their entry',
    isIn: ({ sourceEntryNumber }) => sourceEntryNumber === '',
  },
  twice: { words: 'entries that are listed twice' },
  account: { words: 'postings to an account of another type or group' },
  stay: { words: 'postings with other dates or another status of their stay' },
  house: {
    isQuestion: true,
    words: 'postings of house folios whose reference is not the property, or others that have it',
    isIn: ({ referenceType, reference }, _, __, property) =>
      (referenceType === 'House') !== (reference === property),
  },
  receipt: {
    // A charge that was moved may keep the receipt of the stay before.
    isQuestion: true,
    words: 'postings with a receipt or folio of another reservation',
    isIn: ({ receipt, reservation, referenceType }) =>
      !!reservation &&
      (folioTypes.has(referenceType) ||
        (receipt?.type === 'Reservation' && receipt.number !== reservation.id)),
  },
  taxed: {
    isQuestion: true,
    words: 'postings with VAT between accounts that have none',
    isIn: ({ taxes }, types) => !!taxes?.length && types.every(type => untaxed.has(type)),
  },
  operation: {
    isQuestion: true,
    words: 'postings whose operation does not fit their accounts',
    // The platform itself moves items between folios, so that both accounts may be of the same type.
    isIn: ({ command }, types) =>
      typesOf.get(command)?.every(some => types.some(type => some.includes(type))) === false ||
      (['PostCharge', 'System'].includes(command) &&
        types[0] !== types[1] &&
        types.some(type => ofOthers.includes(type))),
  },
  stray: {
    check: 'G5',
    words: 'postings of another month',
    isIn: ({ date }, _, month) => !date.startsWith(month),
  },
  transitory: {
    check: 'T1',
    words: 'postings of transitory items with VAT',
    isIn: ({ taxes }, types) => !!taxes?.length && types.includes('TransitoryItems'),
  },
} satisfies Readonly<Record<string, LineFault>>;

/** Besides those of the table: faults that checks compare in their own way. */
type OtherFault = 'line' | 'tax' | 'date' | 'late' | 'currency' | 'entry' | 'vatEntry';
export type FaultName = keyof typeof faults | OtherFault;
/** Each line is compared with all of them: objects are read faster than entries. */
export const lineFaults = Object.entries<LineFault>(faults).map(([name, fault]) => {
  return { check: 'G4', ...fault, name: name as FaultName };
});

/** The lines of each entry of the ledger, in lists: an object for each of many lines takes time and memory. */
export class LedgerEntries {
  /** The place of the first line of each entry in the lists; -1 after the second. */
  readonly #places = new Map<string, number>();
  readonly #references: object[] = [];
  /** Four texts of each first line; there are few that differ. */
  readonly #texts: string[] = [];
  readonly #amounts: ExactNumber[] = [];

  get size(): number {
    return this.#places.size;
  }

  /** What a line is in its entry; `vatEntry` is the VAT of a prepayment. @param reference the same object for all lines of a reference */
  add(line: Posting, reference: object): 'first' | 'pair' | 'vatEntry' | 'twice' | 'entry' {
    const { sourceEntryNumber, date, command, grossAmount, netAmount } = line;
    const [debited, credited] = [line.debitedAccount.number, line.creditedAccount.number];
    const place = this.#places.get(sourceEntryNumber);
    if (place === undefined) {
      this.#places.set(sourceEntryNumber, this.#references.length);
      this.#references.push(reference);
      this.#amounts.push(grossAmount, netAmount);
      this.#texts.push(date, command, debited, credited);
      return 'first';
    }
    this.#places.set(sourceEntryNumber, -1);
    const first = this.#texts.slice(4 * place, 4 * place + 4);
    if (place < 0 || this.#references[place] !== reference || first[0] !== date) return 'entry';
    const isVat = (first[1] === 'PostPrepaymentVat') !== (command === 'PostPrepaymentVat');
    if (first[1] !== command) return isVat ? 'vatEntry' : 'entry';
    const isSameAmount =
      String(this.#amounts[2 * place]) === String(grossAmount) &&
      String(this.#amounts[2 * place + 1]) === String(netAmount);
    return isSameAmount && first[2] === debited && first[3] === credited ? 'twice' : 'pair';
  }
}

export const cityTaxTypes: readonly string[] = ['CityTaxes', 'SecondCityTax', 'GuestLevies'];

/** What the lines of one account add up to: what it was credited less what it was debited. */
export const newAccountBook = (account: PostedAccount, group: RevenueGroup) => ({
  account,
  group,
  gross: new ExactSum(),
  net: new ExactSum(),
  /** Credited with a negative amount. */
  corrections: new ExactSum(),
  lines: 0,
  /** Of a revenue account, by business date: the steps from booked to posted revenue. */
  days: new Map<CalendarDate, Partial<Record<BridgeClass, LineSum>>>(),
  percents: new Map<string, KeptLines>(),
  untaxed: new KeptLines(),
});
export type AccountBook = ReturnType<typeof newAccountBook>;

export class LineSum {
  lines = 0;
  readonly sum = new ExactSum();

  add({ grossAmount }: Posting, sign: 1 | -1, units?: number): void {
    this.lines += 1;
    this.sum.add(grossAmount, sign, units);
  }
}

/** The tax of lines, and the net amounts of those that have one tax. */
export const newTaxSums = () => ({ tax: new ExactSum(), net: new ExactSum() });

export class RateBook {
  /** Of all taxable lines, prepayments included. */
  readonly ledger = newTaxSums();
  readonly onRevenue = newTaxSums();
  /** Of lines with one tax: what they carry, and that of the gross amount, rounded line by line. */
  readonly single = new ExactSum();
  readonly recomputed = new ExactSum();
  rows = 0;
}

/** What a reservation was charged. Its days are those of the property. */
export interface StayBook {
  readonly reservation: NonNullable<Posting['reservation']>;
  readonly arrival: CalendarDate;
  readonly departure: CalendarDate;
  /** With accommodation revenue: one bit for each day of the month. */
  nights: number;
  /** By account: the days, in the same way. */
  readonly charged: Map<string, number>;
}

export const dayOfMonth = (date: CalendarDate): number => Number(date.slice(8));

/** The days of a month whose nights belong to a stay. */
export function nightsIn({ arrival, departure }: StayBook, { first, last }: Period): number[] {
  if (arrival > last || departure < first) return [];
  // Not by dates: there are tens of thousands of stays.
  const begin = arrival < first ? 1 : dayOfMonth(arrival);
  const end = departure > last ? dayOfMonth(last) : dayOfMonth(departure) - 1;
  return Array.from({ length: Math.max(0, end - begin + 1) }, (_, night) => begin + night);
}

/** The lines of one rate of a VAT type, and how many are charges: corrections may carry the rate of an earlier period. */
export const newRate = () => ({ lines: new KeptLines(), charges: 0 });

/** Rounded half away from zero to the minor unit. Whole numbers below 2^53 are exact. */
export function taxOf(kind: 'gross' | 'net', amount: ExactNumber, percent: ExactNumber, cents: number) {
  const [units = Number.NaN, rate = Number.NaN] = [toWhole(amount, cents), toWhole(percent, 100)];
  const product = Math.abs(units * rate);
  if (product < 2 ** 44) {
    const whole = kind === 'gross' ? 10_000 + rate : 10_000;
    return (Math.sign(units) * Math.floor((2 * product + whole) / (2 * whole))) / cents;
  }
  const [of, by] = [exact(amount), exact(percent)];
  return of
    .times(by)
    .div(kind === 'gross' ? by.plus(100) : 100)
    .round(Math.round(Math.log10(cents)), Big.roundHalfUp);
}

/** Whether a tax is its share of the net amount, to six decimals. */
export function isTaxOf(net: ExactNumber, { percent, amount }: LineTax): boolean {
  const [base = Number.NaN, tax = Number.NaN] = [toWhole(net, perUnit), toWhole(amount, perUnit)];
  // In units of 10^-12.
  const [due, shown] = [base * (toWhole(percent, 100) ?? Number.NaN), tax * 10_000];
  if (Math.abs(due) < mostUnits && Math.abs(shown) < mostUnits) return Math.abs(due - shown) <= 1_000_000;
  return exact(net).times(exact(percent)).div(100).minus(exact(amount)).abs().lte('1e-6');
}
