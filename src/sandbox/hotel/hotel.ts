import { UsageError } from '../../base/errors.ts';
import { dayLength, dayNumber, firstOfMonth, isDate } from '../../platform/dates.ts';
import type { Blueprint } from './blueprints/blueprint.ts';
import { largestChain, makeBlueprints, makeUglyBlueprints } from './blueprints/chain.ts';
import { type Day, formatDay, yearsIn } from './calendar.ts';
import { makeRevenueAccounts } from './folio.ts';
import { makeGroupBlocks, makeOccupations } from './occupancy.ts';
import { makeRatePlans, makeServices, type Service } from './rate-plans.ts';
import type { Reservation } from './reservation.ts';
import { makeGuests, makeReservations } from './reservations.ts';
import { bookingIds, type SeededRandom, seededRandom } from './seeded-random.ts';
import { makeUnitGroups, makeUnits } from './units.ts';

/** One property with its inventory, rates, guests and bookings. Lists are in the order of creation; ids are unique. */
export type Property = ReturnType<typeof makeProperty>['property'];

/** The days of a property's data: arrivals from `opened` to `last` (exclusive), as of `today`. */
interface Span {
  readonly opened: Day;
  readonly today: Day;
  readonly last: Day;
}

/** Longer than any stay: earlier arrivals share invoice numbers with the first days of the data. */
const longestStay = 20;

/** How many properties that were read keep their data: a program with a sandbox for each of its tests generates it once. */
const mostKept = 12;
const kept = new Map<string, ReturnType<typeof generateProperty>>();

/**
 * Creates a property from its blueprint. Units, guests, reservations and sales are generated on first access, so that a
 * chain starts quickly.
 */
function makeProperty(seed: string, index: number, blueprint: Blueprint, span: Span) {
  const { code, name, oddities } = blueprint;
  const key = JSON.stringify([seed, index, code, name, oddities, span.opened, span.last]);
  const generated = kept.get(key) ?? generateProperty(seed, index, blueprint, span);
  kept.delete(key);
  kept.set(key, generated);
  const read = [...kept].filter(([, { isRead }]) => isRead());
  for (const [oldest] of read.slice(0, -mostKept)) kept.delete(oldest);
  const { data, isRead: _, ...inventory } = generated;
  let { today } = span;
  let booked: Reservation[] | undefined;

  const property = {
    ...blueprint,
    id: blueprint.code,
    /** Day of the first arrivals, on which the property opened. */
    opened: span.opened,
    ...inventory,
    get units() {
      return data().units;
    },
    get groupBlocks() {
      return data().groupBlocks;
    },
    get houseSales() {
      return data().houseSales;
    },
    /** Sorted by arrival when generated; later bookings are appended. */
    get reservations() {
      booked ??= data().everything.filter(({ created }) => created <= today);
      return booked;
    },
  };
  /** Adds what has been booked by this day, unless a booking made through the API has the unit; never removes anything. */
  const revealUntil = (day: Day): void => {
    const from = today;
    today = day;
    if (!booked) return;
    const takenBy = ({ timeSlices }: Reservation) =>
      timeSlices.flatMap(slice => (slice.unit ? `${slice.unit.id} ${slice.day}` : []));
    const taken = new Set(booked.flatMap(takenBy));
    const later = data().everything.filter(({ created }) => created > from && created <= day);
    later.sort((one, other) => one.created - other.created);
    booked.push(...later.filter(reservation => !takenBy(reservation).some(night => taken.has(night))));
    booked.sort((one, other) => one.arrival - other.arrival);
  };
  return { property, revealUntil };
}

/** Each list has separate random streams, so that one can change without affecting the others. Nothing changes it. */
function generateProperty(seed: string, index: number, blueprint: Blueprint, { opened, last }: Span) {
  const { code } = blueprint;
  const unitGroups = makeUnitGroups(blueprint);
  const services = makeServices(blueprint);
  const ratePlans = makeRatePlans(code, unitGroups, services);
  const stream =
    (list: string) =>
    (...keys: readonly (string | number)[]) =>
      seededRandom(seed, code, list, ...keys.map(String));

  const makeData = () => {
    const from = opened - longestStay;
    const units = makeUnits(stream('units'), blueprint, unitGroups, from, last);
    const occupations = makeOccupations(stream('occupations'), blueprint, units, from, last);
    const everything = makeReservations(occupations, {
      blueprint,
      guests: makeGuests(stream('guests')(), blueprint.countries, 40 + 75 * units.length),
      ratePlans,
      services,
      bookingId: bookingIds(seed, index),
      random: stream('reservations'),
    }).filter(({ arrival }) => arrival >= opened);
    const random = stream('group-blocks');
    return {
      units,
      groupBlocks: makeGroupBlocks(random, blueprint.companies, units, occupations, opened, last),
      houseSales: makeHouseSales(stream('house-sales'), code, services, opened, last),
      everything,
    };
  };
  let made: ReturnType<typeof makeData> | undefined;
  const data = () => (made ??= makeData());
  const revenueAccounts = makeRevenueAccounts(blueprint.vatRates);
  const isRead = () => made !== undefined;
  return { revenueAccounts, unitGroups, ratePlans, services, data, isRead };
}

/** A sale to a customer who is not staying: on the house folio, or on a separate external folio (an event). */
export type HouseSale = ReturnType<typeof makeHouseSales>[number];

/** One or two sales a day for a range of days (end exclusive), numbered within each year: `MUC-H26104`. */
function makeHouseSales(
  random: (year: number) => SeededRandom,
  propertyCode: string,
  services: readonly Service[],
  from: Day,
  to: Day,
) {
  const menu = services.filter(service => service.revenue === 'FoodAndBeverages');
  return yearsIn(from, to).flatMap(({ year, first, end }) => {
    const stream = random(year);
    const sales = [];
    let sold = 0;
    for (let day = first; day < end; day++) {
      for (let count = 1 + stream.below(2); count > 0; count--) {
        const number = `${String(year).slice(-2)}${String(++sold).padStart(3, '0')}`;
        const isEvent = stream.happens(60);
        const service = stream.pick(menu);
        sales.push({
          id: `${propertyCode}-H${number}`,
          day,
          /** Minutes after local midnight. */
          time: 11 * 60 + stream.below(600),
          service,
          gross: service.defaultGrossPrice * (1 + stream.below(isEvent ? 40 : 4)),
          paymentMethod: stream.pick(['Cash', 'Visa', 'Mastercard'] as const),
          /** null on the house folio. */
          externalFolioId: isEvent ? `${propertyCode}-E${number}` : null,
        });
      }
    }
    return sales.filter(({ day }) => day >= from);
  });
}

/**
 * The sandbox's hotel company: one account with three properties (or a chain of them), three years of reservations and
 * everything posted to their folios, generated from a seed and the date. It uses integers, day numbers and its own
 * random numbers: the same seed and date give the same hotel on every machine. All reports are computed from it.
 *
 * Hotels of the same seed are consistent with each other whatever their date: one that starts a week later has
 * everything that the earlier one had, and what was booked, cancelled and posted in that week.
 */

export type Hotel = ReturnType<typeof createHotel>;

/** Does not advance by itself: the hotel's data, and so every response, stay the same between two requests. */
export type HotelClock = Hotel['clock'];

export interface HotelOptions {
  readonly seed: string;
  /** The business day, `YYYY-MM-DD`, from 1972 to 2999. The data begins two years before it and ends a year after it, in whole months. */
  readonly today: string;
  /** The number of properties; default: 3. */
  readonly properties?: number | undefined;
  /** Hotels with unusual figures, in place of the chain. */
  readonly hotels?: 'ugly' | undefined;
}

/** @throws UsageError for a date or a number of properties that is not supported */
export function createHotel({ seed, today, properties: count = 3, hotels }: HotelOptions) {
  const day = dayNumber(today);
  if (!isDate(today) || today < '1972' || today >= '3000')
    throw new UsageError('the hotel’s day must be a date from 1972-01-01 to 2999-12-31, as YYYY-MM-DD', {
      hint: `for example ${formatDay(20_778)}`,
    });
  if (!Number.isSafeInteger(count) || count < 1 || count > largestChain)
    throw new UsageError(`a chain must have 1 to ${largestChain} properties`, {
      hint: 'for example --properties 40',
    });
  // Whole months, so that the opening date stays the same from day to day, and hotels of a month are generated once.
  const [opened = day, last = day] = [day - 731, day + 397].map(one =>
    dayNumber(firstOfMonth(formatDay(one))),
  );
  const span = { opened, today: day, last };
  const blueprints = hotels === 'ugly' ? makeUglyBlueprints(day) : makeBlueprints(count);
  const made = blueprints.map((blueprint, index) => makeProperty(seed, index, blueprint, span));
  const properties = made.map(({ property }) => property);
  // At noon in UTC it is the same date in all time zones of the properties.
  let now = (day + 0.5) * dayLength;
  const dayNow = (): Day => Math.floor(now / dayLength);
  return {
    /** The code of the account that the properties belong to. */
    accountId: 'SANDBOX',
    seed,
    clock: {
      /** The business day, the same in every property. */
      today: dayNow,
      /** Milliseconds since 1970-01-01T00:00:00Z. */
      now: () => now,
      advance(milliseconds: number): void {
        const before = dayNow();
        now += milliseconds;
        if (dayNow() > before) for (const { revealUntil } of made) revealUntil(dayNow());
      },
    },
    /** As of the clock: a booking appears on the day it is made. */
    properties: properties as readonly Property[],
    property: (id: string) => properties.find(property => property.id === id),
  };
}
