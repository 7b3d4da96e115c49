import * as z from 'zod/mini';
import { assumptions } from '../assumptions.ts';
import { isDate } from '../dates.ts';
import { filledFields } from '../json.ts';
import { double, list, model, nonEmptyText, nullish, text } from '../models.ts';
import { moneySum, sameMoney } from '../money.ts';
import { travelPurposes } from '../parameters.ts';
import { chosenDates, isOfferedCount } from './amounts.ts';
import { guaranteeTypes, sliceCount, stayParts } from './offers.ts';
import { quoteLines, readStayOffers } from './quote.ts';
import type { Quote, QuotedReservation, QuotedService, StayOffer } from './quote-model.ts';

/** Where a booking is posted by default (platform.md, "Booking creation request"; platform-facts, Booking). */
export const bookingsPath = assumptions['assume.bookings.path'].fallback;
export const bookingScopes = ['reservations.create', 'reservations.manage'] as const;

const money = model({
  amount: double,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'expected a currency code')),
});
/** A date, or a date with a time of day. */
const stayDate = z
  .string()
  .check(z.refine(text => /^.{10}(T.+)?$/.test(text) && isDate(text.slice(0, 10)), 'expected a date'));
const any = z.optional(z.unknown());
const others = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, any])) as Record<Name, typeof any>;
const address = others('addressLine1', 'addressLine2', 'postalCode', 'city', 'regionCode', 'countryCode');
const person = model({
  ...others('title', 'firstName', 'email', 'phone'),
  lastName: nonEmptyText,
  address: nullish(model(address)),
});

/** Other fields are validated by the platform, because its model is only partly known; a file with one is a warning. */
export const bookingModel = model({
  booker: person,
  reservations: list(
    model({
      arrival: stayDate,
      departure: stayDate,
      adults: z.int(),
      childrenAges: z.optional(list(z.int())),
      channelCode: nonEmptyText,
      guaranteeType: z.optional(text),
      travelPurpose: z.optional(text),
      guestComment: z.optional(text),
      primaryGuest: z.optional(person),
      timeSlices: list(model({ ratePlanId: nonEmptyText, totalAmount: z.optional(money) })),
      services: z.optional(
        list(
          model({
            serviceId: nonEmptyText,
            count: z.optional(z.int().check(z.gte(1))),
            dates: z.optional(list(model({ serviceDate: stayDate, amount: z.optional(money) }))),
          }),
        ),
      ),
      prePaymentAmount: z.optional(money),
    }),
  ).check(z.minLength(1)),
  paymentAccount: z.optional(
    model({
      accountNumber: z.optional(text),
      accountHolder: z.optional(text),
      expiryMonth: z.optional(text),
      expiryYear: z.optional(text),
      paymentMethod: z.optional(text),
      payerEmail: z.optional(text),
      // Absent if the card guarantees a booking without a prepayment.
      payerReference: z.optional(nonEmptyText),
      transactionReference: z.optional(nonEmptyText),
      isVirtual: z.optional(z.boolean()),
    }),
  ),
  comment: z.optional(text),
  bookerComment: z.optional(text),
  transactionReference: z.optional(text),
});

export type BookingRequest = z.infer<typeof bookingModel>;
export type RequestedReservation = BookingRequest['reservations'][number];
/** These fields identify the card without containing it: numbers are masked, references are the processor's. */
export type PaymentAccount = NonNullable<BookingRequest['paymentAccount']>;

/** The details of one reservation that its quote does not contain. */
export type ReservationDetails = Pick<
  RequestedReservation,
  'primaryGuest' | 'guaranteeType' | 'travelPurpose' | 'guestComment'
>;

/** What its quote does not contain: for all reservations, and by index of the reservation, from 0. */
export interface BookingDetails
  extends Omit<ReservationDetails, 'primaryGuest'>,
    Pick<BookingRequest, 'booker' | 'paymentAccount' | 'comment' | 'bookerComment'> {
  readonly byReservation: ReadonlyMap<number, ReservationDetails>;
  readonly channelCode?: string | undefined;
  readonly transactionReferenceOnTop?: boolean | undefined;
}

/** The prices are in the lines of the quote; everything else of the request is a line with its path. */
const pricedFields = ['timeSlices', 'services', 'prePaymentAmount', 'arrival', 'departure'];

/** What a person reads before it is sent: hotel and prices of the quote, then every field of the request. */
export function bookingLines(request: BookingRequest, quote: Quote, reference: string | undefined) {
  const lines: string[] = [];
  const add = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return void lines.push(`${path}: ${String(value)}`);
    for (const [name, inner] of Object.entries(value)) {
      const words = Array.isArray(value) ? String(Number(name) + 1) : wordsOf(name);
      if (!pricedFields.includes(name)) add(inner, [path, words].filter(Boolean).join(' '));
    }
  };
  const { reservations, ...others } = request;
  reservations.forEach((reservation, index) => {
    const { propertyId, services = [] } = quote.reservations[index] ?? {};
    lines.push(`reservation ${index + 1} property: ${propertyId ?? 'unknown'}`);
    for (const { serviceId, count } of services)
      lines.push(`reservation ${index + 1} service: ${count ?? 1} of ${serviceId}`);
    add(reservation, `reservation ${index + 1}`);
  });
  add(others, '');
  if (reference !== undefined) lines.push(`reference: ${reference}`);
  return [...quoteLines(quote), ...lines];
}

/** `guestComment` is `guest comment`. */
const wordsOf = (name: string) => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

export function bookingRequest(quote: Quote, details: BookingDetails): BookingRequest {
  const { booker, paymentAccount, comment, bookerComment } = details;
  return filledFields({
    paymentAccount: paymentAccount && filledFields(paymentAccount),
    booker,
    reservations: quote.reservations.map((reservation, index) =>
      reservationRequest(reservation, { ...details, ...details.byReservation.get(index) }),
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
  details: Pick<BookingDetails, 'channelCode'> & ReservationDetails,
): RequestedReservation {
  const { channelCode, primaryGuest, guaranteeType, travelPurpose, guestComment } = details;
  const { arrival, departure, adults, childrenAges = [], services, sums } = reservation;
  return filledFields({
    arrival: arrival.slice(0, 10),
    departure: departure.slice(0, 10),
    adults,
    childrenAges: childrenAges.length > 0 ? childrenAges : undefined,
    guestComment,
    channelCode: reservation.channelCode ?? channelCode ?? 'Direct',
    primaryGuest,
    guaranteeType: guaranteeType ?? minGuaranteeType(readStayOffers(reservation)),
    travelPurpose,
    timeSlices: makeTimeSlices(reservation),
    services:
      services.length > 0
        ? services.map(service => requestedService(service, sums.total.currency))
        : undefined,
    prePaymentAmount: sums.prePayment,
  });
}

function minGuaranteeType(offers: readonly StayOffer[]): string | undefined {
  const required = offers.flatMap(offer => offer.minGuaranteeType ?? []);
  const strictness = (type: string) => guaranteeTypes.indexOf(type as (typeof guaranteeTypes)[number]);
  return required.sort((one, other) => strictness(other) - strictness(one))[0];
}

/** The platform prices another count: whether the amount of a date is for one service or for all is not documented. */
function requestedService(service: QuotedService, currency: string) {
  const { serviceId, count, offer } = service;
  const dates = chosenDates(offer, service, currency);
  return {
    serviceId,
    ...(count === undefined ? {} : { count }),
    dates: isOfferedCount(offer, service) ? [...dates] : dates.map(({ serviceDate }) => ({ serviceDate })),
  };
}

/**
 * One entry for each night, with the quoted amount, so that no other price can be booked. If the nights of the offer do
 * not add up to its total, the amounts are omitted and the platform computes them: see `bindsPrice`.
 */
const makeTimeSlices = (reservation: QuotedReservation): RequestedReservation['timeSlices'] =>
  quotedParts(reservation).flatMap(({ ratePlanId, offer, nights }) => {
    const { currency } = offer.totalGrossAmount;
    const amounts = nights.flatMap(night =>
      night?.currency === currency ? [{ amount: night.amount, currency }] : [],
    );
    const isWhole =
      amounts.length === nights.length && sameMoney(moneySum(amounts, currency), offer.totalGrossAmount);
    return nights.map((_, index) =>
      filledFields({ ratePlanId, totalAmount: isWhole ? amounts[index] : undefined }),
    );
  });

/** The parts of a stay with the offer of each, and the amount that it quotes for each night. */
export function quotedParts(reservation: QuotedReservation) {
  const offers = readStayOffers(reservation);
  return stayParts(reservation).map((part, index) => {
    const offer = offers[index] ?? reservation.offer;
    const length = sliceCount(part);
    // The total of a single night is its amount, whatever its time slice contains.
    const nights =
      length === 1
        ? [offer.totalGrossAmount]
        : Array.from({ length }, (_, night) => offer.timeSlices?.[night]?.totalGrossAmount);
    return { ratePlanId: part.ratePlanId, offer, nights };
  });
}

/** The values of closed lists that hotelctl does not know; the platform may. Each is a sentence for a warning. */
export const unknownChoices = ({ reservations }: BookingRequest): string[] => {
  const known = { guaranteeType: guaranteeTypes, travelPurpose: travelPurposes };
  const unknown = reservations.flatMap(reservation =>
    (['guaranteeType', 'travelPurpose'] as const).flatMap(field => {
      const value = reservation[field];
      const isKnown = value === undefined || known[field].some(one => one === value);
      return isKnown ? [] : [`${field} ${value} is not a documented value (${known[field].join(', ')})`];
    }),
  );
  return [...new Set(unknown)];
};
