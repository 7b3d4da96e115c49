import { accounts, type ExportAccount } from './accounts.ts';
import type { RevenueKind } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import { computeExactNet, computeNet, type Exact, exactUnit, type Minor, type VatType } from './money.ts';
import type { Property } from './property.ts';
import type { PaymentMethod, Reservation } from './reservation.ts';
import { hash32 } from './seeded-random.ts';

/** One line of the ledger, as gross transactions lists it; revenues and invoices sum the same lines. */
export interface LedgerLine {
  readonly entryNumber: string;
  readonly businessDay: Day;
  /** After local midnight of the business day; a day's worth and more for what is posted late at night. */
  readonly minutes: number;
  readonly command: string;
  readonly debited: ExportAccount;
  readonly credited: ExportAccount;
  /** gross = net + the taxes' amounts. */
  readonly gross: Minor;
  readonly net: Exact;
  /** null for a line without VAT: payments, city taxes. */
  readonly taxes:
    | readonly { readonly type: VatType; readonly percent: number; readonly amount: Exact }[]
    | null;
  readonly receipt: { readonly type: string; readonly number: string };
  /** Reservation id, booking id, external folio id, or the property's id for the house folio. */
  readonly reference: string;
  readonly referenceType: 'Guest' | 'External' | 'House';
  /** null on house and external folios. */
  readonly reservation: Reservation | null;
}

/** The owner of a folio as its lines show it; entry numbers begin with the name. */
interface FolioOwner extends Pick<LedgerLine, 'reference' | 'referenceType' | 'reservation'> {
  readonly name: string;
}

export type Moment = Pick<LedgerLine, 'businessDay' | 'minutes'>;

/** What has been prepaid of a price at one VAT type. */
export interface PrepaidPart {
  readonly type: VatType;
  readonly gross: Minor;
}

/**
 * A folio: its entries in the order of time, numbered consecutively, so that a later clock only adds entries. Charges
 * that are not settled are its balance: guests owe it to the receivables account, external buyers to the house account.
 */
export function openFolio(
  { vatRates, revenueAccounts, currency: { digits } }: Property,
  { name, reference, referenceType, reservation }: FolioOwner,
) {
  const owed = reservation ? accounts.receivables : accounts.house;
  const ownReceipt = { type: reservation ? 'Reservation' : 'Custom', number: name };
  const lines: LedgerLine[] = [];
  let balance: Minor = 0;
  let entries = 0;

  const scale = exactUnit / 10 ** digits;
  /** The exact net amount and the VAT of a gross amount; both have its sign. */
  const taxed = (gross: Minor, type: VatType) => {
    const percent = vatRates[type];
    const net = computeExactNet(gross, percent, digits);
    return { net, taxes: [{ type, percent, amount: gross * scale - net }] };
  };

  /** Net is the gross amount and there are no taxes unless they are given; the receipt describes the charge. */
  const post = (
    at: Moment,
    command: string,
    [debited, credited]: readonly [ExportAccount, ExportAccount],
    gross: Minor,
    more: Partial<Pick<LedgerLine, 'net' | 'taxes' | 'receipt'>> = {},
  ) => {
    if (debited === owed) balance += gross;
    if (credited === owed) balance -= gross;
    entries++;
    const { net = gross * scale, taxes = null, receipt = ownReceipt } = more;
    // Written out, because a chain has millions of lines: spreading takes five times as long.
    lines.push({
      entryNumber: `${name}-${entries}`,
      businessDay: at.businessDay,
      minutes: at.minutes,
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
  /** Cash has the hotel's own receipt number; a card or a transfer has the payment processor's reference. */
  const paymentReceipt = (method: PaymentMethod) => {
    const number = `${name}-${entries + 1}`;
    if (method === 'Cash') return { type: 'Custom', number };
    return { type: 'PspReference', number: `88${String(hash32(number)).padStart(10, '0')}` };
  };

  return {
    lines: lines as readonly LedgerLine[],
    /** Credits revenue, also with a negative amount for an allowance; an amount of 0 posts nothing. */
    charge(at: Moment, kind: RevenueKind, type: VatType, gross: Minor, command = 'PostCharge'): void {
      if (gross !== 0) post(at, command, [owed, revenueAccounts[kind][type]], gross, taxed(gross, type));
    },
    /** City tax is passed on to the city: no revenue, no VAT. */
    chargeCityTax(at: Moment, gross: Minor): void {
      if (gross !== 0) post(at, 'PostCharge', [owed, accounts.cityTaxes], gross);
    },
    /** Settles the balance; what the guest has paid too much is refunded, as a negative payment. */
    pay(at: Moment, method: PaymentMethod): void {
      if (balance === 0) return;
      const receipt = paymentReceipt(method);
      post(at, 'PostPayment', [accounts.payment[method], owed], balance, { receipt });
    },
    /** Money received before the stay is a liability until then; its VAT is due immediately. */
    prepay(at: Moment, method: PaymentMethod, parts: readonly PrepaidPart[]): void {
      const receipt = paymentReceipt(method);
      for (const { type, gross } of parts) {
        const both = [accounts.payment[method], accounts.prepayments] as const;
        post(at, 'PostPrepayment', both, gross, { receipt, ...taxed(gross, type) });
        const vat = gross - computeNet(gross, vatRates[type]);
        if (vat === 0) continue;
        post(at, 'PostPrepaymentVat', [accounts.vatOnLiabilities, accounts.vat], vat, { receipt });
      }
    },
    /** The prepayment pays for the stay, or for the cancellation fee: the same lines, negative. */
    usePrepayment(at: Moment, parts: readonly PrepaidPart[]): void {
      for (const { type, gross } of parts) {
        post(at, 'PostCharge', [owed, accounts.prepayments], -gross, taxed(-gross, type));
        const vat = gross - computeNet(gross, vatRates[type]);
        if (vat > 0) post(at, 'PostPrepaymentVat', [accounts.vatOnLiabilities, accounts.vat], -vat);
      }
    },
    /** The company takes over the balance and gets an invoice. Returns the amount that it owes. */
    invoice(at: Moment, number: string): Minor {
      const gross = balance;
      const receipt = { type: 'Invoice', number };
      post(at, 'PostToAccountsReceivables', [accounts.accountsReceivable, owed], gross, { receipt });
      return gross;
    },
    /** Settles an invoice by bank transfer, or writes it off. */
    closeInvoice(at: Moment, number: string, gross: Minor, isLost: boolean): void {
      const command = isLost ? 'PostToLossOfAccountsReceivables' : 'PostPayment';
      const debited = isLost ? accounts.lossOfAccountsReceivable : accounts.payment.BankTransfer;
      const receipt = { type: 'Invoice', number };
      post(at, command, [debited, accounts.accountsReceivable], gross, { receipt });
    },
  };
}

export type Folio = ReturnType<typeof openFolio>;
