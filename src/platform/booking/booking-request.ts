import * as z from 'zod/mini';
import { filledFields } from '../filled-fields.ts';
import { double, list } from '../models.ts';
import { travelPurposes } from './choices.ts';
import type { Money } from './money.ts';
import type { Quote, QuotedReservation } from './quote.ts';
import { sliceCount } from './reservation-wish.ts';
import { chosenDates } from './service-choice.ts';

/** Booking creation: POST /booking/v1/bookings (platform.md, "Booking creation request"; platform-facts, Booking). */
export const bookingsPath = '/booking/v1/bookings';
export const bookingScopes = ['reservations.create', 'reservations.manage'] as const;

const text = z.string();
const filled = z.string().check(z.minLength(1));
const money = z.looseObject({ amount: double, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) });
const stayDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T.+)?$/, 'expected a date'));
const person = z.looseObject({ lastName: filled });

/** Fields beyond these are left to the platform: its model is only partly known. */
export const bookingModel = z.looseObject({
  booker: person,
  reservations: list(
    z.looseObject({
      arrival: stayDate,
      departure: stayDate,
      adults: z.int(),
      childrenAges: z.optional(list(z.int())),
      channelCode: filled,
      guaranteeType: z.optional(text),
      travelPurpose: z.optional(z.enum(travelPurposes)),
      guestComment: z.optional(text),
      primaryGuest: z.optional(person),
      timeSlices: list(z.looseObject({ ratePlanId: filled, totalAmount: z.optional(money) })),
      services: z.optional(
        list(
          z.looseObject({
            serviceId: filled,
            count: z.optional(z.int()),
            dates: z.optional(list(z.looseObject({ serviceDate: stayDate, amount: z.optional(money) }))),
          }),
        ),
      ),
      prePaymentAmount: z.optional(money),
    }),
  ).check(z.minLength(1)),
  paymentAccount: z.optional(
    z.looseObject({
      accountNumber: z.optional(text),
      accountHolder: z.optional(text),
      expiryMonth: z.optional(text),
      expiryYear: z.optional(text),
      paymentMethod: z.optional(text),
      payerEmail: z.optional(text),
      payerReference: filled,
      transactionReference: filled,
      isVirtual: z.optional(z.boolean()),
    }),
  ),
  comment: z.optional(text),
  bookerComment: z.optional(text),
  transactionReference: z.optional(text),
});

export interface Person {
  readonly lastName: string;
  readonly [field: string]: unknown;
}
export interface RequestedService {
  readonly serviceId: string;
  readonly count?: number | undefined;
  readonly dates?:
    | readonly { readonly serviceDate: string; readonly amount?: Money | undefined }[]
    | undefined;
}
export interface RequestedReservation {
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly childrenAges?: readonly number[] | undefined;
  readonly channelCode: string;
  readonly guaranteeType?: string | undefined;
  readonly travelPurpose?: string | undefined;
  readonly guestComment?: string | undefined;
  readonly primaryGuest?: Person | undefined;
  /** One for each night; an amount overrides the night's own. */
  readonly timeSlices: readonly { readonly ratePlanId: string; readonly totalAmount?: Money | undefined }[];
  readonly services?: readonly RequestedService[] | undefined;
  readonly prePaymentAmount?: Money | undefined;
}
/** All of it names the card without being one: numbers are masked, references are the processor's. */
export interface PaymentAccount {
  readonly accountNumber?: string | undefined;
  readonly accountHolder?: string | undefined;
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly paymentMethod?: string | undefined;
  readonly payerEmail?: string | undefined;
  readonly payerReference: string;
  readonly transactionReference: string;
  readonly isVirtual?: boolean | undefined;
}
export interface BookingRequest {
  readonly booker: Person;
  readonly reservations: readonly RequestedReservation[];
  readonly paymentAccount?: PaymentAccount | undefined;
  readonly comment?: string | undefined;
  readonly bookerComment?: string | undefined;
  /** Newer descriptions have it here; sent when asked for. */
  readonly transactionReference?: string | undefined;
}

/** What a booking needs beyond its quote. */
export interface BookingDetails {
  readonly booker: Person;
  /** By reservation, from 0 on. */
  readonly primaryGuests: ReadonlyMap<number, Person>;
  readonly paymentAccount?: PaymentAccount | undefined;
  readonly channelCode?: string | undefined;
  readonly guaranteeType?: string | undefined;
  readonly travelPurpose?: string | undefined;
  readonly guestComment?: string | undefined;
  readonly comment?: string | undefined;
  readonly bookerComment?: string | undefined;
  readonly transactionReferenceOnTop: boolean;
}

/** The request as it is sent; fields without a value are absent. */
export function bookingRequest(quote: Quote, details: BookingDetails): BookingRequest {
  const { booker, paymentAccount, comment, bookerComment } = details;
  return filledFields({
    paymentAccount: paymentAccount && filledFields(paymentAccount),
    booker,
    reservations: quote.reservations.map((reservation, index) =>
      reservationRequest(reservation, details, details.primaryGuests.get(index)),
    ),
    comment,
    bookerComment,
    transactionReference: details.transactionReferenceOnTop
      ? paymentAccount?.transactionReference
      : undefined,
  });
}

function reservationRequest(
  reservation: QuotedReservation,
  { channelCode, guaranteeType, travelPurpose, guestComment }: BookingDetails,
  primaryGuest: Person | undefined,
): RequestedReservation {
  const { arrival, departure, adults, childrenAges, offer, services, sums, ratePlanId } = reservation;
  return filledFields({
    arrival: arrival.slice(0, 10),
    departure: departure.slice(0, 10),
    adults,
    childrenAges: childrenAges.length > 0 ? childrenAges : undefined,
    guestComment,
    channelCode: reservation.channelCode ?? channelCode ?? 'Direct',
    primaryGuest,
    guaranteeType: guaranteeType ?? offer.minGuaranteeType ?? undefined,
    travelPurpose,
    timeSlices: Array.from({ length: sliceCount(reservation) }, () => ({ ratePlanId })),
    services:
      services.length > 0
        ? services.map(({ serviceId, offer: service, dates }) => ({
            serviceId,
            dates: chosenDates(service, dates, sums.total.currency),
          }))
        : undefined,
    prePaymentAmount: sums.prePayment,
  });
}
