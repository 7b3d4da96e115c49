import { type Day, minutesPerDay } from './calendar.ts';
import { accounts, type Folio, type LedgerLine, type Moment, openFolio, type PrepaidPart } from './folio.ts';
import type { HouseSale, Property } from './hotel.ts';
import { addUpGross, type Minor, minorOfExact, roundTo, type VatType, vatTypes } from './money.ts';
import type { FeePolicy, TimeSlice } from './rate-plans.ts';
import { findStatus, isOverNight, type Reservation } from './reservation.ts';
import { hash32, lots } from './seeded-random.ts';

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
const daysUntilLoss = 90;

/**
 * The lines that a property posted in a range of business days (end exclusive), until `today`: folio by folio, each in
 * the order of time. They are generated from the reservations as they are read, so that no ledger has to be stored.
 */
export function* eachLedgerLine(property: Property, from: Day, to: Day, today: Day): Generator<LedgerLine> {
  for (const reservation of property.reservations) {
    const { guaranteeType, created, arrival, canceledOn, departure, invoiceNumber } = reservation;
    // A folio has no lines before the booking and, later than a day after departure, only the settlement of an invoice.
    const first = guaranteeType === 'Prepayment' ? created : (canceledOn ?? arrival);
    const last = departure + (invoiceNumber === null ? 1 : daysUntilLoss);
    if (first >= to || last < from) continue;
    for (const line of guestFolioLines(property, reservation, today))
      if (line.businessDay >= from && line.businessDay < to) yield line;
  }
  for (const sale of property.houseSales)
    if (sale.day >= from && sale.day < to && sale.day <= today) yield* houseFolioLines(property, sale);
}

/** The same lines in the order of time. */
export const ledgerLines = (property: Property, from: Day, to: Day, today: Day): LedgerLine[] =>
  [...eachLedgerLine(property, from, to, today)].sort(
    (one, other) => one.businessDay - other.businessDay || one.minutes - other.minutes,
  );

/**
 * Companies' invoices for stays, issued on the day of departure, with a date in the range (end exclusive), in the order
 * of their numbers. `subTotal` is gross: the sum of net and tax of all details; `outstanding` is what the company owes.
 */
export function companyInvoices(property: Property, from: Day, to: Day, today: Day) {
  const leaving = property.reservations.filter(({ departure }) => departure >= from && departure < to);
  const invoices = leaving.flatMap(reservation => {
    const { invoiceNumber: number, company, departure: day } = reservation;
    if (!number || !company) return [];
    if (findStatus(reservation, today) !== 'CheckedOut') return [];
    const lines = guestFolioLines(property, reservation, today);
    const charges = lines.filter(line => line.command === 'PostCharge');
    const isClosed = lines.some(line => line.credited === accounts.accountsReceivable);
    const subTotal = addUpGross(charges);
    const taxDetails = sumTaxes(charges, property.currency.digits);
    return [{ number, day, company, subTotal, outstanding: isClosed ? 0 : subTotal, taxDetails }];
  });
  return invoices.sort((one, other) => (one.number < other.number ? -1 : 1));
}

/**
 * One detail for each VAT type; city taxes are `Without`. The exact nets are added up and rounded once; the tax is the rest.
 */
function sumTaxes(charges: readonly LedgerLine[], digits: number) {
  const sums = new Map<VatType, { vatPercent: number; net: bigint; gross: Minor }>();
  for (const { net, gross, taxes } of charges) {
    const { type, percent: vatPercent } = taxes?.[0] ?? { type: 'Without' as const, percent: 0 };
    const sum = sums.get(type) ?? { net: 0n, gross: 0 };
    sums.set(type, { vatPercent, net: sum.net + BigInt(net), gross: sum.gross + gross });
  }
  return [...sums]
    .sort(([, one], [, other]) => one.vatPercent - other.vatPercent)
    .map(([vatType, { vatPercent, net, gross }]) => {
      const rounded = minorOfExact(net, digits);
      return { vatType, vatPercent, net: rounded, tax: gross - rounded };
    });
}

function houseFolioLines(property: Property, sale: HouseSale): readonly LedgerLine[] {
  const { id: name, externalFolioId, service, gross, day: businessDay, time: minutes, paymentMethod } = sale;
  const reference = externalFolioId ?? property.id;
  const referenceType = externalFolioId ? 'External' : 'House';
  const folio = openFolio(property, { name, reference, referenceType, reservation: null });
  folio.charge({ businessDay, minutes }, service.revenue, service.vatType, gross);
  folio.pay({ businessDay, minutes }, paymentMethod);
  return folio.lines;
}

export function computeCityTax({ cityTax }: Property, slice: TimeSlice, adults: number): Minor {
  if (!slice.ratePlan.isSubjectToCityTax) return 0;
  return roundTo(slice.baseNet * cityTax.percentOfNet, 100) / 100 + cityTax.perPersonNight * adults;
}

/** What a cancellation or no-show policy charges for a stay. */
export const computeFee = ({ of, percent }: FeePolicy, slices: readonly TimeSlice[]): Minor =>
  roundTo(addUpGross(of === 'Stay' ? slices : slices.slice(0, 1)) * percent, 100) / 100;

interface OpenStay {
  readonly folio: Folio;
  readonly property: Property;
  readonly reservation: Reservation;
  readonly incident: Incident;
}

/** Everything posted for a reservation until `today`, in the order of time. The folio of a stay that is over is settled. */
function guestFolioLines(property: Property, reservation: Reservation, today: Day): readonly LedgerLine[] {
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
    const stay = { folio, property, reservation, incident: chooseIncident(reservation) };
    for (const slice of timeSlices) if (slice.day <= today) chargeNight(stay, slice);
    if (status === 'CheckedOut') settle(stay, today);
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

/** Ordered services, the accommodation, services that the rate includes, city tax and fees. */
function chargeNight({ folio, property, reservation, incident }: OpenStay, slice: TimeSlice): void {
  const { day } = slice;
  const isLastNight = slice === reservation.timeSlices.at(-1);
  const chargeServices = (time: Moment, isExtraOfRoom: boolean) => {
    for (const { day: delivered, service, gross } of reservation.services) {
      if (delivered !== day || (service.revenue === 'Accommodation') !== isExtraOfRoom) continue;
      folio.charge(time, service.revenue, service.vatType, gross);
    }
  };
  chargeServices(moment(day, 'services'), false);
  if (isLastNight && incident === 'Allowance') {
    const discount = computeDiscount(property, reservation);
    folio.charge(moment(day, 'services'), 'Accommodation', property.accommodationVat, -discount);
  } else if (isLastNight && incident === 'Minibar') {
    folio.charge(moment(day, 'minibar'), 'Other', 'Normal', priceDrink(property, 4));
    folio.charge(moment(day, 'minibarAgain'), 'Other', 'Normal', priceDrink(property, 2));
  } else if (isLastNight && incident === 'MovedCharge') {
    folio.charge(moment(day, 'minibar'), 'FoodAndBeverages', 'Normal', priceDrink(property, 2));
  }
  const night = moment(day, isOverNight(slice) ? 'night' : 'dayUse');
  folio.charge(night, 'Accommodation', property.accommodationVat, slice.baseGross);
  chargeServices(night, true);
  for (const { service, gross } of slice.included)
    folio.charge(night, service.revenue, service.vatType, gross);
  folio.chargeCityTax(night, computeCityTax(property, slice, reservation.adults));
  if (isOverNight(slice) && !slice.ratePlan.isComplimentary)
    for (const fee of property.fees) folio.charge(night, 'Other', 'Normal', fee.gross);
  if (isLastNight && incident === 'LateBar')
    folio.charge(moment(day, 'bar'), 'FoodAndBeverages', 'Normal', priceDrink(property, 2));
}

/** The guest pays, or the company gets an invoice and pays it later. */
function settle({ folio, property, reservation, incident }: OpenStay, today: Day): void {
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
  if (!slice || slice.baseGross === 0 || slice.unitGroup.type !== 'BedRoom' || !isOverNight(slice))
    return 'None';
  const drawn = hash32(`${id} incident`) % 1000;
  const incident = incidents.values[incidents.upTo.findIndex(total => total > drawn)] as Incident;
  if (invoiceNumber === null)
    return incident === 'Allowance' && guaranteeType === 'Prepayment' ? 'Refund' : incident;
  if (incident === 'Refund') return 'Allowance';
  return incident === 'FoundAfterDeparture' ? 'None' : incident;
}

/** A tenth of the first night. */
const computeDiscount = ({ priceStep }: Property, { timeSlices: [first] }: Reservation): Minor =>
  Math.max(roundTo(first?.baseGross ?? 0, 10 * priceStep) / 10, priceStep);

/** Drinks cost this part of a breakfast: a half, a quarter. */
const priceDrink = ({ services: [breakfast], priceStep }: Property, part: number): Minor =>
  Math.max(roundTo(Math.floor((breakfast?.defaultGrossPrice ?? 0) / part), priceStep), priceStep);
