import type { BookingRequest } from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes } from '../../platform/bookings/kinds.ts';
import type { Day } from '../hotel/calendar.ts';
import type { Guest } from '../hotel/guests.ts';
import type { MarketSegment } from '../hotel/inventory.ts';
import type { PaymentMethod, Reservation, TravelPurpose } from '../hotel/reservation.ts';
import type { RequestedStay } from './requested-stay.ts';

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
