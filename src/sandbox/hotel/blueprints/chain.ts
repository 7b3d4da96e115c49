import { jsonValue } from '../../../base/text.ts';
import { dayNumber, firstOfMonth } from '../../../platform/dates.ts';
import { parseTable } from '../../table.ts';
import { type Day, formatDay } from '../calendar.ts';
import { roundTo } from '../money.ts';
import {
  type Blueprint,
  findCountry,
  findMarket,
  makeCompany,
  type Oddities,
  parseWeights,
  type ServiceBlueprint,
  type UnitGroupBlueprint,
} from './blueprint.ts';
import cityTable from './cities.txt?raw';
import companyTable from './companies.txt?raw';
import hotelTable from './hotels.txt?raw';
import serviceTable from './services.txt?raw';
import unitTable from './units.txt?raw';

type AddressColumn =
  | ('addressLine1' | 'addressLine2' | 'postalCode')
  | ('city' | 'regionCode' | 'countryCode');

const addressIn = (row: Readonly<Record<AddressColumn, string>>) => ({
  addressLine1: row.addressLine1,
  ...(row.addressLine2 && { addressLine2: row.addressLine2 }),
  postalCode: row.postalCode,
  city: row.city,
  ...(row.regionCode && { regionCode: row.regionCode }),
  countryCode: row.countryCode,
});

const companies = parseTable<AddressColumn | 'property' | 'code' | 'name' | 'taxId'>(companyTable);

const units = parseTable<'property'>(unitTable);
const services = parseTable<'property'>(serviceTable);

/** The rows that a table has for a hotel, as tuples of texts, numbers and truth values. */
const rowsOf = (table: typeof units, hotel: string) =>
  table.flatMap(({ property, ...row }) =>
    property === hotel ? [Object.values<string>(row).map(cell => jsonValue(cell) ?? cell)] : [],
  );

/** The hotels that are written by hand: their units, services and markets are the rows with their code. */
const writtenHotels = parseTable<AddressColumn | 'code' | 'name' | 'description' | 'timeZone' | 'guests'>(
  hotelTable,
).map(
  ({ code, name, description, timeZone, guests, ...row }): Blueprint => ({
    ...findCountry(row.countryCode),
    code,
    name,
    description,
    address: addressIn(row),
    timeZone,
    fees: code === 'LND' ? [{ code: 'GREEN', name: 'Sustainability fee', gross: 250 }] : [],
    unitGroups: rowsOf(units, code) as unknown as UnitGroupBlueprint[],
    services: rowsOf(services, code) as unknown as ServiceBlueprint[],
    companies: companies
      .filter(({ property }) => property === code)
      .map(company => makeCompany(code, [company.code, company.name, company.taxId], addressIn(company))),
    ...findMarket(code),
    countries: parseWeights(guests),
  }),
);

/** `market` is one of `markets`, and `price` that of a room in euro. */
const cities = parseTable<
  | ('code' | 'name' | 'city' | 'addressLine1' | 'postalCode' | 'countryCode')
  | ('timeZone' | 'market' | 'bedRooms' | 'price')
>(cityTable).map(({ city, addressLine1, postalCode, countryCode, ...row }) => ({
  ...row,
  address: { addressLine1, postalCode, city, countryCode },
  bedRooms: Number(row.bedRooms),
  price: Number(row.price),
}));
type City = (typeof cities)[number];

export const largestChain = writtenHotels.length + cities.length;

/** The first properties of the chain: three written by hand, then one for each city of the table. */
export const makeBlueprints = (count: number): Blueprint[] => [
  ...writtenHotels.slice(0, count),
  ...cities.slice(0, Math.max(count - writtenHotels.length, 0)).map(makeBlueprint),
];

const abroad = parseWeights(
  'DE 95, GB 80, US 85, FR 60, IT 50, NL 40, ES 35, CH 30, PL 25, CN 25, JP 20, IN 15, SE 15',
);

function makeBlueprint(hotel: City): Blueprint {
  const { code, name, address, timeZone, market, bedRooms, price } = hotel;
  const { city, postalCode, countryCode } = address;
  const { priceFactor, ...country } = findCountry(countryCode);
  /** An amount in euro as minor units of the country's currency, rounded to typical prices there. */
  const at = (euro: number) =>
    Math.max(roundTo(Math.round(euro * 100 * priceFactor), country.priceStep), country.priceStep);
  return {
    ...findMarket(market),
    ...country,
    code,
    name,
    description: `${bedRooms} rooms in ${city}`,
    address,
    timeZone,
    fees: market === 'beach' ? [{ code: 'RESORT', name: 'Resort fee', gross: at(4) }] : [],
    unitGroups: makeUnitGroups(hotel, permille => at((price * permille) / 1000)),
    services: makeServices(hotel, at),
    companies: companyKinds.map(([companyCode, kind, hasTaxId], index) => {
      const taxId = hasTaxId ? `${countryCode}${100_200_300 + index * 7_919}` : '';
      const addressLine1 = `Business Park ${index + 1}`;
      const companyAddress = { addressLine1, postalCode, city, countryCode };
      return makeCompany(code, [companyCode, `${city} ${kind}`, taxId], companyAddress);
    }),
    // First in the list also where guests from abroad come from there.
    countries: Object.assign({ [countryCode]: 430 }, abroad, { [countryCode]: 430 }),
  };
}

function makeUnitGroups({ bedRooms, market }: City, at: (permille: number) => number): UnitGroupBlueprint[] {
  const share = (permille: number) => Math.max(1, Math.floor((bedRooms * permille) / 1000));
  const [single, superior, suite] = [share(200), share(250), share(60)];
  const family = market === 'beach' || market === 'ski';
  return [
    ['SGL', 'Single', 'BedRoom', 1, 1, single, at(800)],
    ['DBL', 'Double', 'BedRoom', 2, 2, bedRooms - single - superior - suite, at(1000)],
    family
      ? ['FAM', 'Family room', 'BedRoom', 4, 4, superior, at(1350)]
      : ['SUP', 'Superior double', 'BedRoom', 3, 3, superior, at(1250)],
    ['SUI', 'Suite', 'BedRoom', 4, 4, suite, at(2200)],
    ...(family ? [] : ([['MTG', 'Meeting room', 'MeetingRoom', 20, 20, share(30), at(3500)]] as const)),
    ['PARK', 'Parking', 'ParkingLot', 4, 1, share(100), at(130)],
  ];
}

function makeServices({ market, price }: City, at: (euro: number) => number): ServiceBlueprint[] {
  const breakfast = Math.round(price / 8);
  return [
    ['BRKF', 'Breakfast', 'Person', at(breakfast), 'Normal', 'FoodAndBeverages', 320, true],
    ['DINNER', 'Dinner menu', 'Person', at(breakfast * 2.4), 'Normal', 'FoodAndBeverages', 50, false],
    ['PARKING', 'Parking', 'Room', at(price / 7), 'Normal', 'Other', 90, true],
    ['LATE', 'Late check-out', 'Room', at(price / 5), 'Normal', 'Accommodation', 35, false],
    market === 'ski'
      ? ['SKI', 'Ski pass', 'Person', at(68), 'Normal', 'Other', 260, true]
      : ['SPA', 'Spa', 'Person', at(24), 'Normal', 'Other', 60, false],
  ];
}

const companyKinds: readonly (readonly [code: string, kind: string, hasTaxId: boolean])[] = [
  ['ENGINE', 'Engineering', true],
  ['TRAVEL', 'Travel Partners', true],
  ['LAW', 'Legal Advisers', true],
  ['MEDIA', 'Media & Film', false],
  ['HEALTH', 'Health Services', true],
];

/**
 * Hotels as they really are, for tests of everything that reads their figures: closed for a season, opened in the middle
 * of a month, renovated, overbooked, without a row for some days, and with another currency until the first of the last
 * month. 29 February is a matter of the sandbox's date.
 */
export function makeUglyBlueprints(today: Day): Blueprint[] {
  const [, , , , , , ...cities] = makeBlueprints(30);
  return Object.entries(makeOddities(today)).map(([code, [name, oddities]], index) => {
    const blueprint = cities[index] as Blueprint;
    return { ...blueprint, code, name: `${name} ${blueprint.address.city}`, oddities };
  });
}

/** Before and after all data. */
const [earliest, latest] = [-1_000_000, 1_000_000];

/** The seasons of the years around a day: open from April to October. */
function listWinters(today: Day) {
  const year = Number(formatDay(today).slice(0, 4));
  return Array.from({ length: 7 }, (_, index) => ({
    kind: 'OutOfInventory' as const,
    from: dayNumber(`${year - 4 + index}-11-01`),
    to: dayNumber(`${year - 3 + index}-04-01`),
  }));
}

const makeOddities = (today: Day): Record<string, [name: string, Oddities]> => {
  const thisMonth = dayNumber(firstOfMonth(formatDay(today)));
  const lastMonth = dayNumber(firstOfMonth(formatDay(thisMonth - 1)));
  const beforeLast = dayNumber(firstOfMonth(formatDay(lastMonth - 1)));
  return {
    SEA: ['Summer House', { closures: listWinters(today) }],
    NEW: ['Hotel Opening', { closures: [{ kind: 'OutOfInventory', from: earliest, to: beforeLast + 11 }] }],
    CUR: ['Hotel Changed Currency', { formerCurrency: { code: 'HRK', until: lastMonth } }],
    REN: [
      'Hotel Renovation',
      {
        closures: [
          { kind: 'OutOfOrder', from: lastMonth + 9, to: lastMonth + 16 },
          { kind: 'OutOfOrder', from: today + 3, to: today + 10 },
        ],
      },
    ],
    OVB: ['Hotel Overbooked', { overbooked: day => (day % 9 === 0 ? 3 : 0) }],
    GAP: ['Hotel Without Rows', { hasRow: day => day % 13 !== 0 || day > today }],
    OFF: ['Hotel Closed', { closures: [{ kind: 'OutOfInventory', from: lastMonth, to: latest }] }],
  };
};
