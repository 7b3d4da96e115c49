import { empty, json } from '../../http/local-server.ts';
import { stayOffers } from '../../platform/bookings/offers.ts';
import { type Parameters, valuesOf } from '../../platform/parameters.ts';
import { queryOperation } from '../api/operation.ts';
import { localDateTime } from '../hotel/calendar.ts';
import { cityTaxOf, feeOf } from '../hotel/guest-folio.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { FeePolicy, RatePlan, UnitGroup } from '../hotel/inventory.ts';
import { grossOf, netOf, sumOf, vatTypes } from '../hotel/money.ts';
import type { Property } from '../hotel/property.ts';
import { moneyOf } from '../hotel/reports/compute.ts';
import { isOverNight, type TimeSlice } from '../hotel/reservation.ts';
import { unprocessable } from '../routes.ts';
import {
  type Availability,
  availabilityOf,
  guestCount,
  offerAmount,
  type Stay,
  slicesOf,
  stayOf,
  timesOf,
} from './stay.ts';

/** GET /booking/v1/offers, with platform.md's spelling of prepayment and city tax. */
export const stayOffersOperation = queryOperation(stayOffers, (hotel, parameters) => {
  const stay = stayOf(parameters);
  const today = hotel.clock.today();
  if (stay.arrival < today) return unprocessable(['arrival must not be in the past']);
  const property = hotel.property(String(parameters['propertyId']));
  if (!property) return empty(404);
  const availability = availabilityOf(property, stay, today);
  const offers = plansFor(property, parameters)
    .map(plan => stayOffer(hotel, property, plan, stay, availability))
    .filter(offer => parameters['includeUnavailable'] === 'true' || offer.validationMessages === undefined);
  const { id, code, name } = property;
  return offers.length === 0 ? empty(204) : json(200, { property: { id, code, name }, offers });
});

/** A company's plan requires its code, and the plan for house use cannot be booked. */
function plansFor(property: Property, parameters: Parameters): RatePlan[] {
  const template = parameters['timeSliceTemplate'] ?? 'OverNight';
  const isAmong = (wire: string, value: string) => {
    const wanted = valuesOf(parameters, wire);
    return wanted.length === 0 || wanted.includes(value);
  };
  return property.ratePlans.filter(
    plan =>
      plan.timeSliceDefinition.template === template &&
      isAmong('timeSliceDefinitionIds', plan.timeSliceDefinition.id) &&
      isAmong('unitGroupIds', plan.unitGroup.id) &&
      isAmong('unitGroupTypes', plan.unitGroup.type) &&
      !plan.isComplimentary &&
      (!plan.isCorporate || parameters['corporateCode'] !== undefined),
  );
}

function stayOffer(hotel: Hotel, property: Property, plan: RatePlan, stay: Stay, availability: Availability) {
  const { id, code, name, description, isSubjectToCityTax, unitGroup } = plan;
  const slices = slicesOf(property, plan, stay);
  const total = grossOf(slices);
  const left = slices.map(({ day }) => availability.left(unitGroup, day));
  const availableUnits = Math.min(...left, availability.leftThroughout(unitGroup));
  const cityTax = sumOf(slices, slice => cityTaxOf(property, slice, stay.adults));
  const messages = reasons(plan, stay, availableUnits);
  const { from: arrival, to: departure } = timesOf(property, plan, stay.arrival, stay.departure);
  // When the cancellation fee starts to apply: this many hours before check-in, but not before now.
  const due = Math.max(hotel.clock.today(), stay.arrival - plan.cancellationPolicy.hoursBefore / 24);
  return {
    arrival,
    departure,
    unitGroup: groupOf(unitGroup),
    ratePlan: { id, code, name, description, isSubjectToCityTax },
    minGuaranteeType: plan.minGuaranteeType,
    isCorporate: plan.isCorporate,
    availableUnits,
    totalGrossAmount: moneyOf(property, total),
    cancellationFee: {
      ...policy(property, plan.cancellationPolicy, slices),
      dueDateTime: localDateTime(property.timeZone, due, plan.timeSliceDefinition.checkIn),
    },
    noShowFee: policy(property, plan.noShowPolicy, slices),
    prePaymentGrossAmount: moneyOf(property, plan.minGuaranteeType === 'Prepayment' ? total : 0),
    cityTax: offerAmount(property, cityTax, cityTax, 'Without'),
    fees: feesOf(property, slices),
    timeSlices: slices.map((slice, index) => timeSlice(property, slice, left[index] ?? 0)),
    taxDetails: taxDetails(property, slices),
    ...(messages.length > 0 ? { validationMessages: messages } : {}),
  };
}

const groupOf = ({ id, code, name, description, maxPersons, rank, type }: UnitGroup) => ({
  id,
  code,
  name,
  description,
  maxPersons,
  rank,
  type,
});

/** Why an offer cannot be booked. */
function reasons({ unitGroup: { name, maxPersons } }: RatePlan, stay: Stay, availableUnits: number) {
  const messages: { readonly code: string; readonly message: string }[] = [];
  const add = (code: string, message: string) => messages.push({ code, message });
  if (availableUnits < 1) add('UnitGroupFullyBooked', `${name} is sold out for at least one night`);
  if (guestCount(stay) > maxPersons) add('UnitGroupCapacityExceeded', `${name} is for ${maxPersons} at most`);
  return messages;
}

const policy = (property: Property, fee: FeePolicy, slices: readonly TimeSlice[]) => ({
  code: fee.code,
  name: fee.name,
  description: fee.description,
  fee: moneyOf(property, feeOf(fee, slices)),
});

/** Each fee is charged once for each room and night that is paid for. */
function feesOf(property: Property, slices: readonly TimeSlice[]) {
  const nights = slices.filter(slice => isOverNight(slice) && !slice.ratePlan.isComplimentary).length;
  if (nights === 0) return [];
  return property.fees.map(({ id, code, name, gross, vatType }) => {
    const total = gross * nights;
    const net = netOf(total, property.vatRates[vatType] ?? 0);
    return { id, code, name, totalAmount: offerAmount(property, total, net, vatType) };
  });
}

function timeSlice(property: Property, slice: TimeSlice, availableUnits: number) {
  const { ratePlan, day, baseGross, baseNet, gross, included } = slice;
  const includedServices = included.map(({ service: { id, code, name, vatType }, count, gross, net }) => ({
    service: { id, code, name },
    count,
    amount: offerAmount(property, gross, net, vatType),
  }));
  return {
    ...timesOf(property, ratePlan, day, isOverNight(slice) ? day + 1 : day),
    availableUnits,
    baseAmount: offerAmount(property, baseGross, baseNet, property.accommodationVat),
    totalGrossAmount: moneyOf(property, gross),
    ...(included.length > 0 ? { includedServices } : {}),
  };
}

/** Net and tax of the total, for each VAT type in it. */
function taxDetails(property: Property, slices: readonly TimeSlice[]) {
  const parts = slices.flatMap(({ baseGross, baseNet, included }) => [
    { vatType: property.accommodationVat, gross: baseGross, net: baseNet },
    ...included.map(({ service, gross, net }) => ({ vatType: service.vatType, gross, net })),
  ]);
  return vatTypes.flatMap(vatType => {
    const own = parts.filter(part => part.vatType === vatType);
    if (own.length === 0) return [];
    const net = sumOf(own, part => part.net);
    const vatPercent = property.vatRates[vatType] ?? 0;
    return { vatType, vatPercent, net: moneyOf(property, net), tax: moneyOf(property, grossOf(own) - net) };
  });
}
