import type { GrossTransaction } from '../../platform/reports/accounting-response.ts';
import type { Blueprint, RevenueKind } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import {
  computeExactNet,
  computeNet,
  type Exact,
  exactUnit,
  type Minor,
  type VatRates,
  type VatType,
} from './money.ts';
import type { PaymentMethod, Reservation } from './reservation.ts';
import { hash32 } from './seeded-random.ts';

/** `parentNumber` forms the tree that the revenues report shows. */
export type ExportAccount = GrossTransaction['debitedAccount'];

const account = (type: string, number: number, name: string, parent?: number): ExportAccount => ({
  name,
  number: String(number),
  parentNumber: parent === undefined ? null : String(parent),
  type,
});

export const accounts = {
  payment: {
    Cash: account('Payments', 1010, 'Cash', 1000),
    Visa: account('Payments', 1020, 'Visa', 1000),
    Mastercard: account('Payments', 1030, 'Mastercard', 1000),
    AmericanExpress: account('Payments', 1040, 'American Express', 1000),
    BankTransfer: account('Payments', 1050, 'Bank transfer', 1000),
  },
  receivables: account('Receivables', 1400, 'Guest receivables'),
  accountsReceivable: account('AccountsReceivable', 1410, 'Accounts receivable'),
  lossOfAccountsReceivable: account('LossOfAccountsReceivable', 2400, 'Loss of accounts receivable'),
  prepayments: account('Liabilities', 3000, 'Prepayments'),
  vat: account('Vat', 3800, 'VAT'),
  vatOnLiabilities: account('VatOnLiabilities', 3850, 'VAT on prepayments'),
  cityTaxes: account('CityTaxes', 3900, 'City taxes'),
  house: account('House', 9000, 'House account'),
};

export const revenueRoot = account('Revenues', 8000, 'Revenues');

export const revenueParents: Readonly<Record<RevenueKind, ExportAccount>> = {
  Accommodation: account('Revenues', 8100, 'Accommodation', 8000),
  FoodAndBeverages: account('Revenues', 8200, 'Food and beverages', 8000),
  Other: account('Revenues', 8300, 'Other services', 8000),
  CancellationFees: account('Revenues', 8400, 'Cancellation fees', 8000),
  NoShowFees: account('Revenues', 8500, 'No-show fees', 8000),
};

export function makeRevenueAccounts(vatRates: VatRates) {
  const kinds = Object.entries(revenueParents).map(([kind, { number, name }]) => {
    const ofType = (type: VatType, place: number) =>
      account('Revenues', Number(number) + place, `${name} ${vatRates[type]}% VAT`, Number(number));
    const types = {
      Without: ofType('Without', 10),
      Reduced: ofType('Reduced', 30),
      Normal: ofType('Normal', 40),
    };
    return [kind, types] as const;
  });
  return Object.fromEntries(kinds) as Readonly<Record<RevenueKind, (typeof kinds)[number][1]>>;
}

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
type FolioOwner = { readonly name: string } & Pick<LedgerLine, 'reference' | 'referenceType' | 'reservation'>;

export type Moment = Pick<LedgerLine, 'businessDay' | 'minutes'>;

interface FolioProperty extends Pick<Blueprint, 'vatRates' | 'currency'> {
  readonly revenueAccounts: ReturnType<typeof makeRevenueAccounts>;
}

/** What has been prepaid of a price at one VAT type. */
export interface PrepaidPart {
  readonly type: VatType;
  readonly gross: Minor;
}

export type Folio = ReturnType<typeof openFolio>;

/**
 * A folio: its entries in the order of time, numbered consecutively, so that a later clock only adds entries. Charges
 * that are not settled are its balance: guests owe it to the receivables account, external buyers to the house account.
 */
export function openFolio(
  { vatRates, revenueAccounts, currency: { digits } }: FolioProperty,
  { name, reference, referenceType, reservation }: FolioOwner,
) {
  const owed = reservation ? accounts.receivables : accounts.house;
  const ownReceipt = { type: reservation ? 'Reservation' : 'Custom', number: name };
  const scale = exactUnit / 10 ** digits;
  const lines: LedgerLine[] = [];
  let balance: Minor = 0;

  /** Net is the gross amount unless there is a VAT type; the receipt describes the charge unless it is given. */
  const post = (
    { businessDay, minutes }: Moment,
    command: string,
    [debited, credited]: readonly [ExportAccount, ExportAccount],
    gross: Minor,
    { type, receipt = ownReceipt }: { type?: VatType; receipt?: LedgerLine['receipt'] } = {},
  ) => {
    if (debited === owed) balance += gross;
    if (credited === owed) balance -= gross;
    const percent = type === undefined ? 0 : vatRates[type];
    const net = type === undefined ? gross * scale : computeExactNet(gross, percent, digits);
    // Written out, because a chain has millions of lines: spreading takes five times as long.
    lines.push({
      entryNumber: `${name}-${lines.length + 1}`,
      businessDay,
      minutes,
      command,
      debited,
      credited,
      gross,
      net,
      taxes: type === undefined ? null : [{ type, percent, amount: gross * scale - net }],
      receipt,
      reference,
      referenceType,
      reservation,
    });
  };
  /** Cash has the hotel's own receipt number; a card or a transfer has the payment processor's reference. */
  const paymentReceipt = (method: PaymentMethod) => {
    const number = `${name}-${lines.length + 1}`;
    if (method === 'Cash') return { type: 'Custom', number };
    return { type: 'PspReference', number: `88${String(hash32(number)).padStart(10, '0')}` };
  };
  const postPrepayment = (
    at: Moment,
    command: string,
    debited: ExportAccount,
    parts: readonly PrepaidPart[],
    sign: 1 | -1,
    receipt = ownReceipt,
  ) => {
    for (const { type, gross } of parts) {
      post(at, command, [debited, accounts.prepayments], sign * gross, { type, receipt });
      const vat = gross - computeNet(gross, vatRates[type]);
      const both = [accounts.vatOnLiabilities, accounts.vat] as const;
      if (vat > 0) post(at, 'PostPrepaymentVat', both, sign * vat, { receipt });
    }
  };

  return {
    lines: lines as readonly LedgerLine[],
    /** Credits revenue, also with a negative amount for an allowance; an amount of 0 posts nothing. */
    charge(at: Moment, kind: RevenueKind, type: VatType, gross: Minor, command = 'PostCharge'): void {
      if (gross !== 0) post(at, command, [owed, revenueAccounts[kind][type]], gross, { type });
    },
    /** City tax is passed on to the city: no revenue, no VAT. */
    chargeCityTax(at: Moment, gross: Minor): void {
      if (gross !== 0) post(at, 'PostCharge', [owed, accounts.cityTaxes], gross);
    },
    /** Settles the balance; what the guest has paid too much is refunded, as a negative payment. */
    pay(at: Moment, method: PaymentMethod): void {
      const receipt = paymentReceipt(method);
      if (balance !== 0) post(at, 'PostPayment', [accounts.payment[method], owed], balance, { receipt });
    },
    /** Money received before the stay is a liability until then; its VAT is due immediately. */
    prepay: (at: Moment, method: PaymentMethod, parts: readonly PrepaidPart[]) =>
      postPrepayment(at, 'PostPrepayment', accounts.payment[method], parts, 1, paymentReceipt(method)),
    /** The prepayment pays for the stay, or for the cancellation fee: the same lines, negative. */
    usePrepayment: (at: Moment, parts: readonly PrepaidPart[]) =>
      postPrepayment(at, 'PostCharge', owed, parts, -1),
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
