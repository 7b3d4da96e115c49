import { empty, json } from '../../http/local-server.ts';
import { serviceOffers, stayOffers } from '../../platform/bookings/offers.ts';
import { dayNumber } from '../../platform/dates.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import { type Day, formatDay, localDateTime } from '../hotel/calendar.ts';
import type { Hotel, Property } from '../hotel/hotel.ts';
import { computeCityTax, computeFee } from '../hotel/ledger.ts';
import { addUp, addUpGross, computeNet, type Minor, type VatType, vatTypes } from '../hotel/money.ts';
import { isBlocked } from '../hotel/occupancy.ts';
import {
  daysTaken,
  type FeePolicy,
  priceService,
  priceStay,
  type RatePlan,
  type Service,
  type TimeSlice,
} from '../hotel/rate-plans.ts';
import { toMoney } from '../hotel/reports/compute.ts';
import { countPersons, isExpected, isOverNight, type Reservation } from '../hotel/reservation.ts';
import { closureOn, type UnitGroup } from '../hotel/units.ts';
import { queryRoute, unprocessable } from '../routes.ts';

/** GET /booking/v1/offers, with platform.md's spelling of prepayment and city tax. */
export const stayOffersRoute = (hotel: Hotel) =>
  queryRoute(stayOffers, parameters => {
    const stay = readStay(parameters);
    const today = hotel.clock.today();
    if (stay.arrival < today) return unprocessable(['arrival must not be in the past']);
    const property = hotel.property(String(parameters['propertyId']));
    if (!property) return empty(404);
    const availability = computeAvailability(property, stay, today);
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
    const wanted = listValues(parameters, wire);
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
  const { id, code, name, description, isSubjectToCityTax, minGuaranteeType, isCorporate } = plan;
  const { basePrice: _, items: _items, ...unitGroup } = plan.unitGroup;
  const slices = makeSlices(property, plan, stay);
  const total = addUpGross(slices);
  const { left, availableUnits } = availability(plan.unitGroup);
  const cityTax = addUp(slices, slice => computeCityTax(property, slice, stay.adults));
  const messages = reasons(plan, stay, availableUnits);
  const { checkIn, checkOut } = plan.timeSliceDefinition;
  const policy = (fee: FeePolicy) => ({
    code: fee.code,
    name: fee.name,
    description: fee.description,
    fee: toMoney(property, computeFee(fee, slices)),
  });
  // When the cancellation fee starts to apply: this many hours before check-in, but not before now.
  const due = Math.max(hotel.clock.today(), stay.arrival - plan.cancellationPolicy.hoursBefore / 24);
  return {
    arrival: localDateTime(property.timeZone, stay.arrival, checkIn),
    departure: localDateTime(property.timeZone, stay.departure, checkOut),
    unitGroup,
    ratePlan: { id, code, name, description, isSubjectToCityTax },
    minGuaranteeType,
    isCorporate,
    availableUnits,
    totalGrossAmount: toMoney(property, total),
    cancellationFee: {
      ...policy(plan.cancellationPolicy),
      dueDateTime: localDateTime(property.timeZone, due, checkIn),
    },
    noShowFee: policy(plan.noShowPolicy),
    prePaymentGrossAmount: prePayment(property, plan, total),
    cityTax: offerAmount(property, cityTax, cityTax, 'Without'),
    fees: listFees(property, slices),
    timeSlices: slices.map((slice, index) => timeSlice(property, slice, left[index] ?? 0)),
    taxDetails: taxDetails(property, slices),
    ...(messages.length > 0 ? { validationMessages: messages } : {}),
  };
}

/** A guest who prepays the stay also prepays its services. */
const prePayment = (property: Property, { minGuaranteeType }: RatePlan, total: Minor) =>
  toMoney(property, minGuaranteeType === 'Prepayment' ? total : 0);

/** `{grossAmount, netAmount, vatType, vatPercent, currency}` (platform-facts, Booking). */
function offerAmount({ currency, vatRates }: Property, gross: Minor, net: Minor, vatType: VatType) {
  const { code, digits } = currency;
  const [grossAmount, netAmount] = [gross / 10 ** digits, net / 10 ** digits];
  return { grossAmount, netAmount, vatType, vatPercent: vatRates[vatType], currency: code };
}

/** Why an offer cannot be booked. */
function reasons({ unitGroup: { name, maxPersons } }: RatePlan, stay: Stay, availableUnits: number) {
  const soldOut = { code: 'UnitGroupFullyBooked', message: `${name} is sold out for at least one night` };
  const tooSmall = { code: 'UnitGroupCapacityExceeded', message: `${name} is for ${maxPersons} at most` };
  return [...(availableUnits < 1 ? [soldOut] : []), ...(countPersons(stay) > maxPersons ? [tooSmall] : [])];
}

/** Each fee is charged once for each room and night that is paid for. */
function listFees(property: Property, slices: readonly TimeSlice[]) {
  const nights = slices.filter(slice => isOverNight(slice) && !slice.ratePlan.isComplimentary).length;
  if (nights === 0) return [];
  return property.fees.map(({ code, name, gross }) => {
    const total = gross * nights;
    const net = computeNet(total, property.vatRates.Normal);
    return {
      id: `${property.code}-${code}`,
      code,
      name,
      totalAmount: offerAmount(property, total, net, 'Normal'),
    };
  });
}

function timeSlice(property: Property, slice: TimeSlice, availableUnits: number) {
  const { ratePlan, day, baseGross, baseNet, gross, included } = slice;
  const { checkIn, checkOut } = ratePlan.timeSliceDefinition;
  const includedServices = included.map(({ service: { id, code, name, vatType }, count, gross, net }) => ({
    service: { id, code, name },
    count,
    amount: offerAmount(property, gross, net, vatType),
  }));
  return {
    from: localDateTime(property.timeZone, day, checkIn),
    to: localDateTime(property.timeZone, isOverNight(slice) ? day + 1 : day, checkOut),
    availableUnits,
    baseAmount: offerAmount(property, baseGross, baseNet, property.accommodationVat),
    totalGrossAmount: toMoney(property, gross),
    ...(included.length > 0 ? { includedServices } : {}),
  };
}

function taxDetails(property: Property, slices: readonly TimeSlice[]) {
  const parts = slices.flatMap(({ baseGross, baseNet, included }) => [
    { vatType: property.accommodationVat, gross: baseGross, net: baseNet },
    ...included.map(({ service, gross, net }) => ({ vatType: service.vatType, gross, net })),
  ]);
  return vatTypes.flatMap(vatType => {
    const own = parts.filter(part => part.vatType === vatType);
    if (own.length === 0) return [];
    const net = addUp(own, part => part.net);
    const vatPercent = property.vatRates[vatType];
    return {
      vatType,
      vatPercent,
      net: toMoney(property, net),
      tax: toMoney(property, addUpGross(own) - net),
    };
  });
}

/** GET /booking/v1/service-offers: services that the rate plan does not include. */
export const serviceOffersRoute = (hotel: Hotel) =>
  queryRoute(serviceOffers, parameters => {
    const found = planOfId(hotel, String(parameters['ratePlanId']));
    if (!found) return empty(404);
    const onlyDefaultDates = parameters['onlyDefaultDates'] !== 'false';
    const services = listServices(found).map(service =>
      serviceOffer(found, service, readStay(parameters), onlyDefaultDates),
    );
    return services.length === 0 ? empty(204) : json(200, { services });
  });

function serviceOffer(
  { property, plan }: PlanOfProperty,
  service: Service,
  stay: Stay,
  onlyDefaultDates: boolean,
) {
  const { count, gross, net } = priceService(property, service, countPersons(stay));
  const days = serviceDays(service, stay).filter(({ isDefault }) => isDefault || !onlyDefaultDates);
  const total = gross * days.length;
  const { id, code, name, description, pricingUnit, vatType } = service;
  const defaultGrossPrice = toMoney(property, service.defaultGrossPrice);
  return {
    service: { id, code, name, description, pricingUnit, defaultGrossPrice },
    count,
    totalAmount: offerAmount(property, total, net * days.length, vatType),
    prePaymentGrossAmount: prePayment(property, plan, total),
    fees: [],
    dates: days.map(({ day, isDefault }) => ({
      serviceDate: formatDay(day),
      amount: offerAmount(property, gross, net, vatType),
      isDefaultDate: isDefault,
      isMandatory: false,
    })),
  };
}

export type Stay = Pick<Reservation, 'arrival' | 'departure' | 'adults' | 'childrenAges'>;

/** Requires validated parameters. */
const readStay = (parameters: Parameters): Stay => ({
  arrival: calendarDay(String(parameters['arrival'])),
  departure: calendarDay(String(parameters['departure'])),
  adults: Number(parameters['adults']),
  childrenAges: listValues(parameters, 'childrenAges').map(Number),
});

/** The day of a date, or of a date and time in the property's time zone. */
export const calendarDay = (text: string): Day => dayNumber(text.slice(0, 10));

export const makeSlices = (property: Property, ratePlan: RatePlan, stay: Stay): TimeSlice[] =>
  priceStay(property, { ...stay, ratePlan, persons: countPersons(stay) }, null);

export type PlanOfProperty = NonNullable<ReturnType<typeof planOfId>>;

/** The id of a rate plan identifies its property. */
export function planOfId(hotel: Hotel, id: string) {
  for (const property of hotel.properties) {
    const plan = property.ratePlans.find(one => one.id === id);
    if (plan) return { property, plan };
  }
  return undefined;
}

/** The services that can be ordered with a plan: those that it does not include already. */
export const listServices = ({ property, plan }: PlanOfProperty): Service[] =>
  property.services.filter(service => !plan.includedServices.includes(service));

/**
 * The days on which a service is available: every day of the stay. It is delivered on the default days if no days are
 * requested.
 */
export const serviceDays = ({ daily }: Service, stay: Stay) =>
  daysTaken(stay).map(day => ({ day, isDefault: daily || day === stay.arrival }));

type Availability = ReturnType<typeof computeAvailability>;

/**
 * Free units on the days of a stay. A booking becomes a reservation of the hotel, so that fewer are left.
 * @param besides the nights of earlier reservations of the same booking
 */
export function computeAvailability(
  property: Property,
  stay: Stay,
  today: Day,
  besides: readonly TimeSlice[] = [],
) {
  const days = daysTaken(stay);
  const end = stay.arrival + days.length;
  const taken = new Set<string>();
  const take = ({ unit, day }: TimeSlice) => unit && taken.add(`${unit.id} ${day}`);
  besides.forEach(take);
  for (const reservation of property.reservations) {
    const { arrival, departure, timeSlices } = reservation;
    if (arrival >= end || Math.max(departure, arrival + 1) <= stay.arrival) continue;
    if (isExpected(reservation, today)) timeSlices.forEach(take);
  }
  const freeOn = (group: UnitGroup, when: readonly Day[]) =>
    property.units.filter(
      unit =>
        unit.unitGroup === group &&
        when.every(day => !closureOn(unit, day) && !taken.has(`${unit.id} ${day}`)),
    );
  const blocks = property.groupBlocks.filter(({ status }) => status === 'Definite');
  const blocked = (group: UnitGroup, day: Day) =>
    addUp(blocks, block => (block.unitGroup === group && isBlocked(block, day, today) ? block.units : 0));
  return (group: UnitGroup) => {
    const throughout = freeOn(group, days);
    const reserved = Math.max(...days.map(day => blocked(group, day)));
    /** For each day, the units that can still be sold. */
    const left = days.map(day => Math.max(0, freeOn(group, [day]).length - blocked(group, day)));
    /** As many bookings of the whole stay are accepted. */
    const availableUnits = Math.max(0, Math.min(...left, throughout.length - reserved));
    return { left, availableUnits, unit: availableUnits > 0 ? throughout[0] : undefined };
  };
}
