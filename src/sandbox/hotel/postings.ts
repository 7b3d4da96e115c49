import { type Day, minutesPerDay } from './calendar.ts';
import { type Folio, type LedgerLine, type Moment, openFolio, type PrepaidPart } from './folio.ts';
import { addUpGross, type Minor, roundTo, vatTypes } from './money.ts';
import type { HouseSale, Property } from './property.ts';
import type { FeePolicy, TimeSlice } from './rate-plans.ts';
import { findStatus, isOverNight, type Reservation } from './reservation.ts';
import { hash32, lots } from './seeded-random.ts';

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
  moved: 9 * 60 + 50,
  cancellation: 10 * 60,
  checkOut: 10 * 60 + 30,
  complaint: 10 * 60 + 40,
  found: 11 * 60 + 20,
  bank: 12 * 60,
  checkIn: 15 * 60 + 5,
  dayUse: 17 * 60,
  dayUseCheckOut: 18 * 60,
  services: 20 * 60,
  minibar: 21 * 60 + 15,
  minibarAgain: 22 * 60 + 5,
  night: 23 * 60 + 30,
  // After midnight, on the business day that the night audit has not closed yet.
  bar: minutesPerDay + 20,
} as const;
const moment = (businessDay: Day, time: keyof typeof at): Moment => ({ businessDay, minutes: at[time] });

/** A company pays its invoice after ten days or more; one in 150 never pays, and its invoice is written off. */
const daysToPay = 10;
export const daysUntilLoss = 90;

export function computeCityTax({ cityTax }: Property, slice: TimeSlice, adults: number): Minor {
  if (!cityTax || !slice.ratePlan.isSubjectToCityTax) return 0;
  return roundTo(slice.baseNet * cityTax.percentOfNet, 100) / 100 + cityTax.perPersonNight * adults;
}

/** What a cancellation or no-show policy charges for a stay. */
export const computeFee = ({ of, percent }: FeePolicy, slices: readonly TimeSlice[]): Minor =>
  roundTo(addUpGross(of === 'Stay' ? slices : slices.slice(0, 1)) * percent, 100) / 100;

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
  const isPrepaid = guaranteeType === 'Prepayment' && created <= today;
  const prepaid = isPrepaid ? prepaidParts(property, reservation) : [];
  folio.prepay(moment(created, 'booking'), paymentMethod, prepaid);
  const status = findStatus(reservation, today);
  const plan = timeSlices[0]?.ratePlan;
  if (plan && (status === 'Canceled' || status === 'NoShow')) {
    const isCanceled = status === 'Canceled';
    const day = isCanceled ? (reservation.canceledOn as Day) : arrival + 1;
    const policy = isCanceled ? plan.cancellationPolicy : plan.noShowPolicy;
    const isFree = isCanceled && arrival - day > policy.hoursBefore / 24;
    const kind = isCanceled ? 'CancellationFees' : 'NoShowFees';
    const cancellation = moment(day, 'cancellation');
    folio.charge(cancellation, kind, 'Without', isFree ? 0 : computeFee(policy, timeSlices));
    folio.usePrepayment(cancellation, prepaid);
    folio.pay(cancellation, paymentMethod);
  } else if (status === 'InHouse' || status === 'CheckedOut') {
    folio.usePrepayment(moment(arrival, 'checkIn'), prepaid);
    const incident = chooseIncident(reservation);
    for (const slice of timeSlices) {
      if (slice.day <= today) chargeNight(folio, property, reservation, slice, incident);
    }
    if (status === 'CheckedOut') settle(folio, property, reservation, today, incident);
  }
  return folio.lines;
}

/** A prepayment by VAT type, because the VAT is due when the money is received: each part of the price pays the same share. */
function prepaidParts({ accommodationVat }: Property, reservation: Reservation): PrepaidPart[] {
  const { timeSlices, services, prePaid } = reservation;
  const total = prePaid?.gross ?? addUpGross(timeSlices);
  const booked = [...timeSlices.flatMap(({ included }) => included), ...(prePaid ? services : [])];
  const price = addUpGross(timeSlices) + (prePaid ? addUpGross(services) : 0);
  const others = vatTypes.flatMap(type => {
    const part = addUpGross(booked.filter(({ service }) => service.vatType === type));
    return type === accommodationVat || part === 0 ? [] : { type, gross: Math.floor((part * total) / price) };
  });
  const parts = [{ type: accommodationVat, gross: total - addUpGross(others) }, ...others];
  return parts.filter(({ gross }) => gross > 0);
}

/** On the last night. */
function chargeIncident(
  folio: Folio,
  property: Property,
  reservation: Reservation,
  { day }: TimeSlice,
  incident: Incident,
): void {
  const drink = priceDrink(property, 2);
  if (incident === 'Allowance') {
    const discount = computeDiscount(property, reservation);
    folio.charge(moment(day, 'services'), 'Accommodation', property.accommodationVat, -discount);
  } else if (incident === 'Minibar') {
    folio.charge(moment(day, 'minibar'), 'Other', 'Normal', priceDrink(property, 4));
    folio.charge(moment(day, 'minibarAgain'), 'Other', 'Normal', drink);
  } else if (incident === 'MovedCharge') {
    folio.charge(moment(day, 'minibar'), 'FoodAndBeverages', 'Normal', drink);
  }
}

/** Ordered services, the accommodation, services that the rate includes, city tax and fees. */
function chargeNight(
  folio: Folio,
  property: Property,
  reservation: Reservation,
  slice: TimeSlice,
  incident: Incident,
): void {
  const chargeServices = (time: Moment, isExtraOfRoom: boolean) => {
    for (const { day, service, gross } of reservation.services) {
      const isAccommodation = service.revenue === 'Accommodation';
      if (day !== slice.day || isAccommodation !== isExtraOfRoom) continue;
      folio.charge(time, service.revenue, service.vatType, gross);
    }
  };
  chargeServices(moment(slice.day, 'services'), false);
  const isLastNight = slice === reservation.timeSlices.at(-1);
  if (isLastNight) chargeIncident(folio, property, reservation, slice, incident);
  const night = moment(slice.day, isOverNight(slice) ? 'night' : 'dayUse');
  folio.charge(night, 'Accommodation', property.accommodationVat, slice.baseGross);
  chargeServices(night, true);
  for (const { service, gross } of slice.included) {
    folio.charge(night, service.revenue, service.vatType, gross);
  }
  folio.chargeCityTax(night, computeCityTax(property, slice, reservation.adults));
  if (isOverNight(slice) && !slice.ratePlan.isComplimentary)
    for (const fee of property.fees) folio.charge(night, 'Other', 'Normal', fee.gross);
  if (isLastNight && incident === 'LateBar')
    folio.charge(moment(slice.day, 'bar'), 'FoodAndBeverages', 'Normal', priceDrink(property, 2));
}

/** The guest pays, or the company gets an invoice and pays it later. */
function settle(
  folio: Folio,
  property: Property,
  reservation: Reservation,
  today: Day,
  incident: Incident,
): void {
  const { id, arrival, departure, invoiceNumber, paymentMethod } = reservation;
  const leaving = moment(departure, departure > arrival ? 'checkOut' : 'dayUseCheckOut');
  const drink = priceDrink(property, 2);
  if (incident === 'MovedCharge') {
    // To the other folio of the stay: taken from one and posted to the other, on the day of departure.
    for (const gross of [-drink, drink])
      folio.charge(moment(departure, 'moved'), 'FoodAndBeverages', 'Normal', gross, 'MoveLineItem');
  }
  if (invoiceNumber === null) {
    folio.pay(leaving, paymentMethod);
    if (incident === 'Refund') {
      const complaint = moment(departure, 'complaint');
      const discount = computeDiscount(property, reservation);
      folio.charge(complaint, 'Accommodation', property.accommodationVat, -discount);
      folio.pay(complaint, paymentMethod);
    } else if (incident === 'FoundAfterDeparture' && departure < today) {
      const found = moment(departure + 1, 'found');
      folio.charge(found, 'Other', 'Normal', drink);
      folio.pay(found, paymentMethod === 'Cash' ? 'Visa' : paymentMethod);
    }
    return;
  }
  const owed = folio.invoice(leaving, invoiceNumber);
  const drawn = hash32(id);
  const isLost = drawn % 150 === 0;
  const day = departure + (isLost ? daysUntilLoss : daysToPay + (drawn % 35));
  if (day <= today) folio.closeInvoice(moment(day, 'bank'), invoiceNumber, owed, isLost);
}

/**
 * What happens to one over-night stay in twenty besides the usual postings, so that the reports of a month differ as they
 * do in every hotel: an allowance, drinks posted after midnight, a second charge of a day, a charge that is moved on the day
 * of departure, one that is posted after it, and money that is paid back.
 */
const incidents = lots({
  None: 943,
  Allowance: 12,
  Refund: 6,
  LateBar: 15,
  Minibar: 12,
  MovedCharge: 6,
  FoundAfterDeparture: 6,
});

type Incident = (typeof incidents)['values'][number];

/** A discount for a stay that is already paid is a refund; a company's discount reduces its invoice. */
function chooseIncident({ id, timeSlices, invoiceNumber, guaranteeType }: Reservation): Incident {
  const [slice] = timeSlices;
  if (!slice || slice.baseGross === 0 || slice.unitGroup.type !== 'BedRoom' || !isOverNight(slice)) {
    return 'None';
  }
  const drawn = hash32(`${id} incident`) % 1000;
  const incident = incidents.values[incidents.upTo.findIndex(total => total > drawn)] as Incident;
  if (invoiceNumber === null) {
    return incident === 'Allowance' && guaranteeType === 'Prepayment' ? 'Refund' : incident;
  }
  if (incident === 'Refund') return 'Allowance';
  return incident === 'FoundAfterDeparture' ? 'None' : incident;
}

/** A tenth of the first night. */
const computeDiscount = ({ priceStep }: Property, { timeSlices: [first] }: Reservation): Minor =>
  Math.max(roundTo(first?.baseGross ?? 0, 10 * priceStep) / 10, priceStep);

/** Drinks cost this part of a breakfast: a half, a quarter. */
const priceDrink = ({ services: [breakfast], priceStep }: Property, part: number): Minor =>
  Math.max(roundTo(Math.floor((breakfast?.defaultGrossPrice ?? 0) / part), priceStep), priceStep);
