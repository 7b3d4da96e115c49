import { makeChartOfAccounts } from './accounts.ts';
import type { Blueprint } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import { makeGroupBlocks } from './group-blocks.ts';
import { makeGuests } from './guests.ts';
import { makeHouseSales } from './house-sales.ts';
import type { Company } from './inventory.ts';
import { makeOccupations } from './occupancy.ts';
import type { Property } from './property.ts';
import { makeRatePlans, makeServices, makeTimeSliceDefinitions } from './rate-plans.ts';
import type { Reservation } from './reservation.ts';
import { makeReservations, makeSegments } from './reservations.ts';
import { bookingIds, seededRandom } from './seeded-random.ts';
import { makeUnitGroups, makeUnits } from './units.ts';

/** The days of a property's data: arrivals from `opened` to `last` (exclusive), as of `today`. */
interface Span {
  readonly opened: Day;
  readonly today: Day;
  readonly last: Day;
}

interface MadeProperty {
  readonly property: Property;
  /** Adds what has been booked by this day; never removes anything. */
  revealUntil(day: Day): void;
}

/** Longer than any stay: earlier arrivals share invoice numbers with the first days of the data. */
const longestStay = 20;

const makeCompanies = (blueprint: Blueprint): Company[] =>
  blueprint.companies.map(
    ([code, name, taxId, addressLine1, postalCode, city, countryCode, addressLine2]) => ({
      id: `${blueprint.code}-${code}`,
      code,
      name,
      ...(taxId === null ? {} : { taxId }),
      address: { addressLine1, ...(addressLine2 ? { addressLine2 } : {}), postalCode, city, countryCode },
    }),
  );

/**
 * Creates a property from its blueprint. Units, guests, reservations and sales are generated on first access, so that a
 * chain starts quickly. Each list has separate random streams, so that one can change without affecting the others.
 */
export function makeProperty(seed: string, index: number, blueprint: Blueprint, span: Span): MadeProperty {
  const { code, name, description, address, timeZone, currency, vatRates, accommodationVat } = blueprint;
  const { season, weekdays, priceStep, cityTax, companyPermille } = blueprint;
  const { opened, last } = span;
  const unitGroups = makeUnitGroups(blueprint);
  const timeSliceDefinitions = makeTimeSliceDefinitions(code);
  const services = makeServices(blueprint);
  const ratePlans = makeRatePlans(code, unitGroups, timeSliceDefinitions, services);
  const companies = makeCompanies(blueprint);
  const segments = makeSegments(code);
  const pricing = { season, weekdays, priceStep };
  const stream =
    (list: string) =>
    (...keys: readonly (string | number)[]) =>
      seededRandom(seed, code, list, ...keys.map(String));
  let today = span.today;

  const makeData = () => {
    const from = opened - longestStay;
    const units = makeUnits(stream('units'), blueprint, unitGroups, from, last);
    const guests = makeGuests(stream('guests')(), code, blueprint.countries, 40 + 75 * units.length);
    const occupations = makeOccupations(stream('occupations'), blueprint, units, from, last);
    const everything = makeReservations(occupations, {
      code,
      tariff: { vatRates, accommodationVat, pricing },
      companies,
      companyPermille,
      segments,
      guests,
      ratePlans,
      services,
      bookingId: bookingIds(seed, index),
      random: stream('reservations'),
    }).filter(({ arrival }) => arrival >= opened);
    const inputs = { code, random: stream('group-blocks'), units, companies, occupations };
    return {
      units,
      guests,
      groupBlocks: makeGroupBlocks({ ...inputs, from: opened, to: last }),
      houseSales: makeHouseSales(stream('house-sales'), code, services, opened, last),
      reservations: everything.filter(({ created }) => created <= today),
      later: everything
        .filter(({ created }) => created > today)
        .sort((one, other) => one.created - other.created),
    };
  };
  let made: ReturnType<typeof makeData> | undefined;
  const data = () => {
    made ??= makeData();
    return made;
  };

  const ofCode = <T extends { code: string }>(one: T) => ({ id: `${code}-${one.code}`, ...one });
  return {
    property: {
      id: code,
      code,
      name,
      description,
      address,
      timeZone,
      currency,
      vatRates,
      accommodationVat,
      pricing,
      cityTax: cityTax && ofCode({ code: 'CITYTAX', ...cityTax }),
      fees: blueprint.fees.map(fee => ofCode({ ...fee, vatType: 'Normal' as const })),
      opened,
      accounts: makeChartOfAccounts(vatRates),
      unitGroups,
      timeSliceDefinitions,
      ratePlans,
      services,
      companies,
      marketSegments: Object.values(segments),
      get units() {
        return data().units;
      },
      get guests() {
        return data().guests;
      },
      get groupBlocks() {
        return data().groupBlocks;
      },
      get houseSales() {
        return data().houseSales;
      },
      get reservations() {
        return data().reservations;
      },
    },
    revealUntil(day) {
      today = day;
      if (made) reveal(made.reservations, made.later, day);
    },
  };
}

/** Moves bookings made by a day to the reservations, unless a booking made through the API has the unit. */
function reveal(reservations: Reservation[], later: Reservation[], day: Day): void {
  const taken = new Set(
    reservations.flatMap(({ timeSlices }) => timeSlices.map(slice => `${slice.unit?.id} ${slice.day}`)),
  );
  while (later[0] && later[0].created <= day) {
    const next = later.shift() as Reservation;
    if (next.timeSlices.some(slice => slice.unit && taken.has(`${slice.unit.id} ${slice.day}`))) continue;
    reservations.push(next);
  }
  reservations.sort((one, other) => one.arrival - other.arrival);
}
