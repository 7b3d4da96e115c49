import { empty, json } from '../../http/local/handler.ts';
import { stayOffers } from '../../platform/bookings/offers.ts';
import { type Parameters, problemsOf, valuesOf } from '../../platform/parameters.ts';
import { type Operation, parametersOf } from '../api/operation.ts';
import { type Day, localDateTime } from '../hotel/calendar.ts';
import { feeOf } from '../hotel/guest-folio.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { netOf, type VatType, vatTypes } from '../hotel/money.ts';
import type { FeePolicy, Property, RatePlan } from '../hotel/property.ts';
import { moneyOf } from '../hotel/reports/compute.ts';
import type { TimeSlice } from '../hotel/reservation.ts';
import { unprocessable } from '../routes.ts';
import {
  type Availability,
  availabilityOf,
  cityTaxOfStay,
  endOf,
  feesOfStay,
  grossOf,
  guestCount,
  isOffered,
  offerAmount,
  type Stay,
  slicesOf,
  stayOf,
  timesOf,
} from './stay.ts';
/** GET /booking/v1/offers, with platform.md's spelling of prepayment and city tax. */
export const stayOffersOperation: Operation = {
  method: 'GET',
  path: stayOffers.path,
  scopes: stayOffers.scopes,
  respond(hotel, { query }) {
    const parameters = parametersOf(query, stayOffers.parameters);
    const problems = problemsOf(stayOffers, parameters, ({ wire }) => wire);
    if (problems.length > 0) return unprocessable(problems);
    const stay = stayOf(parameters);
    if (stay.arrival < hotel.clock.today()) return unprocessable(['arrival must not be in the past']);
    const property = hotel.property(String(parameters['propertyId']));
    if (!property) return empty(404);
    const offers = offersFor(hotel, property, stay, parameters);
    return offers.length === 0
      ? empty(204)
      : json(200, { property: { id: property.id, code: property.code, name: property.name }, offers });
  },
};

function offersFor(hotel: Hotel, property: Property, stay: Stay, parameters: Parameters) {
  const today = hotel.clock.today();
  const availability = availabilityOf(property, stay.arrival, endOf(stay), today);
  const includeUnavailable = parameters['includeUnavailable'] === 'true';
  const offers = plansFor(property, parameters).map(plan =>
    stayOffer(hotel, property, plan, stay, availability),
  );
  return includeUnavailable ? offers : offers.filter(offer => offer.validationMessages === undefined);
}

function plansFor(property: Property, parameters: Parameters): RatePlan[] {
  const template = parameters['timeSliceTemplate'] ?? 'OverNight';
  const isAmong = (wire: string, value: string) => {
    const wanted = valuesOf(parameters, wire);
    return wanted.length === 0 || wanted.includes(value);
  };
  const corporateCode = parameters['corporateCode'] as string | undefined;
  return property.ratePlans.filter(
    plan =>
      plan.timeSliceDefinition.template === template &&
      isAmong('timeSliceDefinitionIds', plan.timeSliceDefinition.id) &&
      isAmong('unitGroupIds', plan.unitGroup.id) &&
      isAmong('unitGroupTypes', plan.unitGroup.type) &&
      isOffered(plan, corporateCode),
  );
}

function stayOffer(hotel: Hotel, property: Property, plan: RatePlan, stay: Stay, availability: Availability) {
  const { unitGroup } = plan;
  const slices = slicesOf(property, plan, stay);
  const total = grossOf(slices);
  const left = slices.map(({ day }) => availability.left(unitGroup, day));
  const availableUnits = Math.min(...left, availability.leftThroughout(unitGroup));
  const cityTax = cityTaxOfStay(property, slices, stay.adults);
  const messages = reasons(plan, stay, availableUnits);
  const { from: arrival, to: departure } = timesOf(property, plan, stay.arrival, stay.departure);
  return {
    arrival,
    departure,
    unitGroup: {
      id: unitGroup.id,
      code: unitGroup.code,
      name: unitGroup.name,
      description: unitGroup.description,
      maxPersons: unitGroup.maxPersons,
      rank: unitGroup.rank,
      type: unitGroup.type,
    },
    ratePlan: {
      id: plan.id,
      code: plan.code,
      name: plan.name,
      description: plan.description,
      isSubjectToCityTax: plan.isSubjectToCityTax,
    },
    minGuaranteeType: plan.minGuaranteeType,
    isCorporate: plan.isCorporate,
    availableUnits,
    totalGrossAmount: moneyOf(property, total),
    cancellationFee: {
      ...policy(property, plan.cancellationPolicy, slices),
      dueDateTime: dueDateTime(hotel, property, plan, stay.arrival),
    },
    noShowFee: policy(property, plan.noShowPolicy, slices),
    prePaymentGrossAmount: moneyOf(property, plan.minGuaranteeType === 'Prepayment' ? total : 0),
    cityTax: offerAmount(property, cityTax, cityTax, 'Without'),
    fees: feesOfStay(property, slices).map(({ fee, nights }) => {
      const gross = fee.gross * nights;
      const net = netOf(gross, property.vatRates[fee.vatType] ?? 0);
      return {
        id: fee.id,
        code: fee.code,
        name: fee.name,
        totalAmount: offerAmount(property, gross, net, fee.vatType),
      };
    }),
    timeSlices: slices.map((slice, index) => timeSlice(property, slice, left[index] ?? 0)),
    taxDetails: taxDetails(property, slices),
    ...(messages.length > 0 ? { validationMessages: messages } : {}),
  };
}

function reasons({ unitGroup }: RatePlan, stay: Stay, availableUnits: number) {
  const persons = guestCount(stay);
  return [
    ...(availableUnits < 1
      ? [{ code: 'UnitGroupFullyBooked', message: `${unitGroup.name} is sold out for at least one night` }]
      : []),
    ...(persons > unitGroup.maxPersons
      ? [
          {
            code: 'UnitGroupCapacityExceeded',
            message: `${unitGroup.name} is for ${unitGroup.maxPersons} at most`,
          },
        ]
      : []),
  ];
}

const policy = (property: Property, fee: FeePolicy, slices: readonly TimeSlice[]) => ({
  code: fee.code,
  name: fee.name,
  description: fee.description,
  fee: moneyOf(property, feeOf(fee, slices)),
});

/** When the cancellation fee starts to apply: this many hours before check-in, but not before now. */
function dueDateTime(hotel: Hotel, property: Property, plan: RatePlan, arrival: Day): string {
  const due = Math.max(hotel.clock.today(), arrival - plan.cancellationPolicy.hoursBefore / 24);
  return localDateTime(property.timeZone, due, plan.timeSliceDefinition.checkIn);
}

function timeSlice(property: Property, slice: TimeSlice, availableUnits: number) {
  const { ratePlan, day, baseGross, baseNet, gross, included } = slice;
  const isNight = ratePlan.timeSliceDefinition.template === 'OverNight';
  return {
    ...timesOf(property, ratePlan, day, isNight ? day + 1 : day),
    availableUnits,
    baseAmount: offerAmount(property, baseGross, baseNet, property.accommodationVat),
    totalGrossAmount: moneyOf(property, gross),
    ...(included.length > 0
      ? {
          includedServices: included.map(({ service, count, gross: serviceGross, net }) => ({
            service: { id: service.id, code: service.code, name: service.name },
            count,
            amount: offerAmount(property, serviceGross, net, service.vatType),
          })),
        }
      : {}),
  };
}

/** Net and tax of the total, for each VAT type in it. */
function taxDetails(property: Property, slices: readonly TimeSlice[]) {
  const parts = slices.flatMap(slice => [
    { vatType: property.accommodationVat, gross: slice.baseGross, net: slice.baseNet },
    ...slice.included.map(({ service, gross, net }) => ({ vatType: service.vatType, gross, net })),
  ]);
  const sum = (vatType: VatType, field: 'gross' | 'net') =>
    parts.filter(part => part.vatType === vatType).reduce((total, part) => total + part[field], 0);
  return vatTypes
    .filter(vatType => parts.some(part => part.vatType === vatType))
    .map(vatType => ({
      vatType,
      vatPercent: property.vatRates[vatType] ?? 0,
      net: moneyOf(property, sum(vatType, 'net')),
      tax: moneyOf(property, sum(vatType, 'gross') - sum(vatType, 'net')),
    }));
}
