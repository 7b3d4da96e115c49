import type { ExportAccount } from './accounts.ts';
import { type Day, instantOf } from './calendar.ts';
import { type Minor, netOf, type VatRates, type VatType } from './money.ts';
import type { Property, RevenueKind } from './property.ts';
import type { PaymentMethod, Reservation } from './reservation.ts';
import { hash32 } from './seeded-random.ts';

export type Command =
  | 'PostCharge'
  | 'PostPayment'
  | 'PostPrepayment'
  | 'PostPrepaymentVat'
  | 'PostToAccountsReceivables'
  | 'PostToLossOfAccountsReceivables';

/** One line of the ledger, as gross transactions lists it; revenues and invoices sum the same lines. */
export interface LedgerLine {
  /** Number of the entry: lines that belong together (a prepayment and its VAT) share it. */
  readonly entryNumber: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly businessDay: Day;
  readonly command: Command;
  readonly debited: ExportAccount;
  readonly credited: ExportAccount;
  /** gross = net + the taxes' amounts. */
  readonly gross: Minor;
  readonly net: Minor;
  /** null for a line without VAT: payments, city taxes. */
  readonly taxes: readonly TaxLine[] | null;
  readonly receipt: Receipt;
  /** Reservation id, booking id, external folio id, or the property's id for the house folio. */
  readonly reference: string;
  readonly referenceType: 'Guest' | 'Booking' | 'External' | 'House';
  /** null on house and external folios. */
  readonly reservation: Reservation | null;
}

export interface TaxLine {
  readonly type: VatType;
  readonly percent: number;
  readonly amount: Minor;
}

export interface Receipt {
  readonly type: 'Custom' | 'Reservation' | 'Invoice' | 'PspReference';
  readonly number: string;
}

/** Net and taxes of a gross amount under one VAT type. */
export function taxed(
  rates: VatRates,
  vatType: VatType,
  gross: Minor,
  net = netOf(gross, rates[vatType] ?? 0),
): { readonly net: Minor; readonly taxes: readonly TaxLine[] } {
  return { net, taxes: [{ type: vatType, percent: rates[vatType] ?? 0, amount: gross - net }] };
}

/** The owner of the folio as its lines show it; entry numbers begin with the name. */
interface FolioOwner extends Pick<LedgerLine, 'reference' | 'referenceType' | 'reservation'> {
  readonly name: string;
}

/** Business day, and minutes after its local midnight. */
interface Moment {
  readonly day: Day;
  readonly minutes: number;
}

interface Posting {
  readonly command: Command;
  readonly debited: ExportAccount;
  readonly credited: ExportAccount;
  readonly gross: Minor;
  readonly receipt: Receipt;
  readonly net?: Minor;
  readonly taxes?: readonly TaxLine[];
}

/**
 * The entries of one folio, in the order of time and numbered consecutively, so that a later clock only adds entries.
 * Charges that are not settled are its balance.
 */
export class Folio {
  readonly lines: LedgerLine[] = [];
  private balance: Minor = 0;
  private entries = 0;
  private readonly property: Property;
  private readonly owner: FolioOwner;
  /** Guests owe to the receivables account, external buyers to the house account. */
  private readonly owed: ExportAccount;
  /** The fields that describe a charge. */
  private readonly receipt: Receipt;

  constructor(property: Property, owner: FolioOwner) {
    this.property = property;
    this.owner = owner;
    this.owed = owner.reservation ? property.accounts.receivables : property.accounts.house;
    const type = owner.referenceType === 'Guest' ? 'Reservation' : 'Custom';
    this.receipt = { type, number: owner.name };
  }

  /** Credits revenue; an amount of 0 posts nothing. `net` is given if the price has been split before. */
  charge(at: Moment, kind: RevenueKind, vatType: VatType, gross: Minor, net?: Minor): void {
    if (gross === 0) return;
    const credited = this.property.accounts.revenue[kind][vatType] as ExportAccount;
    const { net: netAmount, taxes } = taxed(this.property.vatRates, vatType, gross, net);
    this.post(at, {
      command: 'PostCharge',
      debited: this.owed,
      credited,
      gross,
      receipt: this.receipt,
      net: netAmount,
      taxes,
    });
    this.balance += gross;
  }

  /** City tax is passed on to the city: no revenue, no VAT. */
  chargeCityTax(at: Moment, gross: Minor): void {
    if (gross === 0) return;
    const credited = this.property.accounts.cityTaxes;
    this.post(at, { command: 'PostCharge', debited: this.owed, credited, gross, receipt: this.receipt });
    this.balance += gross;
  }

  pay(at: Moment, method: PaymentMethod): void {
    if (this.balance <= 0) return;
    this.post(at, {
      command: 'PostPayment',
      debited: this.property.accounts.payment[method],
      credited: this.owed,
      gross: this.balance,
      receipt: this.paymentReceipt(method),
    });
    this.balance = 0;
  }

  /**
   * Money received before the stay is a liability until then; its VAT is due immediately, on a line of the same entry.
   */
  prepay(at: Moment, method: PaymentMethod, gross: Minor, vat: Minor): void {
    const { payment, prepayments, vatOnLiabilities, vat: vatDue } = this.property.accounts;
    const receipt = this.paymentReceipt(method);
    const money = { debited: payment[method], credited: prepayments, gross, receipt };
    this.post(at, { command: 'PostPrepayment', ...money });
    this.postVatOfPrepayment(at, vatOnLiabilities, vatDue, vat, receipt);
  }

  /** The prepayment pays for the stay, or for the cancellation fee. */
  usePrepayment(at: Moment, gross: Minor, vat: Minor): void {
    const { prepayments, vatOnLiabilities, vat: vatDue } = this.property.accounts;
    const { receipt } = this;
    this.post(at, { command: 'PostPayment', debited: prepayments, credited: this.owed, gross, receipt });
    this.postVatOfPrepayment(at, vatDue, vatOnLiabilities, vat, receipt);
    this.balance -= gross;
  }

  /** The company takes over the balance and gets an invoice. Returns the amount that it owes. */
  invoice(at: Moment, number: string): Minor {
    const gross = this.balance;
    this.post(at, {
      command: 'PostToAccountsReceivables',
      debited: this.property.accounts.accountsReceivable,
      credited: this.owed,
      gross,
      receipt: { type: 'Invoice', number },
    });
    this.balance = 0;
    return gross;
  }

  /** Settles an invoice by bank transfer, or writes it off. */
  closeInvoice(at: Moment, number: string, gross: Minor, isLost: boolean): void {
    const { accountsReceivable, lossOfAccountsReceivable, payment } = this.property.accounts;
    this.post(at, {
      command: isLost ? 'PostToLossOfAccountsReceivables' : 'PostPayment',
      debited: isLost ? lossOfAccountsReceivable : payment.BankTransfer,
      credited: accountsReceivable,
      gross,
      receipt: { type: 'Invoice', number },
    });
  }

  private postVatOfPrepayment(
    at: Moment,
    debited: ExportAccount,
    credited: ExportAccount,
    gross: Minor,
    receipt: Receipt,
  ): void {
    if (gross === 0) return;
    this.entries--;
    this.post(at, { command: 'PostPrepaymentVat', debited, credited, gross, receipt });
  }

  private post({ day, minutes }: Moment, posting: Posting): void {
    this.entries++;
    const { name, reference, referenceType, reservation } = this.owner;
    this.lines.push({
      entryNumber: `${name}-${this.entries}`,
      instant: instantOf(this.property.timeZone, day, minutes),
      businessDay: day,
      command: posting.command,
      debited: posting.debited,
      credited: posting.credited,
      gross: posting.gross,
      net: posting.net ?? posting.gross,
      taxes: posting.taxes ?? null,
      receipt: posting.receipt,
      reference,
      referenceType,
      reservation,
    });
  }

  /** Cash has the hotel's own receipt number; a card or a transfer has the payment processor's reference. */
  private paymentReceipt(method: PaymentMethod): Receipt {
    const number = `${this.owner.name}-${this.entries + 1}`;
    if (method === 'Cash') return { type: 'Custom', number };
    return { type: 'PspReference', number: `88${String(hash32(number)).padStart(10, '0')}` };
  }
}
