import type { Day } from './calendar.ts';
import type { Occupation } from './occupancy.ts';
import type { RatePlan, Service } from './products.ts';
import type { Reservation } from './reservation.ts';
import { lots, type SeededRandom } from './seeded-random.ts';
import { orderServices, priceStay, type Tariff } from './stay-prices.ts';
import { drawParty, type Market, type Party, planOf } from './travellers.ts';

/** What reservations are made from, beside the occupations. */
export interface Ingredients {
  readonly tariff: Tariff;
  readonly market: Market;
  readonly ratePlans: readonly RatePlan[];
  readonly services: readonly Service[];
  readonly bookingId: (n: number) => string;
  readonly today: Day;
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

interface Booking {
  readonly id: string;
  readonly created: Day;
  readonly party: Party;
  readonly occupation: Occupation;
  reservations: number;
}

/** Puts people into the occupations; in their order, which is that of the arrivals. */
export function makeReservations(
  random: SeededRandom,
  occupations: readonly Occupation[],
  ingredients: Ingredients,
): Reservation[] {
  const { today, bookingId, market } = ingredients;
  let bookings = 0;
  let booking: Booking | null = null;
  return occupations.map(occupation => {
    if (!booking || !travelsAlong(occupation, booking) || !random.happens(60)) {
      const party = drawParty(random, market, occupation.departure > occupation.arrival);
      // Who arrives after today has booked by today.
      const created = Math.min(occupation.arrival, today) - party.leadDays;
      booking = { id: bookingId(bookings++), created, party, occupation, reservations: 0 };
    }
    booking.reservations++;
    return makeReservation(random, occupation, booking, ingredients);
  });
}

/** Rooms of one booking arrive and leave together. */
const travelsAlong = (occupation: Occupation, booking: Booking): boolean =>
  occupation.course === 'Stay' &&
  booking.occupation.course === 'Stay' &&
  occupation.unitGroup.type === 'BedRoom' &&
  booking.occupation.unitGroup.type === 'BedRoom' &&
  occupation.arrival === booking.occupation.arrival &&
  occupation.departure === booking.occupation.departure;

function makeReservation(
  random: SeededRandom,
  { unitGroup, unit, arrival, departure, course }: Occupation,
  { id, created, party, reservations }: Booking,
  { tariff, market, ratePlans, services, today }: Ingredients,
): Reservation {
  const adults = Math.min(random.pickFrom(adultCount), unitGroup.maxPersons);
  const children = Math.min(random.pickFrom(childCount), unitGroup.maxPersons - adults);
  const childrenAges = Array.from({ length: children }, () => random.below(16));
  const persons = adults + children;
  const ratePlan = planOf(ratePlans, party.product, unitGroup.id);
  const timeSlices = priceStay(tariff, ratePlan, unit, arrival, departure, persons);
  const isBedRoom = unitGroup.type === 'BedRoom';
  return {
    id: `${id}-${reservations}`,
    bookingId: id,
    arrival,
    departure,
    created,
    course,
    canceledOn: course === 'Canceled' ? created + random.below(Math.min(arrival, today) - created + 1) : null,
    primaryGuest: random.pick(market.guests),
    adults,
    childrenAges,
    channelCode: party.channelCode,
    source: party.source,
    marketSegment: party.marketSegment,
    travelPurpose: party.travelPurpose,
    company: party.company,
    guaranteeType: party.guaranteeType,
    paymentMethod: party.paymentMethod,
    invoiceNumber: null,
    timeSlices,
    services: isBedRoom ? orderServices(random, tariff, services, timeSlices, persons) : [],
  };
}

/** Numbers the companies' invoices through, by the day of departure on which they are issued. */
export function numberInvoices(propertyCode: string, reservations: readonly Reservation[]): Reservation[] {
  const numbers = new Map<string, string>();
  const invoiced = reservations.filter(({ company, course }) => company !== null && course === 'Stay');
  for (const { id } of [...invoiced].sort((one, other) => one.departure - other.departure)) {
    numbers.set(id, `${propertyCode}-R${String(numbers.size + 1).padStart(6, '0')}`);
  }
  return reservations.map(one => {
    const invoiceNumber = numbers.get(one.id);
    return invoiceNumber ? { ...one, invoiceNumber } : one;
  });
}
