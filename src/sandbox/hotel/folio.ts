import { accounts, type ExportAccount } from './accounts.ts';
import type { RevenueKind } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import { grossOf, type Minor, netOf, roundTo, sumOf, type VatType } from './money.ts';
import type { HouseSale, Property } from './property.ts';
import type { FeePolicy, TimeSlice } from './rate-plans.ts';
import { isOverNight, type PaymentMethod, type Reservation, statusOf } from './reservation.ts';
import { hash32 } from './seeded-random.ts';

/** One line of the ledger, as gross transactions lists it; revenues and invoices sum the same lines. */
export interface LedgerLine {
  /** Number of the entry: lines that belong together (a prepayment and its VAT) share it. */
  readonly entryNumber: string;
  readonly businessDay: Day;
  /** After local midnight of the business day. */
  readonly minutes: number;
  readonly command: string;
  readonly debited: ExportAccount;
  readonly credited: ExportAccount;
  /** gross = net + the taxes' amounts. */
  readonly gross: Minor;
  readonly net: Minor;
  /** null for a line without VAT: payments, city taxes. */
  readonly taxes:
    | readonly { readonly type: VatType; readonly percent: number; readonly amount: Minor }[]
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

type Moment = Pick<LedgerLine, 'businessDay' | 'minutes'>;

/**
 * A folio: its entries in the order of time, numbered consecutively, so that a later clock only adds entries. Charges
 * that are not settled are its balance: guests owe it to the receivables account, external buyers to the house account.
 */
function openFolio(
  { vatRates, revenueAccounts }: Property,
  { name, reference, referenceType, reservation }: FolioOwner,
) {
  const owed = reservation ? accounts.receivables : accounts.house;
  const ownReceipt = { type: reservation ? 'Reservation' : 'Custom', number: name };
  const lines: LedgerLine[] = [];
  let balance: Minor = 0;
  let entries = 0;

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
    // The VAT of a prepayment is due immediately, on a line of the same entry.
    if (command !== 'PostPrepaymentVat') entries++;
    const { net = gross, taxes = null, receipt = ownReceipt } = more;
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
    /** Credits revenue; an amount of 0 posts nothing. `net` is given if the price has been split before. */
    charge(at: Moment, kind: RevenueKind, type: VatType, gross: Minor, given?: Minor): void {
      if (gross === 0) return;
      const percent = vatRates[type];
      const net = given ?? netOf(gross, percent);
      const taxes = [{ type, percent, amount: gross - net }];
      post(at, 'PostCharge', [owed, revenueAccounts[kind][type]], gross, { net, taxes });
    },
    /** City tax is passed on to the city: no revenue, no VAT. */
    chargeCityTax(at: Moment, gross: Minor): void {
      if (gross !== 0) post(at, 'PostCharge', [owed, accounts.cityTaxes], gross);
    },
    pay(at: Moment, method: PaymentMethod): void {
      if (balance <= 0) return;
      const receipt = paymentReceipt(method);
      post(at, 'PostPayment', [accounts.payment[method], owed], balance, { receipt });
    },
    /** Money received before the stay is a liability until then. */
    prepay(at: Moment, method: PaymentMethod, gross: Minor, vat: Minor): void {
      const receipt = paymentReceipt(method);
      post(at, 'PostPrepayment', [accounts.payment[method], accounts.prepayments], gross, { receipt });
      if (vat === 0) return;
      post(at, 'PostPrepaymentVat', [accounts.vatOnLiabilities, accounts.vat], vat, { receipt });
    },
    /** The prepayment pays for the stay, or for the cancellation fee. */
    usePrepayment(at: Moment, gross: Minor, vat: Minor): void {
      post(at, 'PostPayment', [accounts.prepayments, owed], gross);
      if (vat > 0) post(at, 'PostPrepaymentVat', [accounts.vat, accounts.vatOnLiabilities], vat);
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

/** Sold and paid at the same time. */
export function houseFolioLines(property: Property, sale: HouseSale): readonly LedgerLine[] {
  const { id: name, externalFolioId, service, gross, day: businessDay, time: minutes, paymentMethod } = sale;
  const reference = externalFolioId ?? property.id;
  const referenceType = externalFolioId ? 'External' : 'House';
  const folio = openFolio(property, { name, reference, referenceType, reservation: null });
  folio.charge({ businessDay, minutes }, service.revenue, service.vatType, gross);
  folio.pay({ businessDay, minutes }, paymentMethod);
  return folio.lines;
}

/** Local times of the front desk's postings, in minutes after midnight. */
const at = {
  booking: 9 * 60,
  cancellation: 10 * 60,
  checkOut: 10 * 60 + 30,
  bank: 12 * 60,
  checkIn: 15 * 60 + 5,
  dayUse: 17 * 60,
  dayUseCheckOut: 18 * 60,
  services: 20 * 60,
  night: 23 * 60 + 30,
} as const;
const moment = (businessDay: Day, time: keyof typeof at): Moment => ({ businessDay, minutes: at[time] });

/** A company pays its invoice after ten days or more; one in 150 never pays, and its invoice is written off. */
const daysToPay = 10;
export const daysUntilLoss = 90;

export function cityTaxOf({ cityTax }: Property, slice: TimeSlice, adults: number): Minor {
  if (!cityTax || !slice.ratePlan.isSubjectToCityTax) return 0;
  return roundTo(slice.baseNet * cityTax.percentOfNet, 100) / 100 + cityTax.perPersonNight * adults;
}

/** What a cancellation or no-show policy charges for a stay. */
export const feeOf = ({ of, percent }: FeePolicy, slices: readonly TimeSlice[]): Minor =>
  roundTo(grossOf(of === 'Stay' ? slices : slices.slice(0, 1)) * percent, 100) / 100;

/**
 * Everything posted for a reservation until `today`, in the order of time: a pure function of both, so that no ledger
 * has to be stored. The folio of a stay that is over is settled.
 */
export function guestFolioLines(
  property: Property,
  reservation: Reservation,
  today: Day,
): readonly LedgerLine[] {
  const { id, timeSlices, guaranteeType, paymentMethod, created, arrival } = reservation;
  const folio = openFolio(property, { name: id, reference: id, referenceType: 'Guest', reservation });
  const stay = { gross: grossOf(timeSlices), net: sumOf(timeSlices, ({ net }) => net) };
  const { gross, vat } = reservation.prePaid ?? { gross: stay.gross, vat: stay.gross - stay.net };
  const isPrepaid = guaranteeType === 'Prepayment' && created <= today && gross > 0;
  if (isPrepaid) folio.prepay(moment(created, 'booking'), paymentMethod, gross, vat);
  const status = statusOf(reservation, today);
  const plan = timeSlices[0]?.ratePlan;
  if (plan && (status === 'Canceled' || status === 'NoShow')) {
    const isCanceled = status === 'Canceled';
    const day = isCanceled ? (reservation.canceledOn as Day) : arrival + 1;
    const policy = isCanceled ? plan.cancellationPolicy : plan.noShowPolicy;
    const isFree = isCanceled && arrival - day > policy.hoursBefore / 24;
    const kind = isCanceled ? 'CancellationFees' : 'NoShowFees';
    const cancellation = moment(day, 'cancellation');
    folio.charge(cancellation, kind, 'Without', isFree ? 0 : feeOf(policy, timeSlices));
    if (isPrepaid) folio.usePrepayment(cancellation, gross, vat);
    folio.pay(cancellation, paymentMethod);
  } else if (status === 'InHouse' || status === 'CheckedOut') {
    if (isPrepaid) folio.usePrepayment(moment(arrival, 'checkIn'), gross, vat);
    for (const slice of timeSlices) {
      if (slice.day <= today) chargeNight(folio, property, reservation, slice);
    }
    if (status === 'CheckedOut') settle(folio, reservation, today);
  }
  return folio.lines;
}

type Folio = ReturnType<typeof openFolio>;

/** Ordered services, the accommodation, services that the rate includes, city tax and fees. */
function chargeNight(folio: Folio, property: Property, reservation: Reservation, slice: TimeSlice): void {
  const evening = moment(slice.day, 'services');
  for (const { day, service, gross, net } of reservation.services) {
    if (day === slice.day) folio.charge(evening, service.revenue, service.vatType, gross, net);
  }
  const night = moment(slice.day, isOverNight(slice) ? 'night' : 'dayUse');
  folio.charge(night, 'Accommodation', property.accommodationVat, slice.baseGross, slice.baseNet);
  for (const { service, gross, net } of slice.included) {
    folio.charge(night, service.revenue, service.vatType, gross, net);
  }
  folio.chargeCityTax(night, cityTaxOf(property, slice, reservation.adults));
  if (!isOverNight(slice) || slice.ratePlan.isComplimentary) return;
  for (const fee of property.fees) folio.charge(night, 'Other', 'Normal', fee.gross);
}

/** The guest pays, or the company gets an invoice and pays it later. */
function settle(folio: Folio, reservation: Reservation, today: Day): void {
  const { id, arrival, departure, invoiceNumber, paymentMethod } = reservation;
  const leaving = moment(departure, departure > arrival ? 'checkOut' : 'dayUseCheckOut');
  if (invoiceNumber === null) {
    folio.pay(leaving, paymentMethod);
    return;
  }
  const owed = folio.invoice(leaving, invoiceNumber);
  const drawn = hash32(id);
  const isLost = drawn % 150 === 0;
  const day = departure + (isLost ? daysUntilLoss : daysToPay + (drawn % 35));
  if (day <= today) folio.closeInvoice(moment(day, 'bank'), invoiceNumber, owed, isLost);
}
