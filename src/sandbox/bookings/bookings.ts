import { jsonValue, toFields } from '../../base/text.ts';
import { empty, type HandlerRequest, type HandlerResponse, json } from '../../http/local-server.ts';
import {
  type BookingRequest,
  bookingModel,
  bookingScopes,
  bookingsPath,
  type RequestedReservation,
} from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes, sliceCount } from '../../platform/bookings/offers.ts';
import { checkAgainstModel } from '../../platform/models.ts';
import { minorUnits } from '../../platform/money.ts';
import { formatDay } from '../hotel/calendar.ts';
import type { Hotel, Property } from '../hotel/hotel.ts';
import { addUpGross, computeNet, type Minor } from '../hotel/money.ts';
import { type OrderedService, priceService, type TimeSlice } from '../hotel/rate-plans.ts';
import { countPersons, type Guest, type PaymentMethod, type Reservation } from '../hotel/reservation.ts';
import { bookingIds } from '../hotel/seeded-random.ts';
import type { Processor } from '../payments/payments-host.ts';
import { idempotencyKeys, isJson, type Route, unprocessable } from '../routes.ts';
import {
  calendarDay,
  computeAvailability,
  listServices,
  makeSlices,
  type PlanOfProperty,
  planOfId,
  type Stay,
  serviceDays,
} from './offers.ts';

export interface MadeBooking {
  readonly id: string;
  readonly reservationIds: readonly string[];
}

/**
 * POST /booking/v1/bookings: 201 with Location, 422 with every problem; a key returns the same response for a day. New
 * bookings are appended to `made`.
 */
export function bookingsRoute(hotel: Hotel, processor: Processor, made: MadeBooking[]): Route {
  const respondOnce = idempotencyKeys(hotel.clock);
  return {
    method: 'POST',
    path: bookingsPath,
    scopes: bookingScopes,
    respond(request) {
      if (!isJson(request.headers)) return empty(415);
      let response: HandlerResponse | undefined;
      return respondOnce(
        request,
        bookingsPath,
        request.body,
        () => (response ??= book(hotel, processor, made, request)),
      );
    },
  };
}

function book(hotel: Hotel, processor: Processor, made: MadeBooking[], { body }: HandlerRequest) {
  const request = jsonValue(body) as BookingRequest | undefined;
  if (request === undefined) return empty(400);
  const { faults } = checkAgainstModel(bookingModel, request);
  if (faults.length > 0) return unprocessable(faults);
  const problems: string[] = [];
  const stays: RequestedStay[] = [];
  for (const [index, requested] of request.reservations.entries()) {
    const refuse = (problem: string) => problems.push(`reservations[${index}]: ${problem}`);
    const stay = requestedStay(hotel, requested, stays, refuse);
    if (stay) stays.push(stay);
  }
  if (problems.length > 0) return unprocessable(problems);
  const { property } = stays[0] as RequestedStay;
  // Each booking of the hotel has at least one reservation, so the number of reservations exceeds every booking number.
  const number = property.reservations.length + made.length;
  const id = bookingIds(hotel.seed, hotel.properties.indexOf(property), 'api')(number);
  const reservationIds = stays.map((_, index) => `${id}-${index + 1}`);
  const { transactionReference, payerReference } = request.paymentAccount ?? {};
  // platform.md, "States and transitions"; a card without a payment only guarantees the booking.
  const captured = processor.capture({
    transactionReference,
    payerReference,
    accountId: hotel.accountId,
    propertyIds: stays.map(stay => stay.property.id),
    currency: property.currency.code,
    captures: stays.map(({ prePayment: amount }, index) => ({
      reservationId: reservationIds[index] ?? '',
      amount,
    })),
  });
  for (const [index, stay] of stays.entries()) {
    const made = { id: `${id}-${index + 1}`, bookingId: id, created: hotel.clock.today() };
    stay.property.reservations.push(makeReservation(stay, request, made, captured));
  }
  made.push({ id, reservationIds });
  const response = json(201, { id, reservationIds: reservationIds.map(one => ({ id: one })) });
  return { ...response, headers: { ...response.headers, Location: `${bookingsPath}/${id}` } };
}

function makeReservation(
  { property, requested, stay, slices, services, prePayment }: RequestedStay,
  { booker, paymentAccount }: BookingRequest,
  made: Pick<Reservation, 'id' | 'bookingId' | 'created'>,
  captured: boolean,
): Reservation {
  const { channelCode, primaryGuest = booker } = requested;
  const travelPurpose = (requested.travelPurpose ?? null) as Reservation['travelPurpose'];
  const guaranteeType = guaranteeTypes.find(one => one === requested.guaranteeType);
  return {
    ...made,
    ...stay,
    course: 'Stay',
    canceledOn: null,
    primaryGuest: makeGuest(primaryGuest),
    channelCode,
    source: channelCode === 'Ibe' ? 'Website' : channelCode,
    marketSegment: `${property.code}-${travelPurpose === 'Business' ? 'BUSINESS' : 'LEISURE'}`,
    travelPurpose,
    company: null,
    guaranteeType: guaranteeType ?? slices[0]?.ratePlan.minGuaranteeType ?? 'PM6Hold',
    paymentMethod: methods.get((paymentAccount?.paymentMethod ?? 'visa').toLowerCase()) ?? 'Visa',
    invoiceNumber: null,
    timeSlices: slices,
    services,
    prePaid: { gross: captured ? prePayment : 0 },
  };
}

const methods = new Map<string, PaymentMethod>([
  ['visa', 'Visa'],
  ['mc', 'Mastercard'],
  ['mastercard', 'Mastercard'],
  ['amex', 'AmericanExpress'],
]);

function makeGuest(person: BookingRequest['booker']): Guest {
  const text = (field: string) => {
    const value = toFields(person)[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    title: text('title'),
    gender: null,
    firstName: text('firstName'),
    middleInitial: text('middleInitial'),
    lastName: person.lastName,
    nationality: text('nationalityCountryCode'),
    countryOfResidence: null,
  };
}

/** One reservation of a booking, checked against the hotel: priced and with a unit. */
type RequestedStay = NonNullable<ReturnType<typeof requestedStay>>;

type Refuse = (problem: string) => void;

function requestedStay(
  hotel: Hotel,
  requested: RequestedReservation,
  earlier: readonly { readonly slices: readonly TimeSlice[] }[],
  refuse: Refuse,
) {
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
  if (departure < arrival || plans.length !== sliceCount(requested)) {
    refuse('there must be one time slice for each night');
    return undefined;
  }
  if (arrival < hotel.clock.today()) refuse('arrival must not be in the past');
  const template = departure > arrival ? 'OverNight' : 'DayUse';
  if (plans.some(({ timeSliceDefinition }) => timeSliceDefinition.template !== template))
    refuse('the rate plan is not for these dates');
  if (adults < 1 || countPersons(stay) > unitGroup.maxPersons)
    refuse(`${unitGroup.name} is for 1 to ${unitGroup.maxPersons} persons`);
  const isPrepaid = plans.some(({ minGuaranteeType }) => minGuaranteeType === 'Prepayment');
  if (isPrepaid && guaranteeType !== undefined && guaranteeType !== 'Prepayment')
    refuse('the rate plan wants the guarantee Prepayment');
  const besides = earlier.flatMap(({ slices }) => slices);
  const { unit = null } = computeAvailability(property, stay, hotel.clock.today(), besides)(unitGroup);
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
  if ((prePayment ?? 0) > addUpGross(slices) + addUpGross(services))
    refuse('Pre-paid amount must be less than or equal to the reservation amount.');
  return { property, requested, stay, slices, services, prePayment: prePayment ?? 0 };
}

type Amount = NonNullable<RequestedReservation['prePaymentAmount']>;

/** Override amounts are gross, without city tax and fees (platform.md, booking rule 3). */
function overridden(property: Property, slice: TimeSlice, total: Amount | undefined, refuse: Refuse) {
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
      const gross = toMinorUnits(property, amount) ?? Number.NaN;
      if (Number.isNaN(gross)) refuse(`${serviceId} must have an amount in ${property.currency.code}`);
      return { ...priced, day, gross, net: computeNet(gross, property.vatRates[service.vatType]) };
    });
  });
}

/** Minor units of an amount in a request; undefined for another currency, or more digits than the currency has. */
function toMinorUnits({ currency }: Property, amount: Amount): Minor | undefined {
  if (amount.currency !== currency.code) return undefined;
  const minor = Number(minorUnits(amount));
  return Number.isInteger(minor) && minor >= 0 ? minor : undefined;
}
