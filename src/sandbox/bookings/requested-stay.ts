import type { BookingRequest, RequestedReservation } from '../../platform/bookings/booking-request.ts';
import { sliceCount } from '../../platform/bookings/stay-request.ts';
import { formatDay } from '../hotel/calendar.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { addUpGross, computeNet, type Minor } from '../hotel/money.ts';
import type { Property } from '../hotel/property.ts';
import { type OrderedService, priceService, type TimeSlice } from '../hotel/rate-plans.ts';
import { countPersons } from '../hotel/reservation.ts';
import {
  calendarDay,
  computeAvailability,
  listServices,
  makeSlices,
  type PlanOfProperty,
  planOfId,
  type Stay,
  serviceDays,
} from './stay.ts';

/** One reservation of a booking, checked against the hotel: priced and with a unit. */
export interface RequestedStay {
  readonly property: Property;
  readonly requested: RequestedReservation;
  readonly stay: Stay;
  readonly slices: readonly TimeSlice[];
  readonly services: readonly OrderedService[];
  readonly prePayment: Minor;
}

type Refuse = (problem: string) => void;

/** The stays of a booking, or everything that prevents it from being booked. */
export function requestedStays(hotel: Hotel, { reservations }: BookingRequest) {
  const problems: string[] = [];
  const stays: RequestedStay[] = [];
  for (const [index, requested] of reservations.entries()) {
    const stay = requestedStay(hotel, requested, stays, problem =>
      problems.push(`reservations[${index}]: ${problem}`),
    );
    if (stay) stays.push(stay);
  }
  return { stays, problems };
}

function requestedStay(
  hotel: Hotel,
  requested: RequestedReservation,
  earlier: readonly RequestedStay[],
  refuse: Refuse,
): RequestedStay | undefined {
  const found = requested.timeSlices.flatMap(({ ratePlanId }) => planOfId(hotel, ratePlanId) ?? []);
  const [first] = found;
  const isComplete = found.length === requested.timeSlices.length;
  if (!first || !isComplete || found.some(({ property }) => property !== first.property)) {
    refuse('each time slice must have a rate plan of one property');
    return undefined;
  }
  const { property } = first;
  const { unitGroup } = first.plan;
  const plans = found.map(({ plan }) => plan);
  if (plans.some(plan => plan.unitGroup !== unitGroup)) {
    refuse('all time slices must be of one unit group');
    return undefined;
  }
  const { adults, childrenAges = [], guaranteeType } = requested;
  const [arrival, departure] = [calendarDay(requested.arrival), calendarDay(requested.departure)];
  const stay: Stay = { arrival, departure, adults, childrenAges };
  if (!(departure >= arrival) || plans.length !== sliceCount(requested)) {
    refuse('there must be one time slice for each night');
    return undefined;
  }
  if (arrival < hotel.clock.today()) refuse('arrival must not be in the past');
  const template = departure > arrival ? 'OverNight' : 'DayUse';
  if (plans.some(({ timeSliceDefinition }) => timeSliceDefinition.template !== template)) {
    refuse('the rate plan is not for these dates');
  }
  if (adults < 1 || countPersons(stay) > unitGroup.maxPersons) {
    refuse(`${unitGroup.name} is for 1 to ${unitGroup.maxPersons} persons`);
  }
  const isPrepaid = plans.some(({ minGuaranteeType }) => minGuaranteeType === 'Prepayment');
  if (isPrepaid && guaranteeType !== undefined && guaranteeType !== 'Prepayment') {
    refuse('the rate plan wants the guarantee Prepayment');
  }
  const besides = earlier.flatMap(({ slices }) => slices);
  const availability = computeAvailability(property, stay, hotel.clock.today(), besides);
  const isSoldOut = availability.left(unitGroup).some(units => units === 0);
  const unit = (!isSoldOut && availability.freeUnit(unitGroup)) || null;
  if (!unit) refuse('the unit group is sold out for at least one night');
  const slices = plans.flatMap((plan, night) => {
    const slice = makeSlices(property, plan, stay)[night];
    if (!slice) return [];
    return { ...overridden(property, slice, requested.timeSlices[night]?.totalAmount, refuse), unit };
  });
  const services = orderedServices(first, stay, requested, refuse);
  const { prePaymentAmount } = requested;
  const prePayment = prePaymentAmount ? toMinorUnits(property, prePaymentAmount) : 0;
  if (prePayment === undefined) refuse(`prePaymentAmount must be an amount in ${property.currency.code}`);
  if ((prePayment ?? 0) > addUpGross(slices) + addUpGross(services)) {
    refuse('Pre-paid amount must be less than or equal to the reservation amount.');
  }
  return { property, requested, stay, slices, services, prePayment: prePayment ?? 0 };
}

type Amount = NonNullable<RequestedReservation['prePaymentAmount']>;

/** Override amounts are gross, without city tax and fees (platform.md, booking rule 3). */
function overridden(
  property: Property,
  slice: TimeSlice,
  total: Amount | undefined,
  refuse: Refuse,
): TimeSlice {
  if (total === undefined) return slice;
  const gross = toMinorUnits(property, total);
  const included = addUpGross(slice.included);
  if (gross === undefined || gross < included) {
    refuse(`totalAmount of ${formatDay(slice.day)} must be a gross amount in ${property.currency.code}`);
    return slice;
  }
  const baseGross = gross - included;
  const baseNet = computeNet(baseGross, property.vatRates[property.accommodationVat]);
  return { ...slice, gross, net: slice.net - slice.baseNet + baseNet, baseGross, baseNet };
}

function orderedServices(
  found: PlanOfProperty,
  stay: Stay,
  { services = [] }: RequestedReservation,
  refuse: Refuse,
): OrderedService[] {
  const { property } = found;
  const { code } = property.currency;
  return services.flatMap(({ serviceId, count, dates }) => {
    const service = listServices(found).find(({ id }) => id === serviceId);
    if (!service) {
      refuse(`${serviceId} is not offered with the rate plan`);
      return [];
    }
    const priced = priceService(property, service, countPersons(stay), count);
    const possible = serviceDays(service, stay);
    if (!dates) return possible.filter(({ isDefault }) => isDefault).map(({ day }) => ({ ...priced, day }));
    const wanted = dates.map(({ serviceDate, amount }) => ({ day: calendarDay(serviceDate), amount }));
    if (wanted.some(({ day }) => !possible.some(date => date.day === day))) {
      refuse(`${serviceId} is not offered on one of its dates`);
      return [];
    }
    return wanted.map(({ day, amount }) => {
      if (amount === undefined) return { ...priced, day };
      if (amount.currency !== code) refuse(`${serviceId} is in ${code}`);
      const gross = toMinorUnits(property, { ...amount, currency: code }) ?? priced.gross;
      return { ...priced, day, gross, net: computeNet(gross, property.vatRates[service.vatType]) };
    });
  });
}

/** Minor units of an amount in a request; undefined for another currency, or more digits than the currency has. */
function toMinorUnits({ currency }: Property, { amount, currency: given }: Amount): Minor | undefined {
  const scaled = Number(amount) * 10 ** currency.digits;
  const minor = Math.round(scaled);
  const isExact = Math.abs(scaled - minor) < 1e-6 && minor >= 0;
  return isExact && given === currency.code ? minor : undefined;
}
