import type { Day } from './calendar.ts';
import { type Folio, type LedgerLine, openFolio } from './folio.ts';
import type { FeePolicy } from './inventory.ts';
import { grossOf, type Minor, roundTo } from './money.ts';
import type { Property } from './property.ts';
import { isOverNight, type Reservation, statusOf, type TimeSlice } from './reservation.ts';
import { hash32 } from './seeded-random.ts';

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
  const stay = { gross: grossOf(timeSlices), net: timeSlices.reduce((sum, { net }) => sum + net, 0) };
  const { gross, vat } = reservation.prePaid ?? { gross: stay.gross, vat: stay.gross - stay.net };
  const isPrepaid = guaranteeType === 'Prepayment' && created <= today && gross > 0;
  if (isPrepaid) folio.prepay({ day: created, minutes: at.booking }, paymentMethod, gross, vat);
  const status = statusOf(reservation, today);
  const plan = timeSlices[0]?.ratePlan;
  if (plan && (status === 'Canceled' || status === 'NoShow')) {
    const isCanceled = status === 'Canceled';
    const day = isCanceled ? (reservation.canceledOn as Day) : arrival + 1;
    const policy = isCanceled ? plan.cancellationPolicy : plan.noShowPolicy;
    const isFree = isCanceled && arrival - day > policy.hoursBefore / 24;
    const kind = isCanceled ? 'CancellationFees' : 'NoShowFees';
    const moment = { day, minutes: at.cancellation };
    folio.charge(moment, kind, 'Without', isFree ? 0 : feeOf(policy, timeSlices));
    if (isPrepaid) folio.usePrepayment(moment, gross, vat);
    folio.pay(moment, paymentMethod);
  } else if (status === 'InHouse' || status === 'CheckedOut') {
    if (isPrepaid) folio.usePrepayment({ day: arrival, minutes: at.checkIn }, gross, vat);
    chargeStay(folio, property, reservation, today);
    if (status === 'CheckedOut') settle(folio, reservation, today);
  }
  return folio.lines;
}

/** For each night: ordered services, the accommodation, services that the rate includes, city tax and fees. */
function chargeStay(folio: Folio, property: Property, reservation: Reservation, today: Day): void {
  for (const slice of reservation.timeSlices) {
    const { day } = slice;
    if (day > today) return;
    const evening = { day, minutes: at.services };
    for (const order of reservation.services) {
      const { revenue, vatType } = order.service;
      if (order.day === day) folio.charge(evening, revenue, vatType, order.gross, order.net);
    }
    const night = { day, minutes: isOverNight(slice) ? at.night : at.dayUse };
    folio.charge(night, 'Accommodation', property.accommodationVat, slice.baseGross, slice.baseNet);
    for (const { service, gross, net } of slice.included) {
      folio.charge(night, service.revenue, service.vatType, gross, net);
    }
    folio.chargeCityTax(night, cityTaxOf(property, slice, reservation.adults));
    if (!isOverNight(slice) || slice.ratePlan.isComplimentary) continue;
    for (const fee of property.fees) folio.charge(night, 'Other', fee.vatType, fee.gross);
  }
}

/** The guest pays, or the company gets an invoice and pays it later. */
function settle(folio: Folio, reservation: Reservation, today: Day): void {
  const { id, arrival, departure, invoiceNumber, paymentMethod } = reservation;
  const leaving = { day: departure, minutes: departure > arrival ? at.checkOut : at.dayUseCheckOut };
  if (invoiceNumber === null) {
    folio.pay(leaving, paymentMethod);
    return;
  }
  const owed = folio.invoice(leaving, invoiceNumber);
  const drawn = hash32(id);
  const isLost = drawn % 150 === 0;
  const day = departure + (isLost ? daysUntilLoss : daysToPay + (drawn % 35));
  if (day <= today) folio.closeInvoice({ day, minutes: at.bank }, invoiceNumber, owed, isLost);
}
