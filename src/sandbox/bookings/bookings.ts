import { empty, type HandlerRequest, type HandlerResponse, json } from '../../http/local/handler.ts';
import {
  type BookingRequest,
  bookingModel,
  bookingScopes,
  bookingsPath,
} from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes } from '../../platform/bookings/kinds.ts';
import { isDate } from '../../platform/dates.ts';
import { checkAgainstModel } from '../../platform/model-check.ts';
import { idempotencyKeys } from '../api/idempotency.ts';
import type { Operation } from '../api/operation.ts';
import type { Day } from '../hotel/calendar.ts';
import type { Guest } from '../hotel/guests.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { MarketSegment } from '../hotel/property.ts';
import type { PaymentMethod, Reservation, TravelPurpose } from '../hotel/reservation.ts';
import { bookingIds } from '../hotel/seeded-random.ts';
import type { Processor } from '../payments/processor.ts';
import { unprocessable } from '../routes.ts';
import { type RequestedStay, requestedStays } from './requested-stay.ts';

/** A booking that was made through the API. */
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
export function createBookings(hotel: Hotel, processor: Processor, made: MadeBooking[]): Operation {
  const keyed = idempotencyKeys(hotel.clock);
  return {
    method: 'POST',
    path: bookingsPath,
    scopes: bookingScopes,
    respond(_, request, subject) {
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return empty(415);
      const key = request.headers['idempotency-key'];
      let response: HandlerResponse | undefined;
      const respond = () => {
        response ??= book(hotel, processor, made, request, key);
        return response;
      };
      if (key === undefined) return respond();
      return keyed({ subject, path: bookingsPath, key, parameters: request.body, respond });
    },
  };
}

function book(
  hotel: Hotel,
  processor: Processor,
  made: MadeBooking[],
  { body }: HandlerRequest,
  idempotencyKey: string | undefined,
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
  if (!dates.every(date => isDate(date.slice(0, 10))))
    return unprocessable(['arrival and departure must be dates']);
  const { stays, problems } = requestedStays(hotel, request);
  if (problems.length > 0) return unprocessable(problems);
  const id = bookingId(hotel, stays, made.length);
  const reservationIds = stays.map((_, index) => `${id}-${index + 1}`);
  const captured = capture(hotel, processor, request, stays, reservationIds);
  for (const [index, stay] of stays.entries()) {
    const created = hotel.clock.today();
    stay.property.reservations.push(reservationOf(stay, request, { id, index, created, captured }));
  }
  const { transactionReference } = request.paymentAccount ?? {};
  made.push({ id, reservationIds, transactionReference, idempotencyKey });
  return {
    ...json(201, { id, reservationIds: reservationIds.map(one => ({ id: one })) }),
    headers: { 'Content-Type': 'application/json; charset=utf-8', Location: `${bookingsPath}/${id}` },
  };
}

/**
 * The next booking number of the first property; bookings made through the API come after all that were created with
 * the hotel.
 */
function bookingId(hotel: Hotel, stays: readonly RequestedStay[], count: number): string {
  const { property } = stays[0] as RequestedStay;
  const index = hotel.properties.indexOf(property);
  // Each booking of the hotel has at least one reservation, so the number of reservations exceeds every booking number.
  return bookingIds(hotel.seed, index, 'api')(property.reservations.length + count);
}

/** platform.md, "States and transitions": matching payment account data capture the authorization. */
function capture(
  hotel: Hotel,
  processor: Processor,
  { paymentAccount }: BookingRequest,
  stays: readonly RequestedStay[],
  reservationIds: readonly string[],
): boolean {
  if (!paymentAccount) return false;
  return processor.capture({
    transactionReference: paymentAccount.transactionReference,
    payerReference: paymentAccount.payerReference,
    accountId: hotel.accountId,
    propertyIds: [...new Set(stays.map(({ property }) => property.id))],
    currency: stays[0]?.property.currency.code ?? '',
    captures: stays.map(({ prePayment }, index) => ({
      reservationId: reservationIds[index] ?? '',
      amount: prePayment,
    })),
  });
}

interface NewBooking {
  readonly id: string;
  /** Index of the reservation in the booking, from 0. */
  readonly index: number;
  readonly created: Day;
  /** Whether the authorization was captured. */
  readonly captured: boolean;
}

/** Creates the hotel's reservation for a requested stay. */
export function reservationOf(
  { property, requested, stay, slices, services, prePayment }: RequestedStay,
  request: BookingRequest,
  { id, index, created, captured }: NewBooking,
): Reservation {
  const travelPurpose = (requested.travelPurpose ?? null) as TravelPurpose | null;
  const guaranteeType =
    guaranteeTypes.find(one => one === requested.guaranteeType) ??
    slices[0]?.ratePlan.minGuaranteeType ??
    'PM6Hold';
  const all = [...slices, ...services];
  const gross = all.reduce((sum, part) => sum + part.gross, 0);
  const vat = all.reduce((sum, part) => sum + part.gross - part.net, 0);
  const paid = captured ? prePayment : 0;
  return {
    id: `${id}-${index + 1}`,
    bookingId: id,
    arrival: stay.arrival,
    departure: stay.departure,
    created,
    course: 'Stay',
    canceledOn: null,
    primaryGuest: guestOf(requested.primaryGuest ?? request.booker, `${id}-${index + 1}`),
    adults: stay.adults,
    childrenAges: stay.childrenAges,
    channelCode: requested.channelCode,
    source: requested.channelCode === 'Ibe' ? 'Website' : requested.channelCode,
    marketSegment: segmentOf(property.marketSegments, travelPurpose),
    travelPurpose,
    company: null,
    guaranteeType,
    paymentMethod: methodOf(request),
    invoiceNumber: null,
    timeSlices: slices,
    services,
    // A part of the price has the same part of its VAT.
    prePaid: { gross: paid, vat: gross === 0 ? 0 : Math.floor((vat * paid) / gross) },
  };
}

const texts = (person: BookingRequest['booker'], field: string) => {
  const value = person[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

const guestOf = (person: BookingRequest['booker'], reservationId: string): Guest => ({
  id: `G-${reservationId}`,
  title: texts(person, 'title') as Guest['title'],
  gender: null,
  firstName: texts(person, 'firstName'),
  middleInitial: texts(person, 'middleInitial'),
  lastName: person.lastName,
  nationality: texts(person, 'nationalityCountryCode'),
  countryOfResidence: null,
});

const segmentOf = (segments: readonly MarketSegment[], purpose: TravelPurpose | null): MarketSegment => {
  const code = purpose === 'Business' ? 'BUSINESS' : 'LEISURE';
  return segments.find(segment => segment.code === code) as MarketSegment;
};

const methods: Readonly<Record<string, PaymentMethod>> = {
  visa: 'Visa',
  mc: 'Mastercard',
  mastercard: 'Mastercard',
  amex: 'AmericanExpress',
};

const methodOf = ({ paymentAccount }: BookingRequest): PaymentMethod =>
  methods[(paymentAccount?.paymentMethod ?? 'visa').toLowerCase()] ?? 'Visa';
