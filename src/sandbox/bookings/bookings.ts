import { empty, type HandlerRequest, type HandlerResponse, json } from '../../http/local-server.ts';
import {
  type BookingRequest,
  bookingModel,
  bookingScopes,
  bookingsPath,
} from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes } from '../../platform/bookings/kinds.ts';
import { isDate } from '../../platform/dates.ts';
import { checkAgainstModel } from '../../platform/model-check.ts';
import { idempotencyKeys } from '../api/api-route.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { Guest, PaymentMethod, Reservation } from '../hotel/reservation.ts';
import { bookingIds } from '../hotel/seeded-random.ts';
import type { Processor } from '../payments/payments-host.ts';
import { isJson, type Route, unprocessable } from '../routes.ts';
import { type RequestedStay, requestedStays } from './requested-stay.ts';

export interface MadeBooking {
  readonly id: string;
  readonly reservationIds: readonly string[];
  readonly transactionReference: string | undefined;
  readonly idempotencyKey: string | undefined;
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

function book(
  hotel: Hotel,
  processor: Processor,
  made: MadeBooking[],
  { body, headers: { 'idempotency-key': idempotencyKey } }: HandlerRequest,
): HandlerResponse {
  let request: BookingRequest;
  try {
    request = JSON.parse(body) as BookingRequest;
  } catch {
    return empty(400);
  }
  const { faults } = checkAgainstModel(bookingModel, request);
  if (faults.length > 0) return unprocessable(faults);
  const dates = request.reservations.flatMap(({ arrival, departure }) => [arrival, departure]);
  if (!dates.every(date => isDate(date.slice(0, 10)))) {
    return unprocessable(['arrival and departure must be dates']);
  }
  const { stays, problems } = requestedStays(hotel, request);
  if (problems.length > 0) return unprocessable(problems);
  const { property } = stays[0] as RequestedStay;
  // Each booking of the hotel has at least one reservation, so the number of reservations exceeds every booking number.
  const number = property.reservations.length + made.length;
  const id = bookingIds(hotel.seed, hotel.properties.indexOf(property), 'api')(number);
  const reservationIds = stays.map((_, index) => `${id}-${index + 1}`);
  const captured = capture(hotel, processor, request, stays, reservationIds);
  for (const [index, stay] of stays.entries()) {
    const made = { id: `${id}-${index + 1}`, bookingId: id, created: hotel.clock.today() };
    stay.property.reservations.push(makeReservation(stay, request, made, captured));
  }
  const { transactionReference } = request.paymentAccount ?? {};
  made.push({ id, reservationIds, transactionReference, idempotencyKey });
  const response = json(201, { id, reservationIds: reservationIds.map(one => ({ id: one })) });
  return { ...response, headers: { ...response.headers, Location: `${bookingsPath}/${id}` } };
}

/** platform.md, "States and transitions": matching payment account data capture the authorization. */
function capture(
  hotel: Hotel,
  processor: Processor,
  { paymentAccount }: BookingRequest,
  stays: readonly RequestedStay[],
  reservationIds: readonly string[],
): boolean {
  const { transactionReference, payerReference } = paymentAccount ?? {};
  // A card without a payment only guarantees the booking.
  if (transactionReference === undefined || payerReference === undefined) return false;
  return processor.capture({
    transactionReference,
    payerReference,
    accountId: hotel.accountId,
    propertyIds: [...new Set(stays.map(({ property }) => property.id))],
    currency: stays[0]?.property.currency.code ?? '',
    captures: stays.map(({ prePayment }, index) => ({
      reservationId: reservationIds[index] ?? '',
      amount: prePayment,
    })),
  });
}

function makeReservation(
  { property, requested, stay, slices, services, prePayment }: RequestedStay,
  { booker, paymentAccount }: BookingRequest,
  made: Pick<Reservation, 'id' | 'bookingId' | 'created'>,
  captured: boolean,
): Reservation {
  const { channelCode, primaryGuest = booker } = requested;
  const travelPurpose = (requested.travelPurpose ?? null) as Reservation['travelPurpose'];
  const segment = travelPurpose === 'Business' ? 'BUSINESS' : 'LEISURE';
  const guaranteeType = guaranteeTypes.find(one => one === requested.guaranteeType);
  return {
    ...made,
    ...stay,
    course: 'Stay',
    canceledOn: null,
    primaryGuest: makeGuest(primaryGuest, made.id),
    channelCode,
    source: channelCode === 'Ibe' ? 'Website' : channelCode,
    marketSegment: property.segments[segment],
    travelPurpose,
    company: null,
    guaranteeType: guaranteeType ?? slices[0]?.ratePlan.minGuaranteeType ?? 'PM6Hold',
    paymentMethod: methods[(paymentAccount?.paymentMethod ?? 'visa').toLowerCase()] ?? 'Visa',
    invoiceNumber: null,
    timeSlices: slices,
    services,
    prePaid: { gross: captured ? prePayment : 0 },
  };
}

const methods: Readonly<Record<string, PaymentMethod>> = {
  visa: 'Visa',
  mc: 'Mastercard',
  mastercard: 'Mastercard',
  amex: 'AmericanExpress',
};

function makeGuest(person: BookingRequest['booker'], reservationId: string): Guest {
  const text = (field: string) => {
    const value = person[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    id: `G-${reservationId}`,
    title: text('title'),
    gender: null,
    firstName: text('firstName'),
    middleInitial: text('middleInitial'),
    lastName: person.lastName,
    nationality: text('nationalityCountryCode'),
    countryOfResidence: null,
  };
}
