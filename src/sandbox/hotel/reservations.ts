import { twoDigits } from '../../platform/dates.ts';
import type { Blueprint } from './blueprints/blueprint.ts';
import { type Day, firstDayOf, toYear } from './calendar.ts';
import type { Occupation } from './occupancy.ts';
import { orderServices, priceStay, products, type RatePlan, type Service } from './rate-plans.ts';
import type { BookingTerms, Guest, Reservation } from './reservation.ts';
import { lots, type SeededRandom } from './seeded-random.ts';

/** Channel and source are chosen together. */
const channels = lots({
  'Direct Phone': 120,
  'Direct Email': 90,
  'Direct Walk-in': 40,
  'Ibe Website': 170,
  'BookingCom Booking.com': 300,
  'Expedia Expedia': 110,
  'Hrs HRS': 60,
  'ChannelManager Agoda': 60,
  'ChannelManager GDS': 30,
  'Homelike Homelike': 10,
  'AltoVita AltoVita': 10,
});
const companyChannels = lots({ 'Direct Email': 500, 'Hrs HRS': 250, 'ChannelManager GDS': 250 });
const overNightProducts = lots({ FLEX: 340, NONREF: 310, BB: 342, COMP: 8 });
const cards = lots({ Visa: 480, Mastercard: 330, AmericanExpress: 90, Cash: 100 });

const childCount = lots({ 0: 860, 1: 90, 2: 50 });
const adultCount = lots({ 1: 420, 2: 520, 3: 45, 4: 15 });

interface ReservationInputs {
  readonly blueprint: Blueprint;
  readonly guests: readonly Guest[];
  readonly ratePlans: readonly RatePlan[];
  readonly services: readonly Service[];
  readonly bookingId: (n: number) => string;
  /** A separate stream for each arrival day, so that the result does not depend on where the data begins. */
  readonly random: (arrival: Day) => SeededRandom;
}

/** Day use is booked directly; companies book their own rate and get an invoice. */
function drawTerms(
  random: SeededRandom,
  { blueprint }: ReservationInputs,
  isOverNight: boolean,
): { readonly product: string; readonly terms: BookingTerms } {
  const company = random.happens(blueprint.companyPermille) ? random.pick(blueprint.companies) : null;
  const product = isOverNight ? (company ? 'CORP' : random.pickFrom(overNightProducts)) : 'DAY';
  const [channelCode = '', source = ''] = random.pickFrom(company ? companyChannels : channels).split(' ');
  if (company) {
    const travelPurpose = random.happens(950) ? 'Business' : null;
    const payment = { guaranteeType: 'Company', paymentMethod: 'BankTransfer' } as const;
    const marketSegment = `${blueprint.code}-CORPORATE`;
    return { product, terms: { channelCode, source, company, marketSegment, travelPurpose, ...payment } };
  }
  const isDirect = channelCode === 'Direct' || channelCode === 'Ibe';
  const travelPurpose = random.happens(240) ? 'Business' : 'Leisure';
  const segment = isDirect ? (travelPurpose === 'Business' ? 'BUSINESS' : 'LEISURE') : 'OTA';
  const terms: BookingTerms = {
    channelCode,
    source,
    company,
    marketSegment: `${blueprint.code}-${product === 'COMP' ? 'HOUSE' : segment}`,
    travelPurpose: random.happens(130) ? null : travelPurpose,
    guaranteeType: products.find(([code]) => code === product)?.[2] ?? 'CreditCard',
    paymentMethod: product === 'NONREF' ? random.pick(['Visa', 'Mastercard']) : random.pickFrom(cards),
  };
  return { product, terms };
}

/** An upper bound for the arrivals of one day in the largest property. */
const bookingsPerDay = 512;
/** Booking numbers have 24 bits and repeat after 89 years. */
const daysNumbered = 0x1000000 / bookingsPerDay;

/** Assigns guests to the occupations, which are sorted by arrival; the result has the same order. */
export function makeReservations(occupations: readonly Occupation[], inputs: ReservationInputs) {
  const { blueprint, guests, ratePlans, services } = inputs;
  const invoices = new Map<Day, number>();
  let today = Number.NaN;
  let random = inputs.random(0);
  let bookings = 0;
  /** The reservations of one booking have the terms and the product in common. */
  let booking: ({ id: string; first: Occupation; size: number } & ReturnType<typeof drawTerms>) | undefined;
  return occupations.map((occupation): Reservation => {
    const { arrival, departure, course, canceledOn } = occupation;
    const { unitGroup } = occupation.unit;
    if (arrival !== today) {
      today = arrival;
      random = inputs.random(arrival);
      bookings = 0;
      booking = undefined;
    }
    if (!booking || !travelsAlong(occupation, booking.first) || !random.happens(60)) {
      const drawn = drawTerms(random, inputs, departure > arrival);
      const id = inputs.bookingId((arrival % daysNumbered) * bookingsPerDay + bookings++);
      booking = { id, ...drawn, first: occupation, size: 0 };
    }
    booking.size++;
    const { product, terms } = booking;
    const isInvoiced = terms.company !== null && course === 'Stay';
    const count = (invoices.get(departure) ?? 0) + 1;
    if (isInvoiced) invoices.set(departure, count);
    const adults = Math.min(Number(random.pickFrom(adultCount)), unitGroup.maxPersons);
    const children = Math.min(Number(random.pickFrom(childCount)), unitGroup.maxPersons - adults);
    const ratePlan = ratePlans.find(
      plan => plan.code === product && plan.unitGroup === unitGroup,
    ) as RatePlan;
    const stay = { ratePlan, arrival, departure, persons: adults + children };
    return {
      id: `${booking.id}-${booking.size}`,
      bookingId: booking.id,
      arrival,
      departure,
      created: booking.first.created,
      course,
      canceledOn,
      primaryGuest: random.pick(guests),
      adults,
      childrenAges: children === 0 ? none : Array.from({ length: children }, () => random.below(16)),
      ...terms,
      invoiceNumber: isInvoiced ? makeInvoiceNumber(blueprint.code, departure, count) : null,
      timeSlices: priceStay(blueprint, stay, course === 'Stay' ? occupation.unit : null),
      services: unitGroup.type === 'BedRoom' ? orderServices(random, blueprint, services, stay) : none,
    };
  });
}

/** One shared list for the many reservations without children or services: a chain has half a million. */
const none: readonly never[] = [];

/** Numbered by the day of departure, on which it is issued: `MUC-R2632507` is the seventh of the 325th day of 2026. */
function makeInvoiceNumber(code: string, day: Day, count: number): string {
  const year = toYear(day);
  const dayOfYear = String(day - firstDayOf(year) + 1).padStart(3, '0');
  return `${code}-R${String(year).slice(-2)}${dayOfYear}${twoDigits(count)}`;
}

/**
 * Rooms of one booking arrive and depart together. A room that replaced a cancelled booking keeps its own booking date.
 */
const travelsAlong = (occupation: Occupation, first: Occupation): boolean =>
  !occupation.followsCanceled &&
  [occupation, first].every(({ course, unit }) => course === 'Stay' && unit.unitGroup.type === 'BedRoom') &&
  occupation.departure === first.departure;

/** Names of every kind that an export has to survive: accents, apostrophes, spaces and other scripts. */
const firstNames = {
  Female: 'Anna Käthe Zoë Olivia Grace Élodie Inês Francesca Lucía Fleur Łucja Åsa Yuki Mei Ha-eun Priya',
  Male: 'Jürgen Paul Björn James Noah Jean-Luc Niccolò Íñigo Daan Paweł Göran Haruto Wei Min-jun Rohan',
};
const lastNames =
  "Müller|Weiß|von der Heide|Meyer-Lüdenscheid|Smith|O'Brien|St. John|McAllister|Lefèvre|d’Aubigné|De Luca|Núñez|López Ibáñez|’t Hart|Dąbrowski|Åkesson|Satō|佐藤|陳|김|Sharma";

/** The empty title and gender are not recorded. */
const titles = {
  Female: lots({ Ms: 60, Mrs: 20, Dr: 6, Prof: 1, Other: 1, '': 12 }),
  Male: lots({ Mr: 80, Dr: 6, Prof: 1, Other: 1, '': 12 }),
};
const statedGender = {
  Female: lots({ Female: 86, Other: 1, Unknown: 5, '': 8 }),
  Male: lots({ Male: 86, Other: 1, Unknown: 5, '': 8 }),
};

/** Returning guests are the same person: reservations pick their guests from this book. */
export function makeGuests(random: SeededRandom, countries: Readonly<Record<string, number>>, count: number) {
  const homes = lots(countries);
  return Array.from({ length: count }, () => {
    const home = random.pickFrom(homes);
    // Some guests live abroad: nationality and country of residence are two different statistics.
    const nationality = random.happens(80) ? random.pickFrom(homes) : home;
    const sex = random.happens(480) ? 'Female' : 'Male';
    return {
      title: random.pickFrom<string>(titles[sex]) || null,
      gender: random.pickFrom<string>(statedGender[sex]) || null,
      firstName: random.happens(30) ? null : random.pick(firstNames[sex].split(' ')),
      middleInitial: random.happens(90) ? random.pick([...'ABCDEFGHJKLMRST']) : null,
      lastName: random.pick(lastNames.split('|')),
      nationality: random.happens(60) ? null : nationality,
      countryOfResidence: random.happens(90) ? null : home,
    };
  });
}
