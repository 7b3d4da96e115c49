import type { travelPurposes } from '../../platform/parameters.ts';
import type { Company } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import type { GuaranteeType, OrderedService, TimeSlice } from './rate-plans.ts';

type ReservationStatus = 'Confirmed' | 'InHouse' | 'CheckedOut' | 'Canceled' | 'NoShow';
export type PaymentMethod = 'Cash' | 'Visa' | 'Mastercard' | 'AmericanExpress' | 'BankTransfer';

/** A person in the guest book. What the front desk did not record is null. */
export interface Guest {
  readonly title: string | null;
  readonly gender: string | null;
  readonly firstName: string | null;
  readonly middleInitial: string | null;
  readonly lastName: string;
  /** Two-letter ISO codes. */
  readonly nationality: string | null;
  readonly countryOfResidence: string | null;
}

/** The source of a booking, and the conditions that its reservations have in common. */
export interface BookingTerms {
  readonly channelCode: string;
  readonly source: string;
  /** The id: `MUC-LEISURE`. */
  readonly marketSegment: string;
  readonly travelPurpose: (typeof travelPurposes)[number] | null;
  readonly company: Company | null;
  readonly guaranteeType: GuaranteeType;
  readonly paymentMethod: PaymentMethod;
}

export interface Reservation extends BookingTerms {
  /** The booking's id, a dash and the number within it: `HPGMSTGF-1`. */
  readonly id: string;
  readonly bookingId: string;
  /** Departure is the day of leaving; for day use it equals the arrival. */
  readonly arrival: Day;
  readonly departure: Day;
  readonly created: Day;
  /** The final outcome; the status on a day follows from this and the hotel's clock. */
  readonly course: 'Stay' | 'Canceled' | 'NoShow';
  /** Only for canceled reservations; never after the arrival. */
  readonly canceledOn: Day | null;
  readonly primaryGuest: Guest;
  readonly adults: number;
  readonly childrenAges: readonly number[];
  /** Number of the company's invoice, issued on departure; null if the guest pays. */
  readonly invoiceNumber: string | null;
  /** One for each night, in order; a single one for day use. */
  readonly timeSlices: readonly TimeSlice[];
  readonly services: readonly OrderedService[];
  /** The amount captured at booking time; if absent, a prepaid stay was paid in full. */
  readonly prePaid?: { readonly gross: number };
}

/**
 * The status in the evening of a business day: guests due today have arrived or left, and a reservation becomes a
 * no-show on the day after its arrival. A cancelled reservation is confirmed until the day of its cancellation.
 */
export function findStatus(reservation: Reservation, today: Day): ReservationStatus {
  const { course, canceledOn } = reservation;
  if (course === 'Canceled' && today >= (canceledOn ?? reservation.created)) return 'Canceled';
  if (today < reservation.arrival) return 'Confirmed';
  if (course === 'NoShow') return today > reservation.arrival ? 'NoShow' : 'Confirmed';
  return today < reservation.departure ? 'InHouse' : 'CheckedOut';
}

/** Whether the guest will come, is here or was here: what the guest count reports consider. */
export const isExpected = (reservation: Reservation, today: Day): boolean =>
  !['Canceled', 'NoShow'].includes(findStatus(reservation, today));

export const isOverNight = (slice: TimeSlice) => slice.ratePlan.timeSliceDefinition.template === 'OverNight';

export const countPersons = (reservation: Pick<Reservation, 'adults' | 'childrenAges'>): number =>
  reservation.adults + reservation.childrenAges.length;
