import { type Day, dateOf, dayOfDate } from './calendar.ts';
import type { Guest } from './guests.ts';
import type { Occupation } from './occupancy.ts';
import type { Company, GuaranteeType, MarketSegment, RatePlan, Service } from './property.ts';
import { orderServices, priceStay, type Tariff } from './rate-plans.ts';
import type { BookingTerms, PaymentMethod, Reservation } from './reservation.ts';
import { lots, type SeededRandom } from './seeded-random.ts';

/** The booker and the conditions that the reservations of one booking have in common. */
export interface Party extends BookingTerms {
  readonly product: string;
}

/** The parts of a property that its bookers are drawn from. */
export interface GuestMarket {
  readonly companies: readonly Company[];
  readonly companyPermille: number;
  readonly segments: Readonly<Record<SegmentCode, MarketSegment>>;
  readonly guests: readonly Guest[];
}

const segmentNames = {
  LEISURE: 'Leisure individual',
  BUSINESS: 'Business individual',
  CORPORATE: 'Companies',
  OTA: 'Online travel agencies',
  HOUSE: 'House use',
} as const;
type SegmentCode = keyof typeof segmentNames;

export function makeSegments(propertyCode: string): Record<SegmentCode, MarketSegment> {
  const made = Object.entries(segmentNames).map(
    ([code, name]) => [code, { id: `${propertyCode}-${code}`, code, name }] as const,
  );
  return Object.fromEntries(made) as Record<SegmentCode, MarketSegment>;
}

/** Channel and source are chosen together. */
const channels = lots<readonly [string, string]>([
  [['Direct', 'Phone'], 120],
  [['Direct', 'Email'], 90],
  [['Direct', 'Walk-in'], 40],
  [['Ibe', 'Website'], 170],
  [['BookingCom', 'Booking.com'], 300],
  [['Expedia', 'Expedia'], 110],
  [['Hrs', 'HRS'], 60],
  [['ChannelManager', 'Agoda'], 60],
  [['ChannelManager', 'GDS'], 30],
  [['Homelike', 'Homelike'], 10],
  [['AltoVita', 'AltoVita'], 10],
]);
const companyChannels = lots<readonly [string, string]>([
  [['Direct', 'Email'], 500],
  [['Hrs', 'HRS'], 250],
  [['ChannelManager', 'GDS'], 250],
]);
const overNightProducts = lots([
  ['FLEX', 340],
  ['NONREF', 310],
  ['BB', 342],
  ['COMP', 8],
]);
const cards = lots<PaymentMethod>([
  ['Visa', 480],
  ['Mastercard', 330],
  ['AmericanExpress', 90],
  ['Cash', 100],
]);
const guarantees: Readonly<Record<string, GuaranteeType>> = {
  FLEX: 'PM6Hold',
  NONREF: 'Prepayment',
  COMP: 'PM6Hold',
};

/** Day use is booked directly; companies book their own rate and get an invoice. */
export function drawParty(random: SeededRandom, market: GuestMarket, isOverNight: boolean): Party {
  const company = random.happens(market.companyPermille) ? random.pick(market.companies) : null;
  if (company) {
    const [channelCode, source] = random.pickFrom(companyChannels);
    return {
      product: isOverNight ? 'CORP' : 'DAY',
      channelCode,
      source,
      marketSegment: market.segments.CORPORATE,
      travelPurpose: random.happens(950) ? 'Business' : null,
      company,
      guaranteeType: 'Company',
      paymentMethod: 'BankTransfer',
    };
  }
  const product = isOverNight ? random.pickFrom(overNightProducts) : 'DAY';
  const [channelCode, source] = random.pickFrom(channels);
  const isDirect = channelCode === 'Direct' || channelCode === 'Ibe';
  const travelPurpose = random.happens(240) ? 'Business' : 'Leisure';
  const segment = travelPurpose === 'Business' ? 'BUSINESS' : 'LEISURE';
  return {
    product,
    channelCode,
    source,
    marketSegment: market.segments[product === 'COMP' ? 'HOUSE' : isDirect ? segment : 'OTA'],
    travelPurpose: random.happens(130) ? null : travelPurpose,
    company: null,
    guaranteeType: guarantees[product] ?? 'CreditCard',
    paymentMethod: product === 'NONREF' ? random.pick(['Visa', 'Mastercard']) : random.pickFrom(cards),
  };
}

export const planOf = (plans: readonly RatePlan[], product: string, unitGroupId: string): RatePlan =>
  plans.find(plan => plan.code === product && plan.unitGroup.id === unitGroupId) as RatePlan;

/** The inputs of a reservation, besides the occupations. */
interface ReservationInputs {
  readonly code: string;
  readonly tariff: Tariff;
  readonly market: GuestMarket;
  readonly ratePlans: readonly RatePlan[];
  readonly services: readonly Service[];
  readonly bookingId: (n: number) => string;
  /** A separate stream for each arrival day, so that the result does not depend on where the data begins. */
  readonly random: (arrival: Day) => SeededRandom;
}

const childCount = lots<number>([
  [0, 860],
  [1, 90],
  [2, 50],
]);
const adultCount = lots<number>([
  [1, 420],
  [2, 520],
  [3, 45],
  [4, 15],
]);

/** An upper bound for the arrivals of one day in the largest property. */
const bookingsPerDay = 512;
/** Booking numbers have 24 bits and repeat after 89 years. */
const daysNumbered = 0x1000000 / bookingsPerDay;

/** One shared list for the many reservations without children or services: a chain has half a million. */
const none: readonly never[] = [];

interface Booking {
  readonly id: string;
  readonly created: Day;
  readonly party: Party;
  readonly occupation: Occupation;
  reservations: number;
}

/** Assigns guests to the occupations, which are sorted by arrival; the result has the same order. */
export function makeReservations(
  occupations: readonly Occupation[],
  inputs: ReservationInputs,
): Reservation[] {
  const { bookingId, market, code } = inputs;
  const invoices = new Map<Day, number>();
  let arrival = Number.NaN;
  let random = inputs.random(0);
  let bookings = 0;
  let booking: Booking | null = null;
  return occupations.map(occupation => {
    if (occupation.arrival !== arrival) {
      arrival = occupation.arrival;
      random = inputs.random(arrival);
      bookings = 0;
      booking = null;
    }
    if (!booking || !travelsAlong(occupation, booking) || !random.happens(60)) {
      const party = drawParty(random, market, occupation.departure > occupation.arrival);
      const number = (arrival % daysNumbered) * bookingsPerDay + bookings++;
      booking = { id: bookingId(number), created: occupation.created, party, occupation, reservations: 0 };
    }
    booking.reservations++;
    const isInvoiced = booking.party.company !== null && occupation.course === 'Stay';
    return makeReservation(random, occupation, booking, inputs, isInvoiced ? nextInvoice() : null);

    /**
     * Numbered by the day of departure, on which it is issued: `MUC-R2632507` is the seventh of the 325th day of 2026.
     */
    function nextInvoice(): string {
      const day = occupation.departure;
      const count = (invoices.get(day) ?? 0) + 1;
      invoices.set(day, count);
      const { year } = dateOf(day);
      const dayOfYear = day - dayOfDate(year, 1, 1) + 1;
      const digits = (value: number, length: number) => String(value).padStart(length, '0');
      return `${code}-R${digits(year % 100, 2)}${digits(dayOfYear, 3)}${digits(count, 2)}`;
    }
  });
}

/**
 * Rooms of one booking arrive and depart together. A room that replaced a cancelled booking keeps its own booking date.
 */
const travelsAlong = (occupation: Occupation, booking: Booking): boolean =>
  occupation.course === 'Stay' &&
  !occupation.followsCanceled &&
  booking.occupation.course === 'Stay' &&
  occupation.unitGroup.type === 'BedRoom' &&
  booking.occupation.unitGroup.type === 'BedRoom' &&
  occupation.departure === booking.occupation.departure;

function makeReservation(
  random: SeededRandom,
  { unitGroup, unit, arrival, departure, course, canceledOn }: Occupation,
  { id, created, party, reservations }: Booking,
  { tariff, market, ratePlans, services }: ReservationInputs,
  invoiceNumber: string | null,
): Reservation {
  const adults = Math.min(random.pickFrom(adultCount), unitGroup.maxPersons);
  const children = Math.min(random.pickFrom(childCount), unitGroup.maxPersons - adults);
  const persons = adults + children;
  const ratePlan = planOf(ratePlans, party.product, unitGroup.id);
  const isBedRoom = unitGroup.type === 'BedRoom';
  return {
    id: `${id}-${reservations}`,
    bookingId: id,
    arrival,
    departure,
    created,
    course,
    canceledOn,
    primaryGuest: random.pick(market.guests),
    adults,
    childrenAges: children === 0 ? none : Array.from({ length: children }, () => random.below(16)),
    channelCode: party.channelCode,
    source: party.source,
    marketSegment: party.marketSegment,
    travelPurpose: party.travelPurpose,
    company: party.company,
    guaranteeType: party.guaranteeType,
    paymentMethod: party.paymentMethod,
    invoiceNumber,
    timeSlices: priceStay(tariff, ratePlan, course === 'Stay' ? unit : null, arrival, departure, persons),
    services: isBedRoom
      ? orderServices(random, tariff, services, { ratePlan, arrival, departure, persons })
      : none,
  };
}
