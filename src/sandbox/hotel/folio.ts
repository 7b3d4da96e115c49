import type { ExportAccount } from './accounts.ts';
import { type Day, instantOf } from './calendar.ts';
import type { RevenueKind } from './inventory.ts';
import { type Minor, netOf, type VatType } from './money.ts';
import type { Property } from './property.ts';
import type { PaymentMethod, Reservation } from './reservation.ts';
import { hash32 } from './seeded-random.ts';

/** One line of the ledger, as gross transactions lists it; revenues and invoices sum the same lines. */
export interface LedgerLine {
  /** Number of the entry: lines that belong together (a prepayment and its VAT) share it. */
  readonly entryNumber: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly businessDay: Day;
  readonly command:
    | 'PostCharge'
    | 'PostPayment'
    | 'PostPrepayment'
    | 'PostPrepaymentVat'
    | 'PostToAccountsReceivables'
    | 'PostToLossOfAccountsReceivables';
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

interface TaxLine {
  readonly type: VatType;
  readonly percent: number;
  readonly amount: Minor;
}

interface Receipt {
  readonly type: 'Custom' | 'Reservation' | 'Invoice' | 'PspReference';
  readonly number: string;
}

/** The owner of a folio as its lines show it; entry numbers begin with the name. */
interface FolioOwner extends Pick<LedgerLine, 'reference' | 'referenceType' | 'reservation'> {
  readonly name: string;
}

/** Business day, and minutes after its local midnight. */
interface Moment {
  readonly day: Day;
  readonly minutes: number;
}

/** Net is the gross amount and there are no taxes unless they are given; the receipt describes the charge. */
type Posting = Pick<LedgerLine, 'command' | 'debited' | 'credited' | 'gross'> &
  Partial<Pick<LedgerLine, 'net' | 'taxes' | 'receipt'>>;

export type Folio = ReturnType<typeof openFolio>;

/**
 * A folio: its entries in the order of time, numbered consecutively, so that a later clock only adds entries. Charges
 * that are not settled are its balance: guests owe it to the receivables account, external buyers to the house account.
 */
export function openFolio(property: Property, { name, reference, referenceType, reservation }: FolioOwner) {
  const { accounts, vatRates, timeZone } = property;
  const owed = reservation ? accounts.receivables : accounts.house;
  const ownReceipt: Receipt = { type: reservation ? 'Reservation' : 'Custom', number: name };
  const lines: LedgerLine[] = [];
  let balance: Minor = 0;
  let entries = 0;

  const post = ({ day, minutes }: Moment, posting: Posting) => {
    // The VAT of a prepayment is due immediately, on a line of the same entry.
    if (posting.command !== 'PostPrepaymentVat') entries++;
    const { command, debited, credited, gross, net = gross, taxes = null, receipt = ownReceipt } = posting;
    lines.push({
      entryNumber: `${name}-${entries}`,
      instant: instantOf(timeZone, day, minutes),
      businessDay: day,
      command,
      debited,
      credited,
      gross,
      net,
      taxes,
      receipt,
      reference,
      referenceType,
      reservation,
    });
  };
  const postCharge = (at: Moment, charge: Omit<Posting, 'command' | 'debited'>) => {
    if (charge.gross === 0) return;
    post(at, { command: 'PostCharge', debited: owed, ...charge });
    balance += charge.gross;
  };
  /** Cash has the hotel's own receipt number; a card or a transfer has the payment processor's reference. */
  const paymentReceipt = (method: PaymentMethod): Receipt => {
    const number = `${name}-${entries + 1}`;
    if (method === 'Cash') return { type: 'Custom', number };
    return { type: 'PspReference', number: `88${String(hash32(number)).padStart(10, '0')}` };
  };

  return {
    lines: lines as readonly LedgerLine[],
    /** Credits revenue; an amount of 0 posts nothing. `net` is given if the price has been split before. */
    charge(at: Moment, kind: RevenueKind, type: VatType, gross: Minor, given?: Minor): void {
      const percent = vatRates[type] ?? 0;
      const net = given ?? netOf(gross, percent);
      const credited = accounts.revenue[kind][type] as ExportAccount;
      postCharge(at, { credited, gross, net, taxes: [{ type, percent, amount: gross - net }] });
    },
    /** City tax is passed on to the city: no revenue, no VAT. */
    chargeCityTax(at: Moment, gross: Minor): void {
      postCharge(at, { credited: accounts.cityTaxes, gross });
    },
    pay(at: Moment, method: PaymentMethod): void {
      if (balance <= 0) return;
      const [debited, receipt] = [accounts.payment[method], paymentReceipt(method)];
      post(at, { command: 'PostPayment', debited, credited: owed, gross: balance, receipt });
      balance = 0;
    },
    /** Money received before the stay is a liability until then. */
    prepay(at: Moment, method: PaymentMethod, gross: Minor, vat: Minor): void {
      const { payment, prepayments, vatOnLiabilities } = accounts;
      const receipt = paymentReceipt(method);
      const paid = { debited: payment[method], credited: prepayments, gross, receipt };
      post(at, { command: 'PostPrepayment', ...paid });
      if (vat === 0) return;
      const due = { debited: vatOnLiabilities, credited: accounts.vat, gross: vat, receipt };
      post(at, { command: 'PostPrepaymentVat', ...due });
    },
    /** The prepayment pays for the stay, or for the cancellation fee. */
    usePrepayment(at: Moment, gross: Minor, vat: Minor): void {
      post(at, { command: 'PostPayment', debited: accounts.prepayments, credited: owed, gross });
      balance -= gross;
      if (vat === 0) return;
      const due = { debited: accounts.vat, credited: accounts.vatOnLiabilities, gross: vat };
      post(at, { command: 'PostPrepaymentVat', ...due });
    },
    /** The company takes over the balance and gets an invoice. Returns the amount that it owes. */
    invoice(at: Moment, number: string): Minor {
      const gross = balance;
      const { accountsReceivable: debited } = accounts;
      const receipt: Receipt = { type: 'Invoice', number };
      post(at, { command: 'PostToAccountsReceivables', debited, credited: owed, gross, receipt });
      balance = 0;
      return gross;
    },
    /** Settles an invoice by bank transfer, or writes it off. */
    closeInvoice(at: Moment, number: string, gross: Minor, isLost: boolean): void {
      post(at, {
        command: isLost ? 'PostToLossOfAccountsReceivables' : 'PostPayment',
        debited: isLost ? accounts.lossOfAccountsReceivable : accounts.payment.BankTransfer,
        credited: accounts.accountsReceivable,
        gross,
        receipt: { type: 'Invoice', number },
      });
    },
  };
}
