import type { BookingRequest, RequestedReservation } from '../../platform/bookings/booking-request.ts';
import { sliceCount } from '../../platform/bookings/stay-request.ts';
import { isoDate } from '../hotel/calendar.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { type Minor, netOf } from '../hotel/money.ts';
import type { Property, RatePlan, Unit } from '../hotel/property.ts';
import { priceService } from '../hotel/rate-plans.ts';
import type { OrderedService, TimeSlice } from '../hotel/reservation.ts';
import { planOfId, serviceDays, servicesOf } from './service-offers.ts';
import {
  availabilityOf,
  calendarDay,
  endOf,
  grossOf,
  guestCount,
  minorUnitsOf,
  type Stay,
  slicesOf,
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

/** The stays of a booking, or everything that prevents it from being booked. */
export function requestedStays(
  hotel: Hotel,
  { reservations }: BookingRequest,
): { readonly stays: readonly RequestedStay[]; readonly problems: readonly string[] } {
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
  refuse: (problem: string) => void,
): RequestedStay | undefined {
  const plans = requested.timeSlices.map(({ ratePlanId }) => planOfId(hotel, ratePlanId));
  const [first] = plans;
  if (!first || plans.some(found => found?.property !== first.property)) {
    refuse('each time slice must have a rate plan of one property');
    return undefined;
  }
  const { property, plan } = first;
  const planOfNight = (night: number): RatePlan => plans[night]?.plan ?? plan;
  if (plans.some(found => found?.plan.unitGroup !== plan.unitGroup)) {
    refuse('all time slices must be of one unit group');
    return undefined;
  }
  const { adults, childrenAges = [] } = requested;
  const stay = {
    arrival: calendarDay(requested.arrival),
    departure: calendarDay(requested.departure),
    adults,
    childrenAges,
  };
  if (!(stay.departure >= stay.arrival) || requested.timeSlices.length !== sliceCount(requested)) {
    refuse('there must be one time slice for each night');
    return undefined;
  }
  if (stay.arrival < hotel.clock.today()) refuse('arrival must not be in the past');
  const template = stay.departure > stay.arrival ? 'OverNight' : 'DayUse';
  if (plans.some(found => found?.plan.timeSliceDefinition.template !== template)) {
    refuse('the rate plan is not for these dates');
  }
  if (adults < 1 || guestCount(stay) > plan.unitGroup.maxPersons) {
    refuse(`${plan.unitGroup.name} is for 1 to ${plan.unitGroup.maxPersons} persons`);
  }
  if (
    requested.guaranteeType !== undefined &&
    plans.some(found => found?.plan.minGuaranteeType === 'Prepayment') &&
    requested.guaranteeType !== 'Prepayment'
  ) {
    refuse('the rate plan wants the guarantee Prepayment');
  }
  const unit = freeUnit(hotel, property, plan, stay, earlier);
  if (!unit) refuse('the unit group is sold out for at least one night');
  const priced = requested.timeSlices.flatMap(
    (_, night) => slicesOf(property, planOfNight(night), stay)[night] ?? [],
  );
  const slices = overridden(property, priced, requested, unit ?? null, refuse);
  const services = orderedServices(property, plan, stay, requested, refuse);
  const prePayment = prePaymentOf(property, requested, refuse);
  if (prePayment > grossOf(slices) + grossOf(services)) {
    refuse('Pre-paid amount must be less than or equal to the reservation amount.');
  }
  return { property, requested, stay, slices, services, prePayment };
}

/** A unit for the whole stay that no earlier reservation of the same booking takes. */
function freeUnit(
  hotel: Hotel,
  property: Property,
  { unitGroup }: RatePlan,
  stay: Stay,
  earlier: readonly RequestedStay[],
): Unit | undefined {
  const availability = availabilityOf(property, stay.arrival, endOf(stay), hotel.clock.today());
  const days = Array.from({ length: endOf(stay) - stay.arrival }, (_, index) => stay.arrival + index);
  const alike = earlier.filter(
    other =>
      other.slices[0]?.unitGroup === unitGroup &&
      other.stay.arrival < endOf(stay) &&
      endOf(other.stay) > stay.arrival,
  );
  if (days.some(day => availability.left(unitGroup, day) <= alike.length)) return undefined;
  return availability.freeUnit(
    unitGroup,
    alike.flatMap(other => other.slices[0]?.unit ?? []),
  );
}

/** Override amounts are gross, without city tax and fees (platform.md, booking rule 3). */
function overridden(
  property: Property,
  slices: readonly TimeSlice[],
  requested: RequestedReservation,
  unit: Unit | null,
  refuse: (problem: string) => void,
): TimeSlice[] {
  return slices.map((slice, index) => {
    const amount = requested.timeSlices[index]?.totalAmount;
    if (amount === undefined) return { ...slice, unit };
    const gross =
      amount.currency === property.currency.code ? minorUnitsOf(property, Number(amount.amount)) : undefined;
    const included = grossOf(slice.included);
    if (gross === undefined || gross < included) {
      refuse(`totalAmount of ${isoDate(slice.day)} must be a gross amount in ${property.currency.code}`);
      return { ...slice, unit };
    }
    const baseGross = gross - included;
    const baseNet = netOf(baseGross, property.vatRates[property.accommodationVat] ?? 0);
    return { ...slice, unit, gross, net: slice.net - slice.baseNet + baseNet, baseGross, baseNet };
  });
}

function orderedServices(
  property: Property,
  plan: RatePlan,
  stay: Stay,
  requested: RequestedReservation,
  refuse: (problem: string) => void,
): OrderedService[] {
  return (requested.services ?? []).flatMap(({ serviceId, count, dates }) => {
    const service = servicesOf(property, plan).find(one => one.id === serviceId);
    if (!service) {
      refuse(`${serviceId} is not offered with the rate plan`);
      return [];
    }
    const priced = priceService(property, service, guestCount(stay), count);
    const possible = serviceDays(service, stay);
    const wanted = dates?.map(date => ({ day: calendarDay(date.serviceDate), amount: date.amount }));
    if (wanted?.some(({ day }) => !possible.some(date => date.day === day))) {
      refuse(`${serviceId} is not offered on one of its dates`);
      return [];
    }
    const days =
      wanted ?? possible.filter(({ isDefault }) => isDefault).map(({ day }) => ({ day, amount: undefined }));
    return days.map(({ day, amount }) => {
      if (amount === undefined) return { ...priced, day };
      const gross = minorUnitsOf(property, Number(amount.amount)) ?? priced.gross;
      if (amount.currency !== property.currency.code) refuse(`${serviceId} is in ${property.currency.code}`);
      return { ...priced, day, gross, net: netOf(gross, property.vatRates[service.vatType] ?? 0) };
    });
  });
}

function prePaymentOf(
  property: Property,
  { prePaymentAmount }: RequestedReservation,
  refuse: (problem: string) => void,
): Minor {
  if (!prePaymentAmount) return 0;
  const minor = minorUnitsOf(property, Number(prePaymentAmount.amount));
  if (minor !== undefined && prePaymentAmount.currency === property.currency.code) return minor;
  refuse(`prePaymentAmount must be an amount in ${property.currency.code}`);
  return 0;
}
