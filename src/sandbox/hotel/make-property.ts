import { makeChartOfAccounts } from './accounts.ts';
import type { Blueprint } from './blueprints/blueprint.ts';
import { bookingIds } from './booking-ids.ts';
import { makeGroupBlocks } from './group-blocks.ts';
import { makeGuests } from './guests.ts';
import { makeHouseSales } from './house-sales.ts';
import type { Company } from './inventory.ts';
import { makeOccupations } from './occupancy.ts';
import type { Property } from './property.ts';
import { makeRatePlans, makeServices, makeTimeSliceDefinitions } from './rate-plans.ts';
import { makeReservations, numberInvoices } from './reservations.ts';
import { seededRandom } from './seeded-random.ts';
import { makeSegments } from './travellers.ts';
import { makeUnitGroups, makeUnits, type Span } from './units.ts';

const guestBookSize = 7000;

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

/** A property out of its blueprint: every list from a stream of its own, so that one can change without the rest. */
export function makeProperty(seed: string, index: number, blueprint: Blueprint, span: Span): Property {
  const { code } = blueprint;
  const random = (list: string) => seededRandom(seed, code, list);
  const unitGroups = makeUnitGroups(blueprint);
  const units = makeUnits(random('units'), blueprint, unitGroups, span);
  const timeSliceDefinitions = makeTimeSliceDefinitions(code);
  const services = makeServices(blueprint);
  const ratePlans = makeRatePlans(code, unitGroups, timeSliceDefinitions, services);
  const companies = makeCompanies(blueprint);
  const segments = makeSegments(code);
  const guests = makeGuests(random('guests'), code, blueprint.countries, guestBookSize);
  const occupations = makeOccupations(random('occupations'), blueprint, units, span);
  const pricing = { season: blueprint.season, weekdays: blueprint.weekdays, priceStep: blueprint.priceStep };
  const { vatRates, accommodationVat } = blueprint;
  const reservations = makeReservations(random('reservations'), occupations, {
    tariff: { vatRates, accommodationVat, pricing },
    market: { companies, companyPermille: blueprint.companyPermille, segments, guests },
    ratePlans,
    services,
    bookingId: bookingIds(seed, index),
    today: span.today,
  });
  const ofCode = <T extends { code: string }>(one: T) => ({ id: `${code}-${one.code}`, ...one });
  return {
    id: code,
    code,
    name: blueprint.name,
    description: blueprint.description,
    address: blueprint.address,
    timeZone: blueprint.timeZone,
    currency: blueprint.currency,
    vatRates,
    accommodationVat,
    pricing,
    cityTax: blueprint.cityTax && ofCode({ code: 'CITYTAX', ...blueprint.cityTax }),
    fees: blueprint.fees.map(fee => ofCode({ ...fee, vatType: 'Normal' as const })),
    opened: span.opened,
    accounts: makeChartOfAccounts(vatRates),
    unitGroups,
    units,
    timeSliceDefinitions,
    ratePlans,
    services,
    companies,
    marketSegments: Object.values(segments),
    guests,
    groupBlocks: makeGroupBlocks(random('group-blocks'), units, occupations, companies, span),
    houseSales: makeHouseSales(random('house-sales'), code, services, span),
    reservations: numberInvoices(code, reservations),
  };
}
