import { isZero, type Money, minorUnits, moneySum, noMoney, sameMoney } from '../money.ts';
import type { Rule } from '../parameters.ts';
import { chosenDates, isOfferedCount } from './amounts.ts';
import type { AuthorizationResponse } from './authorization.ts';
import { type BookingRequest, quotedParts, type RequestedReservation } from './booking-request.ts';
import { authorizationLifetime, ratePlansByNight, sliceCount } from './offers.ts';
import { listProperties } from './quote.ts';
import type { Quote, QuotedReservation } from './quote-model.ts';

export interface BookingAuthorization {
  readonly response: AuthorizationResponse;
  /** From the authorization request. */
  readonly shopperReference: string;
  /** The request's metadata.propertyId. */
  readonly propertyId: string;
  /** Milliseconds since 1970. */
  readonly authorizedAt: number;
}

export interface BookingMaterial {
  readonly request: BookingRequest;
  readonly quote: Quote;
  readonly authorization: BookingAuthorization | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Rules about the authorization pass without one: a separate rule decides whether it is required. */
const ofAuthorization =
  (holds: (authorization: BookingAuthorization, material: BookingMaterial) => boolean) =>
  (material: BookingMaterial): boolean =>
    material.authorization === undefined || holds(material.authorization, material);

const eachReservation =
  (holds: (requested: RequestedReservation, quoted: QuotedReservation) => boolean) =>
  ({ request, quote }: BookingMaterial): boolean =>
    request.reservations.length === quote.reservations.length &&
    request.reservations.every((requested, index) => {
      const quoted = quote.reservations[index];
      return quoted !== undefined && holds(requested, quoted);
    });

/** The rules of platform.md, "Booking offers and booking creation". */
export const bookingRules: readonly Rule<BookingMaterial>[] = [
  {
    sentence:
      "the reservations must be the quote's: arrival, departure, adults, ages of children and rate plans",
    holds: eachReservation(
      (requested, quoted) =>
        requested.arrival.slice(0, 10) === quoted.arrival.slice(0, 10) &&
        requested.departure.slice(0, 10) === quoted.departure.slice(0, 10) &&
        requested.adults === quoted.adults &&
        sameList(requested.childrenAges ?? [], quoted.childrenAges ?? []) &&
        sameList(
          requested.timeSlices.map(({ ratePlanId }) => ratePlanId),
          ratePlansByNight(quoted),
        ) &&
        sameList(
          (requested.services ?? []).map(({ serviceId }) => serviceId),
          quoted.services.map(({ serviceId }) => serviceId),
        ),
    ),
  },
  {
    sentence: 'the count of a service must be the count that it is quoted for',
    holds: eachReservation((requested, quoted) =>
      (requested.services ?? []).every(({ count }, index) => {
        const service = quoted.services[index];
        const offered = service?.offer.count ?? undefined;
        return (count ?? offered) === (service?.count ?? offered);
      }),
    ),
  },
  {
    sentence: 'each reservation must have one time slice for each night',
    holds: ({ request }) => request.reservations.every(one => one.timeSlices.length === sliceCount(one)),
  },
  {
    sentence: 'the prepayment of each reservation must be the sum of the prepayments of its offers',
    holds: eachReservation((requested, { sums }) =>
      sameMoney(requested.prePaymentAmount ?? noMoney(sums.prePayment.currency), sums.prePayment),
    ),
  },
  {
    sentence:
      'an amount that overrides a night or a service date must be the gross amount quoted for it, without city tax and fees',
    holds: eachReservation(overridesAreQuoted),
  },
  {
    sentence: 'an email address must have one @, with a name before it and a domain after it',
    holds: ({ request: { booker, reservations } }) =>
      [booker, ...reservations.map(({ primaryGuest }) => primaryGuest)].every(
        person => person?.['email'] === undefined || /^[^\s@]+@[^\s@]+$/.test(String(person['email'])),
      ),
  },
  {
    sentence: 'a booking needs an authorization if it has a prepayment, and only then',
    holds: ({ quote, request, authorization }) => {
      const isPaid = !isZero(quote.sums.prePayment);
      const hasReferences = request.paymentAccount?.transactionReference !== undefined;
      return (authorization !== undefined) === isPaid && hasReferences === isPaid;
    },
  },
  {
    sentence: "the processor's resultCode must be Authorised",
    holds: ofAuthorization(({ response }) => response.resultCode === 'Authorised'),
  },
  {
    sentence: 'paymentAccount.payerReference must be the shopperReference of the authorization',
    holds: ofAuthorization(
      ({ shopperReference }, { request }) => request.paymentAccount?.payerReference === shopperReference,
    ),
  },
  {
    sentence: "paymentAccount.transactionReference must be the processor's reference, its pspReference",
    holds: ofAuthorization(({ response }, { request }) => {
      const references = [request.paymentAccount?.transactionReference, request.transactionReference];
      return references.every((reference, index) =>
        reference === undefined ? index > 0 : reference === response.pspReference,
      );
    }),
  },
  {
    sentence: 'the authorized amount must be the prepayment of the quote',
    holds: ofAuthorization(({ response: { amount } }, { quote: { sums } }) => {
      if (!amount) return true;
      const { prePayment } = sums;
      const wanted: Money = { amount: minorUnits(prePayment), currency: prePayment.currency };
      return sameMoney({ amount: amount.value, currency: amount.currency }, wanted);
    }),
  },
  {
    sentence: 'the payout must go to one property of the quote',
    holds: ofAuthorization(({ propertyId }, { quote }) => listProperties(quote).includes(propertyId)),
  },
  {
    sentence: 'the booking must come within two hours of the authorization',
    holds: ofAuthorization(({ authorizedAt }, { now }) => now - authorizedAt <= authorizationLifetime),
  },
];

/**
 * Whether the platform can book the request only at the quoted total: every night and service date has its amount, and
 * these add up to it. The platform adds city tax and fees itself, whatever the request contains.
 */
export const bindsPrice = ({ request, quote }: Pick<BookingMaterial, 'request' | 'quote'>): boolean =>
  request.reservations.every(({ timeSlices, services = [] }, index) => {
    const total = quote.reservations[index]?.sums.total;
    const amounts = [
      ...timeSlices.map(({ totalAmount }) => totalAmount),
      ...services.flatMap(({ dates }) => dates?.map(({ amount }) => amount) ?? [undefined]),
    ];
    const sent = amounts.filter(amount => amount !== undefined);
    return (
      total !== undefined &&
      sent.length === amounts.length &&
      sameMoney(moneySum(sent, total.currency), total)
    );
  });

/** Another amount could be net, or contain city tax or fees, and would change the total that the booker has seen. */
function overridesAreQuoted(requested: RequestedReservation, quoted: QuotedReservation): boolean {
  const { currency } = quoted.sums.total;
  const quotedNights = quotedParts(quoted).flatMap(({ nights }) => nights);
  const nights = requested.timeSlices.every(({ totalAmount }, index) => {
    const gross = quotedNights[index];
    return totalAmount === undefined || (gross ? sameMoney(totalAmount, gross) : false);
  });
  const services = (requested.services ?? []).every(({ dates }, index) => {
    const service = quoted.services[index];
    // Without dates the platform uses the default ones; so does a quote without dates.
    if (!service || dates === undefined) return service !== undefined && service.dates === undefined;
    const amounts = chosenDates(service.offer, service, currency);
    // Whether an amount is for one service or for all of them is not documented.
    const mayHaveAmounts = isOfferedCount(service.offer, service);
    return (
      sameList(
        dates.map(({ serviceDate }) => serviceDate),
        amounts.map(({ serviceDate }) => serviceDate),
      ) &&
      dates.every(
        ({ amount }, place) =>
          amount === undefined || (mayHaveAmounts && sameMoney(amount, amounts[place]?.amount ?? amount)),
      )
    );
  });
  return nights && services;
}

const sameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
