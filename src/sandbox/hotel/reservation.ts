import type { Day } from './calendar.ts';
import type { Guest } from './guests.ts';
import type {
  Company,
  GuaranteeType,
  MarketSegment,
  RatePlan,
  Service,
  Unit,
  UnitGroup,
} from './inventory.ts';
import type { Minor } from './money.ts';

type ReservationStatus = 'Confirmed' | 'InHouse' | 'CheckedOut' | 'Canceled' | 'NoShow';
export type TravelPurpose = 'Business' | 'Leisure';
export type PaymentMethod = 'Cash' | 'Visa' | 'Mastercard' | 'AmericanExpress' | 'BankTransfer';

/** The source of a booking, and the conditions that its reservations have in common. */
export interface BookingTerms {
  readonly channelCode: string;
  readonly source: string;
  readonly marketSegment: MarketSegment;
  readonly travelPurpose: TravelPurpose | null;
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
  readonly prePaid?: { readonly gross: Minor; readonly vat: Minor };
}

/** One night, or one day of day use. From and to follow from the day and the rate plan's time slice definition. */
export interface TimeSlice {
  readonly day: Day;
  readonly ratePlan: RatePlan;
  readonly unitGroup: UnitGroup;
  /** null if no unit is assigned: canceled and no-show reservations keep none. */
  readonly unit: Unit | null;
  /** The accommodation only. */
  readonly baseGross: Minor;
  readonly baseNet: Minor;
  /** The services that the rate plan includes, for all persons in the room. */
  readonly included: readonly IncludedService[];
  /** Base and included services; no city tax, no fees. */
  readonly gross: Minor;
  readonly net: Minor;
}

export interface IncludedService {
  readonly service: Service;
  readonly count: number;
  /** For all of `count`. */
  readonly gross: Minor;
  readonly net: Minor;
}

export interface OrderedService extends IncludedService {
  readonly day: Day;
}

/**
 * The status in the evening of a business day: guests due today have arrived or left, and a reservation becomes a
 * no-show on the day after its arrival. A cancelled reservation is confirmed until the day of its cancellation.
 */
export function statusOf(reservation: Reservation, today: Day): ReservationStatus {
  const { course, canceledOn } = reservation;
  if (course === 'Canceled' && today >= (canceledOn ?? reservation.created)) return 'Canceled';
  if (today < reservation.arrival) return 'Confirmed';
  if (course === 'NoShow') return today > reservation.arrival ? 'NoShow' : 'Confirmed';
  return today < reservation.departure ? 'InHouse' : 'CheckedOut';
}

/** Statuses that the guest count reports consider: the guest will come, is here or was here. */
export const isGuestStatus = (status: ReservationStatus): boolean =>
  status === 'Confirmed' || status === 'InHouse' || status === 'CheckedOut';

export const isOverNight = (slice: TimeSlice): boolean =>
  slice.ratePlan.timeSliceDefinition.template === 'OverNight';

export const personsOf = (reservation: Reservation): number =>
  reservation.adults + reservation.childrenAges.length;
